// Requires the password and a code to switch the second factor off or to get new backup codes. Another app
// cannot replace the second factor until it is switched off. better-auth requires only the password, so a
// thief of the password at an open login could remove the protection. Wrong passwords count as in a sign-in.
import type { Auth } from './auth.ts'
import type { Cookies } from './cookie.ts'
import { signInRequest, verifyRequest } from './entry.ts'
import type { AuthHandler } from './route.ts'
import { listPeople } from './staff.ts'

/** A new backup code could switch the second factor off, so creating them is guarded, too. */
const guardedPaths: ReadonlySet<string> = new Set([
  '/api/auth/two-factor/enable',
  '/api/auth/two-factor/disable',
  '/api/auth/two-factor/generate-backup-codes',
])

/** Within a login these only confirm the first code. Later, a thief could guess codes with them. */
export const codePaths: ReadonlySet<string> = new Set([
  '/api/auth/two-factor/verify-totp',
  '/api/auth/two-factor/verify-backup-code',
])

/** Returns an error answer in the form of better-auth's own. */
const rejection = (status: number, code: string, message: string) =>
  Response.json({ code, message }, { status })

/** Returns a handler that forwards a guarded request once its password and code are right. */
export const newGuardedHandler =
  (auth: Auth, pass: AuthHandler, cookies: Pick<Cookies, 'read'>): AuthHandler =>
  async (request, peer) => {
    const { pathname } = new URL(request.url)
    const isCode = codePaths.has(pathname)
    if (!isCode && !guardedPaths.has(pathname)) return pass(request, peer)
    const staff = (await cookies.read(request))?.staff
    if (staff === undefined) return pass(request, peer) // better-auth decides: a code may end a sign-in
    if (isCode) {
      const [person] = await listPeople(auth, [staff.id])
      if (!person?.twoFactor) return pass(request, peer)
      return rejection(401, 'INVALID_TWO_FACTOR_COOKIE', 'You are logged in already')
    }
    const { password, code }: { password?: unknown; code?: unknown } = Object(
      // better-auth reports the error of a body that is not JSON.
      await request
        .clone()
        .json()
        .catch(() => null),
    )
    if (typeof password !== 'string') return pass(request, peer)
    const first = await pass(signInRequest({ email: staff.email, password }), peer)
    if (first.status === 429) return first
    if (!first.ok) return rejection(400, 'INVALID_PASSWORD', 'The password is wrong')
    // Without a token, the person has a second factor, and the sign-in needs its code.
    const { token }: { token?: string } = await first.clone().json()
    const last = token === undefined ? await sendCode(first, code, pass, peer) : first
    if (!last.ok) return last
    // The check has created a login, which is not needed.
    const login: { token: string } = await last.json()
    await (await auth.$context).internalAdapter.deleteSession(login.token)
    return pass(request, peer)
  }

/** Sends the code as the second step of the sign-in that began with the response `first`. */
async function sendCode(first: Response, code: unknown, pass: AuthHandler, peer: string): Promise<Response> {
  if (typeof code !== 'string' || code === '')
    return rejection(400, 'TOTP_REQUIRED', 'A code of the app or a backup code is needed')
  return pass(verifyRequest(first, code), peer)
}

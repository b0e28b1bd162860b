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

/** Returns an error response in the format of better-auth. */
const rejection = (status: number, code: string, message: string) =>
  Response.json({ code, message }, { status })

/**
 * Returns a handler that forwards a guarded request of a logged-in person only if the password in its body is
 * right and, for a person with a second factor, the code as well; better-auth refuses a body without a
 * password. A person with a second factor who is logged in may send no code to `codePaths`. All other
 * requests are forwarded.
 */
export const newGuardedHandler =
  (auth: Auth, forward: AuthHandler, cookies: Pick<Cookies, 'read'>): AuthHandler =>
  async (request, peer) => {
    const { pathname } = new URL(request.url)
    const isCodePath = codePaths.has(pathname)
    if (!isCodePath && !guardedPaths.has(pathname)) return forward(request, peer)
    const staff = (await cookies.read(request))?.staff
    if (staff === undefined) return forward(request, peer) // better-auth decides: a code may end a sign-in
    if (isCodePath) {
      const [person] = await listPeople(auth, [staff.id])
      if (!person?.twoFactor) return forward(request, peer)
      return rejection(401, 'INVALID_TWO_FACTOR_COOKIE', 'You are logged in already')
    }
    const { password, code } = await readBody(request)
    if (typeof password !== 'string') return forward(request, peer)
    const first = await forward(signInRequest({ email: staff.email, password }), peer)
    if (first.status === 429) return first
    if (!first.ok) return rejection(400, 'INVALID_PASSWORD', 'The password is wrong')
    // Without a token, the person has a second factor, and the sign-in needs its code.
    const { token }: { token?: string } = await first.clone().json()
    const last = token === undefined ? await sendCode(first, code, forward, peer) : first
    if (!last.ok) return last
    // The check has created a login, which is not needed.
    const login: { token: string } = await last.json()
    await (await auth.$context).internalAdapter.deleteSession(login.token)
    return forward(request, peer)
  }

/** Reads the fields of a JSON body; none for any other body, whose error better-auth reports. */
async function readBody(request: Request): Promise<{ password?: unknown; code?: unknown }> {
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => null)
  return Object(body)
}

/** Sends the code as the second step of the sign-in that began with the response `first`. */
async function sendCode(
  first: Response,
  code: unknown,
  forward: AuthHandler,
  peer: string,
): Promise<Response> {
  if (typeof code !== 'string' || code === '')
    return rejection(400, 'TOTP_REQUIRED', 'A code of the app or a backup code is needed')
  return forward(verifyRequest(first, code), peer)
}

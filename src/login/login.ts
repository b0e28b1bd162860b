// Staff log in with better-auth, in its own file staff.db: passwords, login cookies, and tokens for programs.
// Who may do what on which account is not decided here.
import { assert, Fault } from '../domain/fault.ts'
import { baseUrl, type LoginSettings, newAuth } from './auth.ts'
import { newCookies } from './cookie.ts'
import { closeFile, layOut, openFile } from './file.ts'
import { answerRoute, passer } from './route.ts'
import { createStaff, findStaff, type Staff, staffOf } from './staff.ts'
import { newThrottle } from './throttle.ts'
import { type Claims, newTokens } from './token.ts'

export type { Claims, LoginSettings, Staff }

/** What a person types. */
export interface Entry {
  readonly email: string
  readonly password: string
}

export interface Login {
  /**
   * Makes a person who can log in. Throws Fault('validation_error'), the field named, for a taken or malformed e-mail
   * or a password under 8 characters.
   */
  createStaff(person: Entry & { readonly name: string }): Promise<{ id: string }>
  /**
   * Answers better-auth's own routes at /api/auth/*, as far as they are open; undefined means 404. It reads the body itself.
   * @param peer address of the socket, for throttling: X-Forwarded-For is never read
   */
  answer(request: Request, peer: string): Promise<Response | undefined>
  /** Who the login cookie of this request belongs to. Remembered for a minute, so it mostly costs a microsecond; forgotten at sign-out. */
  whoIs(request: Request): Promise<Staff | undefined>
  /**
   * Whose e-mail and password these are; undefined when wrong. Throws Fault('rate_limit_exceeded') when `peer` was wrong
   * three times in ten seconds, sign-in included.
   */
  check(person: Entry, peer: string): Promise<Staff | undefined>
  /** Logs in after a set-up that succeeded: the Set-Cookie values. Throws Fault('unauthorized') for wrong ones, and as `check` does. */
  cookiesFor(person: Entry, request: Request, peer: string): Promise<string[]>
  /** A token for one hour, bound to an account and role. `now` and `expiresAt` in milliseconds. */
  mintToken(claims: Claims, now: number): Promise<{ token: string; expiresAt: number }>
  /** What a token says; undefined when it is not ours, changed, or expired at `now` by more than 60 s. */
  readToken(token: string, now: number): Promise<Claims | undefined>
  /** The person of this id. */
  find(staffId: string): Promise<Staff | undefined>
  /** Lets go of the file; nothing may be under way. */
  close(): Promise<void>
}

const elapsed = () => performance.now()

/** Opens staff.db (3 ms in the binary) or makes it (10 ms). Throws when a newer Kaunta wrote it. */
export async function openLogin(settings: LoginSettings): Promise<Login> {
  assert(settings.secret.length >= 32, 'the secret of logins is shorter than 32 characters')
  const db = openFile(settings.file)
  try {
    const throttle = newThrottle(elapsed)
    const auth = newAuth(db, settings, throttle)
    await layOut(db, auth.options)
    const { secret, authCookies, internalAdapter } = await auth.$context
    assert(secret === settings.secret, 'better-auth uses another secret than ours')
    const cookies = newCookies(auth, authCookies.sessionToken.name, elapsed)
    const tokens = newTokens(auth)
    const pass = passer(auth, throttle)

    /** Signs in by better-auth's own route, so that every way in shares one throttle and takes the same time. */
    async function signIn({ email, password }: Entry, peer: string, agent = ''): Promise<Response> {
      const headers = { 'content-type': 'application/json', 'user-agent': agent }
      const body = JSON.stringify({ email, password })
      const response = await pass(new Request(`${baseUrl}/api/auth/sign-in/email`, { method: 'POST', headers, body }), peer)
      if (response.status !== 429) return response
      throw new Fault(
        'rate_limit_exceeded',
        `Too many wrong passwords: try again in ${response.headers.get('retry-after')} seconds`,
      )
    }

    return {
      createStaff: person => createStaff(auth, person),

      async answer(request, peer) {
        const response = await answerRoute(request, peer, pass, settings.mayUseHost)
        if (response !== undefined && request.method === 'POST') cookies.forget(request)
        return response
      },

      whoIs: cookies.whoIs,

      async check(person, peer) {
        const response = await signIn(person, peer)
        if (!response.ok) return undefined
        const { token, user }: { token: string; user: Staff } = await response.json()
        await internalAdapter.deleteSession(token)
        return staffOf(user)
      },

      async cookiesFor(person, request, peer) {
        const response = await signIn(person, peer, request.headers.get('user-agent') ?? '')
        if (!response.ok) throw new Fault('unauthorized', 'E-mail or password is wrong')
        return response.headers.getSetCookie()
      },

      mintToken: tokens.mint,
      readToken: tokens.read,
      find: staffId => findStaff(auth, staffId),
      close: async () => closeFile(db),
    }
  } catch (error) {
    db.close()
    throw error
  }
}

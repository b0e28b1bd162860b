// Staff log in with better-auth, in its own file staff.db: passwords, login cookies, and tokens for programs.
// Who may do what on which account is not decided here.
import { assert, fault } from '../domain/fault.ts'
import { type LoginSettings, newAuth } from './auth.ts'
import { type Known, newCookies } from './cookie.ts'
import { type Entry, isPassword, signIn } from './entry.ts'
import { closeFile, layOut, openFile } from './file.ts'
import { endLogins, type LoginEntry, listLogins } from './list.ts'
import { answerRoute, passer } from './route.ts'
import {
  createStaff,
  dropSecondFactor,
  findByEmail,
  findStaff,
  forgetDevices,
  listPeople,
  newTokenEnds,
  noteLogin,
  type Person,
  renameStaff,
  type Staff,
  setPassword,
} from './staff.ts'
import { newThrottle } from './throttle.ts'
import { type Claims, newTokens } from './token.ts'
import { newUsedCodes } from './used-code.ts'

export type { Entry, LoginEntry, LoginSettings }

export interface Login {
  /**
   * Makes a person who can log in. Throws Fault('validation_error'), the field named, for a taken or
   * malformed e-mail
   * or a password under 8 characters.
   */
  createStaff(person: Entry & { readonly name: string }): Promise<{ id: string }>
  /**
   * Answers better-auth's own routes at /api/auth/*, as far as they are open; undefined means 404. It reads
   * the body itself.
   * @param peer address of the socket, for throttling: X-Forwarded-For is never read
   */
  answer(request: Request, peer: string): Promise<Response | undefined>
  /**
   * Whose login the cookie of this request is. Remembered for a minute, so it mostly costs a microsecond;
   * forgotten at sign-out.
   */
  loginOf(request: Request): Promise<Known | undefined>
  /** The cookies that renew the login of this request, after `loginOf`; they belong into its answer. */
  renewed(request: Request): string[]
  /**
   * Whose e-mail and password these are; undefined when wrong. Throws Fault('rate_limit_exceeded') when
   * `peer` was wrong
   * three times in ten seconds, sign-in included, and Fault('unauthorized') naming `totp` where a second
   * factor is missing or wrong.
   */
  check(person: Entry, peer: string): Promise<Staff | undefined>
  /** Whether this is the password, whatever the second factor. Throttled as `check` is. */
  isPassword(person: Entry, peer: string): Promise<boolean>
  /**
   * Logs in after a set-up that succeeded: the Set-Cookie values. Throws Fault('unauthorized') for wrong
   * ones, and as `check` does.
   */
  cookiesFor(person: Entry, request: Request, peer: string): Promise<string[]>
  /** A token for one hour, bound to an account. `now` and `expiresAt` in milliseconds. */
  mintToken(claims: Claims, now: number): Promise<{ token: string; expiresAt: number }>
  /**
   * What a token says; undefined when it is not ours, changed, ended, or expired at `now` by more than 60 s.
   */
  readToken(token: string, now: number): Promise<Claims | undefined>
  /** The person of this id. */
  find(staffId: string): Promise<Staff | undefined>
  /** The person with this e-mail address. */
  findByEmail(email: string): Promise<Staff | undefined>
  /** The people of these ids, as far as they exist. */
  people(staffIds: readonly string[]): Promise<Person[]>
  rename(staffId: string, name: string): Promise<void>
  /** Throws Fault('validation_error') naming `field` for a password that is too short or too long. */
  setPassword(staffId: string, password: string, field: string): Promise<void>
  /** Switches a person's second factor off. */
  dropSecondFactor(staffId: string): Promise<void>
  /** Where a person is logged in, newest first. */
  logins(staffId: string): Promise<LoginEntry[]>
  /** Ends one login of a person. @returns whether there was one */
  endLogin(staffId: string, loginId: string): Promise<boolean>
  /**
   * Ends every login of a person but `keep`, with the devices they trust, and every token made until `now`
   * (milliseconds).
   */
  endLogins(staffId: string, now: number, keep?: string): Promise<void>
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
    const cookies = newCookies(auth, authCookies.sessionToken.name, settings.idleSeconds, elapsed)
    const ends = newTokenEnds(auth)
    const tokens = newTokens(auth, ends.read)
    const pass = passer(auth, throttle, newUsedCodes(elapsed))

    return {
      createStaff: person => createStaff(auth, person),

      async answer(request, peer) {
        const response = await answerRoute(request, peer, pass, settings.mayUseHost)
        if (response === undefined || request.method !== 'POST') return response
        cookies.forget(request)
        const token = response.ok ? await tokenIn(response) : undefined
        if (token !== undefined) await noteLogin(auth, token)
        return response
      },

      loginOf: cookies.read,
      renewed: cookies.renewed,

      async check(person, peer) {
        const signed = await signIn(pass, person, { peer })
        if (!signed) return undefined
        await noteLogin(auth, signed.token)
        await internalAdapter.deleteSession(signed.token)
        return signed.staff
      },

      async isPassword(person, peer) {
        const token = await isPassword(pass, person, peer)
        if (typeof token === 'string') await internalAdapter.deleteSession(token)
        return token !== false
      },

      async cookiesFor(person, request, peer) {
        const signed = await signIn(pass, person, { peer, agent: request.headers.get('user-agent') ?? '' })
        if (!signed) throw fault('login_wrong')
        await noteLogin(auth, signed.token)
        return signed.cookies
      },

      mintToken: tokens.mint,
      readToken: tokens.read,
      find: staffId => findStaff(auth, staffId),
      findByEmail: email => findByEmail(auth, email),
      people: staffIds => listPeople(auth, staffIds),
      rename: async (staffId, name) => {
        await renameStaff(auth, staffId, name)
        cookies.forgetStaff(staffId)
      },
      setPassword: (staffId, password, field) => setPassword(auth, staffId, password, field),
      dropSecondFactor: staffId => dropSecondFactor(auth, staffId),
      logins: staffId => listLogins(auth, staffId),

      async endLogin(staffId, loginId) {
        const ended = await endLogins(auth, staffId, id => id === loginId)
        cookies.forgetStaff(staffId)
        return ended > 0
      },

      async endLogins(staffId, now, keep) {
        await ends.set(staffId, Math.floor(now / 1_000))
        await endLogins(auth, staffId, id => id !== keep)
        await forgetDevices(auth, staffId)
        cookies.forgetStaff(staffId)
      },

      close: async () => closeFile(db),
    }
  } catch (error) {
    db.close()
    throw error
  }
}

/** The token of the login that an answer of better-auth made. */
async function tokenIn(response: Response): Promise<string | undefined> {
  if (response.headers.getSetCookie().length === 0) return undefined
  const { token }: { token?: string } = Object(await response.clone().json())
  return token
}

// Logins of staff with better-auth, in staff.db: passwords, login cookies, and tokens for programs. What a
// person may do on which account is decided in flow/staff.ts.
import type { Database } from 'bun:sqlite'
import { assert, fault } from '../domain/fault.ts'
import { type Auth, type LoginSettings, newAuth } from './auth.ts'
import { type KnownLogin, newCookies } from './cookie.ts'
import { type Credentials, isPasswordOf, signInStaff } from './entry.ts'
import { type OnFailure, reportingFailures } from './failure.ts'
import { closeLoginFile, migrateLoginFile, openLoginFile } from './file.ts'
import { endLogins, type LoginEntry, listLogins } from './list.ts'
import { type AuthHandler, answerAuthRoute, newAuthHandler } from './route.ts'
import { newGuardedHandler } from './second-factor.ts'
import {
  createStaff,
  dropSecondFactor,
  findByEmail,
  findStaff,
  forgetDevices,
  listPeople,
  newTokenEnds,
  type Person,
  recordLogin,
  type Staff,
  setPassword,
} from './staff.ts'
import { newThrottle, type Throttle } from './throttle.ts'
import { type Claims, newTokens } from './token.ts'
import { newUsedCodes } from './used-code.ts'

export type { Credentials, LoginEntry, LoginSettings }

export interface Login {
  /**
   * Creates a person who can log in. Throws Fault('validation_error'), naming the field, for a taken or
   * malformed e-mail address or a password under 8 characters.
   */
  createStaff(person: Credentials & { readonly name: string }): Promise<{ id: string }>
  /** Deletes a person who belongs to no account, with their logins. */
  deleteStaff(staffId: string): Promise<void>
  /**
   * Answers the open routes of better-auth at /api/auth/*; undefined means 404. It reads the body itself.
   * @param peer address of the socket, for throttling: X-Forwarded-For is never read
   */
  answer(request: Request, peer: string): Promise<Response | undefined>
  /**
   * The login of this request's cookie. Cached for a minute, so it mostly costs a microsecond; dropped at
   * sign-out.
   */
  loginOf(request: Request): Promise<KnownLogin | undefined>
  /** The cookies that renew the login of this request, after `loginOf`; they go into its response. */
  renewed(request: Request): string[]
  /**
   * The person with this e-mail address and password; undefined when they are wrong. Throws
   * Fault('rate_limit_exceeded') when `peer` was wrong three times in ten seconds, sign-in included, and
   * Fault('unauthorized') naming `totp` when a second factor is missing or wrong.
   */
  check(person: Credentials, peer: string): Promise<Staff | undefined>
  /** Whether this is the password, whatever the second factor. Throttled as `check` is. */
  isPassword(person: Credentials, peer: string): Promise<boolean>
  /**
   * Logs in after a successful set-up: the Set-Cookie values. Throws Fault('unauthorized') for a wrong
   * password, and as `check` does.
   */
  cookiesFor(person: Credentials, request: Request, peer: string): Promise<string[]>
  /** A token for one hour, bound to an account. `now` and `expiresAt` in milliseconds. */
  mintToken(claims: Claims, now: number): Promise<{ token: string; expiresAt: number }>
  /**
   * The claims of a token; undefined when it is not ours, changed, ended, or expired for more than 60 s at
   * `now`.
   */
  readToken(token: string, now: number): Promise<Claims | 'expired' | undefined>
  /** Calls back after each wrong password or code of a person who exists, in every way in. */
  onFailure(report: OnFailure): void
  /** The person of this id. */
  find(staffId: string): Promise<Staff | undefined>
  /** The person with this e-mail address. */
  findByEmail(email: string): Promise<Staff | undefined>
  /** The people of these ids, as far as they exist. */
  people(staffIds: readonly string[]): Promise<Person[]>
  /** Throws Fault('validation_error') naming `field` for a password that is too short or too long. */
  setPassword(staffId: string, password: string, field: string): Promise<void>
  /** Switches a person's second factor off. */
  dropSecondFactor(staffId: string): Promise<void>
  /** Where a person is logged in, newest first. */
  logins(staffId: string): Promise<LoginEntry[]>
  /** Ends one login of a person. @returns whether there was one */
  endLogin(staffId: string, loginId: string): Promise<boolean>
  /**
   * Ends every login of a person but `keep`, the trust in their devices, and every token issued until `now`
   * (milliseconds).
   */
  endLogins(staffId: string, now: number, keep?: string): Promise<void>
  /** Closes the file; no call may be running. */
  close(): Promise<void>
}

const elapsed = () => performance.now()

/** Opens staff.db (3 ms in the binary) or creates it (10 ms). Throws when a newer Kaunta wrote it. */
export async function openLogin(settings: LoginSettings): Promise<Login> {
  assert(settings.secret.length >= 32, 'the secret of logins is shorter than 32 characters')
  const db = openLoginFile(settings.file)
  try {
    const throttle = newThrottle(elapsed)
    const auth = newAuth(db, settings, throttle)
    await migrateLoginFile(db, auth.options)
    return await newLogin(db, auth, settings, throttle)
  } catch (error) {
    db.close()
    throw error
  }
}

async function newLogin(
  db: Database,
  auth: Auth,
  settings: LoginSettings,
  throttle: Throttle,
): Promise<Login> {
  const { secret, authCookies } = await auth.$context
  assert(secret === settings.secret, 'better-auth uses another secret than ours')
  const cookies = newCookies(auth, authCookies.sessionToken.name, settings.idleSeconds, elapsed)
  const tokenEnds = newTokenEnds(auth)
  const tokens = newTokens(auth, tokenEnds.read)
  let report: OnFailure = () => {}
  const handled = newAuthHandler(auth, throttle, newUsedCodes(elapsed))
  const pass = reportingFailures(auth, handled, (staffId, peer) => report(staffId, peer))
  const guarded = newGuardedHandler(auth, pass, cookies)
  return {
    ...signInOf(auth, pass),
    async answer(request, peer) {
      const response = await answerAuthRoute(request, peer, guarded, settings.mayUseHost)
      if (response === undefined || request.method !== 'POST') return response
      cookies.forget(request)
      const token = response.ok ? await tokenIn(response) : undefined
      if (token !== undefined) await recordLogin(auth, token)
      return response
    },
    onFailure(next) {
      report = next
    },
    loginOf: cookies.read,
    renewed: cookies.renewed,
    mintToken: tokens.mint,
    readToken: tokens.read,

    createStaff: person => createStaff(auth, person),
    async deleteStaff(staffId) {
      await (await auth.$context).internalAdapter.deleteUser(staffId)
      cookies.forgetStaff(staffId)
    },
    find: staffId => findStaff(auth, staffId),
    findByEmail: email => findByEmail(auth, email),
    people: staffIds => listPeople(auth, staffIds),
    setPassword: (staffId, password, field) => setPassword(auth, staffId, password, field),
    dropSecondFactor: staffId => dropSecondFactor(auth, staffId),

    logins: staffId => listLogins(auth, staffId),
    async endLogin(staffId, loginId) {
      const ended = await endLogins(auth, staffId, id => id === loginId)
      cookies.forgetStaff(staffId)
      return ended > 0
    },
    async endLogins(staffId, now, keep) {
      await tokenEnds.set(staffId, Math.floor(now / 1_000))
      await endLogins(auth, staffId, id => id !== keep)
      await forgetDevices(auth, staffId)
      cookies.forgetStaff(staffId)
    },
    close: async () => closeLoginFile(db),
  }
}

/** Checking passwords, and logging in with one. */
const signInOf = (auth: Auth, pass: AuthHandler): Pick<Login, 'check' | 'isPassword' | 'cookiesFor'> => ({
  async check(person, peer) {
    const signed = await signInStaff(pass, person, { peer })
    if (!signed) return undefined
    await recordLogin(auth, signed.token)
    await endSession(auth, signed.token)
    return signed.staff
  },

  async isPassword(person, peer) {
    const token = await isPasswordOf(pass, person, peer)
    if (typeof token === 'string') await endSession(auth, token)
    return token !== false
  },

  async cookiesFor(person, request, peer) {
    const signed = await signInStaff(pass, person, { peer, agent: request.headers.get('user-agent') ?? '' })
    if (!signed) throw fault('login_wrong')
    await recordLogin(auth, signed.token)
    return signed.cookies
  },
})

async function endSession(auth: Auth, token: string): Promise<void> {
  await (await auth.$context).internalAdapter.deleteSession(token)
}

/** The token of the login that this response of better-auth created. */
async function tokenIn(response: Response): Promise<string | undefined> {
  if (response.headers.getSetCookie().length === 0) return undefined
  const { token }: { token?: string } = Object(await response.clone().json())
  return token
}

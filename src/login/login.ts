// Logins of staff with better-auth, in staff.db or on PostgreSQL: passwords, login cookies, and tokens for programs. What a
// person may do on which account is decided in flow/staff.ts.
import type { BetterAuthOptions } from 'better-auth'
import { assert } from '../domain/fault.ts'
import { writeErrorOf } from '../store/engine/write-error.ts'
import type { LoginSettings } from './auth.ts'
import type { KnownLogin } from './cookie.ts'
import type { Credentials } from './entry.ts'
import type { OnFailure } from './failure.ts'
import { closeLoginFile, isLoginFileCurrent, migrateLoginFile, openLoginFile } from './file.ts'
import type { LoginEntry } from './list.ts'
import type { Person, Staff } from './staff.ts'
import type { StaffLoginParts } from './staff-login.ts'
import type { Claims } from './token.ts'

export type { Credentials, LoginEntry, LoginSettings }

export interface Login {
  /**
   * Creates a person who can log in. Throws Fault('validation_error'), naming the field, for a taken or
   * malformed e-mail address or a password under 8 characters.
   */
  createStaff(
    person: Credentials & { readonly name: string; readonly id?: string | undefined },
  ): Promise<{ id: string }>
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
  /** Forgets what is remembered of a person, or of all people: another node may have changed them. */
  forget(staffId: string | undefined): void
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
  /** Closes the file or the connections; no call may be running. */
  close(): Promise<void>
}

/** The name of the cookie ends in this. */
export const loginCookie = 'kaunta.session_token'

/** Opens staff.db, or creates it, or uses PostgreSQL. Throws when a newer Kaunta wrote the file. */
export async function openLogin(settings: LoginSettings): Promise<Login> {
  const { place, secret } = settings
  assert(secret.length >= 32, 'the secret of logins is shorter than 32 characters')
  const loadOn = async (parts: StaffLoginParts) =>
    (await import('./staff-login.ts')).newStaffLogin(parts, settings)
  if (typeof place !== 'string') {
    const parts = { database: place, migrate: async () => {}, close: place.end }
    return hearing(
      loadedLater(() => loadOn(parts), place.end),
      settings.channel,
    )
  }
  const db = openLoginFile(place)
  const close = async () => closeLoginFile(db)
  const migrate = (options: BetterAuthOptions) => migrateLoginFile(db, options)
  const load = () => loadOn({ database: db, migrate, close })
  try {
    return withFaults(isLoginFileCurrent(db) ? loadedLater(load, close) : await load())
  } catch (error) {
    db.close()
    throw error
  }
}

/** The same logins; what could not be written, as on a full disk, is a fault. PostgreSQL's connections throw faults. */
const withFaults = (login: Login): Login =>
  Object.fromEntries(
    Object.entries(login).map(([name, call]: [string, (...args: unknown[]) => unknown]) => [
      name,
      (...args: unknown[]) => {
        const result = call(...args)
        return result instanceof Promise ? result.catch(rethrowAsFault) : result
      },
    ]),
  ) as unknown as Login

function rethrowAsFault(error: unknown): never {
  throw writeErrorOf(error)
}

/** Forgets whom other nodes change. */
function hearing(login: Login, channel: LoginSettings['channel']): Login {
  channel?.onNote(note => {
    const [kind, staffId] = note.split(' ')
    if (kind === 'login') login.forget(staffId)
  })
  channel?.onMissed(() => login.forget(undefined))
  channel?.onSilence(() => login.forget(undefined))
  return login
}

/**
 * better-auth takes 30 ms and 8 MB, and a server that only tills and keys use never needs it: it is loaded when
 * a person comes.
 */
function loadedLater(load: () => Promise<Login>, close: Login['close']): Login {
  let loading: Promise<Login> | undefined
  let loaded: Login | undefined
  let report: OnFailure = () => {}
  async function begin(): Promise<Login> {
    const login = await load()
    login.onFailure((...failure) => report(...failure))
    loaded = login
    return login
  }
  const login = () => {
    loading ??= begin().catch(error => {
      loading = undefined
      throw error
    })
    return loading
  }
  return {
    createStaff: async person => (await login()).createStaff(person),
    deleteStaff: async staffId => (await login()).deleteStaff(staffId),
    answer: async (request, peer) => (await login()).answer(request, peer),
    loginOf: async request =>
      request.headers.get('cookie')?.includes(loginCookie) ? (await login()).loginOf(request) : undefined,
    renewed: request => loaded?.renewed(request) ?? [],
    check: async (person, peer) => (await login()).check(person, peer),
    isPassword: async (person, peer) => (await login()).isPassword(person, peer),
    cookiesFor: async (person, request, peer) => (await login()).cookiesFor(person, request, peer),
    mintToken: async (claims, now) => (await login()).mintToken(claims, now),
    readToken: async (token, now) => (await login()).readToken(token, now),
    onFailure(next) {
      report = next
    },
    forget: staffId => loaded?.forget(staffId),
    find: async staffId => (await login()).find(staffId),
    findByEmail: async email => (await login()).findByEmail(email),
    people: async staffIds => (await login()).people(staffIds),
    setPassword: async (staffId, password, field) => (await login()).setPassword(staffId, password, field),
    dropSecondFactor: async staffId => (await login()).dropSecondFactor(staffId),
    logins: async staffId => (await login()).logins(staffId),
    endLogin: async (staffId, loginId) => (await login()).endLogin(staffId, loginId),
    endLogins: async (staffId, now, keep) => (await login()).endLogins(staffId, now, keep),
    close,
  }
}

// Logins of staff with better-auth, in staff.db or on PostgreSQL: passwords, login cookies, and tokens for
// programs. What a person may do on which account is decided in flow/staff.ts.
import type { LoginSettings } from './auth.ts'
import type { KnownLogin } from './cookie.ts'
import type { Credentials } from './entry.ts'
import type { OnFailure } from './failure.ts'
import type { LoginEntry } from './list.ts'
import type { Person, Staff } from './staff.ts'
import type { Claims } from './token.ts'

export type { Credentials, LoginEntry, LoginSettings }

export interface Login {
  /**
   * Creates a person who can log in.
   * @throws Fault `validation_error`, naming the field, for a taken or malformed e-mail address or a password
   * under 8 characters
   */
  createStaff(
    person: Credentials & { readonly name: string; readonly id?: string | undefined },
  ): Promise<{ id: string }>
  /** Deletes a person without any account, and their logins. */
  deleteStaff(staffId: string): Promise<void>
  /**
   * Answers the open routes of better-auth at /api/auth/*; undefined means 404. It reads the body itself.
   * @param peer address of the socket, for throttling: X-Forwarded-For is never read
   */
  answer(request: Request, peer: string): Promise<Response | undefined>
  /** The login of this request. It is cached for a minute, and dropped from the cache at sign-out. */
  loginOf(request: Request): Promise<KnownLogin | undefined>
  /** The cookies that renew the login of this request, after `loginOf`, for its response. */
  renewed(request: Request): string[]
  /**
   * The person with this e-mail address and password; undefined when they are wrong.
   * @throws Fault `rate_limit_exceeded` when `peer` was wrong three times in ten seconds, including sign-ins,
   * and `unauthorized` naming `totp` when a second factor is missing or wrong
   */
  check(person: Credentials, peer: string): Promise<Staff | undefined>
  /** Whether this is the password; the second factor is not asked for. Throttled as `check` is. */
  isPassword(person: Credentials, peer: string): Promise<boolean>
  /** Signs a person in. @returns the Set-Cookie values @throws Fault `unauthorized` for a wrong password */
  cookiesFor(person: Credentials, request: Request, peer: string): Promise<string[]>
  /** Creates a token for one hour, bound to an account. `now` and `expiresAt` are in ms since 1970. */
  mintToken(claims: Claims, now: number): Promise<{ token: string; expiresAt: number }>
  /** The claims of a token; undefined if it is not ours, was changed or revoked, or expired over 60 s ago. */
  readToken(token: string, now: number): Promise<Claims | 'expired' | undefined>
  /** Calls back after each wrong password or code of an existing person, in every sign-in. */
  onFailure(report: OnFailure): void
  /** Drops what is cached of a person, or of all people, because another node may have changed them. */
  forget(staffId: string | undefined): void
  /** A person by id; undefined for one who was deleted, and for a cashier without a login. */
  find(staffId: string): Promise<Staff | undefined>
  /** A person by e-mail address, in any case of its letters. */
  findByEmail(email: string): Promise<Staff | undefined>
  /** The existing people with these ids. */
  people(staffIds: readonly string[]): Promise<Person[]>
  /** @throws Fault `validation_error` naming `field` for a password that is too short or too long */
  setPassword(staffId: string, password: string, field: string): Promise<void>
  /** Switches the second factor off, and ends the trust in the person's devices. */
  dropSecondFactor(staffId: string): Promise<void>
  /** Where a person is logged in, newest first. */
  logins(staffId: string): Promise<LoginEntry[]>
  /** Ends one login of a person. @returns whether there was one */
  endLogin(staffId: string, loginId: string): Promise<boolean>
  /** Ends all logins but `keep`, the trust in the person's devices, and every token issued so far. */
  endLogins(staffId: string, now: number, keep?: string): Promise<void>
  /** Closes the file or the connections; no call may be running. */
  close(): Promise<void>
}

/** The end of the cookie's name; https adds a prefix. */
export const loginCookie = 'kaunta.session_token'

// Implements login.ts with better-auth. Loaded when a person signs in.
import type { Database } from 'bun:sqlite'
import type { BetterAuthOptions } from 'better-auth'
import { assert, fault } from '../domain/fault.ts'
import type { StaffPool } from '../store/postgres/staff.ts'
import { type Auth, newAuth } from './auth.ts'
import { type Cookies, newCookies } from './cookie.ts'
import { isPasswordOf, signInStaff } from './entry.ts'
import { type OnFailure, reportingFailures } from './failure.ts'
import { endLogins, listLogins } from './list.ts'
import { type Login, type LoginSettings, loginCookie } from './login.ts'
import { newPasswordQueue } from './password-queue.ts'
import { type AuthHandler, answerAuthRoute, newAuthHandler, signOutPath } from './route.ts'
import { newGuardedHandler } from './second-factor.ts'
import {
  createStaff,
  dropSecondFactor,
  findByEmail,
  findStaff,
  forgetDevices,
  listPeople,
  newTokenGenerations,
  recordLogin,
  setPassword,
} from './staff.ts'
import { throttleOn } from './throttle.ts'
import { newTokens } from './token.ts'
import { newSharedUsedCodes, newUsedCodes } from './used-code.ts'

const elapsed = () => performance.now()

/** The differences between staff.db and PostgreSQL. */
export interface StaffLoginParts {
  readonly database: Database | StaffPool
  migrate(options: BetterAuthOptions): Promise<void>
  close(): Promise<void>
}

/** Brings the tables of an open database up to date, and opens the logins in it. */
export async function newStaffLogin(parts: StaffLoginParts, settings: LoginSettings): Promise<Login> {
  const { database } = parts
  const throttle = throttleOn(database, elapsed)
  const auth = newAuth(database, settings, throttle)
  await parts.migrate(auth.options)
  const { secret, authCookies } = await auth.$context
  assert(secret === settings.secret, 'better-auth uses another secret than ours')
  assert(authCookies.sessionToken.name.endsWith(loginCookie), 'better-auth names the login cookie otherwise')
  const cookies = newCookies(auth, authCookies.sessionToken.name, settings.idleSeconds, elapsed)
  const tokenGenerations = newTokenGenerations(auth)
  const tokens = newTokens(auth, tokenGenerations.read)
  let report: OnFailure = () => {}
  const authHandler = reportingFailures(
    auth,
    newAuthHandler(auth, throttle, newUsedCodesOn(database), newPasswordQueue()),
    (staffId, peer) => report(staffId, peer),
  )
  const guardedHandler = newGuardedHandler(auth, authHandler, cookies)
  return {
    ...signInOf(auth, authHandler),
    answer: newAnswer(auth, guardedHandler, cookies, settings),
    onFailure(next) {
      report = next
    },
    forget(staffId) {
      cookies.forgetStaff(staffId)
      tokenGenerations.forget(staffId)
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
      await tokenGenerations.begin(staffId, now)
      await endLogins(auth, staffId, id => id !== keep)
      await forgetDevices(auth, staffId)
      cookies.forgetStaff(staffId)
    },
    close: parts.close,
  }
}

/** Returns the store of used codes of authenticator apps: in memory, or in PostgreSQL for all nodes. */
const newUsedCodesOn = (database: StaffLoginParts['database']) =>
  'connect' in database ? newSharedUsedCodes(database) : newUsedCodes(elapsed)

/**
 * Returns a function that answers the open routes of better-auth. It also drops the cached login of the
 * request, and records a login that the route has created.
 */
const newAnswer =
  (auth: Auth, handler: AuthHandler, cookies: Cookies, { mayUseHost }: LoginSettings): Login['answer'] =>
  async (request, peer) => {
    const response = await answerAuthRoute(request, peer, handler, mayUseHost)
    if (response === undefined || request.method !== 'POST') return response
    cookies.forget(request) // the route may have changed or ended its login
    if (new URL(request.url).pathname === signOutPath) await endOpenLogin(auth, cookies, request)
    const token = response.ok ? await tokenIn(response) : undefined
    if (token !== undefined) await recordLogin(auth, token)
    return response
  }

/**
 * Ends the login of a request if it is still open after a sign-out. better-auth reports success even when it
 * could not end the login, for example on a full disk.
 */
async function endOpenLogin(auth: Auth, cookies: Cookies, request: Request): Promise<void> {
  const openLogin = await cookies.read(request)
  if (openLogin) await endLogins(auth, openLogin.staff.id, id => id === openLogin.id)
}

/** Returns those methods of `Login` that check a password. */
const signInOf = (auth: Auth, handler: AuthHandler): Pick<Login, 'check' | 'isPassword' | 'cookiesFor'> => ({
  async check(person, peer) {
    const signedIn = await signInStaff(handler, person, { peer })
    if (!signedIn) return undefined
    await recordLogin(auth, signedIn.token)
    await endSession(auth, signedIn.token) // only the person is needed
    return signedIn.staff
  },

  async isPassword(person, peer) {
    const tokenOrResult = await isPasswordOf(handler, person, peer)
    if (typeof tokenOrResult === 'string') await endSession(auth, tokenOrResult)
    return tokenOrResult !== false
  },

  async cookiesFor(person, request, peer) {
    const agent = request.headers.get('user-agent') ?? ''
    const signedIn = await signInStaff(handler, person, { peer, agent })
    if (!signedIn) throw fault('login_wrong')
    await recordLogin(auth, signedIn.token)
    return signedIn.cookies
  },
})

/** Ends the login with this token. */
async function endSession(auth: Auth, token: string): Promise<void> {
  await (await auth.$context).internalAdapter.deleteSession(token)
}

/** Returns the token of the login that this response of better-auth created; undefined if it created none. */
async function tokenIn(response: Response): Promise<string | undefined> {
  if (response.headers.getSetCookie().length === 0) return undefined
  const { token }: { token?: string } = Object(await response.clone().json())
  return token
}

// Finds the person of a login cookie. better-auth needs over a millisecond for it, so the result is cached
// for a minute and dropped when the login ends. A login in use is renewed; an unused one expires.
import { type Auth, renewSeconds } from './auth.ts'
import { cookieIn } from './request-cookie.ts'
import { type Staff, staffOf } from './staff.ts'

/** How long a found login is cached, and how many are. */
const rememberMs = 60_000
const cacheMax = 10_000
/** A login ends after this time, even if it is in use. */
const lifeMs = 30 * 86_400_000

/** A login, found by its cookie. */
export interface KnownLogin {
  readonly id: string // identifies the login; no secret
  readonly staff: Staff
}

/**
 * Whether a person's action caused this request, so that it renews the login. Streams and the requests of
 * idle pages, which a header marks, do not.
 */
const isByPerson = ({ headers }: Request) =>
  headers.get('accept') !== 'text/event-stream' && !headers.has('kaunta-idle')

/** The logins of requests, by their cookies. */
export interface Cookies {
  /** Returns the login of this request; undefined without a valid cookie. */
  read(request: Request): Promise<KnownLogin | undefined>
  /** The cookies that renew the login of this request, after `read`, for its response. */
  renewed(request: Request): string[]
  /** Drops the cached login of this request's cookie, including a running look-up. */
  forget(request: Request): void
  /** Drops every cached login of a person, or of all. */
  forgetStaff(staffId: string | undefined): void
}

/**
 * Reads the login of a cookie from better-auth, and renews it if `shouldRenew`. If renewing fails, for
 * example on a full disk, reads the login again without renewing it.
 */
function readSession(auth: Auth, headers: Headers, shouldRenew: boolean) {
  const read = (query: { disableRefresh: boolean }) =>
    auth.api.getSession({ headers, query, returnHeaders: true })
  const withoutRenewal = () => read({ disableRefresh: true })
  return shouldRenew ? read({ disableRefresh: false }).catch(withoutRenewal) : withoutRenewal()
}

/**
 * Whether a login was renewed more than `lifeMs` after its creation. It expires `idleSeconds` after its last
 * renewal, so its row shows this without reading the clock.
 */
const isTooOld = ({ createdAt, expiresAt }: { createdAt: Date; expiresAt: Date }, idleSeconds: number) =>
  expiresAt.getTime() - createdAt.getTime() > lifeMs + (idleSeconds + renewSeconds) * 1_000

/**
 * Returns a reader of login cookies, which caches the logins that better-auth finds.
 * @param name of the cookie
 * @param idleSeconds how long an unused login is valid
 * @param elapsed milliseconds of a monotonic clock
 */
export function newCookies(auth: Auth, name: string, idleSeconds: number, elapsed: () => number): Cookies {
  /** Cached logins by their cookie's value. `byPerson`: whether the action of a person caused the read. */
  const cachedLogins = new Map<string, KnownLogin & { readonly until: number; readonly byPerson: boolean }>()
  /** The cookies that renew the login of a request. */
  const renewals = new WeakMap<Request, string[]>()
  /** How often cached logins were dropped. */
  let forgetCount = 0

  /** Reads a valid login from the tables, and stores the cookies that renew it. Ends one that is too old. */
  async function readLogin(request: Request, value: string): Promise<KnownLogin | undefined> {
    const headers = new Headers({ cookie: `${name}=${value}` })
    const { response, headers: answerHeaders } = await readSession(auth, headers, isByPerson(request))
    if (response === null) return undefined
    if (isTooOld(response.session, idleSeconds)) {
      await (await auth.$context).internalAdapter.deleteSession(response.session.token)
      return undefined
    }
    const cookies = answerHeaders.getSetCookie()
    if (cookies.length > 0) renewals.set(request, cookies)
    return { id: response.session.id, staff: staffOf(response.user) }
  }

  return {
    async read(request) {
      const value = cookieIn(request, name)
      if (value === undefined) return undefined
      const cached = cachedLogins.get(value)
      const byPerson = isByPerson(request)
      const isFresh = cached !== undefined && elapsed() < cached.until
      // A login that was cached for an idle page is read again for a person: it may have to be renewed.
      if (isFresh && (cached.byPerson || !byPerson)) return cached
      const countBefore = forgetCount
      const login = await readLogin(request, value)
      cachedLogins.delete(value)
      if (login === undefined) return undefined
      if (cachedLogins.size >= cacheMax) cachedLogins.clear() // rare, and costs only new reads
      // A login that was dropped during the read may have ended since, so it is not cached.
      if (countBefore === forgetCount)
        cachedLogins.set(value, { ...login, until: elapsed() + rememberMs, byPerson })
      return login
    },

    renewed: request => renewals.get(request) ?? [],

    forget(request) {
      forgetCount += 1
      const value = cookieIn(request, name)
      if (value !== undefined) cachedLogins.delete(value)
    },

    forgetStaff(staffId) {
      forgetCount += 1
      for (const [value, { staff }] of cachedLogins)
        if (staffId === undefined || staff.id === staffId) cachedLogins.delete(value)
    },
  }
}

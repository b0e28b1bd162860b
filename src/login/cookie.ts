// Finds the person of a login cookie. better-auth needs over a millisecond for it, so the result is cached
// for a minute and dropped when the login ends. A login in use is renewed; an unused one expires.
import { type Auth, renewSeconds } from './auth.ts'
import { cookieIn } from './request-cookie.ts'
import { type Staff, staffOf } from './staff.ts'

/** How long a found login is cached, and how many are. */
const rememberMs = 60_000
const rememberedMax = 10_000
/** A login ends after this time, even if it is in use. */
const lifeMs = 30 * 86_400_000

/** A login, found by its cookie. */
export interface KnownLogin {
  readonly id: string // identifies the login; no secret
  readonly staff: Staff
}

/** Whether a person made this request. Streams and idle pages, which send a header, do not count. */
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
 * Reads the login, and renews it if `renews`. If that fails, for example on a full disk, it reads the login
 * again without renewing it.
 */
function readSession(auth: Auth, headers: Headers, renews: boolean) {
  const read = (query: { disableRefresh: boolean }) =>
    auth.api.getSession({ headers, query, returnHeaders: true })
  const withoutRenewal = () => read({ disableRefresh: true })
  return renews ? read({ disableRefresh: false }).catch(withoutRenewal) : withoutRenewal()
}

/**
 * Returns a cache of logins over better-auth.
 * @param name of the cookie
 * @param idleSeconds how long an unused login is valid
 * @param elapsed milliseconds of a monotonic clock
 */
export function newCookies(auth: Auth, name: string, idleSeconds: number, elapsed: () => number): Cookies {
  const remembered = new Map<string, KnownLogin & { readonly until: number; readonly byPerson: boolean }>()
  const renewals = new WeakMap<Request, string[]>()
  let forgetCount = 0

  /**
   * Whether a login was renewed longer than `lifeMs` after its creation. It ends `idleSeconds` after its last
   * renewal, so its row gives this age without a clock.
   */
  const isTooOld = ({ createdAt, expiresAt }: { createdAt: Date; expiresAt: Date }) =>
    expiresAt.getTime() - createdAt.getTime() > lifeMs + (idleSeconds + renewSeconds) * 1_000

  /** Reads a login from the tables, and ends one that is too old. Keeps the cookies that renew it. */
  async function readLogin(request: Request, value: string): Promise<KnownLogin | undefined> {
    const headers = new Headers({ cookie: `${name}=${value}` })
    const { response, headers: answerHeaders } = await readSession(auth, headers, isByPerson(request))
    if (response === null) return undefined
    if (isTooOld(response.session)) {
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
      const cached = remembered.get(value)
      const byPerson = isByPerson(request)
      // A login that was cached for an idle page is read again, because it may have to be renewed.
      if (cached !== undefined && elapsed() < cached.until && (cached.byPerson || !byPerson)) return cached
      const countBefore = forgetCount
      const login = await readLogin(request, value)
      remembered.delete(value)
      if (login === undefined) return undefined
      if (remembered.size >= rememberedMax) remembered.clear()
      // A login that was dropped during the read may have ended since, so it is not cached.
      if (countBefore === forgetCount)
        remembered.set(value, { ...login, until: elapsed() + rememberMs, byPerson })
      return login
    },

    renewed: request => renewals.get(request) ?? [],

    forget(request) {
      forgetCount += 1
      const value = cookieIn(request, name)
      if (value !== undefined) remembered.delete(value)
    },

    forgetStaff(staffId) {
      forgetCount += 1
      for (const [value, { staff }] of remembered)
        if (staffId === undefined || staff.id === staffId) remembered.delete(value)
    },
  }
}

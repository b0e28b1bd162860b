// Who a login cookie belongs to. better-auth takes over a millisecond to say, so the answer is remembered for
// a minute and forgotten the moment that login ends. A login in use is renewed; one that nobody uses ends by
// itself.
import { type Auth, renewSeconds } from './auth.ts'
import { type Staff, staffOf } from './staff.ts'

const rememberMs = 60_000
const rememberedMax = 10_000
/** However much it is used, a login ends after this. */
const lifeMs = 30 * 86_400_000

/** A login as its cookie tells. */
export interface Known {
  /** Names the login; no secret. */
  readonly id: string
  readonly staff: Staff
}

/**
 * Whether a person asks, and not their open page by itself: streams are asked about again and again, and
 * pages say when nobody is there.
 */
const isUse = ({ headers }: Request) =>
  headers.get('accept') !== 'text/event-stream' && !headers.has('kaunta-idle')

/** The value of a cookie that a request carries: the first, if it is there twice. An empty one is none. */
export function cookieIn(request: Request, name: string): string | undefined {
  for (const pair of request.headers.get('cookie')?.split(';') ?? []) {
    const [key, value] = pair.trim().split('=', 2)
    if (key === name && value) return value
  }
}

export interface Cookies {
  /** Whose login the cookie of this request is. */
  read(request: Request): Promise<Known | undefined>
  /** The cookies that renew the login of this request, once it was read: they go into its answer. */
  renewed(request: Request): string[]
  /** Forgets what is remembered of this request's cookie, and of any being looked up right now. */
  forget(request: Request): void
  /** The same for every login of a person. */
  forgetStaff(staffId: string): void
}

/**
 * @param name of the login cookie
 * @param idleSeconds how long a login lives without use
 * @param elapsed milliseconds that only go forward
 */
export function newCookies(auth: Auth, name: string, idleSeconds: number, elapsed: () => number): Cookies {
  const remembered = new Map<string, Known & { readonly until: number; readonly used: boolean }>()
  const renewals = new WeakMap<Request, string[]>()
  let forgotten = 0

  /**
   * A login's end lies `idleSeconds` after its last renewal, so the two times of its row tell its age without
   * a clock.
   */
  const isTooOld = ({ createdAt, expiresAt }: { createdAt: Date; expiresAt: Date }) =>
    expiresAt.getTime() - createdAt.getTime() > lifeMs + (idleSeconds + renewSeconds) * 1_000

  async function look(request: Request, value: string): Promise<Known | undefined> {
    const headers = new Headers({ cookie: `${name}=${value}` })
    const query = { disableRefresh: !isUse(request) }
    const { response, headers: answered } = await auth.api.getSession({ headers, query, returnHeaders: true })
    if (response === null) return undefined
    if (isTooOld(response.session)) {
      await (await auth.$context).internalAdapter.deleteSession(response.session.token)
      return undefined
    }
    const cookies = answered.getSetCookie()
    if (cookies.length > 0) renewals.set(request, cookies)
    return { id: response.session.id, staff: staffOf(response.user) }
  }

  return {
    async read(request) {
      const value = cookieIn(request, name)
      if (value === undefined) return undefined
      const known = remembered.get(value)
      const used = isUse(request)
      // Remembered for a page alone: a person may have to be told to go on.
      if (known !== undefined && elapsed() < known.until && (known.used || !used)) return known
      const before = forgotten
      const login = await look(request, value)
      remembered.delete(value)
      if (login === undefined) return undefined
      if (remembered.size >= rememberedMax) remembered.clear()
      if (before === forgotten) remembered.set(value, { ...login, until: elapsed() + rememberMs, used })
      return login
    },

    renewed: request => renewals.get(request) ?? [],

    forget(request) {
      forgotten += 1
      const value = cookieIn(request, name)
      if (value !== undefined) remembered.delete(value)
    },

    forgetStaff(staffId) {
      forgotten += 1
      for (const [value, { staff }] of remembered) if (staff.id === staffId) remembered.delete(value)
    },
  }
}

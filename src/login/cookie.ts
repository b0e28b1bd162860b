// Who a login cookie belongs to. better-auth takes over a millisecond to say, so the answer is remembered for a minute
// and forgotten the moment that cookie signs out.
import type { Auth } from './auth.ts'
import { type Staff, staffOf } from './staff.ts'

const rememberMs = 60_000
const rememberedMax = 10_000

export interface Cookies {
  /** Who the login cookie of this request belongs to. */
  whoIs(request: Request): Promise<Staff | undefined>
  /** Forgets what is remembered of this request's cookie, and of any being looked up right now. */
  forget(request: Request): void
}

/** The value of the cookie `name`; the first one, if it is there twice. */
function cookieOf(request: Request, name: string): string | undefined {
  const header = request.headers.get('cookie')
  if (header === null) return undefined
  for (const pair of header.split(';')) {
    const [key, value] = pair.trim().split('=', 2)
    if (key === name && value !== undefined) return value
  }
}

/**
 * @param name of the login cookie
 * @param elapsed milliseconds that only go forward
 */
export function newCookies(auth: Auth, name: string, elapsed: () => number): Cookies {
  const remembered = new Map<string, { staff: Staff; until: number }>()
  let forgotten = 0

  return {
    async whoIs(request) {
      const value = cookieOf(request, name)
      if (value === undefined) return undefined
      const known = remembered.get(value)
      if (known !== undefined && elapsed() < known.until) return known.staff
      const before = forgotten
      // Without a refresh: that would need a new cookie in the answer. /get-session does it.
      const login = await auth.api.getSession({
        headers: new Headers({ cookie: `${name}=${value}` }),
        query: { disableRefresh: true },
      })
      remembered.delete(value)
      if (login === null) return undefined
      const staff = staffOf(login.user)
      if (remembered.size >= rememberedMax) remembered.clear()
      if (before === forgotten) remembered.set(value, { staff, until: elapsed() + rememberMs })
      return staff
    },

    forget(request) {
      forgotten += 1
      const value = cookieOf(request, name)
      if (value !== undefined) remembered.delete(value)
    },
  }
}

// The cookie of a paired browser, and which requests are the till's. A browser may be logged in as staff, too: so a request says
// that it is the till's, by its path, by the header Kaunta-Till: 1, or by ?till=1 where a page cannot set headers.

const name = 'kaunta_till'
/** As long as browsers keep any; each PIN renews it. */
const seconds = 400 * 86_400

/** Whether the till is meant, not whoever is logged in beside it. */
export function isTills(request: Request): boolean {
  if (request.headers.get('kaunta-till') === '1') return true
  const { pathname, searchParams } = new URL(request.url)
  return pathname.startsWith('/api/v1/till/') || searchParams.get('till') === '1'
}

/** What the paired browser holds. */
export function tillSecretOf(request: Request): string | undefined {
  for (const pair of request.headers.get('cookie')?.split(';') ?? []) {
    const [key, value] = pair.trim().split('=', 2)
    if (key === name && value) return value
  }
}

/** @param publicUrl decides whether it travels over https only */
export const tillCookie = (secret: string, publicUrl: string): string =>
  `${name}=${secret}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Strict${publicUrl.startsWith('https:') ? '; Secure' : ''}`

// Reads one cookie of a request.

/**
 * Returns the different values of a cookie in a request, without empty ones, at most two: over https, a
 * browser may send the cookie under its name with __Secure- and without (http/server/secure-cookie.ts).
 */
export function cookiesIn(request: Request, name: string): string[] {
  const cookies = request.headers.get('cookie')?.split(';') ?? []
  const pairs = cookies.map(cookie => cookie.trim().split('=', 2))
  const values = pairs.flatMap(([key, value]) => (key === name && value ? [value] : []))
  return [...new Set(values)].slice(0, 2)
}

/** Returns the value of a cookie in a request: the first if there are two, undefined if it is empty. */
export const cookieIn = (request: Request, name: string): string | undefined => cookiesIn(request, name)[0]

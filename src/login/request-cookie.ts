// Reads one cookie of a request.

/** Returns the value of a cookie in a request: the first if there are two, undefined if it is empty. */
export function cookieIn(request: Request, name: string): string | undefined {
  for (const pair of request.headers.get('cookie')?.split(';') ?? []) {
    const [key, value] = pair.trim().split('=', 2)
    if (key === name && value) return value
  }
}

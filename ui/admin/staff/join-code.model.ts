// The address of an invitation. Every visit of the console reads it, so this file imports nothing: what the
// staff pages need loads with them.

/**
 * Returns the code of an invitation's link (`/admin/join?code=…`), cut to the 100 characters that the API
 * accepts; empty if the link has none, undefined at other addresses.
 */
export function joinCodeOf({
  pathname,
  search,
}: {
  readonly pathname: string
  readonly search: string
}): string | undefined {
  if (!/^\/admin\/join\/?$/.test(pathname)) return undefined
  return new URLSearchParams(search).get('code')?.trim().slice(0, 100) ?? ''
}

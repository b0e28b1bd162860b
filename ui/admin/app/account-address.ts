// Names the account in an address that names none.

/**
 * In one go with what the router writes into an entry of the history that has none of its own: each change of
 * the address takes its time.
 */
export function nameAccount(account: string): void {
  const url = new URL(location.href)
  if (url.searchParams.has('account')) return
  url.searchParams.set('account', account)
  history.replaceState({ key: 'first', __TSR_key: 'first', __TSR_index: 0 }, '', url)
}

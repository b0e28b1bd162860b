// Names the account in an address that names none.

/**
 * If the router has not yet written its state into this entry of the history, both are written in one call,
 * because each change of the address is slow.
 */
export function nameAccount(account: string): void {
  const url = new URL(location.href)
  if (url.searchParams.has('account')) return
  url.searchParams.set('account', account)
  history.replaceState({ key: 'first', __TSR_key: 'first', __TSR_index: 0 }, '', url)
}

// Adds the account to the address of a page that does not name one.

/**
 * Adds `?account=` to the address of this page, unless the address already names an account. It also writes
 * the state that the router would otherwise add with a second change, as changes of the history are slow.
 */
export function addAccountToAddress(account: string): void {
  const url = new URL(location.href)
  if (url.searchParams.has('account')) return
  url.searchParams.set('account', account)
  history.replaceState({ key: 'first', __TSR_key: 'first', __TSR_index: 0 }, '', url)
}

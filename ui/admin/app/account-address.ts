// Adds the account to the address of a page that does not name one.

/**
 * Adds `?account=` to the address of this page, unless it already names an account. One call changes the
 * address and writes the router’s state, because each change of the history is slow.
 */
export function addAccountToAddress(account: string): void {
  const url = new URL(location.href)
  if (url.searchParams.has('account')) return
  url.searchParams.set('account', account)
  history.replaceState({ key: 'first', __TSR_key: 'first', __TSR_index: 0 }, '', url)
}

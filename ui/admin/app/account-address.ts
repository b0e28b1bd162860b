// Adds the account to the address of a page that does not name one.

/**
 * Adds `?account=` to the address of this page, unless the address already names an account. The same call
 * writes the state that the router would otherwise add in a second one: each change of the history is slow.
 */
export function addAccountToAddress(account: string): void {
  const url = new URL(location.href)
  if (url.searchParams.has('account')) return
  url.searchParams.set('account', account)
  history.replaceState({ key: 'first', __TSR_key: 'first', __TSR_index: 0 }, '', url)
}

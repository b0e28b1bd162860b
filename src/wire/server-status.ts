// The status of the ledger and the clock in health checks and the overview. The schemas are in answer.ts.

/** Returns the result of the last ledger check; `unchecked` before the first check. */
export function ledgerStatus(check: { readonly differences: readonly unknown[] } | undefined) {
  if (check === undefined) return 'unchecked'
  return check.differences.length === 0 ? 'ok' : 'wrong'
}

/** Returns whether the wall clock can be trusted, as health checks name it. */
export const clockStatus = (isUnreliable: boolean) => (isUnreliable ? 'unreliable' : 'ok')

// The status of the ledger and the clock in health checks and the overview. The schemas are in answer.ts.

export const ledgerStatus = (check: { readonly differences: readonly unknown[] } | undefined) =>
  check === undefined ? 'unchecked' : check.differences.length === 0 ? 'ok' : 'wrong'

export const clockStatus = (isUnreliable: boolean) => (isUnreliable ? 'unreliable' : 'ok')

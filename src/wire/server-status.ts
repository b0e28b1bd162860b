// What health checks and the overview say of the ledger and the clock. The schemas are in answer.ts.

/** The status of the last ledger check, if there was one. */
export const ledgerStatus = (check: { readonly differences: readonly unknown[] } | undefined) =>
  check === undefined ? 'unchecked' : check.differences.length === 0 ? 'ok' : 'wrong'

export const clockStatus = (isUnreliable: boolean) => (isUnreliable ? 'unreliable' : 'ok')

// A difference as it is stored, for tests that need one.
import type { StoredDifference } from '../../src/domain/difference.ts'

let numbers = 0

/** Returns money of a settlement file that no order of the account is for. */
export function newDifference(accountId: string, change: Partial<StoredDifference> = {}): StoredDifference {
  const number = ++numbers
  return {
    id: `diff_${String(number).padStart(32, '0')}`,
    accountId,
    day: 20261121,
    connection: 'net_1',
    source: 'file',
    network: 'selcom',
    key: `WEB${number}/S${number}`,
    result: 'missing_here',
    kind: null,
    subject: null,
    reference: null,
    receipt: null,
    ownAmount: null,
    ownState: null,
    networkReference: `WEB${number}`,
    networkReceipt: `S${number}`,
    networkAmount: 9_000,
    networkState: 'paid',
    foundAt: Date.UTC(2026, 10, 22, 1),
    curedAt: null,
    seenAt: null,
    seenBy: null,
    note: null,
    ...change,
  }
}

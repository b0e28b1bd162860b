// A difference as it is stored, for tests that need one.
import type { StoredDifference } from '../../src/domain/difference.ts'

/** Returns money of a settlement file that no order of the account is for. Each has its own `number`. */
export function newDifference(
  accountId: string,
  number: number,
  change: Partial<StoredDifference> = {},
): StoredDifference {
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

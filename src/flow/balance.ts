// The balance of an account: the amount it can pay out, and the amount that its pending payouts hold.

import type { Read } from '../store/engine/statement.ts'
import { findBalance } from '../store/posting.ts'

/**
 * Returns an account's balance in whole shillings: `available` can be paid out, and `total` also includes the
 * amount that pending payouts hold.
 */
export async function readBalance(
  read: Read,
  accountId: string,
): Promise<{ available: number; total: number }> {
  const available = await findBalance(read, accountId, 'merchant')
  return { available, total: available + (await findBalance(read, accountId, 'held')) }
}

// The balance of an account: what it can pay out, and what its pending payouts hold.

import type { Read } from '../store/engine/statement.ts'
import { findBalance } from '../store/posting.ts'

/** Whole shillings; `total` includes what pending payouts hold. */
export async function readBalance(
  read: Read,
  accountId: string,
): Promise<{ available: number; total: number }> {
  const available = await findBalance(read, accountId, 'merchant')
  return { available, total: available + (await findBalance(read, accountId, 'held')) }
}

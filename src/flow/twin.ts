// Keeps live and sandbox objects apart: a practice key does not open a live object, nor a live key a practice
// one.
import type { Account } from '../domain/account.ts'
import { fault } from '../domain/fault.ts'

/**
 * @param ownerId the account of the found object, if any
 * @throws Fault `forbidden` for an object of the twin: the merchant is the same, so the answer names the
 * right account. An object of another merchant is not found.
 */
export function assertNotOfTwin({ mode, twinId }: Account, ownerId: string | undefined): void {
  if (ownerId === twinId) throw fault(mode === 'sandbox' ? 'live_account_needed' : 'sandbox_account_needed')
}

// Keeps live and sandbox objects apart: a practice key cannot open a live object, and a live key cannot open
// a practice object.
import type { Account } from '../domain/account.ts'
import { fault } from '../domain/fault.ts'

/**
 * Refuses an object of the account's twin and names the right account, because the merchant is the same. An
 * object of another merchant is for the caller to refuse as not found.
 * @param ownerId the account of the found object, if any
 * @throws Fault `live_account_needed` or `sandbox_account_needed`, both `forbidden`
 */
export function assertNotOfTwin({ mode, twinId }: Account, ownerId: string | undefined): void {
  if (ownerId === twinId) throw fault(mode === 'sandbox' ? 'live_account_needed' : 'sandbox_account_needed')
}

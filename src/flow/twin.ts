// Keeps live and sandbox objects apart: a practice key cannot open a live object, and a live key cannot open
// a practice object.
import type { Account } from '../domain/account.ts'
import { fault } from '../domain/fault.ts'

/**
 * Checks that a found object does not belong to the account's twin. Both accounts are the same merchant's, so
 * the fault may tell which account to use. The caller must refuse objects of other merchants as not found.
 * @param ownerId the account of the found object; undefined when none was found
 * @throws Fault `live_account_needed` or `sandbox_account_needed`, both `forbidden`
 */
export function assertNotOfTwin({ mode, twinId }: Account, ownerId: string | undefined): void {
  if (ownerId === twinId) throw fault(mode === 'sandbox' ? 'live_account_needed' : 'sandbox_account_needed')
}

// Whose object a request asks for: a practice key does not open what is live, nor a live key what is practice.
import type { Account } from '../domain/account.ts'
import { fault } from '../domain/fault.ts'

/**
 * @param ownerId the account of the object that was found, if any
 * @throws Fault `forbidden` for an object of the twin: the merchant is the same, so the answer names the right
 * account. What belongs to others is as if it did not exist.
 */
export function assertNotOfTwin({ mode, twinId }: Account, ownerId: string | undefined): void {
  if (ownerId === twinId) throw fault(mode === 'sandbox' ? 'live_account_needed' : 'sandbox_account_needed')
}

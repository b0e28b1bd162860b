// Asks for the PIN of a cashier who does something that cannot be undone, because the person who signed in
// may have left the till.
import { badField } from '../../domain/fault.ts'
import { checkPin } from '../../flow/pin.ts'
import type { Server } from '../server/server.ts'
import { withLockHeaders } from '../till/pin-lock.ts'
import type { Caller } from './caller.ts'

/**
 * Checks the PIN of the person signed in at a till, and counts a wrong PIN. Other callers need no PIN.
 * @param headers of the response, which get `retry-after` when wrong PINs have locked the person out
 * @throws Fault naming `pin` when it is missing, and as `checkPin`
 */
export async function assertCashierPin(
  { appliance }: Server,
  { account, till, staffId, ...by }: Caller,
  pin: string | undefined,
  headers: Record<string, unknown>,
): Promise<void> {
  if (!till || staffId === undefined) return
  if (pin === undefined) throw badField('pin', 'cashier_pin_required')
  const entry = { account, till, staffId, pin, by }
  await withLockHeaders(appliance, entry, headers, checkPin(appliance, entry))
}

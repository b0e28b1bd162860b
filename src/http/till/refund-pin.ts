// The PINs that giving money back at a till takes: the cashier's, and above the owner's limit a second
// person's.
import { checkApprover } from '../../flow/refund-approver.ts'
import type { CreateRefund } from '../../wire/refund.ts'
import type { Caller } from '../access/caller.ts'
import { assertCashierPin } from '../access/cashier-pin.ts'
import type { Server } from '../server/server.ts'
import { withLockHeaders } from './pin-lock.ts'

/** The fields of a body with the PINs for a refund at a till: the cashier's, and a second person's. */
export type RefundPins = Pick<CreateRefund, 'pin' | 'approver_id' | 'approver_pin'>

/**
 * Checks the PINs that were entered at a till, and returns the second person who approves the refund;
 * undefined if no second person is needed, or if the caller is not at a till, so that no PIN is entered.
 * @param headers of the answer, which get `retry-after` when wrong PINs have locked a person out
 * @param amount shillings of this refund, and of earlier ones of the sale that no second person approved
 * @throws Fault for a wrong or missing PIN, or a refund that a second person must approve
 */
export async function checkRefundPins(
  server: Server,
  { caller, body, headers }: { caller: Caller; body: RefundPins; headers: Record<string, unknown> },
  amount: number,
) {
  const { appliance } = server
  const { account, till, staffId } = caller
  if (!till || staffId === undefined) return undefined
  await assertCashierPin(server, caller, body.pin, headers)
  const { approver_id: approverId, approver_pin: pin } = body
  const approver = approverId === undefined || pin === undefined ? undefined : { staffId: approverId, pin }
  const check = checkApprover(appliance, { account, till, staffId, by: caller }, amount, approver)
  return withLockHeaders(appliance, { till, staffId: approverId ?? '' }, headers, check)
}

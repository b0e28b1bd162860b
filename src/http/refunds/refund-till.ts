// What a till adds to a refund: the shift that counts it, and who must stand behind it.
import { fault } from '../../domain/fault.ts'
import { assertNoApprover } from '../../domain/refund-approval.ts'
import { getTill } from '../../flow/till.ts'
import type { CreateRefund } from '../../wire/refund.ts'
import type { Caller } from '../access/caller.ts'
import type { Server } from '../server/server.ts'
import { checkRefundPins } from '../till/refund-pin.ts'

/**
 * Whether the caller is a cashier who is not at a till, so that no PIN of theirs or of a second person can be
 * checked.
 */
const isCashierElsewhere = ({ till, role }: Caller) => till === undefined && role === 'cashier'

/**
 * Returns the till whose shift counts a refund: the caller's, else the one in the body; undefined for none.
 * @throws Fault `not_found`, `forbidden` for a cashier elsewhere who names a till
 */
export async function tillOf({ appliance }: Server, caller: Caller, { till_id: requestedId }: CreateRefund) {
  const { account, tillId } = caller
  if (tillId !== undefined || requestedId === undefined) return tillId
  if (isCashierElsewhere(caller)) throw fault('till_needed')
  return (await getTill(appliance, account, requestedId)).id
}

/** Whether refunds of this caller may need a second person: at a till, and for a cashier elsewhere. */
export const hasRefundLimit = (caller: Caller): boolean =>
  caller.till !== undefined || isCashierElsewhere(caller)

/**
 * Checks the PINs at a till, and returns the second person who approves a refund; undefined when none is
 * needed. Elsewhere no PIN is entered, so a cashier stays within the limit.
 * @param amount as in `checkRefundPins`
 * @throws Fault for a wrong or missing PIN, or a refund that a second person must approve
 */
export async function approverOf(
  server: Server,
  request: { caller: Caller; body: CreateRefund; headers: Record<string, unknown> },
  amount: number,
) {
  const { caller } = request
  if (isCashierElsewhere(caller)) assertNoApprover(caller.account, amount)
  return checkRefundPins(server, request, amount)
}

// What a till adds to a refund: the shift that counts it, and who must stand behind it.
import { fault } from '../../domain/fault.ts'
import { assertNoApprover } from '../../domain/refund-approval.ts'
import { getTill } from '../../flow/till.ts'
import type { CreateRefund } from '../../wire/refund.ts'
import type { Caller } from '../access/caller.ts'
import type { Server } from '../server/server.ts'
import { checkRefundPins } from '../till/refund-pin.ts'

/** Whether the caller is a cashier who is not at a till, so that no PIN of theirs can be checked. */
const isCashierElsewhere = ({ till, role }: Caller) => till === undefined && role === 'cashier'

/**
 * Returns the id of the till whose shift counts a refund: the caller's till, or else the till in the body;
 * undefined if neither exists.
 * @throws Fault `not_found` for an unknown till, `forbidden` for a cashier who names a till from elsewhere
 */
export async function tillOf({ appliance }: Server, caller: Caller, { till_id: requestedId }: CreateRefund) {
  const { account, tillId } = caller
  if (tillId !== undefined || requestedId === undefined) return tillId
  if (isCashierElsewhere(caller)) throw fault('till_needed')
  return (await getTill(appliance, account, requestedId)).id
}

/** Whether a large refund by this caller needs a second person: at any till, and for cashiers elsewhere. */
export const hasRefundLimit = (caller: Caller): boolean =>
  caller.till !== undefined || isCashierElsewhere(caller)

/**
 * Checks the PINs that were entered at a till, and returns the second person who approves a refund; undefined
 * if no second person is needed. A cashier elsewhere enters no PIN, so may not exceed the limit.
 * @param amount shillings of this refund, and of earlier ones of the sale that no second person approved
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

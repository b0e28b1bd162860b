// Checks the second person who must approve a cashier's refund above the owner's limit.

import type { Account } from '../domain/account.ts'
import type { RequestedBy } from '../domain/actor.ts'
import { fault } from '../domain/fault.ts'
import { assertApprover, needsApprover } from '../domain/refund-approval.ts'
import type { Till } from '../domain/till.ts'
import { findPinHolder } from '../store/pin.ts'
import { findStaffName } from '../store/staff-name.ts'
import type { Appliance } from './appliance.ts'
import { checkPin } from './pin.ts'

/** The cashier at a till who refunds. */
export interface RefundCashier {
  readonly account: Account
  readonly till: Till
  readonly staffId: string
  readonly by: RequestedBy
}

/** The second person, with the PIN that they entered. */
export interface Approver {
  readonly staffId: string
  readonly pin: string
}

/**
 * Checks the second person and their PIN, which a refund above the owner's limit needs.
 * @param amount this refund and the sale's earlier unapproved refunds together, whole shillings
 * @returns the second person; undefined when none is needed
 * @throws Fault `refund_approval_needed`, or as `assertApprover` and `checkPin`
 */
export async function checkApprover(
  appliance: Appliance,
  { account, till, staffId, by }: RefundCashier,
  amount: number,
  approver: Approver | undefined,
): Promise<{ readonly id: string; readonly name: string } | undefined> {
  const { read } = appliance.store
  if (!needsApprover(account, amount)) return undefined
  if (!approver) throw fault('refund_approval_needed', { above: account.cashRefundApprovalAbove ?? 0 })
  const { staffId: approverId, pin } = approver
  assertApprover(await findPinHolder(read, account.id, approverId), staffId)
  await checkPin(appliance, { account, till, staffId: approverId, pin, by })
  const name = await findStaffName(read, account.id, approverId)
  return { id: approverId, name: name ?? '' }
}

// Approval of refunds at a till: one above a sum that the owner sets needs the PIN of a second person, an
// owner or admin.
import { type Account, type Role, roleMay } from './account.ts'
import { fault } from './fault.ts'

/**
 * Whether a refund needs a second person. Never, if the owner has set no limit (null).
 * @param amount what this refund gives back plus what earlier refunds of the sale gave back without a second
 * person; whole shillings
 */
export const needsApprover = (
  { cashRefundApprovalAbove: limit }: Pick<Account, 'cashRefundApprovalAbove'>,
  amount: number,
): boolean => limit !== null && amount > limit

/**
 * Checks that a refund needs no second person. Call this when the request names none.
 * @param amount as in `needsApprover`
 * @throws Fault `refund_approval_needed`
 */
export function assertNoApprover(account: Pick<Account, 'cashRefundApprovalAbove'>, amount: number): void {
  const { cashRefundApprovalAbove: above } = account
  if (above !== null && needsApprover(account, amount)) throw fault('refund_approval_needed', { above })
}

/** Whether a person with this role may approve refunds of others. */
export const mayApproveRefunds = (role: Role): boolean => roleMay(role, 'approve_refunds')

/**
 * Checks that a person may approve what a cashier refunds.
 * @param cashier the staff id of the cashier
 * @throws Fault `refund_approved_by_same_person`, `refund_approver_not_allowed` for a person whose role may
 * not approve, or who was not found
 */
export function assertApprover(
  approver: { readonly staffId: string; readonly role: Role } | undefined,
  cashier: string,
): void {
  if (approver?.staffId === cashier) throw fault('refund_approved_by_same_person')
  if (!approver || !mayApproveRefunds(approver.role)) throw fault('refund_approver_not_allowed')
}

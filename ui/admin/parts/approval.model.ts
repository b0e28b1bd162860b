// The approval of payouts and refunds by a second person.
import type { Me } from '../../kit/me.ts'

/** The approval of a payout or refund. */
export interface Approval {
  readonly state: string
  readonly requested_by: string | null
}

/** Whether the approval still waits and this person requested it. The requester may not decide. */
export const isOwnRequest = (
  { approval }: { readonly approval: Approval | null },
  { staff }: Pick<Me, 'staff'>,
): boolean => approval?.state === 'waiting' && staff !== null && approval.requested_by === staff.id

// A refund as its caller may see it. Anyone with the link of a claim gets the money, so only callers who may
// refund see it.
import type { Refund } from '../../domain/refund.ts'
import type { Appliance } from '../../flow/appliance.ts'
import { claimUrl } from '../../flow/refund-claim.ts'
import { type RefundView, refundView } from '../../wire/refund.ts'
import type { Caller } from '../access/caller.ts'

/** Returns a refund for the API, with the link of its claim only if the caller may refund. */
export const refundViewFor = (
  { may }: Pick<Caller, 'may'>,
  appliance: Appliance,
  refund: Refund,
): RefundView => refundView(refund, may('refund') ? claimUrl(appliance, refund) : null)

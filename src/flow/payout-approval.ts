// A second person approves or declines a payout. An approved one is sent as any other; a declined one fails
// and its money returns.
import type { Appliance } from '../appliance.ts'
import { fault } from '../domain/fault.ts'
import type { Payout } from '../domain/payout.ts'
import { type ApprovalDecision, decidedPayout } from '../domain/payout-approval.ts'
import { lockPayout } from '../store/payout.ts'
import { recordAudit } from './audit-log.ts'
import { planApproved, sendApproved } from './payout.ts'
import { applyPayout } from './payout-change.ts'
import type { AccountAdmin } from './staff.ts'
import { assertNotOfTwin } from './twin.ts'

/**
 * Records a person's decision, and sends the payout when it is approved.
 * @throws Fault `not_found`, `invalid_state`, `forbidden` for the person who made it
 */
export async function decideOnPayout(
  appliance: Appliance,
  by: AccountAdmin,
  reference: string,
  decision: ApprovalDecision,
): Promise<Payout> {
  const { store, world } = appliance
  const { account } = by
  const { payout, isNew } = await store.write(async tx => {
    const found = await lockPayout(tx, reference)
    assertNotOfTwin(account, found?.accountId)
    if (found?.accountId !== account.id)
      throw fault('payout_not_found', { reference: reference.slice(0, 60) })
    const now = world.clock.now()
    const change = decidedPayout(found, { decision, by: by.staffId }, now)
    if (change.payout === found) return { payout: found, isNew: false }
    await applyPayout(tx, appliance, account, change, now)
    const kind = decision === 'approved' ? 'payout.approved' : 'payout.declined'
    const { id, amount } = found
    await recordAudit(tx, appliance, { account, by, kind, subject: id, detail: { amount } })
    if (decision === 'declined') return { payout: change.payout, isNew: true }
    return { payout: await planApproved(tx, appliance, change.payout), isNew: true }
  })
  return isNew && decision === 'approved' ? sendApproved(appliance, payout) : payout
}

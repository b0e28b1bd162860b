// A second person approves or declines a payout. An approved payout is sent like any other; a declined payout
// fails and its money returns.

import type { Account } from '../domain/account.ts'
import { fault, shortValue } from '../domain/fault.ts'
import { nextPayout, type Payout } from '../domain/payout.ts'
import { type ApprovalDecision, applyApprovalDecision } from '../domain/payout-approval.ts'
import { isRefund } from '../domain/refund.ts'
import { reasonWhilePlanned } from '../domain/refund-waiting.ts'
import type { Tx } from '../store/engine/statement.ts'
import { putJob } from '../store/job.ts'
import { findPayout, updatePayout } from '../store/payout.ts'
import type { Appliance } from './appliance.ts'
import { recordAudit } from './audit-log.ts'
import { callNetworks, isRelayed, type Route, routeFor } from './connector.ts'
import { firstCheckWaitMs } from './network-call.ts'
import { networkSteps, payLocally, unsentOrder } from './payout.ts'
import { applyPayoutChange } from './payout-change.ts'
import { routeOfRefund } from './refund-route.ts'
import { assertPayoutsResumed } from './restore.ts'
import { wasTakenBack } from './reversal.ts'
import type { AccountAdmin } from './staff.ts'
import { networkWaitMs, withTimeout } from './timeout.ts'
import { assertNotOfTwin } from './twin.ts'

/**
 * Records a second person's decision on a payout or refund, and sends it if it is approved, over the networks
 * of the current routing.
 * @throws Fault `payout_not_found`, or as `applyApprovalDecision`, `routeOfApproved` and
 * `assertPayoutsResumed`
 */
export async function decideOnPayout(
  appliance: Appliance,
  by: AccountAdmin,
  reference: string,
  decision: ApprovalDecision,
): Promise<Payout> {
  const { store, world } = appliance
  const { account } = by
  const { payout, route } = await store.write(async tx => {
    const stored = await findPayout(tx, reference)
    assertNotOfTwin(account, stored?.accountId)
    if (stored?.accountId !== account.id)
      throw fault('payout_not_found', { reference: shortValue(reference) })
    const now = world.clock.now()
    const change = applyApprovalDecision(stored, { decision, by: by.staffId }, now)
    if (change.payout === stored) return { payout: stored }
    await applyPayoutChange(tx, appliance, account, stored, change, now)
    const { id, amount } = stored
    const kind = `${isRefund(stored) ? 'refund' : 'payout'}.${decision}` as const
    await recordAudit(tx, appliance, { account, by, kind, subject: id, detail: { amount } })
    if (decision === 'declined') return { payout: change.payout }
    const route = await routeOfApproved(tx, appliance, account, stored)
    if (route[0].reach === 'network') await assertPayoutsResumed(tx, account)
    return { payout: await planApproved(tx, appliance, change.payout, route), route }
  })
  return route ? sendApproved(appliance, payout, route) : payout
}

/**
 * Returns the route of an approved payout or refund.
 * @throws Fault `refund_of_reversed`, or as `routeOfRefund` and `routeFor`
 */
async function routeOfApproved(
  tx: Tx,
  appliance: Appliance,
  account: Account,
  payout: Payout,
): Promise<Route> {
  if (!isRefund(payout)) {
    const purpose = { payOut: payout.recipient.channel, isRelayed: isRelayed(payout.metadata) }
    return routeFor(appliance, account, purpose)
  }
  if (await wasTakenBack(tx, payout)) throw fault('refund_of_reversed')
  return routeOfRefund(tx, appliance, account, payout)
}

/**
 * Plans an approved payout for the first connection of its route. A local connection executes it immediately;
 * `sendApproved` sends it to a network after the commit. If Kaunta dies before that, the scheduled status
 * check finds that the payout was never sent.
 */
export async function planApproved(
  tx: Tx,
  appliance: Appliance,
  payout: Payout,
  [connection]: Route,
): Promise<Payout> {
  const now = appliance.world.clock.now()
  const failureReason = reasonWhilePlanned(payout)
  const order = unsentOrder(appliance, connection, now)
  const planned: Payout = { ...payout, ...order, failureReason, state: 'planned' }
  const answer = connection.reach === 'local' ? await payLocally(tx, connection, planned, now) : undefined
  const checkAt = answer?.nextCheckAt ?? now + firstCheckWaitMs(connection.facts)
  await putJob(tx, 'payout.check', payout.id, checkAt)
  appliance.notifier.publishJob(tx, checkAt)
  const next = answer ? nextPayout(planned, answer, now).payout : planned
  await updatePayout(tx, next)
  return next
}

/**
 * Sends a planned payout over the networks of its route. A local connection has already executed it.
 * @returns the payout with the network's answer, or as it was when the network did not answer in time
 */
export async function sendApproved(
  appliance: Appliance,
  payout: Payout,
  [first, ...others]: Route,
): Promise<Payout> {
  if (first.reach === 'local') return payout
  const called = callNetworks(appliance, first, others, payout, networkSteps(appliance))
  return (await withTimeout(appliance, networkWaitMs, called))?.value ?? payout
}

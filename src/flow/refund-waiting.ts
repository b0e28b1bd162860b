// Refunds that wait and are not sent yet: for the wallet of their customer, or until the network's float
// covers them.

import type { Account } from '../domain/account.ts'
import type { RequestedBy } from '../domain/actor.ts'
import { assert } from '../domain/fault.ts'
import { isUnnamed, type Refund } from '../domain/refund.ts'
import { claimMs, expiredRefund, isWaiting, withdrawnRefund } from '../domain/refund-claim.ts'
import { findAccount } from '../store/account.ts'
import type { Tx } from '../store/engine/statement.ts'
import { findRefund } from '../store/payout.ts'
import type { Appliance } from './appliance.ts'
import { recordAudit } from './audit-log.ts'
import { planApproved, sendApproved } from './payout-approval.ts'
import { applyPayout } from './payout-change.ts'
import { getRefund } from './refund-read.ts'
import { routeOfRefund } from './refund-route.ts'

/** How often a refund that the float did not cover is tried again. */
const floatEveryMs = 600_000

/** The refund and its account, as they are in the writer's turn. */
export async function lockRefund(tx: Tx, id: string): Promise<{ refund: Refund; account: Account }> {
  const refund = await findRefund(tx, id)
  const account = refund && (await findAccount(tx, refund.accountId))
  assert(refund && account, 'a refund has its account')
  return { refund, account }
}

/**
 * Fails a refund that waited too long, or tries again whether the float covers it.
 * @returns when to look at it again
 */
export async function settleWaitingRefund(
  appliance: Appliance,
  { id, createdAt, recipient }: Refund,
): Promise<number | undefined> {
  const now = appliance.world.clock.now()
  const expiresAt = createdAt + claimMs
  if (now < expiresAt) {
    if (isUnnamed(recipient)) return expiresAt
    await sendWaiting(appliance, id)
    return now + floatEveryMs
  }
  await appliance.store.write(async tx => {
    const { refund, account } = await lockRefund(tx, id)
    if (isWaiting(refund)) await applyPayout(tx, appliance, account, refund, expiredRefund(refund, now), now)
  })
  return undefined
}

/** Sends a refund that may be sent by now, over the networks that the routing names. */
export async function sendWaiting(appliance: Appliance, id: string): Promise<void> {
  const planned = await appliance.store.write(async tx => {
    const { refund, account } = await lockRefund(tx, id)
    if (!isWaiting(refund) || isUnnamed(refund.recipient)) return undefined
    const route = await routeOfRefund(tx, appliance, account, refund)
    return { refund: await planApproved(tx, appliance, refund, route), route }
  })
  if (planned) await sendApproved(appliance, planned.refund, planned.route)
}

/** Takes back a refund that was not sent. @throws Fault `not_found`, `invalid_state` */
export async function withdrawRefund(
  appliance: Appliance,
  account: Account,
  id: string,
  by: RequestedBy,
): Promise<Refund> {
  await getRefund(appliance, account, id)
  await appliance.store.write(async tx => {
    const { refund } = await lockRefund(tx, id)
    const now = appliance.world.clock.now()
    await applyPayout(tx, appliance, account, refund, withdrawnRefund(refund, now), now)
    const detail = { amount: refund.amount }
    await recordAudit(tx, appliance, { account, by, kind: 'refund.withdrawn', subject: id, detail })
  })
  return getRefund(appliance, account, id)
}

// Refunds that wait and are not sent yet: for the wallet of their customer, or until the network's float
// covers them.

import type { Account } from '../domain/account.ts'
import { actorColumns, type RequestedBy } from '../domain/actor.ts'
import { assert, fault } from '../domain/fault.ts'
import { needsApproval } from '../domain/payout-approval.ts'
import { isUnnamed, type Refund, type RefundWallet } from '../domain/refund.ts'
import {
  applyRefundExpiry,
  applyRefundWallet,
  applyWithdrawal,
  floatEmpty,
  isWaiting,
  waitsUntil,
} from '../domain/refund-waiting.ts'
import { findAccount } from '../store/account.ts'
import type { Tx } from '../store/engine/statement.ts'
import { findRefund, updatePayout } from '../store/payout.ts'
import type { Appliance } from './appliance.ts'
import { recordAudit } from './audit-log.ts'
import { ageMsOf } from './network-call.ts'
import { requesterOf } from './payout.ts'
import { planApproved, sendApproved } from './payout-approval.ts'
import { applyPayoutChange } from './payout-change.ts'
import { lookUpPayoutName } from './payout-name.ts'
import { getRefund } from './refund-read.ts'
import { routeOfRefund } from './refund-route.ts'
import { unapprovedBefore } from './refund-source.ts'
import { arePayoutsPaused, assertPayoutsResumed } from './restore.ts'
import { wasTakenBack } from './reversal.ts'

/** How often a refund that the float did not cover is tried again. */
const floatEveryMs = 600_000
/** How long an unreliable clock puts off the end of a wait. */
const clockRetryMs = 3_600_000

/**
 * Returns when to check again whether a wait for a person is over; undefined once it is. An unreliable clock
 * may be ahead, so it ends no wait.
 */
export function nextWaitCheckAt({ world: { clock } }: Appliance, expiresAt: number): number | undefined {
  const now = clock.now()
  if (now < expiresAt) return expiresAt
  return clock.isUnreliable() ? now + clockRetryMs : undefined
}

/** Returns a refund and its account as this transaction sees them. */
async function refundWithAccount(tx: Tx, id: string): Promise<{ refund: Refund; account: Account }> {
  const refund = await findRefund(tx, id)
  const account = refund && (await findAccount(tx, refund.accountId))
  assert(refund && account, 'a refund has its account')
  return { refund, account }
}

/**
 * Fails a refund that waited too long, or tries again to send one that the network's float did not cover.
 * @returns when to run again; undefined when the refund has ended
 */
export async function settleWaitingRefund(appliance: Appliance, refund: Refund): Promise<number | undefined> {
  const { id, recipient } = refund
  const now = appliance.world.clock.now()
  const checkAt = nextWaitCheckAt(appliance, waitsUntil(refund))
  if (checkAt !== undefined) {
    if (isUnnamed(recipient)) return checkAt
    // The check of a try may run this sooner than the next try is due.
    const triedAgoMs = ageMsOf(appliance, refund)
    if (triedAgoMs < floatEveryMs) return now + floatEveryMs - triedAgoMs
    await sendWaiting(appliance, id)
    return now + floatEveryMs
  }
  await appliance.store.write(async tx => {
    const current = await refundWithAccount(tx, id)
    if (isWaiting(current.refund))
      await applyPayoutChange(
        tx,
        appliance,
        current.account,
        current.refund,
        applyRefundExpiry(current.refund, now),
        now,
      )
  })
  return undefined
}

/** Sends a refund that has its wallet, unless payouts are paused after a restore. */
async function sendWaiting(appliance: Appliance, id: string): Promise<void> {
  const planned = await appliance.store.write(async tx => {
    const { refund, account } = await refundWithAccount(tx, id)
    if (await arePayoutsPaused(tx, account)) return undefined
    if (!isWaiting(refund) || isUnnamed(refund.recipient)) return undefined
    // It waits until it expires or a person withdraws it.
    if (await wasTakenBack(tx, refund)) return undefined
    // It waited for the float. The previous version did not record this reason.
    return planWaiting(tx, appliance, account, { ...refund, failureReason: floatEmpty })
  })
  if (planned) await sendApproved(appliance, planned.refund, planned.route)
}

/**
 * Plans a waiting refund for the networks that the routing names.
 * @throws Fault `refund_of_reversed`, or as `routeOfRefund` and `assertPayoutsResumed`
 */
async function planWaiting(tx: Tx, appliance: Appliance, account: Account, refund: Refund) {
  if (await wasTakenBack(tx, refund)) throw fault('refund_of_reversed')
  const route = await routeOfRefund(tx, appliance, account, refund)
  if (route[0].reach === 'network') await assertPayoutsResumed(tx, account)
  return { refund: await planApproved(tx, appliance, refund, route), route }
}

/** A wallet, and who named it. */
interface NamedWallet {
  readonly wallet: RefundWallet
  readonly by: RequestedBy
}

/**
 * Names the wallet of the customer, and sends the refund there unless a second person decides first.
 * @throws Fault as `getRefund`, `lookUpPayoutName` and `sendToWallet`
 */
export async function nameWallet(
  appliance: Appliance,
  account: Account,
  id: string,
  { wallet, by }: NamedWallet,
): Promise<Refund> {
  await getRefund(appliance, account, id)
  const name = await lookUpPayoutName(
    appliance,
    account,
    { channel: 'mobile', ...wallet },
    { isRelayed: false },
  )
  await sendToWallet(appliance, id, { wallet: { ...wallet, name: name ?? wallet.name }, by })
  return getRefund(appliance, account, id)
}

/**
 * Gives a refund a wallet whose name was looked up, and sends it there unless a second person decides first.
 * @throws Fault `refund_wallet_not_needed` when it has a wallet already or has ended, or as `planWaiting`
 */
export async function sendToWallet(
  appliance: Appliance,
  id: string,
  { wallet, by }: NamedWallet,
): Promise<void> {
  const planned = await appliance.store.write(async tx => {
    const { refund, account } = await refundWithAccount(tx, id)
    const namedRefund: Refund = {
      ...applyRefundWallet(refund, wallet, appliance.world.clock.now()),
      ...(await approvalColumns(tx, account, refund, by)),
    }
    const detail = { amount: refund.amount }
    await recordAudit(tx, appliance, { account, by, kind: 'refund.claimed', subject: id, detail })
    if (namedRefund.approval === null) return planWaiting(tx, appliance, account, namedRefund)
    await updatePayout(tx, namedRefund)
    return undefined
  })
  if (planned) await sendApproved(appliance, planned.refund, planned.route)
}

/**
 * Returns the approval columns of a refund whose wallet has just been named. Above the owner's limit it waits
 * for a second person, so that two people see its amount and wallet: the second is someone other than the
 * person who named the wallet, or who requested the refund if the customer named the wallet.
 */
async function approvalColumns(tx: Tx, account: Account, refund: Refund, by: RequestedBy) {
  const amount = refund.amount + (await unapprovedBefore(tx, refund))
  const needsSecond = refund.approvedBy === null && needsApproval(account, amount)
  const namedBy = await requesterOf(tx, account.id, actorColumns(by.actor))
  return {
    approval: needsSecond ? 'waiting' : null,
    approvalRequestedBy: needsSecond ? (namedBy ?? (await requesterOf(tx, account.id, refund))) : null,
    approvalBy: null,
    approvalAt: null,
  } as const
}

/** Withdraws a refund that was not sent. @throws Fault `refund_not_withdrawable`, or as `getRefund` */
export async function withdrawRefund(
  appliance: Appliance,
  account: Account,
  id: string,
  by: RequestedBy,
): Promise<Refund> {
  await getRefund(appliance, account, id)
  await appliance.store.write(async tx => {
    const { refund } = await refundWithAccount(tx, id)
    const now = appliance.world.clock.now()
    await applyPayoutChange(tx, appliance, account, refund, applyWithdrawal(refund, now), now)
    const detail = { amount: refund.amount }
    await recordAudit(tx, appliance, { account, by, kind: 'refund.withdrawn', subject: id, detail })
  })
  return getRefund(appliance, account, id)
}

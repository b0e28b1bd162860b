// Refunds that wait to be sent: for the customer to name a wallet, or for the network's float to cover them.

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

/** The time between two tries of a refund that the network's float did not cover. */
const floatRetryMs = 600_000
/** With an unreliable clock, whether a wait is over is checked again after this time. */
const clockRetryMs = 3_600_000

/**
 * Returns when to check again whether a refund or payout has waited until `expiresAt`; undefined when the
 * wait is over. An unreliable clock may be ahead, so the wait goes on until the clock is reliable.
 */
export function nextWaitCheckAt({ world: { clock } }: Appliance, expiresAt: number): number | undefined {
  const now = clock.now()
  if (now < expiresAt) return expiresAt
  return clock.isUnreliable() ? now + clockRetryMs : undefined
}

/** Reads a refund and its account as this transaction sees them. */
async function refundWithAccount(tx: Tx, id: string): Promise<{ refund: Refund; account: Account }> {
  const refund = await findRefund(tx, id)
  const account = refund && (await findAccount(tx, refund.accountId))
  assert(refund && account, 'a refund has its account')
  return { refund, account }
}

/**
 * Fails a refund that has waited too long. Until then, tries again to send a refund that the network's float
 * did not cover.
 * @returns when to run again, milliseconds since 1970; undefined when the refund has ended
 */
export async function settleWaitingRefund(appliance: Appliance, refund: Refund): Promise<number | undefined> {
  const now = appliance.world.clock.now()
  const expiryCheckAt = nextWaitCheckAt(appliance, waitsUntil(refund))
  if (expiryCheckAt === undefined) {
    await expireWaiting(appliance, refund.id, now)
    return undefined
  }
  if (isUnnamed(refund.recipient)) return expiryCheckAt
  // The status check of the last try can call this function before the next try is due.
  const sinceTryMs = ageMsOf(appliance, refund)
  if (sinceTryMs < floatRetryMs) return now + floatRetryMs - sinceTryMs
  await sendWaiting(appliance, refund.id)
  return now + floatRetryMs
}

/** Fails a refund whose wait is over, unless it was sent or has ended since it was read. */
const expireWaiting = (appliance: Appliance, id: string, now: number): Promise<void> =>
  appliance.store.write(async tx => {
    const { refund, account } = await refundWithAccount(tx, id)
    if (!isWaiting(refund)) return
    await applyPayoutChange(tx, appliance, account, refund, applyRefundExpiry(refund, now), now)
  })

/**
 * Sends a waiting refund to its wallet. Does nothing while payouts are paused after a restore, or if the
 * customer took the money back at the network.
 */
async function sendWaiting(appliance: Appliance, id: string): Promise<void> {
  const planned = await appliance.store.write(async tx => {
    const { refund, account } = await refundWithAccount(tx, id)
    if (await arePayoutsPaused(tx, account)) return undefined
    if (!isWaiting(refund) || isUnnamed(refund.recipient)) return undefined
    // The customer has the money already. The refund waits until it expires or a person withdraws it.
    if (await wasTakenBack(tx, refund)) return undefined
    // A refund with a wallet has waited for the float. The previous version did not record this reason.
    return planWaiting(tx, appliance, account, { ...refund, failureReason: floatEmpty })
  })
  if (planned) await sendApproved(appliance, planned.refund, planned.route)
}

/**
 * Plans a waiting refund over the connections of its route, best first. The caller sends it.
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
 * Sends a refund to the wallet that a person has named for the customer, with the holder's name from the
 * network. Above the owner's limit, it waits for a second person's approval instead.
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
 * Stores the wallet of a refund, whose holder's name was looked up, and sends the refund there. Above the
 * owner's limit, it waits for a second person's approval instead.
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
      ...(await approvalAfterNaming(tx, account, refund, by)),
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
 * Returns the approval columns of a refund whose wallet has just been named. Above the owner's limit the
 * refund waits for a second person, so that two people see its amount and wallet. The second person must not
 * be the one who named the wallet or, if the customer named it, the one who requested the refund.
 */
async function approvalAfterNaming(tx: Tx, account: Account, refund: Refund, by: RequestedBy) {
  const amount = refund.amount + (await unapprovedBefore(tx, refund))
  const awaitsApproval = refund.approvedBy === null && needsApproval(account, amount)
  const namedBy = await requesterOf(tx, account.id, actorColumns(by.actor)) // null for the customer
  const noApproval = { approval: null, approvalRequestedBy: null, approvalBy: null, approvalAt: null }
  if (!awaitsApproval) return noApproval
  const approvalRequestedBy = namedBy ?? (await requesterOf(tx, account.id, refund))
  return { ...noApproval, approval: 'waiting' as const, approvalRequestedBy }
}

/** Withdraws a refund that still waits. @throws Fault `refund_not_withdrawable`, or as `getRefund` */
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

// The simulated customer. The sandbox API or the practice phone chooses the simulator's answer. This file
// stores the answer, and schedules a status check, which decides the outcome as with a real network.

import type { Account } from '../domain/account.ts'
import { assert, badField, fault } from '../domain/fault.ts'
import { isFinal, isUnconfirmed as isPaymentUnconfirmed, type Payment } from '../domain/payment.ts'
import { isUnconfirmed } from '../domain/payout-manual.ts'
import { readPhone } from '../domain/phone.ts'
import type { SalesScope } from '../domain/sales-scope.ts'
import { acceptsOutcome, isOpen, type Simulation, type SimulationOutcome } from '../domain/simulation.ts'
import { findAccount, hasSimulatedPhone } from '../store/account.ts'
import { findAttemptByReference, listAttempts } from '../store/attempt.ts'
import type { Read, Tx } from '../store/engine/statement.ts'
import { putJob } from '../store/job.ts'
import { findPayment } from '../store/payment.ts'
import { findPayout, findPayoutByReference } from '../store/payout.ts'
import { findSimulation, findSimulationByToken, listSimulations, putSimulation } from '../store/simulation.ts'
import type { Appliance } from './appliance.ts'
import { getPayment } from './payment.ts'
import { numbersOfToken } from './payment-number.ts'
import { getPayout } from './payout.ts'
import { getRefund } from './refund-read.ts'

/** The customer's decision, and how the simulated network reports it. */
export interface SimulatedOutcome {
  readonly outcome: Exclude<SimulationOutcome, 'pending'>
  readonly failureReason?: string | undefined
  readonly delayMs?: number | undefined // the delay until the network knows the outcome
  /** The number of callbacks. With 0, the callback is lost and the status check finds the outcome. */
  readonly times?: number | undefined
  readonly paidAmount?: number | undefined // paid instead of the requested amount, whole shillings
  readonly provider?: string | undefined
}

/**
 * Stores the simulator's answer, and schedules a recheck for each callback, and a status check in case all
 * callbacks are lost.
 */
async function setOutcome(
  tx: Tx,
  appliance: Appliance,
  simulation: Simulation,
  decision: SimulatedOutcome,
): Promise<void> {
  const now = appliance.world.clock.now()
  const readyAt = now + (decision.delayMs ?? 0)
  await putSimulation(tx, {
    ...simulation,
    outcome: decision.outcome,
    readyAt,
    paidAmount: decision.paidAmount ?? null,
    provider: decision.provider ?? simulation.provider,
    failureReason: decision.failureReason ?? null,
  })
  const { jobs, id, isFailed } = await subjectOf(tx, simulation)
  for (let number = 1; number <= (decision.times ?? 1); number++)
    await putJob(tx, jobs.recheck, `${id}:${number}`, readyAt)
  // A failed order has no regular status checks any more, so its check is a recheck.
  if (isFailed) await putJob(tx, jobs.recheck, `${id}:check`, readyAt + simulatedCheckMs)
  else await putJob(tx, jobs.check, id, readyAt + simulatedCheckMs)
  appliance.notifier.publishJob(tx, readyAt)
}

/** The delay of the status check that finds the outcome when every callback is lost. */
const simulatedCheckMs = 20_000
/** The kinds of jobs that check an attempt or a payout: once more, and regularly. */
const attemptJobs = { recheck: 'attempt.recheck', check: 'attempt.check' } as const
const payoutJobs = { recheck: 'payout.recheck', check: 'payout.check' } as const

/** Finds the attempt or payout of a simulated order, with its kinds of jobs and whether it failed. */
async function subjectOf(tx: Tx, { method, networkReference }: Simulation) {
  const isPayout = method === 'payout'
  const find = isPayout ? findPayoutByReference : findAttemptByReference
  const subject = await find(tx, networkReference)
  assert(subject, 'a simulated order belongs to an attempt or a payout')
  return {
    id: subject.id,
    jobs: isPayout ? payoutJobs : attemptJobs,
    isFailed: 'status' in subject ? subject.status === 'failed' : subject.state === 'failed',
  }
}

/**
 * Decides the newest open attempt of a sandbox payment or, if none is open, its newest attempt again: real
 * customers too may pay after a payment was voided, cancelled or has expired. A completed payment stays
 * unchanged, unless only a person has confirmed it.
 * @returns the payment before the answer takes effect in the scheduled jobs
 * @throws Fault `sandbox_only`, `simulator_only`, `simulated_outcome_impossible` when the network can no
 * longer answer like this, or as `getPayment`
 */
export async function decidePayment(
  appliance: Appliance,
  account: Account,
  reference: string,
  decision: SimulatedOutcome,
  salesScope?: SalesScope,
): Promise<Payment> {
  if (account.mode !== 'sandbox') throw fault('sandbox_only')
  await getPayment(appliance, account, reference, salesScope)
  return appliance.store.write(async tx => {
    const payment = await findPayment(tx, reference)
    assert(payment, 'the payment was found a moment ago')
    if (payment.status === 'completed' && !isPaymentUnconfirmed(payment)) return payment
    const attempts = await listAttempts(tx, payment.id)
    const attempt = attempts.find(({ state }) => isOpen(state)) ?? attempts[0]
    const simulation = attempt && (await findSimulation(tx, attempt.networkReference))
    if (!attempt || !simulation) throw fault('simulator_only')
    const { outcome } = decision
    const { state } = attempt
    if (acceptsOutcome(state, outcome)) {
      await setOutcome(tx, appliance, simulation, decision)
      return payment
    }
    const staysFailed = state === 'failed' && outcome !== 'unknown'
    if (!staysFailed) throw fault('simulated_outcome_impossible', { outcome, state })
    return payment
  })
}

/**
 * Decides a sandbox payout. The outcome `reversed` takes a completed payout back, and a failed payout can
 * still complete. Any outcome can confirm or correct a payout whose outcome only a person has recorded. Any
 * other completed or reversed payout stays unchanged.
 * @throws Fault `sandbox_only`, or as `getPayout` and `decideOrder`
 */
export async function decidePayout(
  appliance: Appliance,
  account: Account,
  reference: string,
  decision: SimulatedOutcome,
): Promise<void> {
  if (account.mode !== 'sandbox') throw fault('sandbox_only')
  await getPayout(appliance, account, reference)
  await decideOrder(appliance, reference, decision)
}

/**
 * Decides a refund that was sent, as `decidePayout` does.
 * @throws Fault `sandbox_only`, or as `getRefund` and `decideOrder`
 */
export async function decideRefund(
  appliance: Appliance,
  account: Account,
  id: string,
  decision: SimulatedOutcome,
  salesScope: SalesScope,
): Promise<void> {
  if (account.mode !== 'sandbox') throw fault('sandbox_only')
  await getRefund(appliance, account, id, salesScope)
  await decideOrder(appliance, id, decision)
}

/**
 * Stores the simulator's answer to a payout or refund, unless that answer could not change it.
 * @throws Fault `simulator_only`, or `simulated_outcome_impossible` for a failed order that can only complete
 */
const decideOrder = (appliance: Appliance, reference: string, decision: SimulatedOutcome): Promise<void> =>
  appliance.store.write(async tx => {
    const payout = await findPayout(tx, reference)
    assert(payout, 'the payout was found a moment ago')
    const { status } = payout
    const { outcome } = decision
    // An outcome that only a person has recorded can be confirmed or corrected.
    const acceptsAnyOutcome = isUnconfirmed(payout)
    const staysUnchanged =
      status === 'reversed' ||
      (status === 'completed' && outcome !== 'reversed') ||
      (status === 'failed' && outcome === 'failed')
    if (staysUnchanged && !acceptsAnyOutcome) return
    const simulation = await findSimulation(tx, payout.networkReference)
    if (!simulation) throw fault('simulator_only')
    if (status === 'failed' && outcome !== 'completed' && !acceptsAnyOutcome)
      throw fault('simulated_outcome_impossible', { outcome, state: status })
    await setOutcome(tx, appliance, simulation, decision)
  })

/** Checks that the simulated phone is on for the order's account. @throws Fault `phone_switched_off` */
async function assertSimulatedPhone(read: Read, { accountId }: Simulation): Promise<void> {
  const account = await findAccount(read, accountId)
  if (!account?.simulatedPhone) throw fault('phone_switched_off')
}

/**
 * Returns the payment prompts on a practice phone, newest first.
 * @throws Fault `phone_malformed` for a number outside Tanzania, or `phone_switched_off` while every account
 * has the simulated phone switched off
 */
export async function promptsOf(appliance: Appliance, phone: string): Promise<Simulation[]> {
  const phoneNumber = readPhone(phone)
  if (!phoneNumber) throw badField('phone', 'phone_malformed')
  if (!(await hasSimulatedPhone(appliance.store.read))) throw fault('phone_switched_off')
  return listSimulations(appliance.store.read, phoneNumber.e164)
}

/**
 * Finds the simulated order of a QR code that the practice phone scanned.
 * @param token the 8 digits in the code
 * @throws Fault `simulated_code_not_found` or `phone_switched_off`
 */
export async function findScannedOrder(appliance: Appliance, token: string): Promise<Simulation> {
  const { store, world } = appliance
  const numbers = await numbersOfToken(appliance, token)
  const simulation = await findSimulationByToken(store.read, token, numbers, world.clock.now())
  if (!simulation) throw fault('simulated_code_not_found')
  await assertSimulatedPhone(store.read, simulation)
  return simulation
}

/** A card payment as the simulator's card page shows it. */
export interface CardOrder {
  readonly networkReference: string
  readonly paymentId: string
  readonly payee: string
  readonly amount: number // whole shillings
  readonly isOpen: boolean
  readonly isPaid: boolean
  readonly redirectUrl: string
  readonly cancelUrl: string
}

/** Returns the card payment that the simulator's card page shows. @throws Fault `card_payment_not_found` */
export async function cardOrder(appliance: Appliance, networkReference: string): Promise<CardOrder> {
  const { read } = appliance.store
  const simulation = await findSimulation(read, networkReference)
  const attempt =
    simulation?.method === 'card' ? await findAttemptByReference(read, networkReference) : undefined
  const payment = attempt && (await findPayment(read, attempt.paymentId))
  if (!simulation || !payment?.redirectUrl || !payment.cancelUrl) throw fault('card_payment_not_found')
  const { payee, amount, expiresAt, outcome } = simulation
  const isOpen = outcome === 'pending' && appliance.world.clock.now() < expiresAt && !isFinal(payment.status)
  return {
    networkReference,
    paymentId: payment.id,
    payee,
    amount,
    isOpen,
    isPaid: outcome === 'completed',
    redirectUrl: payment.redirectUrl,
    cancelUrl: payment.cancelUrl,
  }
}

/** The answers that a customer can give on the practice phone, with their outcomes. */
const handsetAnswers = {
  approve: { outcome: 'completed' },
  decline: { outcome: 'failed', failureReason: 'payment_not_approved' },
  wrong_pin: { outcome: 'failed', failureReason: 'wrong_pin' },
} as const satisfies Record<string, SimulatedOutcome>
export type HandsetAnswer = keyof typeof handsetAnswers

/**
 * Stores the customer's answer to an open prompt on the practice phone, or to a scanned code.
 * @param phone the number of the phone that scanned the code; its provider becomes the payer's. Undefined for
 * a prompt
 * @throws Fault `prompt_not_found`, `phone_switched_off`, `prompt_answered` or `prompt_expired`
 */
export async function answerPrompt(
  appliance: Appliance,
  networkReference: string,
  answer: HandsetAnswer,
  phone?: string,
): Promise<void> {
  const provider = phone === undefined ? undefined : readPhone(phone)?.provider
  await appliance.store.write(async tx => {
    const simulation = await findSimulation(tx, networkReference)
    if (!simulation) throw fault('prompt_not_found')
    await assertSimulatedPhone(tx, simulation)
    if (simulation.outcome !== 'pending' && simulation.outcome !== 'unknown') throw fault('prompt_answered')
    if (simulation.expiresAt <= appliance.world.clock.now()) throw fault('prompt_expired')
    await setOutcome(tx, appliance, simulation, { ...handsetAnswers[answer], provider })
  })
}

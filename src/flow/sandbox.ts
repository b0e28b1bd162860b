// The pretend customer: a sandbox call or the handset decides what the simulator will answer. It only pokes;
// the status enquiry that follows decides, exactly as with a real network.
import type { Appliance } from '../appliance.ts'
import type { Account } from '../domain/account.ts'
import { assert, badField, fault } from '../domain/fault.ts'
import { isFinal, type Payment } from '../domain/payment.ts'
import { readPhone } from '../domain/phone.ts'
import type { SalesScope } from '../domain/sales-scope.ts'
import type { Simulation, SimulationOutcome } from '../domain/simulation.ts'
import { findAttemptByReference, listOpenAttempts } from '../store/attempt.ts'
import { putJob } from '../store/job.ts'
import { findPayment } from '../store/payment.ts'
import { findPayoutByReference } from '../store/payout.ts'
import {
  findSimulation,
  findSimulationByToken,
  listSimulations,
  updateSimulation,
} from '../store/simulation.ts'
import type { Tx } from '../store/statement.ts'
import { connectorOf } from './connector.ts'
import { getPayment } from './payment.ts'
import { getPayout } from './payout.ts'

export interface SimulatedOutcome {
  readonly outcome: Exclude<SimulationOutcome, 'pending'>
  readonly failureReason?: string | undefined
  /** The answer is seen this much later. */
  readonly delayMs?: number | undefined
  /** How often the network calls back: 0 is a lost callback, found by polling. */
  readonly times?: number | undefined
  /** Another amount than asked, whole shillings. */
  readonly paidAmount?: number | undefined
  readonly provider?: string | undefined
}

async function decide(
  tx: Tx,
  appliance: Appliance,
  simulation: Simulation,
  decision: SimulatedOutcome,
): Promise<void> {
  const now = appliance.world.clock.now()
  const readyAt = now + (decision.delayMs ?? 0)
  await updateSimulation(tx, {
    ...simulation,
    outcome: decision.outcome,
    readyAt,
    paidAmount: decision.paidAmount ?? null,
    provider: decision.provider ?? simulation.provider,
    failureReason: decision.failureReason ?? null,
  })
  const { jobs, id, pollMs } = await askedBy(tx, appliance, simulation)
  for (let number = 1; number <= (decision.times ?? 1); number++)
    await putJob(tx, jobs.poke, `${id}:${number}`, readyAt)
  // The poll that finds it when every callback is lost.
  await putJob(tx, jobs.check, id, readyAt + pollMs)
  tx.after(() => appliance.notifier.publishJob(readyAt))
}

const attemptJobs = { poke: 'attempt.recheck', check: 'attempt.check' } as const
const payoutJobs = { poke: 'payout.recheck', check: 'payout.check' } as const

/** Whom the callback reaches: the attempt or the payout that asked. */
async function askedBy(tx: Tx, appliance: Appliance, { method, networkReference }: Simulation) {
  const isPayout = method === 'payout'
  const found = await (isPayout ? findPayoutByReference : findAttemptByReference)(tx, networkReference)
  assert(found, 'the pretend network was asked by an attempt or a payout')
  return {
    id: found.id,
    jobs: isPayout ? payoutJobs : attemptJobs,
    pollMs: connectorOf(appliance, found.connector).checkFirstMs,
  }
}

/** Decides the newest open attempt of a sandbox payment; one that has ended stays as it is. */
export async function decidePayment(
  appliance: Appliance,
  account: Account,
  reference: string,
  decision: SimulatedOutcome,
  sight?: SalesScope,
): Promise<Payment> {
  if (account.mode !== 'sandbox') throw fault('sandbox_only')
  const payment = await getPayment(appliance, account, reference, sight)
  if (isFinal(payment.status)) return payment
  await appliance.store.write(async tx => {
    const [attempt] = await listOpenAttempts(tx, payment.id)
    const simulation = attempt && (await findSimulation(tx, attempt.networkReference))
    if (simulation) await decide(tx, appliance, simulation, decision)
  })
  return payment
}

/** Decides a sandbox payout; `reversed` sends back what was completed. */
export async function decidePayout(
  appliance: Appliance,
  account: Account,
  reference: string,
  decision: SimulatedOutcome,
): Promise<void> {
  if (account.mode !== 'sandbox') throw fault('sandbox_only')
  const payout = await getPayout(appliance, account, reference)
  if (payout.status === 'failed' || payout.status === 'reversed') return
  if (payout.status === 'completed' && decision.outcome !== 'reversed') return
  await appliance.store.write(async tx => {
    const simulation = await findSimulation(tx, payout.networkReference)
    if (simulation) await decide(tx, appliance, simulation, decision)
  })
}

/** What a handset with this number was asked, newest first. @throws Fault when it is no Tanzanian number */
export function promptsOf(appliance: Appliance, phone: string): Promise<Simulation[]> {
  const known = readPhone(phone)
  if (!known) throw badField('phone', 'phone_malformed')
  return listSimulations(appliance.store.read, known.e164)
}

/** What a scanned QR or its 8 digits ask for. */
export async function scannedCode(appliance: Appliance, token: string): Promise<Simulation> {
  const found = await findSimulationByToken(appliance.store.read, token, appliance.world.clock.now())
  if (!found) throw fault('simulated_code_not_found')
  return found
}

/** What the card page shows and where it leads. */
export interface CardOrder {
  readonly networkReference: string
  readonly paymentId: string
  readonly payee: string
  /** Whole shillings. */
  readonly amount: number
  readonly isOpen: boolean
  readonly isPaid: boolean
  readonly redirectUrl: string
  readonly cancelUrl: string
}

/** The card payment behind a page of the pretend network. @throws Fault `not_found` */
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

const answers = {
  approve: { outcome: 'completed' },
  decline: { outcome: 'failed', failureReason: 'payment_not_approved' },
  wrong_pin: { outcome: 'failed', failureReason: 'wrong_pin' },
} as const satisfies Record<string, SimulatedOutcome>
export type HandsetAnswer = keyof typeof answers

/**
 * The person with the pretend handset answers a prompt, or pays a scanned code; only an open request can be
 * answered.
 */
export async function answerPrompt(
  appliance: Appliance,
  networkReference: string,
  answer: HandsetAnswer,
  phone: string | undefined,
): Promise<void> {
  const provider = phone && readPhone(phone)?.provider
  await appliance.store.write(async tx => {
    const simulation = await findSimulation(tx, networkReference)
    if (!simulation) throw fault('prompt_not_found')
    if (simulation.outcome !== 'pending' && simulation.outcome !== 'unknown') throw fault('prompt_answered')
    if (simulation.expiresAt <= appliance.world.clock.now()) throw fault('prompt_expired')
    await decide(tx, appliance, simulation, { ...answers[answer], ...(provider ? { provider } : {}) })
  })
}

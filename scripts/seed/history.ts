// Invents one payment of the past. Only the customer's actions are random: the domain's rules decide what
// follows, so a seeded folder contains nothing that a server could not have written.

import { simulator } from '../../src/connector/simulator.ts'
import type { Account } from '../../src/domain/account.ts'
import { type Actor, actorColumns } from '../../src/domain/actor.ts'
import { type Attempt, type Method, nextAttempt } from '../../src/domain/attempt.ts'
import { nextPayment, type Payment, type PaymentChange } from '../../src/domain/payment.ts'
import type { PaymentType } from '../../src/domain/payment-type.ts'
import { readPhone } from '../../src/domain/phone.ts'
import { type Simulation, simulateOutcome } from '../../src/domain/simulation.ts'
import type { Appliance } from '../../src/flow/appliance.ts'
import { paymentActionOf } from '../../src/flow/attempt.ts'
import { planAttempt } from '../../src/flow/collect.ts'
import type { NewNumber } from '../../src/flow/payment-number.ts'
import type { Tx } from '../../src/store/engine/statement.ts'
import type { Chance } from '../../test/kit/simulated-world.ts'

/**
 * A payment as it is today, with the events and postings of the change that ended it; undefined while it is
 * pending.
 */
export interface Past {
  readonly payment: Payment
  readonly attempt: Attempt
  readonly simulation: Simulation
  readonly ended: PaymentChange | undefined
}

/** What the payments of the past are made from. */
export interface Maker {
  readonly appliance: Appliance
  readonly account: Account
  readonly chance: Chance
  readonly phones: readonly string[] // phone numbers of the shop's customers
  readonly createdBy: Actor
  readonly now: number // the end of the past
}

const methods: Readonly<Record<PaymentType, Method>> = { 'dynamic-qr': 'qr', mobile: 'push', card: 'card' }
const names = [
  'Asha Juma',
  'Juma Said',
  'Neema Mushi',
  'Baraka John',
  'Zawadi Ally',
  'Rehema Kimaro',
  'Hamisi Omari',
] as const
const goods = [
  'Soda',
  'Maji',
  'Mchele',
  'Sukari',
  'Unga',
  'Mafuta',
  'Sabuni',
  'Chumvi',
  'Maziwa',
  'Mkate',
] as const
/** How many payments there are for each one with an item; the others are amounts alone. */
const paymentsPerItem = 10
const reasons = ['insufficient_balance', 'payment_not_approved', 'payer_limit_reached'] as const

/** Chooses a type: 45 % on the phone, 45 % by QR code, 10 % by card. `roll` is from 0 to 1. */
const typeOf = (roll: number): PaymentType => {
  if (roll < 0.45) return 'mobile'
  return roll < 0.9 ? 'dynamic-qr' : 'card'
}

/** A pending payment as `flow/create-payment` would have created it at `createdAt` (ms). */
function newPayment(
  maker: Maker,
  { number, token, tail }: NewNumber,
  order: number,
  createdAt: number,
): Payment {
  const { account, appliance, chance, phones } = maker
  const type = typeOf(chance.roll())
  const phone = type === 'dynamic-qr' ? null : (phones[chance.between(0, phones.length - 1)] ?? null)
  const [first_name = '', last_name = ''] = chance.pick(...names).split(' ')
  const provider =
    type === 'mobile' ? (readPhone(phone ?? '')?.provider ?? 'unknown') : type === 'card' ? 'card' : 'tanqr'
  return {
    number,
    id: appliance.world.ids.uuid(createdAt).slice(0, -tail.length) + tail,
    accountId: account.id,
    type,
    status: 'pending',
    amount: chance.between(1, 400) * 500,
    currency: 'TZS',
    connector: 'simulator',
    channelType: type === 'mobile' ? 'mobile_money' : type === 'card' ? 'card' : 'qr',
    provider,
    phone,
    customer:
      type === 'dynamic-qr'
        ? {}
        : { first_name, last_name, email: `${first_name.toLowerCase()}@mteja.example` },
    metadata: { order: `A-${order}` },
    webhookUrl: null,
    apiVersion: account.apiVersion,
    token,
    qr: null,
    paymentUrl: null,
    redirectUrl: type === 'card' ? 'https://duka.example/asante' : null,
    cancelUrl: type === 'card' ? 'https://duka.example/samahani' : null,
    externalReference: null,
    fees: null,
    failureReason: null,
    late: false,
    unknown: false,
    createdAt,
    expiresAt: createdAt + account.expirySeconds * 1_000,
    dueAt: createdAt + account.expirySeconds * 1_000,
    endedAt: null,
    sessionId: null,
    ...actorColumns(maker.createdBy),
    shiftId: null,
    manualConfirmation: null,
    tillNumber: null,
    lineItems: null,
    refunded: 0,
  }
}

/** Returns a payment with the item that it sold, if its number has one. The goods take turns. */
function withItem(payment: Payment, number: number): Payment {
  if (number % paymentsPerItem !== 0) return payment
  const name = goods[(number / paymentsPerItem) % goods.length] ?? ''
  return { ...payment, lineItems: [{ name, quantity: 1, unit_price: payment.amount }] }
}

/**
 * Decides what the customer did and when: 83 % paid, 8 % were declined (never by QR code), 3 % were voided by
 * the shop at `voidAt`, and the rest did nothing.
 */
function simulateCustomer(maker: Maker, asked: Simulation): { simulation: Simulation; voidAt?: number } {
  const { chance, now, phones } = maker
  const roll = chance.roll()
  const readyAt = asked.createdAt + chance.between(3_000, 90_000)
  if (readyAt > now || roll >= 0.94) return { simulation: asked }
  if (roll >= 0.91) return { simulation: asked, voidAt: readyAt }
  if (roll >= 0.83 && asked.method === 'qr') return { simulation: asked }
  if (roll >= 0.83)
    return { simulation: { ...asked, readyAt, outcome: 'failed', failureReason: chance.pick(...reasons) } }
  const payer = asked.phone ?? phones[chance.between(0, phones.length - 1)] ?? ''
  const provider = asked.method === 'card' ? null : (readPhone(payer)?.provider ?? 'mpesa')
  return { simulation: { ...asked, readyAt, outcome: 'completed', provider } }
}

/** A transaction that stores nothing, because the simulator wants one. */
const unwritten: Tx = { writes: true, afterCommit() {}, rows: async () => [] }

/**
 * Returns the payment of the past with this number, created at `createdAt` (ms), as it is at the end of the
 * past.
 */
export async function pastPayment(maker: Maker, number: number, createdAt: number): Promise<Past> {
  const { account, appliance, now } = maker
  const created = withItem(newPayment(maker, appliance.paymentNumbers.next(), number, createdAt), number)
  const method = methods[created.type]
  const connection = simulator({ insert: async () => {}, find: async () => undefined }, () => createdAt)
  const way = { method, phone: method === 'push' ? created.phone : null, connection, isFirst: true }
  const { attempt: planned, order } = planAttempt(appliance, account, created, way, createdAt)
  const answer = await connection.collect(unwritten, order, createdAt)
  const sent = nextAttempt(planned, answer, createdAt)
  const { payment: offered } = nextPayment(
    created,
    paymentActionOf(answer, sent, created, account),
    createdAt,
  )
  const { simulation, voidAt } = simulateCustomer(maker, {
    ...order,
    outcome: 'pending',
    readyAt: createdAt,
    paidAmount: null,
    provider: null,
    failureReason: null,
    createdAt,
  })
  const voided = voidAt === undefined ? undefined : nextPayment(offered, { kind: 'voided' }, voidAt)
  const settledAt = simulation.outcome === 'pending' ? simulation.expiresAt : simulation.readyAt
  if (settledAt > now)
    return { payment: voided?.payment ?? offered, attempt: sent, simulation, ended: voided }
  const outcome = simulateOutcome(simulation, settledAt)
  const attempt = nextAttempt(sent, outcome, settledAt)
  const ended = voided ?? nextPayment(offered, paymentActionOf(outcome, attempt, offered, account), settledAt)
  return { payment: ended.payment, attempt, simulation, ended }
}

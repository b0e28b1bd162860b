// The simulated payment network of sandbox accounts, with a memory of its own. It creates real TANQR payloads
// and has a card page. The outcome of an order is decided on /phone, on the card page, by the sandbox API, or
// by the phone number itself.
import type { CollectOrder } from '../domain/attempt.ts'
import { tanqrWriter } from '../domain/emv.ts'
import type { Destination, PayoutOrder } from '../domain/payout.ts'
import { type Abilities, simulatorName } from '../domain/routing.ts'
import {
  autoAnswerMs,
  outcomeOfPhone,
  type Simulation,
  simulateOutcome,
  simulatePayout,
} from '../domain/simulation.ts'
import type { Tx } from '../store/engine/statement.ts'
import type { CollectResult, Facts, LocalConnection } from './connector.ts'

/** Where the simulator stores its orders. */
export interface SimulatorMemory {
  insert(tx: Tx, value: Simulation): Promise<unknown>
  /** An order that was not stored is derived from its attempt. */
  find(networkReference: string): Promise<Simulation | undefined>
}

/** The five digits of the simulated acquirer. */
const acquirer = '09999'
/** The life of a payout, which does not expire: a hundred years. */
const neverMs = 100 * 365 * 86_400_000

/** Returns what the customer needs to pay: a QR code, for a card also its page, and nothing for a push. */
function offerOf(order: CollectOrder): CollectResult {
  switch (order.method) {
    case 'push':
      return { kind: 'pending' }
    case 'card':
      return {
        kind: 'pending',
        pageUrl: `${order.publicUrl}/sandbox/card/${order.networkReference}`,
        qr: qrOf(order),
      }
    case 'qr':
      return { kind: 'pending', qr: qrOf(order) }
  }
}

/** The QR code writer of the shop that sold last, so that many sales in a row create it once. */
let lastWriter = { payee: '', city: '', write: tanqrWriter({ merchantName: '', city: '', acquirer }) }

/** Returns the TANQR payload of an order. */
function qrOf({ payee, city, token, amount, networkReference }: CollectOrder): string {
  if (lastWriter.payee !== payee || lastWriter.city !== city)
    lastWriter = { payee, city, write: tanqrWriter({ merchantName: payee, city, acquirer }) }
  return lastWriter.write({ token, amount, reference: networkReference })
}

/** Returns the outcome that a phone or account number decides, and when it is visible (ms since 1970). */
function outcomeOfNumber(number: string | null, now: number) {
  const { outcome, reason } = outcomeOfPhone(number)
  return { outcome, failureReason: reason, readyAt: outcome === 'pending' ? now : now + autoAnswerMs }
}

/** Returns a push as the simulator stores it. */
function newCollection(order: CollectOrder, now: number): Simulation {
  return {
    networkReference: order.networkReference,
    accountId: order.accountId,
    payee: order.payee,
    method: order.method,
    amount: order.amount,
    phone: order.phone,
    token: order.token,
    ...outcomeOfNumber(order.phone, now),
    paidAmount: null,
    provider: null,
    createdAt: now,
    expiresAt: order.expiresAt,
  }
}

/** Returns a payout as the simulator stores it; its recipient's number decides the outcome. */
function newPayout({ networkReference, accountId, amount, recipient }: PayoutOrder, now: number): Simulation {
  return {
    networkReference,
    accountId,
    payee: recipient.name,
    method: 'payout',
    amount,
    phone: null,
    token: '',
    ...outcomeOfNumber(recipient.channel === 'mobile' ? recipient.phone : recipient.account, now),
    paidAmount: null,
    provider: null,
    createdAt: now,
    expiresAt: now + neverMs,
  }
}

/** Returns the name of a number's holder; undefined for a number whose payouts find no recipient. */
function simulateName(to: Destination): string | undefined {
  const number = to.channel === 'mobile' ? to.phone : to.account
  if (outcomeOfPhone(number).reason === 'recipient_not_found') return undefined
  return names[Number(number.at(-1)) % names.length] ?? names[0]
}
const names = ['ASHA MFANO', 'JUMA MFANO', 'NEEMA MFANO'] as const

export const simulatorAbilities: Abilities = {
  methods: ['qr', 'push', 'card'],
  payouts: ['mobile', 'bank'],
  refunds: { part: true, amountMin: 1 },
}

/** All sandbox accounts share these. Nothing travels, so an order arrives immediately or not at all. */
const facts: Facts = {
  ...simulatorAbilities,
  times: { callMs: 0, promptMs: 0, arrivesMs: 0, watchMs: 0 },
  checks: { firstMs: 20_000, mostMs: 300_000, deadlineMs: 86_400_000 },
  rate: { perMinute: Number.POSITIVE_INFINITY, atOnce: Number.POSITIVE_INFINITY },
}

/**
 * Returns the connection that answers for the sandbox.
 * @param memory rows in kaunta.db, so that a crash loses nothing
 */
export const simulator = (memory: SimulatorMemory, now: () => number): LocalConnection => ({
  id: simulatorName,
  connector: simulatorName,
  reach: 'local',
  facts,
  /**
   * Takes an order. The next check is due when an outcome is visible or the order expires; if a person
   * decides the outcome, it is due at once. Only a push is stored; any other order needs only its attempt.
   */
  async collect(tx, order, startedAt) {
    if (order.method !== 'push') return { ...offerOf(order), nextCheckAt: order.expiresAt }
    const simulation = newCollection(order, startedAt)
    await memory.insert(tx, simulation)
    const { outcome, readyAt } = simulation
    return { ...offerOf(order), nextCheckAt: outcome === 'pending' ? order.expiresAt : readyAt }
  },
  async check(networkReference) {
    const simulation = await memory.find(networkReference)
    return simulation ? simulateOutcome(simulation, now()) : { kind: 'absent' }
  },
  async payOut(tx, order, startedAt) {
    const simulation = newPayout(order, startedAt)
    await memory.insert(tx, simulation)
    const { outcome, readyAt } = simulation
    return outcome === 'pending' ? { kind: 'pending' } : { kind: 'pending', nextCheckAt: readyAt }
  },
  lookUp: async destination => simulateName(destination),
  async checkPayout(networkReference) {
    const simulation = await memory.find(networkReference)
    return simulation ? simulatePayout(simulation, now()) : { kind: 'absent' }
  },
})

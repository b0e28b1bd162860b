// The pretend network of sandbox accounts: a complete one, with its own memory, behind the same interface as
// the real ones. It mints a real TANQR payload and has a card page. What its customers answer is decided on
// /phone, on the card page, by the sandbox call, or by the number itself.
import { writeTanqr } from '../domain/emv.ts'
import {
  outcomeOfPhone,
  type Simulation,
  selfAnswerMs,
  simulatedOutcome,
  simulatedPayout,
} from '../domain/simulation.ts'
import type { Read, Tx } from '../store/statement.ts'
import type { Answer, BoxConnector, Order } from './connector.ts'

/** Where the simulator remembers; the store gives it. */
export interface SimulatorMemory {
  insert(tx: Tx, value: Simulation): Promise<unknown>
  find(read: Read, networkReference: string): Promise<Simulation | undefined>
}

/** The pretend acquirer's five digits. */
const acquirer = '09999'
const neverMs = 100 * 365 * 86_400_000

function offer(order: Order): Answer {
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

const qrOf = (order: Order) =>
  writeTanqr({
    merchantName: order.payee,
    city: order.city,
    acquirer,
    token: order.token,
    amount: order.amount,
    reference: order.networkReference,
  })

/** What a number decides by itself, and when. */
function ownAnswer(number: string | null, now: number) {
  const { outcome, reason } = outcomeOfPhone(number)
  return { outcome, failureReason: reason, readyAt: outcome === 'pending' ? now : now + selfAnswerMs }
}

/** @param memory rows in kaunta.db, so that a crash forgets nothing */
export const simulator = (memory: SimulatorMemory): BoxConnector => ({
  name: 'simulator',
  reach: 'box',
  methods: ['qr', 'push', 'card'],
  payouts: ['mobile', 'bank'],
  checkFirstMs: 20_000,
  checkMostMs: 300_000,
  deadlineMs: 86_400_000,
  /**
   * Whoever decides an outcome makes the check due, so an order that nobody decides is only looked at when it
   * runs out.
   */
  async collect(tx, order, now) {
    const own = ownAnswer(order.method === 'push' ? order.phone : null, now)
    await memory.insert(tx, {
      networkReference: order.networkReference,
      accountId: order.accountId,
      payee: order.payee,
      method: order.method,
      amount: order.amount,
      phone: order.phone,
      token: order.token,
      ...own,
      paidAmount: null,
      provider: null,
      createdAt: now,
      expiresAt: order.expiresAt,
    })
    return { ...offer(order), nextCheckAt: own.outcome === 'pending' ? order.expiresAt : own.readyAt }
  },
  async check(read, networkReference, now) {
    const found = await memory.find(read, networkReference)
    return found ? simulatedOutcome(found, now) : { kind: 'failed', reason: 'not_found', unsent: true }
  },
  async payOut(tx, order, now) {
    const { recipient } = order
    const own = ownAnswer(recipient.channel === 'mobile' ? recipient.phone : recipient.account, now)
    await memory.insert(tx, {
      networkReference: order.networkReference,
      accountId: order.accountId,
      payee: recipient.name,
      method: 'payout',
      amount: order.amount,
      phone: null,
      token: '',
      ...own,
      paidAmount: null,
      provider: null,
      createdAt: now,
      expiresAt: now + neverMs,
    })
    return own.outcome === 'pending' ? { kind: 'pending' } : { kind: 'pending', nextCheckAt: own.readyAt }
  },
  async checkPayout(read, networkReference, now) {
    const found = await memory.find(read, networkReference)
    return found ? simulatedPayout(found, now) : { kind: 'failed', reason: 'not_found' }
  },
})

// The pretend network of sandbox accounts: a complete one, with its own memory, behind the same interface as the real ones.
// It mints a real TANQR payload. What its customers answer is decided on /phone, by the sandbox call, or by the number itself.
import { writeTanqr } from '../domain/emv.ts'
import { outcomeOfPhone, type Simulation, selfAnswerMs, simulatedOutcome } from '../domain/simulation.ts'
import type { Read, Tx } from '../store/statement.ts'
import type { BoxConnector, Order } from './connector.ts'

/** Where the simulator remembers; the store gives it. */
export interface SimulatorMemory {
  insert(tx: Tx, value: Simulation): Promise<unknown>
  find(read: Read, networkReference: string): Promise<Simulation | undefined>
}

/** The pretend acquirer's five digits. */
const acquirer = '09999'

/** @param memory rows in kaunta.db, so that a crash forgets nothing */
export const simulator = (memory: SimulatorMemory): BoxConnector => ({
  name: 'simulator',
  reach: 'box',
  methods: ['qr', 'push'],
  pollFirstMs: 20_000,
  pollMostMs: 300_000,
  deadlineMs: 86_400_000,
  /** Whoever decides an outcome makes the check due, so an order that nobody decides is only looked at when it runs out. */
  async collect(tx: Tx, order: Order, now: number) {
    const { outcome, reason } = outcomeOfPhone(order.phone)
    const readyAt = outcome === 'pending' ? now : now + selfAnswerMs
    await memory.insert(tx, {
      networkReference: order.networkReference,
      accountId: order.accountId,
      payee: order.payee,
      method: order.method,
      amount: order.amount,
      phone: order.phone,
      token: order.token,
      outcome,
      readyAt,
      paidAmount: null,
      provider: null,
      failureReason: reason,
      createdAt: now,
      expiresAt: order.expiresAt,
    })
    if (order.method === 'push') return { kind: 'pending', nextCheckAt: outcome === 'pending' ? order.expiresAt : readyAt }
    const qr = writeTanqr({
      merchantName: order.payee,
      city: order.city,
      acquirer,
      token: order.token,
      amount: order.amount,
      reference: order.networkReference,
    })
    return { kind: 'pending', qr, nextCheckAt: order.expiresAt }
  },
  async check(read: Read, networkReference: string, now: number) {
    const found = await memory.find(read, networkReference)
    return found ? simulatedOutcome(found, now) : { kind: 'failed', reason: 'not_found', unsent: true }
  },
})

// A scripted payment network behind the connector interface. It is honest: one order per reference, and it
// forgets nothing. It is lossy: requests and replies get lost or come late, callbacks are repeated or never
// sent. Time-outs are `unknown`.

import type { CollectAnswer, Facts, NetworkConnection, SeenPage } from '../../src/connector/connector.ts'
import { unsent } from '../../src/domain/answer.ts'
import type { CollectOrder } from '../../src/domain/attempt.ts'
import type { Passage } from './passage.ts'
import { newPayoutNetwork, type PayoutNetwork } from './payout-network.ts'
import type { Timeline } from './simulated-world.ts'

/** The result of one read of its list: all of it, in small pages, later, or not at all. */
export type Listing = 'whole' | 'in pages' | 'too often' | 'too long' | 'lost'

/** It can check, pay out and give back. */
export type ScriptedConnection = NetworkConnection &
  Required<Pick<NetworkConnection, 'check' | 'payOut' | 'checkPayout' | 'refund' | 'checkRefund'>>

interface NetworkOrder {
  readonly order: CollectOrder
  state: 'open' | 'paid' | 'declined' | 'taken back'
  /** What the customer really paid, whole shillings, even if they took it back since. */
  took: number
  reason: string
}

export interface ScriptedNetwork extends Omit<PayoutNetwork, 'connectPayouts'> {
  /** Called at every call; a story puts passages into `next`, a market day rolls dice. */
  passage: (call: 'collect' | 'check' | 'payOut' | 'checkPayout') => Passage
  /** Sets the passages of the next calls; later calls arrive. */
  next(...passages: readonly Passage[]): void
  /** Called at every read of its list. */
  listing: () => Listing
  /** Returns the delay of a request, and then of its reply, in milliseconds. */
  latency: () => number
  /** Returns the delays of the callbacks about a change, in milliseconds; none is a lost callback. */
  callbacks: () => readonly number[]
  /** Called with each accepted order: the customer's phone rings, or the QR can be scanned. */
  accepted: (order: CollectOrder) => void
  readonly orders: ReadonlyMap<string, NetworkOrder>
  readonly sent: ReadonlyMap<string, number> // how often each of our references was sent
  /** Returns a fresh connection, as each start of the appliance makes one. */
  connect(checkMaxMs?: number): ScriptedConnection
  /**
   * Has the customer pay: another amount if a QR lets them.
   * @returns false when the order is not open any more
   */
  pays(reference: string, amount?: number): boolean
  /** Delivers money for an order that the network had abandoned; only a callback can report it. */
  paysAfterAll(reference: string): void
  declines(reference: string, reason?: string): boolean
  /** Has the customer take back what was paid; only a callback can report it. */
  takesBack(reference: string): void
  /** Returns whether the customer can still pay. */
  isOpen(reference: string): boolean
  /** Returns whether a callback is still to be delivered. */
  isCalling(): boolean
}

const unknown = { kind: 'unknown' } as const
const never = new Promise<typeof unknown>(() => {})
const receiptOf = ({ networkReference }: CollectOrder) => `NET${networkReference.slice(-9)}`
/** We stop waiting for a reply after this; a late order is accepted within `lateMs` of being sent. */
const replyMs = 20_000
const lateMs = 45_000
/** An order can be paid longer than we asked for: that is late money. */
const graceMs = 600_000
const repeatMs = 60_000

/** Returns the facts of a network on which nothing travels longer than `lateMs`. */
const factsOf = (mostMs: number): Facts => ({
  methods: ['qr', 'push', 'card'],
  payouts: ['mobile', 'bank'],
  refunds: { part: true, amountMin: 1 },
  times: { callMs: 60_000, promptMs: 30_000, arrivesMs: 90_000, watchMs: 7 * 86_400_000 },
  checks: { firstMs: 10_000, mostMs, deadlineMs: 6 * 3_600_000 },
  rate: { perMinute: 600, atOnce: 100 },
})

/** @param callBack delivers our reference to the appliance; rejects when it was not accepted */
export function newNetwork(time: Timeline, callBack: (reference: string) => Promise<void>): ScriptedNetwork {
  const orders = new Map<string, NetworkOrder>()
  const sent = new Map<string, number>()
  const script: Passage[] = []
  let calling = 0
  const wait = (ms: number) => new Promise<void>(resolve => time.after(ms, resolve))
  const isOpen = ({ state, order }: NetworkOrder) =>
    state === 'open' && time.now() < order.expiresAt + graceMs

  function accept(order: CollectOrder): NetworkOrder {
    const known = orders.get(order.networkReference)
    if (known) return known
    const made: NetworkOrder = { order, state: 'open', took: 0, reason: '' }
    orders.set(order.networkReference, made)
    network.accepted(order)
    return made
  }

  function change(
    reference: string,
    to: { state: 'paid' | 'declined'; took: number; reason: string },
  ): boolean {
    const known = orders.get(reference)
    if (!known || !isOpen(known)) return false
    Object.assign(known, to)
    for (const ms of network.callbacks()) tell(reference, ms)
    return true
  }

  /** Delivers a callback after `ms`, and repeats it every minute until it is accepted. */
  const tell = (reference: string, ms: number): void => {
    calling++
    time.after(
      ms,
      () =>
        void callBack(reference)
          .catch(() => tell(reference, repeatMs))
          .finally(() => calling--),
    )
  }

  function say(known: NetworkOrder): CollectAnswer {
    const { networkReference, method } = known.order
    const externalReference = receiptOf(known.order)
    if (known.state === 'paid')
      return {
        kind: 'completed',
        amount: known.took,
        payer: { provider: 'airtel' },
        receipt: externalReference,
      }
    if (known.state === 'declined' || known.state === 'taken back')
      return { kind: 'failed', reason: known.reason }
    if (!isOpen(known)) return { kind: 'failed', reason: 'expired' }
    if (method === 'card')
      return { kind: 'pending', externalReference, pageUrl: `https://cards.example/${networkReference}` }
    return {
      kind: 'pending',
      externalReference,
      ...(method === 'qr' ? { qr: `QR ${networkReference}` } : {}),
    }
  }

  async function unanswered(): Promise<CollectAnswer> {
    await wait(replyMs)
    return unknown
  }

  async function collect(order: CollectOrder): Promise<CollectAnswer> {
    const passage = network.passage('collect')
    if (passage === 'unreachable') return unsent
    sent.set(order.networkReference, (sent.get(order.networkReference) ?? 0) + 1)
    if (passage === 'late') time.after(lateMs, () => accept(order))
    if (passage === 'late' || passage === 'request lost') return unanswered()
    if (passage === 'refused')
      orders.set(order.networkReference, { order, state: 'declined', took: 0, reason: 'payer_not_found' })
    await travel()
    const known = accept(order)
    if (passage === 'reply lost') return unanswered()
    if (passage === 'hung') return never
    const answer = say(known)
    await travel()
    return passage === 'cut' ? unknown : answer
  }

  /** Returns the page of what was paid that begins at `cursor`. */
  async function list(since: number, cursor = '0'): Promise<SeenPage | 'too long'> {
    const listing = network.listing()
    await travel()
    if (listing === 'lost') return new Promise(() => {})
    if (listing === 'too long') return listing
    const from = Number(cursor)
    if (listing === 'too often') return { seen: [], next: cursor, waitMs: repeatMs }
    const paid = [...orders.values()].filter(
      ({ state, order }) => state === 'paid' && order.expiresAt > since,
    )
    const until = listing === 'in pages' ? from + 2 : paid.length
    const seen = paid.slice(from, until).map(({ order, took }) => ({
      amount: took,
      receipt: receiptOf(order),
      reference: order.networkReference,
      proof: 'network' as const,
    }))
    return until < paid.length ? { seen, next: String(until) } : { seen }
  }

  async function travel(): Promise<void> {
    const ms = network.latency()
    if (ms > 0) await wait(ms)
  }

  const { connectPayouts, ...payoutSide } = newPayoutNetwork({
    time,
    passage: call => network.passage(call),
    travel,
    silence: () => wait(replyMs),
    lateMs,
    tell: reference => {
      for (const ms of network.callbacks()) tell(reference, ms)
    },
    tellSurely: reference => tell(reference, 0),
    accepted: order => network.payoutAccepted(order),
  })

  const network: ScriptedNetwork = {
    ...payoutSide,
    passage: () => script.shift() ?? 'arrives',
    next: (...passages) => script.push(...passages),
    latency: () => 0,
    listing: () => 'whole',
    callbacks: () => [0],
    accepted: () => {},
    payoutAccepted: () => {},
    orders,
    sent,
    connect(checkMaxMs = 300_000) {
      return {
        id: 'scripted',
        connector: 'scripted',
        reach: 'network',
        facts: factsOf(checkMaxMs),
        ...connectPayouts(),
        collect: ({ order }) => collect(order),
        async check({ order }) {
          const passage = network.passage('check')
          if (passage === 'unreachable') return unknown
          // A read that hangs ends with its last repeat.
          if (!['arrives', 'refused', 'cut'].includes(passage)) return unanswered()
          await travel()
          const known = orders.get(order.networkReference)
          const answer: CollectAnswer = known ? say(known) : { kind: 'absent' }
          await travel()
          return passage === 'cut' ? unknown : answer
        },
        list: (since, cursor) => list(since, cursor),
      }
    },
    pays: (reference, amount) =>
      change(reference, {
        state: 'paid',
        took: amount ?? orders.get(reference)?.order.amount ?? 0,
        reason: '',
      }),
    paysAfterAll(reference) {
      const known = orders.get(reference)
      if (!known || known.state === 'paid') return
      Object.assign(known, { state: 'paid', took: known.order.amount })
      tell(reference, 0)
    },
    declines: (reference, reason = 'payment_not_approved') =>
      change(reference, { state: 'declined', took: 0, reason }),
    takesBack(reference) {
      const known = orders.get(reference)
      if (known?.state !== 'paid') return
      Object.assign(known, { state: 'taken back', reason: 'reversed' })
      tell(reference, 0)
    },
    isOpen(reference) {
      const known = orders.get(reference)
      return known !== undefined && isOpen(known)
    },
    isCalling: () => calling > 0,
  }
  return network
}

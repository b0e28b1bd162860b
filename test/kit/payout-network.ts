// The payout side of the scripted network, and its own refunds: idempotent by reference, and as lossy as the
// rest. It forgets nothing, and sends no money twice.

import type { NetworkConnection, PayoutAnswer } from '../../src/connector/connector.ts'
import { unsent } from '../../src/domain/answer.ts'
import type { PayoutOrder, PayoutOutcome } from '../../src/domain/payout.ts'
import type { Passage } from './passage.ts'
import type { Timeline } from './simulated-world.ts'

interface NetworkPayout {
  readonly order: PayoutOrder
  /** returned: it was delivered, and came back. */
  state: 'open' | 'delivered' | 'refused' | 'returned'
  reason: string
}

export interface PayoutNetwork {
  readonly payouts: ReadonlyMap<string, NetworkPayout>
  readonly payoutsSent: ReadonlyMap<string, number> // how often each of our references was sent
  /** Delivers a payout to its recipient, or fails it: only an open payout can be decided. */
  delivers(reference: string): boolean
  refuses(reference: string, reason?: string): boolean
  /** Sends back what was delivered. */
  returns(reference: string, reason?: string): boolean
  /** Sends it back when we no longer check; only a callback can report it. */
  returnsAfterAll(reference: string): void
  /** Called with each accepted payout. */
  payoutAccepted: (order: PayoutOrder) => void
  connectPayouts(): Required<Pick<NetworkConnection, 'payOut' | 'checkPayout' | 'refund' | 'checkRefund'>>
}

export interface PayoutNetworkParts {
  readonly time: Timeline
  readonly passage: (call: 'payOut' | 'checkPayout') => Passage
  readonly travel: () => Promise<void>
  /** Resolves when we stop waiting for a reply. */
  readonly silence: () => Promise<void>
  readonly lateMs: number
  /** Calls back about a reference. */
  readonly tell: (reference: string) => void
  /** Calls back once without loss. */
  readonly tellSurely: (reference: string) => void
  readonly accepted: (order: PayoutOrder) => void
}

const unknown = { kind: 'unknown' } as const
const never = new Promise<typeof unknown>(() => {})

export function newPayoutNetwork(parts: PayoutNetworkParts): Omit<PayoutNetwork, 'payoutAccepted'> {
  const { time, travel, tell } = parts
  const payouts = new Map<string, NetworkPayout>()
  const sent = new Map<string, number>()

  function accept(order: PayoutOrder): NetworkPayout {
    const known = payouts.get(order.networkReference)
    if (known) return known
    const made: NetworkPayout = { order, state: 'open', reason: '' }
    payouts.set(order.networkReference, made)
    parts.accepted(order)
    return made
  }

  function change(
    reference: string,
    from: NetworkPayout['state'],
    to: NetworkPayout['state'],
    reason: string,
  ): boolean {
    const known = payouts.get(reference)
    if (known?.state !== from) return false
    Object.assign(known, { state: to, reason })
    tell(reference)
    return true
  }

  function say({ state, reason, order }: NetworkPayout): PayoutOutcome {
    const externalReference = `OUT${order.networkReference.slice(-9)}`
    if (state === 'delivered') return { kind: 'completed', externalReference }
    if (state === 'refused') return { kind: 'failed', reason }
    if (state === 'returned') return { kind: 'reversed', reason }
    return { kind: 'pending', externalReference }
  }

  const unanswered = () => parts.silence().then((): PayoutOutcome => unknown)

  async function payOut(order: PayoutOrder): Promise<PayoutOutcome> {
    const { networkReference } = order
    const passage = parts.passage('payOut')
    if (passage === 'unreachable') return unsent
    sent.set(networkReference, (sent.get(networkReference) ?? 0) + 1)
    if (passage === 'late') time.after(parts.lateMs, () => accept(order))
    if (passage === 'late' || passage === 'request lost') return unanswered()
    if (passage === 'refused')
      payouts.set(networkReference, { order, state: 'refused', reason: 'recipient_not_found' })
    await travel()
    const known = accept(order)
    if (passage === 'reply lost') return unanswered()
    if (passage === 'hung') return never
    const answer = say(known)
    await travel()
    return passage === 'cut' ? unknown : answer
  }

  async function check({ networkReference }: PayoutOrder): Promise<PayoutAnswer> {
    const passage = parts.passage('checkPayout')
    if (passage === 'unreachable') return unknown
    // A read that hangs ends with its last repeat.
    if (!['arrives', 'refused', 'cut'].includes(passage)) return unanswered()
    await travel()
    const known = payouts.get(networkReference)
    const answer: PayoutAnswer = known ? say(known) : { kind: 'absent' }
    await travel()
    return passage === 'cut' ? unknown : answer
  }

  return {
    payouts,
    payoutsSent: sent,
    delivers: reference => change(reference, 'open', 'delivered', ''),
    refuses: (reference, reason = 'recipient_not_found') => change(reference, 'open', 'refused', reason),
    returns: (reference, reason = 'recipient_returned') => change(reference, 'delivered', 'returned', reason),
    returnsAfterAll(reference) {
      const known = payouts.get(reference)
      if (known?.state !== 'delivered') return
      Object.assign(known, { state: 'returned', reason: 'recipient_returned' })
      parts.tellSurely(reference)
    },
    connectPayouts() {
      return {
        payOut: ({ order }) => payOut(order),
        checkPayout: ({ order }) => check(order),
        refund: ({ order }) => payOut(order),
        checkRefund: ({ order }) => check(order),
      }
    },
  }
}

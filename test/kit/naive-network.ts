// A simple, honest network behind the connector interface: it reports its current state, takes its time to
// accept and to answer, and forgets nothing. A story sets the times, and may replace an answer.
import type {
  Call,
  CollectAnswer,
  NetworkConnection,
  PayoutAnswer,
  Step,
} from '../../src/connector/connector.ts'
import type { CollectOrder } from '../../src/domain/attempt.ts'
import type { PayoutOrder } from '../../src/domain/payout.ts'
import { openSimulatedShop, type SimulatedShop } from './simulated-shop.ts'

interface NaiveOrder {
  readonly order: CollectOrder
  state: 'open' | 'paid' | 'declined'
}

export interface NaiveNetwork {
  readonly shop: SimulatedShop
  readonly orders: Map<string, NaiveOrder>
  readonly payouts: Map<string, PayoutOrder>
  /** After how long it accepts a request, and after how long it answers; milliseconds. */
  collect: { acceptMs: number; answerMs: number }
  payOut: { acceptMs: number; answerMs: number }
  /** Returns its answer to an order; undefined for the usual one. */
  answersOrder: (order: CollectOrder) => CollectAnswer | undefined
  /** Returns its answer to a status check; undefined for the usual one. */
  answersCheck: (order: CollectOrder) => CollectAnswer | Promise<CollectAnswer> | undefined
  /** Its answer to a withdrawal; undefined when it cannot withdraw an order. */
  answersCancel: ((order: CollectOrder) => CollectAnswer | Promise<CollectAnswer>) | undefined
  /** Its answer to another push of an order; undefined when each push is an order. */
  answersPushAgain:
    | ((order: CollectOrder, again: string) => CollectAnswer | Promise<CollectAnswer>)
    | undefined
  /** If set, a push is an order and then a request to the phone, and this is called in between. */
  betweenOrderAndPush: (() => Promise<void>) | undefined
  readonly prompts: string[] // the references whose phones rang, each time
  checks: number
  /** Whether its connection was removed from the account. */
  isRemoved: boolean
  newest(): NaiveOrder
}

/** Opens a shop on a network that sends no callbacks: only status checks find changes. */
export async function openNaiveShop({
  answersCancel,
  answersPushAgain,
}: Partial<Pick<NaiveNetwork, 'answersCancel' | 'answersPushAgain'>> = {}): Promise<NaiveNetwork> {
  const orders = new Map<string, NaiveOrder>()
  const payouts = new Map<string, PayoutOrder>()
  const usual = (order: CollectOrder): CollectAnswer => ({
    kind: 'pending',
    externalReference: `N${order.networkReference.slice(-6)}`,
    ...(order.method === 'qr' ? { qr: `QR ${order.networkReference}` } : {}),
  })
  const status = (order: CollectOrder): CollectAnswer => {
    const known = orders.get(order.networkReference)
    if (!known) return { kind: 'absent' }
    if (known.state === 'declined') return { kind: 'failed', reason: 'declined' }
    if (known.state === 'open') return { kind: 'pending' }
    return { kind: 'completed', amount: order.amount, receipt: `R${order.networkReference.slice(-6)}` }
  }
  const wait = (ms: number) => new Promise<void>(resolve => shop.time.after(ms, resolve))
  const accepted = async (times: { acceptMs: number; answerMs: number }, accept: () => void) => {
    if (times.acceptMs > 0) await wait(times.acceptMs)
    accept()
    if (times.answerMs > times.acceptMs) await wait(times.answerMs - times.acceptMs)
  }
  /** Returns the missing step of a push in steps. */
  async function nextStep({ order, memo }: Call): Promise<Step | undefined> {
    if (!naive.betweenOrderAndPush || order.method !== 'push') return undefined
    if (!memo.ordered) return { kind: 'step', memo: { ordered: 'yes' } }
    if (!memo.pushing) {
      await naive.betweenOrderAndPush()
      return { kind: 'step', memo: { pushing: 'yes' } }
    }
    naive.prompts.push(order.networkReference)
    return undefined
  }
  const isUnpushed = ({ order, memo, isEnded }: Call) =>
    naive.betweenOrderAndPush && order.method === 'push' && memo.ordered && !memo.pushing && !isEnded
  const naive: Omit<NaiveNetwork, 'shop'> = {
    orders,
    payouts,
    betweenOrderAndPush: undefined,
    prompts: [],
    collect: { acceptMs: 0, answerMs: 0 },
    payOut: { acceptMs: 0, answerMs: 0 },
    answersOrder: () => undefined,
    answersCheck: () => undefined,
    answersCancel,
    answersPushAgain,
    checks: 0,
    isRemoved: false,
    newest() {
      const found = [...orders.values()].at(-1)
      if (!found) throw new Error('it has no order')
      return found
    },
  }
  const shop: SimulatedShop = await openSimulatedShop({
    mode: 'live',
    connections: own =>
      own
        .filter(({ reach }) => reach === 'local' || !naive.isRemoved)
        .map(connection =>
          connection.reach === 'local'
            ? connection
            : ({
                ...connection,
                facts: {
                  ...connection.facts,
                  times: { ...connection.facts.times, callMs: 60_000, arrivesMs: 90_000 },
                },
                async collect(call) {
                  const { order } = call
                  await accepted(naive.collect, () =>
                    orders.set(order.networkReference, { order, state: 'open' }),
                  )
                  return (await nextStep(call)) ?? naive.answersOrder(order) ?? usual(order)
                },
                async check(call) {
                  const { order } = call
                  naive.checks++
                  if (isUnpushed(call)) return { kind: 'step', memo: {} }
                  return (await naive.answersCheck(order)) ?? status(order)
                },
                ...(naive.answersCancel
                  ? {
                      cancel: async ({ order }: Call) =>
                        (await naive.answersCancel?.(order)) ?? status(order),
                    }
                  : {}),
                ...(naive.answersPushAgain
                  ? {
                      pushAgain: async ({ order, memo }: Call) =>
                        (await naive.answersPushAgain?.(order, memo.again ?? '')) ?? status(order),
                    }
                  : {}),
                async payOut({ order }): Promise<PayoutAnswer> {
                  await accepted(naive.payOut, () => payouts.set(order.networkReference, order))
                  return { kind: 'completed', externalReference: 'OUT1' }
                },
                async checkPayout({ order }): Promise<PayoutAnswer> {
                  return payouts.has(order.networkReference) ? { kind: 'completed' } : { kind: 'absent' }
                },
              } satisfies NetworkConnection),
        ),
  })
  return Object.assign(naive, { shop })
}

// Selcom, an aggregator: QR codes, pushes and cards by its checkout, payouts to wallets and banks. One
// connection is one merchant's contract with it. The protocol: docs/networks.md and the vendor's
// documentation.
import type { Memo } from '../../domain/attempt.ts'
import { readTime } from '../../domain/calendar.ts'
import { networkReference } from '../../domain/id.ts'
import type { PayoutOrder } from '../../domain/payout.ts'
import { newBudget } from '../budget.ts'
import type { Call, Facts, NetworkConnection, SeenMoney, SeenPage } from '../connector.ts'
import { newSharedList } from '../shared-list.ts'
import {
  newSelcomClient,
  type SelcomClient,
  type SelcomData,
  type SelcomParts,
  selcomCallMs,
  text,
} from './client.ts'
import { cancelOrder, checkOrder, collectOrder, pushAgain, statusOf } from './order.ts'
import { balanceOf, checkPayout, lookUpName, payOut } from './payout.ts'
import { testProducts } from './product.ts'
import { checkRefund, refundOrder } from './refund.ts'
import { nextSelcomDay, selcomDay } from './signature.ts'

/** The base addresses of production and of the test environment. */
export const selcomHosts = {
  live: 'https://apigw.selcommobile.com/v1',
  sandbox: 'https://apigwtest.selcommobile.com/v1',
} as const

const facts: Facts = {
  methods: ['qr', 'push', 'card'],
  payouts: ['mobile', 'bank'],
  times: {
    callMs: selcomCallMs,
    promptMs: 60_000,
    // A request that was sent before a call ended arrives within Selcom's time-outs, or never.
    arrivesMs: 300_000,
    watchMs: 7 * 86_400_000,
  },
  // Selcom advises to ask every three minutes.
  checks: { firstMs: 3_000, mostMs: 180_000, deadlineMs: 86_400_000, areShared: true },
  rate: { perMinute: 120, atOnce: 8 },
}

/** One integrator describes the call; Selcom states no minimum amount. */
const refundAbility = { part: true, amountMin: 1 } as const

/** Selcom publishes no limit. Together these are 60 requests in any minute: enough for one shop. */
const checkLimit = { perMinute: 40, atOnce: 20, keptForOrders: 0 }

export interface SelcomConnectionParts extends Omit<SelcomParts, 'budget'> {
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number
  readonly id: string
  readonly random: (length: number) => Uint8Array
  readonly hasRefunds?: boolean // whether the contract has the refund call
}

/** Returns a merchant's connection to Selcom. It pays out only with a float PIN. */
export function selcomConnection(parts: SelcomConnectionParts): NetworkConnection {
  const budget = newBudget(parts.elapsed, checkLimit)
  const client = newSelcomClient({ ...parts, budget })
  const list = newSharedList(parts, budget, day => {
    budget.take('check') // counts the request; the list has checked that there is room
    return readOrders(client, day)
  })
  const checks = { client, now: parts.now, budget, list }
  const newTransid = () => networkReference(parts.now(), parts.random(10))
  return {
    id: parts.id,
    connector: 'selcom',
    reach: 'network',
    facts: {
      ...facts,
      ...(parts.credentials.pin === '' ? { payouts: [] } : {}),
      ...(parts.hasRefunds ? { refunds: refundAbility } : {}),
    },
    collect: call => collectOrder(client, call, parts.now()),
    check: call => checkOrder(checks, call),
    pushAgain: call => pushAgain(client, call),
    cancel: call => cancelOrder(client, call),
    payOut: call => payOut(client, call),
    checkPayout: call => checkPayout(client, call),
    ...(parts.hasRefunds
      ? {
          refund: (call: Call<PayoutOrder>) => refundOrder(client, call),
          checkRefund: (call: Call<PayoutOrder>) => checkRefund(client, call),
        }
      : {}),
    lookUp: destination => lookUpName(client, destination, newTransid()),
    balance: () => balanceOf(client, newTransid()),
    list: (since, cursor, _, until = parts.now()) =>
      listPaid(client, cursor ?? selcomDay(since), selcomDay(until)),
    readCallback(_, body) {
      checks.list.forget()
      return { rechecks: referencesIn(body), seen: [], reply: new Response('OK') }
    },
    test: () => testProducts(client, newTransid()),
  }
}

/** Reads the orders of one of Selcom's days, by our reference; undefined if Selcom does not answer soon. */
async function readOrders(client: SelcomClient, day: string) {
  const reply = await client.listOrders(day, 'checks')
  return reply.kind === 'yes' ? new Map(reply.all.map(data => [text(data.order_id), data])) : undefined
}

/**
 * Returns the paid orders of one of Selcom's days as a page. The next page's cursor is the following day.
 * @param day such as `2026-11-21`
 * @param lastDay the page of this day has no next page
 * @returns `too long` for an answer above the size that is read
 * @throws Error when Selcom rejects the request or does not answer
 */
async function listPaid(client: SelcomClient, day: string, lastDay: string): Promise<SeenPage | 'too long'> {
  const reply = await client.listOrders(day, 'statement')
  if (reply.kind === 'too long') return 'too long'
  if (reply.kind !== 'yes') throw new Error(`Selcom did not list its orders: ${reply.kind}`)
  const seen = reply.all.flatMap((data): SeenMoney[] => {
    const answer = statusOf(data)
    if (answer.kind !== 'completed') return []
    const { amount, receipt, payer } = answer
    return [
      {
        amount,
        ...(receipt ? { receipt } : {}),
        ...(payer ? { payer } : {}),
        ...orderTimeOf(data),
        reference: String(data.order_id),
        proof: 'network',
      },
    ]
  })
  return day < lastDay ? { seen, next: nextSelcomDay(day) } : { seen }
}

/** Returns when Selcom made an order, as `orderedAt` in ms since 1970; empty for an unreadable time. */
function orderTimeOf({ creation_date }: SelcomData) {
  const time = readTime(`${text(creation_date)}+03:00`) // Selcom writes East Africa Time
  return time === undefined ? {} : { orderedAt: time }
}

/**
 * Returns our reference of the order in a callback, as a list; empty if the callback has none. The rest does
 * not count, because callbacks are unsigned.
 */
function referencesIn(body: Uint8Array): readonly string[] {
  try {
    const { order_id } = JSON.parse(new TextDecoder().decode(body)) as Memo
    return typeof order_id === 'string' ? [order_id] : []
  } catch {
    return []
  }
}

// A relay: another server with this API is the payment network, so a shop without a fixed address can sell
// over the contract of its headquarters. Decision 0024 explains when an order may be sent again.
import { readWebhookUrl } from '../../domain/address.ts'
import { retryWaitMs } from '../budget.ts'
import type { Facts, NetworkConnection, SeenMoney, SeenPage } from '../connector.ts'
import {
  isObject,
  newRelayClient,
  type RelayClient,
  type RelayParts,
  relayCallMs,
  shillings,
  text,
} from './client.ts'
import { cursorOf, isBefore, newPaymentStatus, placeOf, readPage, referenceOf } from './list.ts'
import { cancelPayment, checkPayment, collectPayment, payerOf, pushAgain, receiptOf } from './payment.ts'
import { balanceOf, checkPayout, lookUpName, payOut } from './payout.ts'
import { testProducts } from './product.ts'

const facts: Facts = {
  methods: ['qr', 'push', 'card'],
  payouts: ['mobile', 'bank'],
  times: {
    callMs: relayCallMs,
    // The prompt of the other server's network, which begins some seconds after the order there.
    promptMs: 75_000,
    // A request that was sent before a call ended arrives within the time-outs of two servers, or never.
    arrivesMs: 300_000,
    watchMs: 7 * 86_400_000,
  },
  checks: { firstMs: 3_000, mostMs: 60_000, deadlineMs: 86_400_000, areShared: true },
  // The specification's limit for one key, with room left for orders.
  rate: { perMinute: 40, atOnce: 8 },
}

interface RelayConnectionParts extends RelayParts {
  readonly id: string
  readonly now: () => number
  readonly callbackUrl: string
}

/** Returns an account's connection to another server. */
export function relayConnection(parts: RelayConnectionParts): NetworkConnection {
  const { id, now } = parts
  const client = newRelayClient(parts)
  const status = newPaymentStatus(client, parts)
  const callbackPath = new URL(parts.callbackUrl).pathname
  const relay = {
    client,
    status,
    /** Returns the callback address at the order's own public address; undefined if that is not public. */
    callbackFor({ publicUrl }: { readonly publicUrl: string }) {
      const url = readWebhookUrl(publicUrl + callbackPath, { mode: 'live', allowed: [] })
      return typeof url === 'string' ? undefined : url.href
    },
  }
  return {
    id,
    connector: 'relay',
    reach: 'network',
    facts,
    collect: call => collectPayment(relay, call),
    check: call => checkPayment(relay, call, now()),
    pushAgain: call => pushAgain(relay, call),
    cancel: call => cancelPayment(relay, call, now()),
    payOut: call => payOut(client, call),
    checkPayout: call => checkPayout(client, call, now()),
    lookUp: destination => lookUpName(client, destination),
    balance: () => balanceOf(client),
    list: (since, cursor, _, until = now()) => listPaid(client, { since, until }, cursor),
    readCallback(_, body) {
      status.forget()
      return { rechecks: referencesIn(body), seen: [], reply: new Response('OK') }
    },
    test: () => testProducts(client),
  }
}

/** A payment can be paid for this long after its creation. */
const openMaxMs = 86_400_000

/**
 * Returns a page of payments that were paid at `since` or later (ms since 1970).
 * @param cursor the position of the page; undefined for the first page
 * @throws Error when the other server does not answer
 */
async function listPaid(
  client: RelayClient,
  { since, until }: { readonly since: number; readonly until: number },
  cursor: string | undefined,
): Promise<SeenPage | 'too long'> {
  const span = { from: since - openMaxMs, to: until + 1 }
  const place = placeOf(cursor)
  const page = await readPage(client, 'payments', { ...place, span })
  if (page.kind === 'too long') return page.kind
  if (page.kind === 'busy') return { seen: [], next: cursorOf(place), waitMs: retryWaitMs(client.budget) }
  if (page.kind !== 'page') throw new Error('the other server did not list its payments')
  const seen = page.items.flatMap((data): SeenMoney[] => {
    const amount = shillings(data.amount)
    const paidAt = Date.parse(text(data.completed_at))
    const isPaidSince = paidAt >= since // false for an unreadable time
    if (data.status !== 'completed' || !amount || !isPaidSince) return []
    const reference = referenceOf(data)
    const referenceField = reference ? { reference } : {}
    const receipt = receiptOf(data)
    return [{ amount, paidAt, receipt, payer: payerOf(data), ...referenceField, proof: 'network' }]
  })
  if (page.isLast || isBefore(page, span.from)) return { seen }
  const nextPlace = { offset: place.offset + page.items.length, size: page.size }
  return { seen, next: cursorOf(nextPlace) }
}

/**
 * Returns our reference of the order that a webhook is about, as a list; empty if the webhook has none. The
 * rest of the webhook is not trusted: the caller checks the order with the other server.
 * @param body JSON; the fields may be inside `data`
 */
function referencesIn(body: Uint8Array): readonly string[] {
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(body))
    const data = isObject(json) && isObject(json.data) ? json.data : json
    const reference = isObject(data) ? referenceOf(data) : ''
    return reference ? [reference] : []
  } catch {
    return []
  }
}

// A connector on the bench: a whole server, the network of its protocol, and the line between them, which a
// test may break. The people are on the network's side: customers who pay, recipients who get money. Every
// connector must pass, so tests are written against this and not against a network.

import { requestedByServer } from '../../src/domain/actor.ts'
import { assert } from '../../src/domain/fault.ts'
import { connectNetwork } from '../../src/flow/network.ts'
import { realNet } from '../../src/net/net.ts'
import { listAttempts } from '../../src/store/attempt.ts'
import { findPayout } from '../../src/store/payout.ts'
import type { PaymentView } from '../../src/wire/payment.ts'
import type { PayoutView } from '../../src/wire/payout.ts'
import { type EndpointShop, openEndpointShop, type Who } from '../kit/endpoint.ts'
import { at, paymentOf, type TestResponse, textAt } from '../kit/endpoint-answer.ts'
import { payoutOf } from '../kit/endpoint-money.ts'
import { type FaultyLine, openLine } from '../kit/faulty-line.ts'

/** The decision of a person on the network's side. */
type Decision = 'paid' | 'declined'

/** The network's side of an order. */
interface NetworkSide {
  decide(order: Order, decision: Decision): void
  /** Delivers money for an order that has ended. */
  paysAfterAll(order: Order): void
  /** Pays from an Airtel wallet, whatever the number's prefix is. */
  paysFromAirtel(order: Order): void
  /** Sets the outcome of the next payout. */
  decideNextPayout(decision: Decision | 'later' | 'unclear'): void
  decidePayout(order: Order, decision: Decision): void
  /** Returns how often the customer's phone was asked; how often the recipient was paid. */
  prompts(order: Order): number
  paidOut(order: Order): number
  /** Returns how much of an order the network's own refund gave back; missing where it has none. */
  refunded?(order: Order): number
  /** Sets whether the merchant's contract has the refund call. */
  allowRefunds?(isAllowed: boolean): void
  /** Returns whether the network has the order and would still take money for it. */
  canBePaid(order: Order): boolean
  /** Returns the body of a callback about an order. */
  callback(order: Order): object
  /** Refuses the credentials, or accepts them again. */
  revoke(isRevoked: boolean): void
  /** Refuses requests with a larger clock skew; missing for a network that does not check the time. */
  allowSkew?(ms: number | undefined): void
}

/** One order, with both of its references. */
export interface Order {
  readonly reference: string // in our API
  readonly networkReference: string // at the network
}

/** A network for a connector. */
interface BenchNetwork {
  readonly origin: string // its origin, and the address of a line before it for the connector
  connect(lineOrigin: string): {
    readonly addresses?: Record<string, string>
    readonly credentials: Record<string, string>
  }
  readonly side: NetworkSide
  close(): void
}

/** A connector and what the suite must know of its protocol. */
export interface Connector {
  readonly name: string
  /** @param now the network's own clock */
  open(now: () => number): Promise<BenchNetwork>
  readonly pushPath: string // the end of the path of the request that makes the phone ring
  readonly pushAgainPath: string // the end of the path of the request that makes it ring again
  /** Whether an order that may not have arrived is sent again; if not, it fails, or another replaces it. */
  readonly repeatsOrders: boolean
  readonly minds: { readonly clock: boolean }
}

export interface Bench {
  readonly shop: EndpointShop
  readonly network: NetworkSide
  readonly line: FaultyLine
  /** Moves our clock against the network's. */
  readonly skew: { ms: number }
  callbackPath(): string
  close(): Promise<void>
}

/** Ends a call whose answer drips; the network has carried it out by then. */
const dripMaxMs = 1_000
/** No other call may end by a limit, however slow the computer is. */
const callMaxMs = 60_000

/** Opens the connector of the live account before its network. */
export async function openBench({ name, open }: Connector): Promise<Bench> {
  const skew = { ms: 0 }
  let shop: EndpointShop | undefined
  const opened = await open(() => (shop?.appliance.world.clock.now() ?? 0) - skew.ms)
  const line = await openLine(opened.origin)
  const { addresses = {}, credentials } = opened.connect(line.origin)
  shop = await openEndpointShop({ networkAddresses: addresses, relayHosts: ['127.0.0.1'] })
  const { appliance, accounts } = shop
  const { request } = realNet()
  const { net } = appliance.world
  const merchant = net.request
  net.request = call =>
    call.url.startsWith(line.origin)
      ? request({ ...call, timeoutMs: line.drips(call.url) ? dripMaxMs : callMaxMs })
      : merchant(call)
  await connectNetwork(appliance, accounts.live, name, { credentials }, requestedByServer)
  const { close } = shop
  return {
    shop,
    network: opened.side,
    line,
    skew,
    callbackPath() {
      const row = appliance.networks.rowOf(accounts.live.id, name)
      assert(row, 'the network is connected')
      return `/callback/${name}/${appliance.seal.derive(`callback ${row.id}`).slice(0, 40)}`
    },
    async close() {
      await close()
      line.close()
      opened.close()
    },
  }
}

const as: Who = 'live'

/** Returns a merchant's actions on the live account. */
export const merchantOf = ({ shop }: Bench) => {
  const { read } = shop.appliance.store
  return {
    asks: (json: object): Promise<TestResponse> => shop.request({ as, path: '/v1/payments', json }),
    sees: async ({ reference }: Pick<Order, 'reference'>): Promise<PaymentView> =>
      paymentOf(await shop.request({ as, path: `/v1/payments/${reference}` })),
    /** Returns the newest attempt of the newest payment, even if the request answered with an error. */
    async newestOrder(): Promise<Order> {
      const answer = await shop.request({ as, path: '/v1/payments?limit=1' })
      const reference = textAt(answer, 'data.items.0.reference')
      return orderOf(reference)
    },
    orderOf,
    /** Returns every attempt of a payment, newest first. */
    ordersOf: async (reference: string): Promise<readonly Order[]> =>
      (await listAttempts(read, reference)).map(({ networkReference }) => ({ reference, networkReference })),
    async paysOut(json: object): Promise<Order & { answer: TestResponse }> {
      const answer = await shop.request({ as, path: '/v1/payouts/send', json })
      const { reference } = payoutOf(answer)
      const payout = await findPayout(read, reference)
      return { answer, reference, networkReference: payout?.networkReference ?? '' }
    },
    seesPayout: async ({ reference }: Pick<Order, 'reference'>): Promise<PayoutView> =>
      payoutOf(await shop.request({ as, path: `/v1/payouts/${reference}` })),
    /** Lets time pass, and runs due jobs. */
    async waits(seconds: number): Promise<void> {
      const step = Math.max(1, Math.floor(seconds / 60))
      for (let gone = 0; gone < seconds; gone += step) {
        shop.advance(step * 1_000)
        await shop.work()
      }
    },
    /** Returns the number of events of one type about one payment or payout. */
    async events(reference: string, type: string): Promise<number> {
      const path = `/api/v1/events?payment=${reference}&type=${type}`
      return Number(at(await shop.request({ as, path }), 'data.total'))
    },
  }
  async function orderOf(reference: string): Promise<Order> {
    const [attempt] = await listAttempts(read, reference)
    assert(attempt, 'a payment has an attempt')
    return { reference, networkReference: attempt.networkReference }
  }
}

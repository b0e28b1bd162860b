// A connector on the bench: a whole server, the network of its protocol, and the line between them, which a test
// may break. The people are on the network's side: customers who pay, recipients who get money. What holds for
// one connector must hold for every one, so tests are written against this and not against a network.

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
import { openSelcom, selcomCredentials } from '../kit/selcom.ts'

/** What a person on the network's side decides. */
type Decision = 'paid' | 'declined'

/** The network's side of an order. */
interface NetworkSide {
  decide(order: Order, decision: Decision): Promise<void> | void
  /** How an order that comes next will go. */
  decideNextPayout(decision: Decision | 'later' | 'unclear'): void
  decidePayout(order: Order, decision: Decision): Promise<void> | void
  /** How often the customer's phone was asked; how often the recipient was paid. */
  prompts(order: Order): number
  paidOut(order: Order): number
  /** Whether the network has the order and would still take money for it. */
  canBePaid(order: Order): boolean
  /** The body of a callback about an order. */
  callback(order: Order): object
  /** Refuses the credentials, or takes them again. */
  revoke(isRevoked: boolean): void
  /** Refuses requests whose time is further off. */
  allowSkew(ms: number | undefined): void
}

/** One try to collect or pay out, by both names. */
export interface Order {
  /** In our API. */
  readonly reference: string
  /** At the network. */
  readonly networkReference: string
}

export interface Bench {
  readonly shop: EndpointShop
  readonly network: NetworkSide
  readonly line: FaultyLine
  /** Moves our clock against the network's. */
  readonly skew: { ms: number }
  /** The path of the callback. */
  callbackPath(): string
  close(): Promise<void>
}

/** As long as a call may take in these tests: a network that drips or hangs ends it. */
const callMaxMs = 400

/** Selcom's connector against the fake Selcom. */
async function openSelcomBench(): Promise<Bench> {
  const skew = { ms: 0 }
  let shop: EndpointShop | undefined
  const now = () => (shop?.appliance.world.clock.now() ?? 0) - skew.ms
  const selcom = await openSelcom({ now, after: () => {}, callBack: async () => {} })
  const line = await openLine(new URL(selcom.url).origin)
  shop = await openEndpointShop({ networkAddresses: { selcom: `${line.origin}/v1` } })
  const { appliance, accounts } = shop
  const { request } = realNet()
  const { net } = appliance.world
  const isNetwork = (url: string) => url.startsWith(line.origin)
  const merchant = net.request
  net.request = call => (isNetwork(call.url) ? request({ ...call, timeoutMs: callMaxMs }) : merchant(call))
  const credentials = { credentials: selcomCredentials }
  await connectNetwork(appliance, accounts.live, 'selcom', credentials, requestedByServer)
  const { fake } = selcom
  const settings: { revoked?: boolean; skew_ms?: number } = {}
  const answers = { paid: 'COMPLETED', declined: 'USERCANCELLED', later: 'INPROGRESS', unclear: '999' }
  const network: NetworkSide = {
    decide: ({ networkReference }, decision) => fake.steer(networkReference, { answer: answers[decision] }),
    decideNextPayout: decision => fake.steer('next', { answer: answers[decision] }),
    decidePayout: ({ networkReference }, decision) =>
      fake.steer(networkReference, { answer: answers[decision] }),
    prompts: ({ networkReference }) => fake.orders.get(networkReference)?.pushes.length ?? 0,
    paidOut: ({ networkReference }) => (fake.payouts.get(networkReference)?.code === '000' ? 1 : 0),
    canBePaid: ({ networkReference }) =>
      ['PENDING', 'INPROGRESS'].includes(fake.orders.get(networkReference)?.payment_status ?? ''),
    callback: ({ networkReference }) => ({
      order_id: networkReference,
      payment_status: 'COMPLETED',
      resultcode: '000',
    }),
    revoke(isRevoked) {
      settings.revoked = isRevoked
      fake.set(settings)
    },
    allowSkew(ms) {
      if (ms === undefined) delete settings.skew_ms
      else settings.skew_ms = ms
      fake.set(settings)
    },
  }
  const opened = shop
  return {
    shop,
    network,
    line,
    skew,
    callbackPath() {
      const row = appliance.networks.rowOf(accounts.live.id, 'selcom')
      assert(row, 'Selcom is connected')
      const [webhook = ''] = [...fake.orders.values()].map(one => one.webhook)
      return new URL(webhook).pathname
    },
    async close() {
      await opened.close()
      line.close()
      selcom.close()
    },
  }
}

/** Every connector that speaks to a network. */
export const benches: readonly (readonly [string, () => Promise<Bench>])[] = [['selcom', openSelcomBench]]

const as: Who = 'live'

/** What a merchant does, on the live account. */
export const merchantOf = ({ shop }: Bench) => {
  const { read } = shop.appliance.store
  return {
    asks: (json: object): Promise<TestResponse> => shop.request({ as, path: '/v1/payments', json }),
    sees: async ({ reference }: Pick<Order, 'reference'>): Promise<PaymentView> =>
      paymentOf(await shop.request({ as, path: `/v1/payments/${reference}` })),
    /** The newest attempt of the newest payment, also of one that the request answered with an error. */
    async newestOrder(): Promise<Order> {
      const answer = await shop.request({ as, path: '/v1/payments?limit=1' })
      const reference = textAt(answer, 'data.items.0.reference')
      return orderOf(reference)
    },
    orderOf,
    async paysOut(json: object): Promise<Order & { answer: TestResponse }> {
      const answer = await shop.request({ as, path: '/v1/payouts/send', json })
      const { reference } = payoutOf(answer)
      const payout = await findPayout(read, reference)
      return { answer, reference, networkReference: payout?.networkReference ?? '' }
    },
    seesPayout: async ({ reference }: Pick<Order, 'reference'>): Promise<PayoutView> =>
      payoutOf(await shop.request({ as, path: `/v1/payouts/${reference}` })),
    /** Time goes by, and jobs run as they come due. */
    async waits(seconds: number): Promise<void> {
      const step = Math.max(1, Math.floor(seconds / 60))
      for (let gone = 0; gone < seconds; gone += step) {
        shop.advance(step * 1_000)
        await shop.work()
      }
    },
    /** Events of one kind about one payment or payout. */
    /** How many events of one type there are about one payment or payout. */
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

// The process is killed (kill -9) between every two steps of a payment and a payout over Selcom: planned,
// sent, done, answered and recorded. Nothing is sent twice, nothing is lost, and every unknown outcome is
// known in the end. ROUNDS=100 also cuts at random moments and before the network has a request, which is
// known after minutes.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { assert } from '../../src/domain/fault.ts'
import { runBinary } from '../kit/binary.ts'
import { openBinaryShop } from '../kit/binary-shop.ts'
import { mobile, qr } from '../kit/endpoint.ts'
import { wallet } from '../kit/endpoint-money.ts'
import { type FaultyLine, type LineMoment, openLine } from '../kit/faulty-line.ts'
import { openSelcom, selcomCredentials } from '../kit/selcom.ts'

interface Cut {
  readonly kind: 'qr' | 'mobile' | 'payout'
  readonly call?: string // the call at which it dies; by default a random moment
  readonly moment?: LineMoment
  readonly isLost?: boolean // the network never gets the request
}

const cutsOf = (kind: Cut['kind'], call: string): Cut[] =>
  (['done', 'answered', 'sent'] as const).map(moment => ({ kind, call, moment }))
const quick: readonly Cut[] = [
  ...cutsOf('mobile', '/create-order-minimal'),
  ...cutsOf('mobile', '/wallet-payment'),
  ...cutsOf('payout', '/process').slice(0, 2),
]
const slow: readonly Cut[] = [
  ...cutsOf('payout', '/process').slice(2),
  ...cutsOf('qr', '/create-order-minimal'),
  { kind: 'mobile', call: '/create-order-minimal', moment: 'sent', isLost: true },
  { kind: 'mobile', call: '/wallet-payment', moment: 'sent', isLost: true },
  { kind: 'payout', call: '/process', moment: 'sent', isLost: true },
  ...(['qr', 'mobile', 'payout', 'mobile', 'payout'] as const).map(kind => ({ kind })),
]
const rounds = Number(process.env.ROUNDS ?? quick.length)
const cuts = rounds > quick.length ? [...quick, ...slow] : quick
/** What never arrived is known after five minutes of running time, and the next status check. */
const knownMs = rounds > quick.length ? 900_000 : 150_000

let selcom: Awaited<ReturnType<typeof openSelcom>>
let line: FaultyLine
let shop: Awaited<ReturnType<typeof openBinaryShop>>

beforeAll(async () => {
  selcom = await openSelcom()
  line = await openLine(new URL(selcom.url).origin)
  const env = { KAUNTA_SELCOM_URL: `${line.origin}/v1`, KAUNTA_RATE_LIMIT: '0' }
  const words = ['network', 'connect', 'selcom', '--credentials', '-', '--data']
  shop = await openBinaryShop({
    live: true,
    env,
    prepare: async data => {
      const { log } = await runBinary([...words, data], { env, input: JSON.stringify(selcomCredentials) })
      expect(log).toBe('')
    },
  })
}, 300_000)
afterAll(async () => {
  await shop.close()
  line.close()
  selcom.close()
})

const orders = () => [...selcom.fake.orders.values()]
const payouts = () => [...selcom.fake.payouts.values()]
const isOpen = ({ payment_status: status }: { payment_status: string }) =>
  status === 'PENDING' || status === 'INPROGRESS'

type Item = Record<string, unknown> & { reference: string; status: string; outcome_unknown: boolean }
/** Returns everything that the shop has of a kind. */
async function all(thing: 'payments' | 'payouts'): Promise<Item[]> {
  const found: Item[] = []
  for (;;) {
    const { body } = await shop.asKey('GET', `/v1/${thing}?limit=100&offset=${found.length}`)
    found.push(...body.data.items)
    if (body.data.items.length < 100) return found
  }
}

async function until(isSo: () => Promise<boolean>, ms: number, what: () => Promise<unknown>): Promise<void> {
  const deadline = performance.now() + ms
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`not in time: ${JSON.stringify(await what())}`)
    await Bun.sleep(200)
  }
}

const request = (cut: Cut, amount: number) => {
  if (cut.kind === 'payout') return { ...wallet, amount }
  return { ...(cut.kind === 'qr' ? qr : mobile), details: { amount, currency: 'TZS' } }
}

/** Makes one order, and ends the process somewhere in it. */
async function cutOnce(cut: Cut, round: number): Promise<void> {
  const path = cut.kind === 'payout' ? '/v1/payouts/send' : '/v1/payments'
  const send = () =>
    fetch(`${shop.url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${shop.made.api_key}`,
        'content-type': 'application/json',
        'idempotency-key': `round-${round}`,
      },
      body: JSON.stringify(request(cut, 5_000 + round)),
      keepalive: false,
    }).catch(() => undefined)
  const { promise: killed, resolve } = Promise.withResolvers<void>()
  const kill = async () => {
    await shop.kill()
    resolve()
  }
  const { call, moment } = cut
  if (cut.isLost && call) line.breaks('lost', call)
  if (call && moment) line.cutAt(moment, call, kill)
  const sent = send()
  if (!call) void Bun.sleep(Math.random() * 40).then(kill)
  await killed
  line.mend()
  await sent
  await shop.restart()
  // Half of the clients repeat their request, as they should.
  if (round % 2 === 0) await (await send())?.arrayBuffer()
}

test(
  'nothing is sent twice, nothing is lost, everything is known in the end',
  async () => {
    const { status } = await shop.asKey('POST', '/v1/payments', {
      ...qr,
      details: { amount: 5_000_000, currency: 'TZS' },
    })
    expect(status).toBe(201)
    const [float] = orders()
    assert(float, 'the first sale has its order')
    selcom.fake.steer(float.order_id, { answer: 'COMPLETED' })
    await until(
      async () => (await all('payments')).every(item => item.status === 'completed'),
      30_000,
      () => all('payments'),
    )

    for (let round = 0; round < rounds; round++) {
      const cut = cuts[round % cuts.length]
      assert(cut, 'each round has its cut')
      await cutOnce(cut, round)
    }
    const unknownOf = async () => [
      ...(await all('payments')).filter(item => item.status === 'pending' && item.outcome_unknown),
      ...(await all('payouts')).filter(item => item.status === 'pending'),
    ]
    await until(async () => (await unknownOf()).length === 0, knownMs, unknownOf)
    // No customer has the code of a lost order: it is withdrawn, and another has replaced it.
    const wanted = () => orders().filter(({ payment_status }) => payment_status !== 'CANCELLED')
    const twice = async () =>
      wanted().filter((fakeOrder, index, all) => all.findIndex(o => o.amount === fakeOrder.amount) < index)
    await until(async () => (await twice()).length === 0, knownMs, twice)
    for (const order of orders().filter(isOpen)) selcom.fake.steer(order.order_id, { answer: 'COMPLETED' })
    const openOf = async () => (await all('payments')).filter(item => item.status === 'pending')
    await until(async () => (await openOf()).length === 0, 60_000, openOf)

    const paid = (await all('payments')).filter(item => item.status === 'completed')
    const paidThere = orders().filter(order => order.payment_status === 'COMPLETED')
    const amounts = (all: readonly { amount: number }[]) =>
      all.map(one => one.amount).toSorted((a, b) => a - b)
    expect(paid.map(item => (item.amount as { value: number }).value).toSorted((a, b) => a - b)).toEqual(
      amounts(paidThere),
    )
    expect(await twice()).toEqual([])
    const pushed = orders().flatMap(({ amount, pushes }) => pushes.map(() => amount))
    expect(new Set(pushed).size).toBe(pushed.length)
    const out = (await all('payouts')).filter(item => item.status === 'completed')
    expect(out.map(item => (item.amount as { value: number }).value).toSorted((a, b) => a - b)).toEqual(
      amounts(payouts()),
    )
    expect(new Set(amounts(payouts())).size).toBe(payouts().length)
    const ofCall = (path: string) => line.requests.filter(one => one.endsWith(path)).length
    const ended = Object.groupBy(await all('payments'), item => item.status)
    console.log(
      `${rounds} kills: ${orders().length - 1} orders, ${ofCall('/wallet-payment')} pushes, ${payouts().length} payouts; payments ` +
        Object.entries(ended)
          .map(([status, some]) => `${some?.length} ${status}`)
          .join(', '),
    )
  },
  60_000 + rounds * 10_000 + knownMs,
)

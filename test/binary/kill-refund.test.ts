// The process is killed (kill -9) somewhere between plan, call and record of a refund over Selcom, by its own
// refund call or as a payout: nothing is paid back twice, nothing is lost, and the books add up. It is killed
// at each moment of either way first, then at moments from a printed seed (`SEED=17` repeats it).
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { runBinary } from '../kit/binary.ts'
import { openBinaryShop } from '../kit/binary-shop.ts'
import { qr } from '../kit/endpoint.ts'
import { type FaultyLine, type LineMoment, openLine } from '../kit/faulty-line.ts'
import { reportTrials, sized } from '../kit/proof.ts'
import { openSelcom, selcomCredentials } from '../kit/selcom.ts'
import { newChance } from '../kit/simulated-world.ts'

const kills = Number(Bun.env.KILLS ?? sized({ test: 4, proof: 200 }))
const seed = Number(Bun.env.SEED ?? crypto.getRandomValues(new Uint16Array(1))[0])
const chance = newChance(seed)

let selcom: Awaited<ReturnType<typeof openSelcom>>
let line: FaultyLine
let data: string
let shop: Awaited<ReturnType<typeof openBinaryShop>>

beforeAll(async () => {
  selcom = await openSelcom()
  line = await openLine(new URL(selcom.url).origin)
  const env = { KAUNTA_SELCOM_URL: `${line.origin}/v1`, KAUNTA_RATE_LIMIT: '0' }
  const words = ['network', 'connect', 'selcom', '--credentials', '-', '--data']
  const input = JSON.stringify({ ...selcomCredentials, refunds: 'true' })
  shop = await openBinaryShop({
    live: true,
    env,
    prepare: async folder => {
      data = folder
      expect((await runBinary([...words, folder], { env, input })).log).toBe('')
    },
  })
}, 300_000)
afterAll(async () => {
  await shop.close()
  line.close()
  selcom.close()
})

interface Refund {
  readonly id: string
  readonly payment_reference: string
  readonly status: string
  readonly way: string
  readonly amount: { readonly value: number }
  readonly fees: { readonly value: number }
}

async function all<T>(thing: 'payments' | 'refunds'): Promise<T[]> {
  const found: T[] = []
  for (;;) {
    const { body } = await shop.asKey('GET', `/v1/${thing}?limit=100&offset=${found.length}`)
    found.push(...body.data.items)
    if (body.data.items.length < 100) return found
  }
}

async function until(isSo: () => Promise<boolean>, ms: number, what: () => unknown): Promise<void> {
  const deadline = performance.now() + ms
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`not in time: ${JSON.stringify(what())}`)
    await Bun.sleep(200)
  }
}

/**
 * Makes sales that were paid, each of another amount; the first covers the fees.
 * @returns their references
 */
async function sells(amounts: readonly number[]): Promise<string[]> {
  const references: string[] = []
  for (const amount of amounts) {
    const sale = { ...qr, details: { amount, currency: 'TZS' } }
    const { status, body } = await shop.asKey('POST', '/v1/payments', sale)
    expect(status).toBe(201)
    references.push(body.data.reference)
  }
  for (const { order_id } of selcom.fake.orders.values()) selcom.fake.steer(order_id, { answer: 'COMPLETED' })
  let open: unknown[] = []
  const areAllPaid = async () => {
    open = (await all<{ status: string }>('payments')).filter(({ status }) => status !== 'completed')
    return open.length === 0
  }
  await until(areAllPaid, 60_000 + amounts.length * 1_000, () => open)
  return references
}

const ways = {
  network: { call: '/refund-payment', json: {} },
  payout: { call: '/process', json: { recipient: { phone: '0713 000 111' } } },
} as const

type Way = keyof typeof ways
const moments = ['sent', 'done', 'answered'] as const
interface Cut {
  readonly way: Way
  /** Of its call to Selcom; undefined for some time after the request. */
  readonly moment: LineMoment | undefined
}
const cuts: readonly Cut[] = (['network', 'payout'] as const).flatMap(way =>
  moments.map(moment => ({ way, moment })),
)
const randomCut = (): Cut => ({
  way: chance.pick('network', 'payout'),
  moment: chance.happens(0.4) ? undefined : chance.pick(...moments),
})

/** Refunds a sale, and ends the process somewhere in it. */
async function cutOnce(reference: string, { way, moment }: Cut): Promise<void> {
  const { call, json } = ways[way]
  const send = () =>
    fetch(`${shop.url}/v1/payments/${reference}/refunds`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${shop.made.api_key}`,
        'content-type': 'application/json',
        'idempotency-key': reference.slice(-20),
      },
      body: JSON.stringify({ reason: 'Broken', ...json }),
      keepalive: false,
    }).catch(() => undefined)
  const { promise: killed, resolve } = Promise.withResolvers<void>()
  let isKilled = false
  const kill = async () => {
    if (isKilled) return
    isKilled = true
    await shop.kill()
    resolve()
  }
  if (moment) line.cutAt(moment, call, kill)
  const sent = send()
  if (!moment) void Bun.sleep(chance.roll() * 40).then(kill)
  await Promise.race([killed, sent.then(kill)])
  const answer = await sent
  if (answer) expect(answer.status).toBe(201)
  await shop.restart()
  // Half of the clients repeat their request, as they should.
  if (!chance.happens(0.5)) return
  const again = await send()
  expect([again?.status, await again?.text()]).toEqual([201, expect.stringContaining(reference)])
}

/** Returns what Selcom gave back, as the amounts: each sale has one of its own. */
const givenBack = () =>
  [...selcom.fake.refunds.values(), ...selcom.fake.payouts.values()]
    .map(({ amount }) => amount)
    .toSorted((a, b) => a - b)

test(
  `${kills} kills: nothing is paid back twice, nothing is lost, and the books add up`,
  async () => {
    console.log(`killed by SEED=${seed}`)
    const amounts = [500_000, ...Array.from({ length: kills }, (_, index) => 5_000 + index)]
    const sales = await sells(amounts)
    for (const [index, reference] of sales.slice(1).entries())
      await cutOnce(reference, cuts[index] ?? randomCut())
    reportTrials(kills)

    // Whatever Selcom gave back is known in the end. An owner decides on what it never got.
    const pending = async () => (await all<Refund>('refunds')).filter(({ status }) => status === 'pending')
    let late: Refund[] = []
    const isKnown = async () => {
      const there = new Set(givenBack())
      late = (await pending()).filter(({ amount }) => there.has(amount.value))
      return late.length === 0
    }
    await until(isKnown, 300_000, () => late)
    const open = await pending()
    for (const { id } of open) {
      const mark = { result: 'not_sent', reason: 'Selcom does not have it' }
      const marked = await shop.asOwner('POST', `/v1/refunds/${id}/mark`, mark)
      expect({ id, status: marked.status, body: marked.body }).toMatchObject({ id, status: 200 })
    }

    const refunds = await all<Refund>('refunds')
    expect(new Set(refunds.map(refund => refund.payment_reference)).size).toBe(refunds.length)
    const completed = refunds.filter(({ status }) => status === 'completed')
    const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
    expect(completed.map(({ amount }) => amount.value).toSorted((a, b) => a - b)).toEqual(givenBack())
    expect(new Set(givenBack()).size).toBe(givenBack().length)
    expect(givenBack().length).toBeGreaterThan(kills / 4)
    const { body } = await shop.asKey('GET', '/v1/payments/balance')
    const spent = sum(completed.map(({ amount, fees }) => amount.value + fees.value))
    const earned = sum(amounts)
    expect(body.data.available).toEqual({ value: earned - spent, currency: 'TZS' })
    await shop.kill()
    const doctor = await runBinary(['doctor', '--data', data, '--json'])
    const checks: { name: string; state: string }[] = JSON.parse(doctor.output).checks
    for (const name of ['ledger', 'records'])
      expect([name, checks.find(check => check.name === name)?.state]).toEqual([name, 'good'])
    await shop.restart()
    const ended = Object.groupBy(refunds, ({ way, status }) => `${way} ${status}`)
    console.log(
      `${kills} kills, ${line.requests.filter(request => /refund-payment|\/process$/.test(request)).length} calls, ` +
        `${givenBack().length} given back, ${open.length} marked as not sent; ` +
        Object.entries(ended)
          .map(([what, some]) => `${some?.length} ${what}`)
          .join(', '),
    )
  },
  600_000 + kills * 15_000,
)

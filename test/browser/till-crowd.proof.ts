// Four tills behind one address in real browsers on the real binary: they sell by QR, push
// and cash while customers load their checkout pages every two seconds. No request is rejected, no sale is
// lost or doubled, and every shift adds up. Normally a few sales at full speed; MINUTES=2 bun test
// ./test/browser/till-crowd.proof.ts sells at a shop's pace for that long: thirty sales a minute on each
// till.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { BrowserContext, Page } from 'playwright-core'
import { browserHere, openBrowser } from '../kit/browser.ts'
import {
  juma,
  neema,
  openTillShop,
  p95,
  pairTablet,
  signIn,
  type TillShop,
  typeAmount,
} from '../kit/till-shop.ts'

const minutes = Number(Bun.env.MINUTES ?? 0)
const paceMs = 2_000
const salesEach = minutes > 0 ? 30 * minutes : 15
const tills = 4
const float = 20_000
const longMs = 1_000

setDefaultTimeout(minutes * 60_000 + 150_000)

const ways = ['qr', 'qr', 'push', 'qr', 'cash'] as const
type Way = (typeof ways)[number]
interface Sold {
  readonly way: Way
  readonly amount: number
}
/** Returns the sales of a till, each with a different amount, so that one that is lost or doubled shows. */
const soldBy = (till: number): Sold[] =>
  Array.from({ length: salesEach }, (_, index) => ({
    way: ways[index % ways.length] ?? 'qr',
    amount: 1_000 * (till + 1) + index,
  }))
const sum = (sold: readonly Sold[]) => sold.reduce((total, { amount }) => total + amount, 0)
const amounts = (sold: readonly Sold[]) => sold.map(({ amount }) => amount).sort((a, b) => a - b)

/**
 * Creates a tally of every answer that the browsers got and how long it took; streams never end and are left
 * out.
 */
function newTally() {
  const statuses = new Map<number, number>()
  const waitsMs: number[] = []
  const broken: string[] = []
  let remaining = Number.POSITIVE_INFINITY
  return {
    statuses,
    waitsMs,
    broken,
    minRemaining: () => remaining,
    watch(context: BrowserContext) {
      context.on('requestfinished', async request => {
        if (request.url().includes('/events?')) return
        const { responseEnd } = request.timing()
        const answer = await request.response().catch(() => null)
        if (!answer) return
        waitsMs.push(responseEnd)
        statuses.set(answer.status(), (statuses.get(answer.status()) ?? 0) + 1)
        remaining = Math.min(
          remaining,
          Number(answer.headers()['x-ratelimit-remaining'] ?? Number.POSITIVE_INFINITY),
        )
      })
      context.on('requestfailed', request => {
        // What the page itself gives up (a stream that has sent its change, a picture of a sale that is over)
        // is no failure.
        const why = request.failure()?.errorText ?? ''
        if (why !== 'net::ERR_ABORTED') broken.push(`${new URL(request.url()).pathname}: ${why}`)
      })
    },
  }
}

describe.skipIf(!browserHere)('a busy till', () => {
  let shop: TillShop
  const tally = newTally()
  const tablets: { page: Page; tillId: string; pays: (reference: string) => Promise<number> }[] = []
  const customers: Page[] = []

  beforeAll(async () => {
    shop = await openTillShop()
    for (let at = 0; at < tills; at++) {
      const { context, page, till } = await pairTablet(shop, { name: `Counter ${at + 1}` })
      await signIn(page, at % 2 ? juma : neema)
      const opened = await page.evaluate(
        async float =>
          (
            await fetch('/api/v1/till/shift', {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify({ float }),
            })
          ).status,
        float,
      )
      expect(opened).toBe(201)
      await page.reload()
      await page.getByTestId('charge').waitFor()
      tally.watch(context)
      tablets.push({ page, tillId: till.id, pays: await newPayer(`Pays at ${till.id}`) })
    }
    for (const phone of ['0754000129', '0713000129']) {
      const context = await (await openBrowser()).newContext()
      tally.watch(context)
      customers.push(await checkoutPage(context, phone))
    }
  })
  afterAll(() => shop?.close())

  /** Creates an API key with which customers of one till pay: each key has sixty requests a minute. */
  async function newPayer(name: string) {
    const made = await shop.asOwner('POST', '/api/v1/keys', { name, scopes: ['collection:create'] })
    const headers = { authorization: `Bearer ${made.body.data.key}`, 'content-type': 'application/json' }
    return async (reference: string) => {
      const init = { method: 'POST', headers, body: JSON.stringify({ outcome: 'completed' }) }
      return (await fetch(`${shop.url}/v1/sandbox/payments/${reference}`, init)).status
    }
  }

  /**
   * Opens the page of a customer who was asked on the phone and does not answer. The page asks for the
   * status, and so does this test, every two seconds.
   */
  async function checkoutPage(context: BrowserContext, phone: string): Promise<Page> {
    const { body } = await shop.asKey('POST', '/api/v1/sessions', { amount: 5_000 })
    const { pathname } = new URL(body.data.checkout_url)
    const page = await context.newPage()
    await page.goto(`${shop.url}${pathname}`)
    await page.locator('[name=customer_phone]').fill(phone)
    await page.locator('[name=customer_phone]').press('Enter')
    await page.locator('main[data-state=waiting]').waitFor()
    await page.evaluate(
      ({ path, ms }) => setInterval(() => void fetch(path, { headers: { accept: 'application/json' } }), ms),
      {
        path: `${pathname}/status`,
        ms: paceMs,
      },
    )
    return page
  }

  async function sell({ page, pays }: (typeof tablets)[number], { way, amount }: Sold): Promise<void> {
    await typeAmount(page, amount)
    if (way === 'cash') {
      await page.getByTestId('cash').click()
      await page.getByTestId('confirm-cash').click()
    } else {
      const asked = page.waitForResponse(
        answer => answer.url().endsWith('/v1/payments') && answer.request().method() === 'POST',
      )
      await page.getByTestId(way === 'qr' ? 'charge' : 'push').click()
      if (way === 'push') {
        await typeAmount(page, 754_000_001)
        await page.getByTestId('send').click()
      }
      const { data } = await (await asked).json()
      await page.locator('.waiting').waitFor()
      expect(await pays(data.reference)).toBe(200)
    }
    await page.getByTestId('paid').waitFor()
    await page.getByTestId('new-sale').press('Enter')
    await page.getByTestId('charge').waitFor()
  }

  /** Makes all sales. @returns how late each sale began, against the pace */
  async function sellAll(tablet: (typeof tablets)[number], sold: readonly Sold[]): Promise<number[]> {
    const startedAt = performance.now()
    const late: number[] = []
    for (const [at, one] of sold.entries()) {
      const dueAt = startedAt + at * paceMs
      if (minutes > 0 && dueAt > performance.now()) await Bun.sleep(dueAt - performance.now())
      late.push(performance.now() - dueAt)
      await sell(tablet, one)
    }
    return late
  }

  test('no one is refused, no sale is lost or doubled, every shift equals its payments to the shilling', async () => {
    const startedAt = performance.now()
    const late = (await Promise.all(tablets.map((tablet, till) => sellAll(tablet, soldBy(till))))).flat()
    const seconds = (performance.now() - startedAt) / 1_000
    const { statuses, waitsMs, broken } = tally
    const long = waitsMs.filter(ms => ms > longMs).length
    console.log(
      `${tills * salesEach} sales on ${tills} tills in ${seconds.toFixed(0)} s; ` +
        `${waitsMs.length} requests (${[...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}), ` +
        `p95 ${p95(waitsMs).toFixed(0)} ms, slowest ${Math.max(...waitsMs).toFixed(0)} ms, ${long} over ${longMs} ms (goal 0); ` +
        `at least ${tally.minRemaining()} requests left in a minute of any limit` +
        (minutes > 0 ? `; a sale began at most ${Math.max(...late).toFixed(0)} ms after its time` : ''),
    )
    expect(statuses.has(429)).toBe(false)
    expect(broken).toEqual([])
    expect([...statuses.keys()].filter(status => status >= 400)).toEqual([])

    const completed: { amount: { value: number }; created_by: string }[] = []
    for (let offset = 0, total = 1; offset < total; offset += 100) {
      const { body } = await shop.asOwner('GET', `/v1/payments?limit=100&offset=${offset}&status=completed`)
      completed.push(...body.data.items)
      total = body.data.total
    }
    const all = tablets.flatMap((_, till) => soldBy(till))
    const byNetwork = all.filter(({ way }) => way !== 'cash')
    expect(completed.map(({ amount }) => amount.value).sort((a, b) => a - b)).toEqual(amounts(byNetwork))
    expect((await shop.asOwner('GET', '/v1/payments?limit=1')).body.data.total).toBe(
      byNetwork.length + customers.length,
    )

    for (const [till, { tillId, page }] of tablets.entries()) {
      const sold = soldBy(till)
      const by = (wanted: Way) => sold.filter(({ way }) => way === wanted)
      const counted = float + sum(by('cash'))
      const { body } = await page.evaluate(async counted => {
        const headers = { 'content-type': 'application/json' }
        const answer = await fetch('/api/v1/till/shift/close', {
          method: 'POST',
          headers,
          body: JSON.stringify({ counted }),
        })
        return { body: await answer.json() }
      }, counted)
      const { report, state } = body.data
      expect([tillId, state, report.total.count, report.total.gross]).toEqual([
        tillId,
        'closed',
        sold.length,
        sum(sold),
      ])
      for (const [method, way] of [
        ['qr', 'qr'],
        ['mobile', 'push'],
        ['cash', 'cash'],
      ] as const) {
        const line = report.by_method.find((one: { method: string }) => one.method === method)
        expect([method, line?.count, line?.gross]).toEqual([method, by(way).length, sum(by(way))])
      }
      expect(report.cash).toMatchObject({ expected: counted, counted, difference: 0 })
    }
  })
})

// A restart under a whole shop: the server is killed while three tills wait for a customer, at a QR code, a
// push and a link. Each returns to its sale without help, and each can be paid. The times are printed.
// till-outage.test.ts has one till.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserHere } from '../kit/browser.ts'
import {
  charge,
  neema,
  openTillShop,
  pairTablet,
  signIn,
  type TillShop,
  typeAmount,
} from '../kit/till-shop.ts'

setDefaultTimeout(300_000)

const ways = ['qr', 'push', 'link'] as const

describe.skipIf(!browserHere)('killed with three sales waiting', () => {
  let shop: TillShop
  const tablets = new Map<(typeof ways)[number], Page>()

  beforeAll(async () => {
    shop = await openTillShop()
    for (const way of ways) {
      const { page } = await pairTablet(shop, { name: `Counter ${way}` })
      await signIn(page, neema)
      tablets.set(way, page)
    }
  })
  afterAll(() => shop?.close())

  const at = (way: (typeof ways)[number]): Page => {
    const page = tablets.get(way)
    if (!page) throw new Error(`a till waits at a ${way}`)
    return page
  }
  /** Begins a sale at each till, which then waits; returns what each shows and must show afterwards. */
  async function begin(): Promise<Record<(typeof ways)[number], string>> {
    await charge(at('qr'), 8_000)
    await typeAmount(at('push'), 7_000)
    await at('push').getByTestId('push').click()
    await typeAmount(at('push'), 754_000_001)
    await at('push').getByTestId('send').click()
    await charge(at('link'), 6_000)
    await at('link').getByTestId('method-link').click()
    await at('link').getByTestId('link').waitFor()
    return shown()
  }
  const shown = async () => ({
    qr: (await at('qr').getByTestId('token').textContent()) ?? '',
    push: (await at('push').getByText('Sent to 0754 000 001').textContent()) ?? '',
    link: await at('link').getByTestId('link').inputValue(),
  })
  const references = async (): Promise<Map<number, string>> => {
    const { body } = await shop.asKey('GET', '/v1/payments?limit=20&status=pending')
    return new Map(
      body.data.items.map((item: { amount: { value: number }; reference: string }) => [
        item.amount.value,
        item.reference,
      ]),
    )
  }
  const gone = (page: Page) => page.getByTestId('server-banner').getByText('Can’t reach Kaunta').waitFor()
  const back = async (page: Page, since: number) => {
    await page.getByTestId('server-banner').waitFor({ state: 'hidden' })
    return performance.now() - since
  }

  /** Restarts, waits until every till is back at its sale, pays all three, and is at the keypads again. */
  async function comeBack(before: Awaited<ReturnType<typeof begin>>, what: string): Promise<void> {
    await shop.restart()
    const startedAt = performance.now()
    const took = await Promise.all(ways.map(way => back(at(way), startedAt)))
    expect(await shown()).toEqual(before)
    const open = await references()
    await Promise.all([shop.decide(open.get(8_000) ?? '', { outcome: 'completed' }), payLink(before.link)])
    await shop.decide(open.get(7_000) ?? '', { outcome: 'completed' })
    const paid = await Promise.all(
      ways.map(async way => {
        await at(way).getByTestId('paid').waitFor()
        return performance.now() - startedAt
      }),
    )
    const say = (times: readonly number[]) =>
      ways.map((way, index) => `${way} ${times[index]?.toFixed(0)}`).join(', ')
    console.log(`${what}: back after ms: ${say(took)}; paid and green after: ${say(paid)} (goal 10,000)`)
    for (const way of ways) {
      await at(way).getByTestId('new-sale').press('Enter')
      await at(way).getByTestId('charge').waitFor()
    }
  }

  /** Pays at the link as its customer, by a number that approves automatically. */
  async function payLink(link: string): Promise<void> {
    const opened = await fetch(`${shop.url}${new URL(link).pathname}`, { redirect: 'manual' })
    const { pathname } = new URL(opened.headers.get('location') ?? '', shop.url)
    const { status } = await fetch(`${shop.url}${pathname}/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ payment_method: 'mobile_money', customer_phone: '0754000789' }),
    })
    expect(status).toBe(200)
  }

  test('and back at once', async () => {
    const before = await begin()
    await shop.kill()
    await comeBack(before, 'killed and started again')
  })

  test('and down for twenty seconds', async () => {
    const before = await begin()
    const sinceAt = performance.now()
    await shop.kill()
    await Promise.all([...tablets.values()].map(gone))
    // Each heartbeat that fails is a second; the tills go on asking for as long as the server is away.
    let failed = 0
    const page = at('qr')
    const downFor = new Promise<void>(resolve =>
      page.on('requestfailed', request => {
        if (request.url().endsWith('/health') && ++failed && performance.now() - sinceAt > 20_000) resolve()
      }),
    )
    await downFor
    expect(failed).toBeGreaterThan(10)
    await comeBack(before, 'twenty seconds down')
  })
})

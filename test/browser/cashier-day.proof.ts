// A cashier's day in Chromium on the real binary: 50 sales over two tills, one in English and one in Swahili,
// drawn from a printed seed (`SEED=7` repeats it). The cases are in test/kit/cashier-day/case.ts. A book adds
// up what was tapped without the product's functions. Every report, the stock and the payments must equal it
// to the shilling.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { browserHere } from '../kit/browser.ts'
import { showToCamera } from '../kit/camera-film.ts'
import { type BookedSale, refundSum, sumsOf, unitsSold } from '../kit/cashier-day/book.ts'
import { openCounter } from '../kit/cashier-day/counter.ts'
import { goods, productBodies } from '../kit/cashier-day/good.ts'
import { approvalAbove } from '../kit/cashier-day/payment.ts'
import { planDay, saleCount } from '../kit/cashier-day/plan.ts'
import { sumOf } from '../kit/cashier-day/receipt.ts'
import {
  checkHome,
  checkItemFile,
  checkProfit,
  checkTillFile,
  exportRows,
  hourNames,
  sharedSummary,
  summaryLines,
} from '../kit/cashier-day/report.ts'
import { type Counters, sellPlanned } from '../kit/cashier-day/sell.ts'
import {
  cashOf,
  checkReport,
  closeShift,
  type DrawerCount,
  openShiftReport,
} from '../kit/cashier-day/shift-paper.ts'
import { openConsole } from '../kit/console.ts'
import { zoneAtNoon } from '../kit/noon-zone.ts'
import { asha } from '../kit/people.ts'
import { reportTrials } from '../kit/proof.ts'
import { juma, neema, openShift, openTillShop, type TillShop } from '../kit/till-shop.ts'
import { settles } from '../kit/wait.ts'

const seed = Number(Bun.env.SEED ?? crypto.getRandomValues(new Uint16Array(1))[0])
const plan = planDay(seed)
const startMs = performance.now()
const startedAt = Date.now()
const timeZone = zoneAtNoon()
const float = 100_000
/** What the second drawer lacks in the evening. */
const short = 500

describe.skipIf(!browserHere)(`a cashier’s day, SEED=${seed}`, () => {
  let shop: TillShop
  let counters: Counters
  const book: BookedSale[] = []
  const drawers = new Map<string, DrawerCount>()
  // Without a film Chromium has no camera.
  showToCamera()

  beforeAll(async () => {
    shop = await openTillShop()
    const settings = { cash_refund_approval_above: approvalAbove, time_zone: timeZone }
    expect((await shop.asOwner('PATCH', '/api/v1/settings', settings)).status).toBe(200)
    for (const product of productBodies())
      expect((await shop.asOwner('POST', '/api/v1/products', product)).status).toBe(201)
    for (const { stock, id, variation } of await shelves())
      if (stock !== undefined) {
        const variation_id = variation ? { variation_id: variation.id } : {}
        const delivery = { kind: 'delivery', quantity: stock, ...variation_id }
        expect((await shop.asOwner('POST', `/api/v1/products/${id}/stock`, delivery)).status).toBe(201)
      }
    counters = [
      await openCounter(shop, { name: 'Counter 1', language: 'en', cashier: neema }),
      await openCounter(shop, { name: 'Counter 2', language: 'sw', cashier: juma }),
    ]
    for (const { page } of counters) await openShift(page, float)
  }, 300_000)
  afterAll(() => shop?.close())

  interface Shown {
    readonly id: string
    readonly name: string
    readonly stock: number | null
    readonly variations: readonly Shown[]
  }
  /** Returns every good with its product in the API, and what the API has on hand. */
  async function shelves() {
    const { body } = await shop.asOwner('GET', '/api/v1/products?limit=500')
    const products: readonly Shown[] = body.data.items
    return Object.values(goods).map(good => {
      const product = products.find(({ name }) => name === good.product) ?? expect.unreachable()
      const variation = product.variations.find(({ name }) => name === good.variation)
      return { ...good, good, id: product.id, variation, onHand: (variation ?? product).stock }
    })
  }

  test('is 50 sales', () => expect(saleCount(plan)).toBe(50))

  test.each(plan.map(sale => [sale.number, sale.title, sale.pays, sale] as const))(
    'sale %i: %s (%s)',
    async (_, __, ___, sale) => {
      book.push(...(await sellPlanned(counters, sale)))
    },
  )

  test('the report of each shift: methods, cashiers, drawer, refunds, items', async () => {
    for (const [at, counter] of counters.entries()) {
      const sales = book.filter(({ till }) => till === counter.name)
      const expected = cashOf(sales, float)
      const count = { expected, counted: at === 0 ? expected : expected - short }
      drawers.set(counter.name, count)
      await openShiftReport(counter, sales)
      await closeShift(counter, count)
      await checkReport(counter, sales, count, float)
    }
  })

  test('the payments, the exportRows sales, the refunds and the ledger', async () => {
    const { items } = (await shop.asKey('GET', '/v1/payments?limit=50&status=completed')).body.data
    const amounts = items.map(({ amount }: { amount: { value: number } }) => amount.value)
    const network = book.filter(({ method }) => method !== 'cash')
    expect(amounts.toSorted()).toEqual(network.map(({ total }) => total).toSorted())
    const sales = (await exportRows(shop, 'sales.csv')).filter(({ status }) =>
      /completed|refunded/.test(status ?? ''),
    )
    const rows = sales.map(({ till, amount, refunded }) => `${till} ${amount} ${refunded}`)
    const expected = book.map(sale => `${sale.till} ${sale.total} ${sumOf(sale.refunds.map(refundSum))}`)
    expect(rows.toSorted()).toEqual(expected.toSorted())
    const refunds = (await exportRows(shop, 'refunds.csv')).map(({ amount }) => Number(amount))
    const back = book.flatMap(sale => sale.refunds.map(refundSum))
    expect(refunds.toSorted()).toEqual(back.toSorted())
    const { body: health } = await shop.asOwner('GET', '/api/v1/doctor')
    const ledger = expect.objectContaining({ name: 'ledger', reason: 'ledger_right' })
    expect(health.data.checks).toContainEqual(ledger)
  })

  test('the stock', async () => {
    for (const { good, stock, onHand } of await shelves())
      expect([good.product, onHand]).toEqual([
        good.product,
        stock === undefined ? null : stock - unitsSold(book, good),
      ])
  })

  test('the product report on Home, and its file', async () => {
    const { context, page, complaints } = await openConsole(shop, asha)
    await page.goto(`${shop.url}/admin?account=${shop.account}`)
    await page.locator('.recent-row').first().waitFor()
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await checkHome(page, book, hourNames(startedAt, Date.now(), timeZone))
    await checkProfit(page, book)
    await checkTillFile(shop, book)
    await checkItemFile(shop, book)
    expect(complaints).toEqual([])
    await context.close()
  })

  test.each(['en', 'sw'] as const)('the evening summary (%s)', async language => {
    const { context, page, complaints } = await openConsole(shop, asha, { language })
    await page.goto(`${shop.url}/admin/summary?account=${shop.account}`)
    await page.getByTestId('sales').waitFor()
    const expected = summaryLines({ book, drawers }, language)
    await settles(
      () => sharedSummary(page),
      lines => expect(lines.toSorted()).toEqual(expected.toSorted()),
    )
    await checkProfit(page, book)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('the day in figures', () => {
    const { count, gross, refunds, refunded, costed, cost } = sumsOf(book)
    const seconds = Math.round((performance.now() - startMs) / 1_000)
    console.log({ seed, count, gross, refunds, refunded, cost, profit: costed - cost, seconds })
    expect(count).toBe(50)
    reportTrials(count)
  })
})

// How fast a till sells from a price list of 2,000 products, in a browser that is slowed down four times: the
// grid after the tap that opens it, a search after a key, and a line after a scan. It prints the times and
// asserts none: on a busy machine they are several times as long.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserHere } from '../kit/browser.ts'
import { asha } from '../kit/people.ts'
import { csvOf, ean } from '../kit/product-file.ts'
import { pressAsScanner } from '../kit/till-scan.ts'
import { neema, openTillShop, p95, pairTablet, signIn, type TillShop } from '../kit/till-shop.ts'

const slowdown = 4
const products = 2_000
const rounds = 25

/** Runs in the page: notes when the next of these events comes, and when its change is painted. */
const timeNext = ({ event, change }: { readonly event: string; readonly change: string }) => {
  const painted = Promise.withResolvers<number>()
  Object.assign(window, { painted: painted.promise })
  const shown = () => document.querySelector(change)?.textContent
  const before = shown()
  window.addEventListener(
    event,
    ({ timeStamp }) => {
      const look = new MutationObserver(() => {
        if (shown() === before) return
        look.disconnect()
        requestAnimationFrame(() => setTimeout(() => painted.resolve(performance.now() - timeStamp)))
      })
      look.observe(document, { attributes: true, childList: true, subtree: true, characterData: true })
    },
    { capture: true, once: true },
  )
}
/** Returns the milliseconds from an event to the paint of what it changes. */
async function timed(
  page: Page,
  event: string,
  change: string,
  action: () => Promise<unknown>,
): Promise<number> {
  await page.evaluate(timeNext, { event, change })
  await action()
  return await page.evaluate(() => (window as unknown as { painted: Promise<number> }).painted)
}

const report = (what: string, times: readonly number[], goal: number) =>
  console.log(`${what}, p95 of ${times.length}: ${Math.round(p95(times))} ms (goal ${goal})`)

describe.skipIf(!browserHere)(`a price list of ${products} products`, () => {
  let shop: TillShop
  let page: Page

  beforeAll(async () => {
    shop = await openTillShop()
    const names = ['Unga', 'Sukari', 'Chai', 'Mchele', 'Sabuni', 'Maji', 'Soda', 'Maharage']
    const rows = Array.from({ length: products }, (_, index) => [
      `${names[index % names.length]} ${index}`,
      1_000 + index,
      `Aina ${index % 20}`,
      ean(index),
    ])
    const made = await fetch(`${shop.url}/api/v1/products/import`, {
      method: 'POST',
      headers: { ...(await shop.tokenOf(asha)), 'content-type': 'text/csv' },
      body: csvOf([['name', 'price', 'category', 'barcode'], ...rows]),
    })
    expect(await made.json()).toMatchObject({ data: { created: products, errors: [] } })
    const phone = await pairTablet(shop, { viewport: { width: 360, height: 740 } })
    page = phone.page
    await signIn(page, neema)
    await page.getByTestId('open-products').click()
    await page.getByTestId('tile').first().waitFor()
    await page.getByTestId('products-done').click()
    const session = await phone.context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  })
  afterAll(() => shop?.close())

  test('a tap opens the grid', async () => {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      times.push(
        await timed(page, 'click', 'dialog[open] .tiles', () => page.getByTestId('open-products').click()),
      )
      await page.getByTestId('products-done').click()
      await page.getByTestId('tiles').waitFor({ state: 'hidden' })
    }
    report('tap to grid painted', times, 100)
  })

  test('a key searches', async () => {
    await page.getByTestId('open-products').click()
    const search = page.getByTestId('products-search')
    const first = page.getByTestId('tile').first()
    await search.focus()
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      await first.getByText('Chai').waitFor()
      const key = 'sum'[round % 3] ?? 's'
      times.push(await timed(page, 'keydown', '.tiles', () => page.keyboard.press(key)))
      await search.fill('')
    }
    report('key to results painted', times, 50)
    await page.getByTestId('products-done').click()
  })

  test('a scan adds a line', async () => {
    /** Scans a code; the till stops the keys of a scanner, so another event begins them. */
    const scan = (code: string) => page.evaluate(pressAsScanner, [...code, 'Enter'])
    const times: number[] = []
    for (let round = 0; round < rounds; round++)
      times.push(await timed(page, 'scan', '.amount-digits', () => scan(ean(round * 70))))
    report('scan to line painted', times, 100)
  })
})

// The summary of a day on the real binary: it equals what the till sold, is printed on one page, and is
// shared as a text that the person sends. Pictures for people to look at: dist/screens/admin-summary/.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { browserHere } from '../kit/browser.ts'
import { asha, axeFaults, openConsole, sidewaysScroll } from '../kit/console.ts'
import { moveToNoon } from '../kit/noon-zone.ts'
import { looks, newScreens, shoot, wordsOn } from '../kit/screens.ts'
import { neema, openTillShop, pairTablet, signIn, type TillShop } from '../kit/till-shop.ts'
import { until } from '../kit/wait.ts'

interface Call {
  readonly path: string
  readonly json: object
}

describe.skipIf(!browserHere)('the summary of a day', () => {
  let shop: TillShop
  let screens: string
  let tablet: Page
  beforeAll(async () => {
    screens = newScreens('admin-summary')
    shop = await openTillShop()
    await moveToNoon(shop, shop.account)
    const made = await shop.asOwner('POST', '/api/v1/products', { name: 'Soda', price: 1_000, cost: 700 })
    const { page } = await pairTablet(shop, { name: 'Front' })
    await signIn(page, neema)
    const send = ({ path, json }: Call) =>
      page.evaluate(
        async ([path, body]) => {
          const headers = {
            'content-type': 'application/json',
            'kaunta-till': '1',
            'idempotency-key': crypto.randomUUID().slice(0, 30),
          }
          const answer = await fetch(`/api/v1/till/${path}`, { method: 'POST', headers, body })
          if (!answer.ok) throw new Error(await answer.text())
          return (await answer.json()).data
        },
        [path, JSON.stringify(json)] as const,
      )
    const sodas = (quantity: number) => [{ product_id: made.body.data.id, quantity }]
    const sell = (amount: number, more: object = {}) =>
      send({ path: 'cash', json: { amount, given: amount, ...more } })
    await send({ path: 'shift', json: { float: 10_000 } })
    await sell(5_000, { line_items: sodas(5) })
    await sell(20_000)
    const wrong = await sell(2_000, { line_items: sodas(2) })
    await send({ path: `cash/${wrong.id}/void`, json: { reason: 'Flat', pin: neema.pin } })
    await send({ path: 'shift/close', json: { counted: 34_000, reason: 'Not known' } })
    await send({ path: 'shift', json: { float: 10_000 } })
    await sell(3_000, { line_items: sodas(3) })
    tablet = page
    await shop.asKey('POST', '/api/v1/sessions', { amount: 9_000 })
    const asked = { payment_type: 'dynamic-qr', details: { amount: 5_000, currency: 'TZS' } }
    const payment = await shop.asKey('POST', '/v1/payments', asked)
    const answer = { outcome: 'completed', amount: 6_500 }
    await shop.asKey('POST', `/v1/sandbox/payments/${payment.body.data.reference}`, answer)
    const isUnmatched = async () => {
      const { body } = await shop.asOwner('GET', '/api/v1/overview')
      return body.data.attention.unmatched.count === 1
    }
    await until(isUnmatched)
  }, 300_000)
  afterAll(() => shop.close())

  const openSummary = async (page: Page, query = '') => {
    await page.goto(`${shop.url}/admin/summary?account=${shop.account}${query}`)
    await page.getByTestId('sales').waitFor()
  }
  const textOf = async (page: Page) => {
    const href = await page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')
    expect(href).toStartWith('https://wa.me/?text=')
    return new URL(href ?? '').searchParams.get('text')?.replaceAll('\u00a0', ' ').split('\n') ?? []
  }

  test('is reached from Home and equals what the till sold', async () => {
    const { context, page, complaints } = await openConsole(shop, asha)
    const elsewhere: string[] = []
    page.on('request', request => request.url().startsWith(shop.url) || elsewhere.push(request.url()))
    await page.goto(`${shop.url}/admin?account=${shop.account}`)
    await page.getByRole('link', { name: 'Summary' }).click()
    await page.getByRole('heading', { name: 'Today’s summary' }).waitFor()
    await page.getByTestId('sales').waitFor()
    const [practice, , day, , ...lines] = await textOf(page)
    expect(practice).toBe('Practice: no real money')
    expect(day).toMatch(/^\w+ \d+ \w+ 20\d\d, until \d\d:\d\d$/)
    expect(lines).toEqual([
      'Sales before refunds: TZS 30,000 (4)',
      '• Cash: TZS 30,000 (4)',
      'Refunds: − TZS 2,000 (1)',
      'After refunds: TZS 28,000',
      'Profit: TZS 2,400',
      'The day before: TZS 0 (0)',
      '',
      'Cash drawers',
      '• Front, shift 1: TZS 1,000 short, expected TZS 35,000, counted TZS 34,000',
      '• Front, shift 2: Open, expected TZS 13,000',
      '',
      'Needs attention',
      '• TZS 6,500 received without a matching payment',
      '• 1 payment link waits for its customer',
    ])
    expect(await page.getByTestId('profit').textContent()).toContain('2,400')
    expect(await page.getByRole('link', { name: /^TZS 6,500 received/ }).getAttribute('href')).toContain(
      '/unmatched',
    )
    const drawers = page.getByRole('link', { name: /^Front, shift/ })
    expect(await drawers.allTextContents()).toEqual(['Front, shift 1', 'Front, shift 2'])
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('link', { name: 'WhatsApp' }).isVisible()).toBe(false)
    for (const format of ['A4', 'A5']) {
      const pages = (await page.pdf({ format })).toString('latin1').match(/\/Type\s*\/Page\b/g)
      expect([format, pages]).toEqual([format, ['/Type /Page']])
    }
    expect([complaints, elsewhere]).toEqual([[], []])
    await context.close()
  })

  const rowsOf = (table: Locator) =>
    table
      .locator('tr')
      .evaluateAll(rows => rows.map(row => [...row.children].map(cell => cell.textContent ?? '')))

  test('the report of a shift lists its items on the till', async () => {
    await tablet.reload()
    for (const step of ['settings', 'shift']) await tablet.getByTestId(step).click()
    const items = tablet.getByTestId('report-items')
    await items.waitFor()
    expect(await rowsOf(items)).toEqual([
      ['Item', 'Quantity', 'TZS'],
      ['Soda', '3', '3,000'],
    ])
    await shoot(tablet, screens, 'till-shift')
  })

  test('the report of a shift lists its items in the console', async () => {
    const { context, page, complaints } = await openConsole(shop, asha)
    await openSummary(page)
    await page.getByRole('link', { name: 'Front, shift 1' }).click()
    const items = page.getByRole('table', { name: 'Items sold' })
    await items.waitFor()
    expect(await rowsOf(items)).toEqual([
      ['Item', 'Quantity', 'Gross'],
      ['Soda', '7', '7,000'],
      ['Without items', '', '20,000'],
      ['Total', '', '27,000'],
    ])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a past day can be chosen, and is kept in the address', async () => {
    const { context, page } = await openConsole(shop, asha)
    await openSummary(page)
    await page.getByLabel('Day', { exact: true }).fill('2026-01-02')
    await page.getByText('No till was open on this day.').waitFor()
    expect(new URL(page.url()).searchParams.get('day')).toBe('2026-01-02')
    await page.reload()
    await page.getByRole('heading', { name: 'Summary of the day' }).waitFor()
    await page.getByTestId('sales').waitFor()
    expect((await textOf(page)).slice(2)).toEqual([
      'Friday 2 January 2026',
      '',
      'Sales: TZS 0 (0)',
      'The day before: TZS 0 (0)',
    ])
    await context.close()
  })

  test.each(looks([360, 768, 1280]))(
    '$width $language $theme: fits, in words of its language',
    async look => {
      const { context, page, complaints } = await openConsole(shop, asha, look)
      const name = `summary-${look.width}-${look.theme}-${look.language}`
      await openSummary(page)
      await wordsOn(page, name)
      await shoot(page, screens, name)
      expect([name, await axeFaults(page), await sidewaysScroll(page)]).toEqual([name, [], 0])
      const shift = page.getByRole('link', { name: /^Front, \w+ 1$/ })
      const title = (await shift.textContent()) ?? ''
      await shift.click()
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      await wordsOn(page, name)
      await shoot(page, screens, `shift-${name}`)
      expect([name, await axeFaults(page), await sidewaysScroll(page)]).toEqual([name, [], 0])
      expect(complaints).toEqual([])
      await context.close()
    },
  )
})

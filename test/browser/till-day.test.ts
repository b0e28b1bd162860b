// A day at the till in a real browser on the real binary: recent sales with a cashier's permissions, a shift
// that adds up, every payment method on one sale, and printed receipts.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserHere, readQr } from '../kit/browser.ts'
import { asha } from '../kit/people.ts'
import { proofTest } from '../kit/proof.ts'
import {
  charge,
  juma,
  neema,
  openTillShop,
  pairTablet,
  signIn,
  type TillShop,
  typeAmount,
} from '../kit/till-shop.ts'
import { until } from '../kit/wait.ts'

const countPrints = 'window.prints = 0; window.print = () => { window.prints++ }'
/** What a cashier may not see, with the path's parameters filled in. */
const adminPaths = [
  '/api/v1/tills',
  '/api/v1/shifts',
  '/api/v1/keys',
  '/api/v1/audit-log',
  '/api/v1/settings',
  '/api/v1/settings/webhook-secret',
  '/api/v1/unmatched',
  '/v1/payments/balance',
  '/v1/payouts',
]

describe.skipIf(!browserHere)('a day at the till', () => {
  let shop: TillShop
  let page: Page

  beforeAll(async () => {
    shop = await openTillShop()
    const tablet = await pairTablet(shop)
    page = tablet.page
    await tablet.context.addInitScript(countPrints)
    await page.reload()
    await signIn(page, neema)
    await page.getByTestId('charge').waitFor()
  })
  afterAll(() => shop?.close())

  const pay = async () => {
    await shop.decide((await shop.newest()).reference, { outcome: 'completed' })
    await page.getByTestId('paid').waitFor()
  }
  const next = async () => {
    await page.getByTestId('new-sale').press('Enter')
    await page.getByTestId('cash').waitFor()
  }
  const toShift = async () => {
    await page.getByTestId('settings').click()
    await page.getByTestId('shift').click()
  }
  const step = async (amount: number) => {
    await typeAmount(page, amount)
    await page.getByTestId('step-submit').click()
  }
  const digits = async (testId: string) =>
    Number((await page.getByTestId(testId).textContent())?.replaceAll(',', '').replace('−', '-'))

  test('the last sales with state, amount, minute and note; everything of the admin is refused', async () => {
    await typeAmount(page, 4_300)
    await page.getByTestId('add-note').click()
    await page.getByTestId('note').fill('meza 4')
    await page.getByTestId('note-save').click()
    await page.getByTestId('charge').click()
    await page.getByTestId('qr').waitFor()
    await pay()
    await page.getByTestId('paid').getByText('meza 4').waitFor()
    await next()
    const row = page.locator('.sales-panel .sale-row').first()
    for (const said of ['4,300', 'Paid', 'meza 4', /\d\d:\d\d/]) await row.getByText(said).first().waitFor()
    const statuses = await page.evaluate(
      paths =>
        Promise.all(paths.map(async path => (await fetch(path, { headers: { 'kaunta-till': '1' } })).status)),
      adminPaths,
    )
    expect(statuses).toEqual(adminPaths.map(() => 403))
    const anothers = (
      await shop.asKey('POST', '/v1/payments', {
        payment_type: 'dynamic-qr',
        details: { amount: 900, currency: 'TZS' },
      })
    ).body.data.reference
    expect(
      await page.evaluate(
        async path => (await fetch(path, { headers: { 'kaunta-till': '1' } })).status,
        `/v1/payments/${anothers}`,
      ),
    ).toBe(404)
  })

  test('a shift: float, sales by two cashiers and three methods, drawer in and out, close; it adds up to the shilling', async () => {
    await shop.asOwner('PATCH', '/api/v1/settings', { cash_refund_approval_above: 500 })
    await page.getByTestId('cash').click() // nothing typed: nothing happens
    await typeAmount(page, 3_000)
    await page.getByTestId('cash').click()
    await step(20_000)

    // The sale goes on where it stopped.
    await page.getByText('TZS 3,000 in cash').waitFor()
    await page.locator('.quick-amount', { hasText: '5,000' }).dblclick()
    await page.getByText('Change TZS 2,000').waitFor()
    await page.getByTestId('paid').getByText('Cash received').waitFor()
    await next()
    await charge(page, 12_000)
    await pay()
    await next()

    await page.getByTestId('switch-cashier').click()
    await signIn(page, juma)
    await typeAmount(page, 2_500)
    await page.getByTestId('push').click()
    await typeAmount(page, 754_000_001)
    await page.getByTestId('send').click()
    await page.getByText('Sent to 0754 000 001').waitFor()
    await pay()
    await next()
    await typeAmount(page, 700)
    await page.getByTestId('cash').click()
    await page.getByTestId('confirm-cash').click()
    await page.getByTestId('paid').waitFor()
    await page.getByTestId('refund').click()
    await page.getByTestId('refund-reason-other').click()
    await page.getByTestId('refund-reason-text').fill('changed their mind')
    await page.getByTestId('refund-confirm').click()
    await typeAmount(page, Number(juma.pin))
    await page.getByText('This refund needs a second person').waitFor()
    await page.getByTestId('approver').filter({ hasText: asha.name }).click()
    await typeAmount(page, Number(asha.pin))
    await page.getByTestId('refund-done').click()
    await page.getByTestId('voided').getByText('Cash refunded').waitFor()
    await next()

    await toShift()
    await page.getByTestId('drop').click()
    await page.getByRole('button', { name: 'To the safe' }).click()
    // The first answer is lost, and the second refuses the repeat for a moment.
    const drops = '**/api/v1/till/shift/drops'
    await page.route(drops, async route => {
      await route.fetch()
      await route.abort()
    })
    await step(15_000)
    await page.getByText('Can’t reach Kaunta').waitFor()
    await page.unroute(drops)
    await page.route(drops, route => route.fulfill({ status: 429, json: {} }))
    await page.getByTestId('step-submit').click()
    await page.getByText('Kaunta is busy').waitFor()
    await page.unroute(drops)
    await page.getByTestId('step-submit').click()
    await page.getByTestId('pay-in').click()
    await page.getByRole('button', { name: 'More change' }).click()
    await step(1_000)
    await page.getByTestId('count').click()
    await step(8_500)
    await page.getByText('TZS 500 short').waitFor()
    await page.getByRole('button', { name: 'Too much change given' }).click()
    await page.getByTestId('close-shift').click()
    await page.getByTestId('shift-done').waitFor()

    const total = await digits('report-total')
    const { body } = await shop.asKey('GET', '/v1/payments?limit=50&status=completed')
    const byNetwork = body.data.items.reduce(
      (sum: number, one: { amount: { value: number } }) => sum + one.amount.value,
      0,
    )
    // The sale that was refunded stays among the sales; the drawer has its money less.
    expect(total).toBe(byNetwork + 3_700)
    const drawer = await Promise.all(
      ['float', 'sales', 'pay_ins', 'drops', 'refunds', 'expected'].map(name => digits(`drawer-${name}`)),
    )
    expect(drawer).toEqual([20_000, 3_700, 1_000, -15_000, -700, 9_000])
    expect(await digits('drawer-counted')).toBe(8_500)

    await page.getByTestId('print-shift').click()
    await page.waitForFunction(count => Reflect.get(window, 'prints') === count, 1)
    const paper = (await page.getByTestId('paper').textContent())?.replaceAll('\u00a0', ' ') ?? ''
    for (const said of ['Z REPORT · shift 1', 'Neema Kessy', 'Juma Ally', 'To the safe', 'TZS 500 short'])
      expect(paper).toContain(said)
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByTestId('csv').click()])
    expect(file.suggestedFilename()).toBe('counter-1-shift-1.csv')
    const table = await Bun.file(await file.path()).text()
    expect(table).toContain(`"total","","",5,${total},`)
    expect(table).toContain('"cash","difference",-500')
    await page.getByTestId('shift-done').click()
  })

  test('one sale: QR, a push, a second one that is too soon, a link, a QR again, and cash in the end', async () => {
    await toShift()
    await page.getByTestId('open-shift').click()
    await step(0)
    await page.getByTestId('count').waitFor()
    await page.getByRole('button', { name: 'Back' }).click()
    await charge(page, 6_000)
    const first = await shop.newest()
    await page.getByTestId('method-push').click()
    // The keypad reaches the end of a phone's screen, as it does for a new sale.
    await page.setViewportSize({ width: 360, height: 740 })
    const send = await page.getByTestId('send').boundingBox()
    expect((send?.y ?? 0) + (send?.height ?? 0)).toBeGreaterThan(700)
    await page.setViewportSize({ width: 768, height: 1024 })
    await typeAmount(page, 754_000_129) // never answers in the sandbox
    await page.getByTestId('send').click()
    await page.getByText('Sent to 0754 000 129').waitFor()
    await page.getByTestId('qr').waitFor()
    // At once: after ten seconds it would not be too soon.
    await page.getByTestId('method-push').click()
    await page.getByTestId('send').click()
    await page
      .getByTestId('send')
      .getByText(/Sending in \d+ s/)
      .waitFor()
    await page.getByRole('button', { name: 'Back' }).click()

    await page.getByTestId('method-link').click()
    await page.getByTestId('link').waitFor()
    const link = await page.getByTestId('link').inputValue()
    expect(link).toContain('/p/')
    await page.getByTestId('qr').evaluate(async picture => (picture as HTMLImageElement).decode())
    expect(await readQr(page)).toBe(link)
    for (const [name, app] of [
      ['share-whatsapp', /^https:\/\/wa\.me\//],
      ['share-sms', /^sms:/],
    ] as const) {
      const message = decodeURIComponent((await page.getByTestId(name).getAttribute('href')) ?? '')
      expect(message).toMatch(app)
      expect(message).toContain(link)
    }
    expect((await shop.asKey('GET', `/v1/payments/${first.reference}`)).body.data.status).toBe('voided')
    await page.getByTestId('copy').click()
    await page.getByText(/Copied|selected/).waitFor()
    await page.reload()
    await page.getByTestId('link').waitFor()

    await page.getByTestId('method-qr').click()
    await page.getByTestId('token').waitFor()
    const second = await shop.newest()
    expect(second.reference).not.toBe(first.reference)
    await page.getByTestId('method-cash').click()
    await page.getByTestId('confirm-cash').click()
    await page.getByTestId('paid').getByText('Cash received').waitFor()
    expect((await shop.asKey('GET', `/v1/payments/${second.reference}`)).body.data.status).toBe('voided')
    await next()
  })

  proofTest('a link that is paid on the customer’s phone turns the till green', async () => {
    await charge(page, 6_100)
    await page.getByTestId('method-link').click()
    const link = await page.getByTestId('link').inputValue()
    const opened = await fetch(`${shop.url}${new URL(link).pathname}`, { redirect: 'manual' })
    const { pathname } = new URL(opened.headers.get('location') ?? '', shop.url)
    await fetch(`${shop.url}${pathname}/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ payment_method: 'mobile_money', customer_phone: '0754000789' }),
    })
    await page.getByTestId('paid').waitFor()
    await next()
  })

  test('cash given while the customer pays by phone: the till shows which came first', async () => {
    await charge(page, 5_200)
    const { reference } = await shop.newest()
    await page.getByTestId('method-cash').click()
    await page.route('**/api/v1/till/cash', async route => {
      await shop.decide(reference, { outcome: 'completed' })
      await until(
        async () => (await shop.asKey('GET', `/v1/payments/${reference}`)).body.data.status === 'completed',
      )
      await route.continue()
    })
    await page.getByTestId('confirm-cash').click()
    await page.getByTestId('paid').getByText('Give the cash back').waitFor()
    await page.unroute('**/api/v1/till/cash')
    await next()
  })

  test('cash after a decline names the payment, and so does its repeat after a lost answer', async () => {
    await charge(page, 5_300)
    const { reference } = await shop.newest()
    await shop.decide(reference, { outcome: 'failed', failure_reason: 'payer_limit_reached' })
    await page.getByTestId('pay-cash').click()
    const sent: unknown[] = []
    await page.route('**/api/v1/till/cash', async route => {
      sent.push(route.request().postDataJSON().payment_reference)
      if (sent.length > 1) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await page.getByTestId('confirm-cash').click()
    await page.getByTestId('paid').getByText('Cash received').waitFor()
    await page.unroute('**/api/v1/till/cash')
    expect(sent).toEqual([reference, reference])
    expect((await shop.asKey('GET', `/v1/payments/${reference}`)).body.data.status).toBe('failed')
    await next()
  })

  test('a bill with the QR before, a receipt after, printed again later; for rolls of 80 and 58 mm', async () => {
    const printed = async (action: () => Promise<void>) => {
      const before = await page.evaluate<number>('window.prints')
      await action()
      await page.waitForFunction(count => Reflect.get(window, 'prints') === count, before + 1)
    }
    await charge(page, 9_900)
    await printed(() => page.getByTestId('print-bill').click())
    await page.emulateMedia({ media: 'print' })
    const { payment_qr_code, payment_token } = await shop.newest()
    expect(await readQr(page.locator('.paper-qr'))).toBe(payment_qr_code)
    expect(await page.locator('.till-page').isVisible()).toBe(false)
    expect(await page.getByTestId('paper').textContent()).toContain('Not paid yet')
    await page.emulateMedia({ media: 'screen' })
    await pay()
    await printed(() => page.getByTestId('print').click())
    const receipt = (await page.getByTestId('paper').textContent()) ?? ''
    for (const said of ['Duka la Asha', 'RECEIPT', '9,900', 'QR code', payment_token.slice(0, 4), 'Practice'])
      expect(receipt).toContain(said)
    await next()
    await page.getByTestId('settings').click()
    await page.getByText('58 mm').click()
    await page.keyboard.press('Escape')
    await page.locator('.sales-panel .sale-row').first().click()
    await printed(() => page.getByTestId('print').click())
    await page.emulateMedia({ media: 'print' })
    const millimetres = ((await page.getByTestId('paper').boundingBox())?.width ?? 0) / (96 / 25.4)
    expect(Math.round(millimetres)).toBe(48)
    expect(
      (await page.pdf({ preferCSSPageSize: true, width: '58mm', height: '200mm' })).length,
    ).toBeGreaterThan(1_000)
    await page.emulateMedia({ media: 'screen' })
    await next()
  })
})

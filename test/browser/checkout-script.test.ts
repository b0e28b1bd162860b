// The checkout page in a real browser, with scripts and without: the effects of the small script, that
// nothing is wider than an old phone, and that axe finds nothing. The server here only serves views; the
// tests of the routes have what they are made from.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import axe from 'axe-core'
import type { BrowserContext, Page } from 'playwright-core'
import { checkoutPage } from '../../src/http/checkout/checkout-page.ts'
import type { CheckoutView } from '../../ui/checkout/view.ts'
import { browserHere, closeBrowser, openBrowser } from '../kit/browser.ts'
import { emptyForm, now, paid, viewOf, views, waiting } from '../kit/checkout-view.ts'
import { proofTest, sized } from '../kit/proof.ts'
import { until } from '../kit/wait.ts'

const isPost = (response: Awaited<ReturnType<Page['waitForResponse']>>) =>
  response.request().method() === 'POST'

describe.skipIf(!browserHere)('the checkout page in a browser', () => {
  /** What the session is at the moment. */
  let view: CheckoutView
  let posted: string[]
  let statusAnswers: ((ok: boolean) => Response)[]
  let asked: number
  let held: PromiseWithResolvers<void> | undefined
  /** Where the page redirects, on another origin. */
  let shopAddress: string | undefined
  let context: BrowserContext
  let page: Page

  const status = (ok = true) =>
    ok
      ? Response.json({
          code: 200,
          data: {
            state: view.state.kind,
            attempt: 'attemptId' in view.state ? { id: view.state.attemptId } : null,
          },
        })
      : new Response('', { status: 503 })

  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url)
    const locale = url.searchParams.get('lang') === 'sw' ? 'sw' : 'en'
    if (url.pathname.endsWith('/status')) {
      asked++
      return (statusAnswers.shift() ?? status)(true)
    }
    if (request.method === 'POST') {
      posted.push(`${url.pathname.slice(view.path.length)} ${await request.text()}`)
      await held?.promise
      return new Response(null, { status: 303, headers: { location: view.path } })
    }
    if (url.pathname === '/shop')
      return new Response('The shop', { headers: { 'content-type': 'text/html' } })
    if (shopAddress !== undefined && url.pathname === view.path)
      return new Response(null, { status: 303, headers: { location: shopAddress } })
    return url.pathname === view.path
      ? checkoutPage({ ...view, locale })
      : new Response(null, { status: 204 })
  }
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: answer })
  const show = async (state: CheckoutView['state'], changes: Partial<CheckoutView> = {}) => {
    view = viewOf({ ...changes, state })
    await page.goto(`${server.url.origin}${view.path}`)
  }

  beforeAll(async () => {
    context = await (await openBrowser()).newContext({ viewport: { width: 320, height: 640 } })
  })
  beforeEach(async () => {
    posted = []
    statusAnswers = []
    asked = 0
    held = undefined
    shopAddress = undefined
    await page?.close()
    page = await context.newPage()
    await page.clock.install({ time: now })
  })
  afterAll(async () => {
    await closeBrowser()
    await server.stop(true)
  })

  // In `test` one page that asks, one that waits, and one that ends.
  const looked = sized({
    test: ['form after a failure', 'waiting for a scan', 'paid'],
    proof: Object.keys(views),
  })
  test.each(looked)('axe finds nothing, and nothing is too wide even with large letters: %s', async name => {
    for (const theme of sized({ test: ['dark'], proof: ['light', 'dark'] } as const)) {
      await page.close()
      page = await context.newPage()
      await show(viewOf(views[name]).state, { ...views[name], theme })
      await page.evaluate(axe.source)
      const { violations } = (await page.evaluate('axe.run(document)')) as axe.AxeResults
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual(
        [],
      )
      await page.evaluate("document.documentElement.style.fontSize = '200%'")
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
    }
  })

  test('the state changes in place, and is read to screen readers', async () => {
    await show(waiting)
    await page.getByText('Check your phone').waitFor()
    view = { ...view, state: { ...paid, returnUrl: null } }
    await page.clock.runFor(3_000)
    await page.getByText('CKL7H3X9QW').waitFor()
    expect(await page.locator('[data-said]').textContent()).toBe('Paid')
    expect(await page.title()).toBe('Paid · Duka la Asha')
    expect(await page.locator('body').getAttribute('class')).toBe('at-paid')
    const before = asked
    await page.clock.runFor(30_000)
    expect(asked).toBe(before)
  })

  test('a form keeps checking its former attempt: it turns to paid, or keeps what is typed', async () => {
    const checking = { ...emptyForm, failed: 'checking' }
    const answered = (attemptStatus: string) => () =>
      Response.json({
        code: 200,
        data: { state: view.state.kind, attempt: { id: 'att-1', status: attemptStatus } },
      })
    statusAnswers = [answered('pending'), answered('failed')]
    await show(checking)
    await page.getByText('Still checking your payment').waitFor()
    await page.clock.runFor(3_000)
    await until(() => asked === 1)
    await page.locator('[name=customer_phone]').fill('0654 222 333')
    view = { ...view, state: { ...emptyForm, failed: 'insufficient_balance' } }
    await page.clock.runFor(3_000)
    await page.getByText('Not enough money in your wallet').waitFor()
    expect(await page.locator('[name=customer_phone]').inputValue()).toBe('0654 222 333')

    await show(checking)
    view = { ...view, state: { ...paid, returnUrl: null } }
    await page.clock.runFor(3_000)
    await page.getByText('CKL7H3X9QW').waitFor()
  })

  proofTest('another attempt of the same state is shown, too', async () => {
    await show(waiting)
    view = { ...view, state: { ...waiting, attemptId: 'att-2', phone: '0654 222 333' } }
    await page.clock.runFor(3_000)
    await page.getByText('0654 222 333').waitFor()
    await page.getByText('Mixx by Yas').waitFor()
  })

  test('the time counts down, sending again appears, and the page shows when time is over', async () => {
    // The clock moves only as written here, however long the machine takes; a clock belongs to its
    // context.
    const still = await (await openBrowser()).newContext()
    page = await still.newPage()
    await page.clock.install({ time: now })
    await page.clock.pauseAt(now + 60_000)
    await show({ ...waiting, againAt: now + 30_000, expiresAt: now + 65_000 })
    await page.clock.runFor(5_000)
    await page.getByText('1:00').waitFor()
    expect(await page.getByText('Send again').isVisible()).toBe(false)
    await page.clock.runFor(25_000)
    await page.getByText('Send again').waitFor()
    await page.clock.runFor(40_000)
    await page.getByText('Time is up').waitFor()
    await show({ ...waiting, expiresAt: now + 3_665_000 })
    await page.clock.runFor(1_000)
    await page.getByText('1:01:04').waitFor()
    await page.clock.runFor(65_000)
    await page.getByText('59:59').waitFor()
    await still.close()
  })

  test('a lost connection is shown after the second miss, and taken back', async () => {
    await show(waiting)
    await context.setOffline(true)
    await page.clock.runFor(2_500)
    await page.clock.runFor(4_000)
    await page.clock.runFor(6_500)
    await page.getByText('No connection').waitFor()
    await context.setOffline(false)
    await page.clock.runFor(20_000)
    await page.getByText('No connection').waitFor({ state: 'hidden' })
  })

  proofTest('an error of the server is not shown as a lost connection', async () => {
    await show(waiting)
    statusAnswers = Array.from({ length: 3 }, () => () => status(false))
    for (const pause of [2_500, 4_000, 6_500])
      await Promise.all([
        page.waitForResponse(response => response.status() === 503),
        page.clock.runFor(pause),
      ])
    expect(asked).toBeGreaterThanOrEqual(3)
    expect(await page.getByText('No connection').isVisible()).toBe(false)
  })

  proofTest('the network is named while the number is typed', async () => {
    await show(emptyForm)
    const phone = page.getByLabel('Mobile money number')
    const named: string[] = []
    for (const number of ['0', '07', '075', '+255 78', '00255 62', '651', '0301']) {
      await phone.fill(number)
      named.push((await page.locator('output').textContent()) ?? '')
    }
    expect(named).toEqual(['', '', 'M-Pesa', 'Airtel Money', 'HaloPesa', 'Mixx by Yas', ''])
  })

  proofTest('the digits of an amount are grouped; the server checks the rest', async () => {
    await show(emptyForm, { amount: null, custom: { min: 500, max: 9_000_000 } })
    const amount = page.getByLabel('Amount to pay')
    await amount.pressSequentially('1250000')
    expect(await amount.inputValue()).toBe('1,250,000')
    await amount.press('Backspace')
    expect(await amount.inputValue()).toBe('125,000')
    for (const odd of ['ten', '10.50', '10.000', '12,50', '1 250']) {
      await amount.fill('')
      await amount.pressSequentially(odd)
      expect(await amount.inputValue()).toBe(odd)
    }
  })

  test('a form is sent once', async () => {
    held = Promise.withResolvers()
    await show(emptyForm, { meta: 'e30=' })
    await page.getByLabel('Mobile money number').fill('0754 123 456')
    const busy = await page.locator('button.primary').evaluate(async element => {
      const button = element as HTMLButtonElement
      const disabled = new Promise(done =>
        new MutationObserver(done).observe(button, { attributeFilter: ['disabled'] }),
      )
      for (let at = 0; at < 5; at++) button.click()
      await disabled
      return [button.disabled, button.textContent]
    })
    expect(busy).toEqual([true, 'One moment…'])
    view = { ...view, state: waiting }
    held.resolve()
    await page.getByText('Check your phone').waitFor()
    expect(posted).toEqual([
      '/pay lang=en&meta=e30%3D&payment_method=mobile_money&customer_phone=0754+123+456',
    ])
  })

  test('an empty number is left to the server, whose error is in the page’s language; a QR code needs none', async () => {
    await show(emptyForm, { methods: ['mobile_money', 'qr'] })
    await Promise.all([page.waitForResponse(isPost), page.locator('button.primary').click()])
    await page.waitForLoadState()
    await page.getByLabel('Pay from another phone (QR)').check()
    expect(await page.getByLabel('Mobile money number').isVisible()).toBe(false)
    await Promise.all([page.waitForResponse(isPost), page.locator('button.primary').click()])
    expect(posted).toEqual([
      '/pay lang=en&payment_method=mobile_money&customer_phone=',
      '/pay lang=en&customer_phone=&payment_method=qr',
    ])
  })

  const named = { ...emptyForm, values: { customer_name: 'Neema Mushi' } }

  proofTest('the language changes without losing what was typed', async () => {
    await show(named, { methods: ['mobile_money', 'card'] })
    await page.getByLabel('Mobile money number').fill('0754 123 456')
    await page.getByLabel('Your name').fill('Neema')
    await page.getByText('Kiswahili').click()
    await page.getByText('Kiasi cha kulipa').waitFor()
    expect(await page.getByLabel('Jina lako').inputValue()).toBe('Neema')
    expect(await page.getByLabel('Namba ya simu').inputValue()).toBe('0754 123 456')
    expect(await page.locator('html').getAttribute('lang')).toBe('sw')
    expect(page.url()).toEndWith('?lang=sw')
  })

  proofTest('the receipt leads on to the shop, unless the customer chooses to stay', async () => {
    await show({ ...paid, returnUrl: `${server.url.origin}/shop` })
    await page.getByText('in 8 s').waitFor()
    await page.getByText('Stay on this page').click()
    await page.clock.runFor(20_000)
    expect(page.url()).toEndWith(view.path)
    await page.reload()
    await page.clock.runFor(9_000)
    await page.getByText('The shop').waitFor()
  })

  test.each([true, false])('after a card, the page leads to the shop; with scripts: %p', async scripts => {
    const own = await (await openBrowser()).newContext({ javaScriptEnabled: scripts })
    page = await own.newPage()
    if (scripts) await page.clock.install({ time: now })
    await show({ kind: 'unknown', method: 'card', leadsToShop: true }, { theme: 'device' })
    await page.getByText('Don’t pay again').waitFor()
    shopAddress = `http://localhost:${server.port}/shop`
    view = { ...view, state: { ...paid, returnUrl: null } }
    if (scripts) await page.clock.runFor(3_000)
    await page.getByText('The shop').waitFor()
    expect(page.url()).toBe(shopAddress)
    await own.close()
  })

  test('the keyboard is enough', async () => {
    await show(named, { methods: ['mobile_money', 'qr'] })
    for (let at = 0; at < 2; at++) await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Neema')
    await Promise.all([page.waitForResponse(isPost), page.keyboard.press('Enter')])
    expect(posted).toEqual(['/pay lang=en&customer_phone=&payment_method=qr&customer_name=Neema'])
  })

  test('all works with scripts off', async () => {
    const plain = await (await openBrowser()).newContext({
      javaScriptEnabled: false,
      viewport: { width: 320, height: 640 },
    })
    page = await plain.newPage()
    await show(emptyForm)
    await page.getByLabel('Mobile money number').fill('0754 123 456')
    view = { ...view, state: waiting }
    await page.locator('button.primary').click()
    await page.getByText('Check your phone').waitFor()
    view = { ...view, state: { ...paid, returnUrl: null } }
    await page.getByText('CKL7H3X9QW').waitFor()
    await plain.close()
  })
})

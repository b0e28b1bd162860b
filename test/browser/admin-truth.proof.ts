// What the console shows of sales, payment links, first steps, health and the audit log, as a shopkeeper
// reads it: cash is a sale like others, each sale is counted once, and each person sees what they did.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserHere } from '../kit/browser.ts'
import { asha, axeFaults, openConsole } from '../kit/console.ts'
import { printedQr } from '../kit/sms.ts'
import { setLanguage } from '../kit/till-screenshot.ts'
import { neema, openTillShop, pairTablet, signIn, type TillShop, typeAmount } from '../kit/till-shop.ts'
import { settles, until } from '../kit/wait.ts'

describe.skipIf(!browserHere)('the console', () => {
  let shop: TillShop
  let page: Page
  let complaints: readonly string[]
  beforeAll(async () => {
    shop = await openTillShop()
    const opened = await openConsole(shop, asha)
    page = opened.page
    complaints = opened.complaints
  })
  afterAll(() => shop?.close())

  const open = async (path: string, account = shop.account) => {
    await page.goto(`${shop.url}/admin${path}${path.includes('?') ? '&' : '?'}account=${account}`)
    await page.locator('main h1').waitFor()
  }
  const rows = () => page.getByRole('table', { name: 'Payments' }).locator('tbody tr')
  const decide = (reference: string, decision: object) => shop.decide(reference, decision)
  const sale = async (amount: number): Promise<string> => {
    const details = { amount, currency: 'TZS' }
    const { body } = await shop.asKey('POST', '/v1/payments', { payment_type: 'dynamic-qr', details })
    return body.data.reference
  }

  test('lists cash on Home, in Payments, by its method, in search, totals and export', async () => {
    const { page: till, context } = await pairTablet(shop)
    await signIn(till, neema)
    await till.getByTestId('add-note').click()
    await till.getByTestId('note').fill('Meza 4')
    await till.getByTestId('note-save').click()
    await typeAmount(till, 2_300)
    await till.getByTestId('cash').click()
    await typeAmount(till, 10_000)
    await till.getByTestId('step-submit').click()
    await till.getByTestId('confirm-cash').click()
    await till.getByTestId('paid').waitFor()
    await context.close()
    await open('/')
    await page.locator('.recent-row', { hasText: '2,300' }).getByText('Cash').waitFor()
    await open('/payments')
    await rows().filter({ hasText: '2,300' }).getByText('Cash').waitFor()
    await page.locator('.status-tab', { hasText: 'Paid' }).getByText('2,300').waitFor()
    await page.getByLabel('Any method').selectOption({ label: 'Cash' })
    await page.waitForURL(/type=cash/)
    await rows().filter({ hasText: '2,300' }).waitFor()
    await open('/payments?q=2300')
    await rows().filter({ hasText: 'Neema Kessy, Counter 1' }).waitFor()
    const file = page.getByRole('link', { name: 'Export CSV' })
    const answer = await page.context().request.get(`${shop.url}${await file.getAttribute('href')}`)
    expect(await answer.text()).toMatch(/2300.*cash|cash.*2300/)
    await rows().first().getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: 'Meza 4 · TZS 2,300' }).waitFor()
    await page.getByText('Cash given', { exact: true }).waitFor()
    expect(await axeFaults(page)).toEqual([])
  })

  test('counts a sale that is checked once, and adds up only the money that came', async () => {
    const silent = await sale(6_000)
    await decide(silent, { outcome: 'unknown' })
    await sale(7_000)
    await open('/payments')
    const read = () => page.locator('.status-tab').allInnerTexts()
    await settles(read, texts =>
      expect(texts.map(text => text.replaceAll(/\s+/g, ' '))).toEqual([
        'All 3 TZS 2,300',
        'Paid 1 TZS 2,300',
        'Pending 1 TZS 7,000',
        'Checking 1 TZS 6,000',
      ]),
    )
  })

  test('names a payment after its link, the customer who began it, and the number that was declined', async () => {
    const made = await shop.asOwner('POST', '/api/v1/sessions', { amount: 9_000, description: 'Oda 1042' })
    const { reference, checkout_url } = made.body.data
    const pay = (customer_phone: string) =>
      shop.request(
        'POST',
        `${new URL(checkout_url).pathname}/pay`,
        { accept: 'application/json' },
        {
          payment_method: 'mobile_money',
          customer_phone,
        },
      )
    const isPaying = async (phone: string) => (await pay(phone)).status === 200
    expect(await isPaying('0754000456')).toBe(true)
    const payment: string = (await shop.asOwner('GET', `/api/v1/sessions/${reference}`)).body.data
      .payment_reference
    await decide(payment, { outcome: 'failed', failure_reason: 'insufficient_balance' })
    await until(() => isPaying('0713000457'))
    await decide(payment, { outcome: 'completed' })
    await open('/payments?q=1042')
    await rows().filter({ hasText: '9,000' }).getByText('Oda 1042').waitFor()
    await rows().first().getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: 'Oda 1042 · TZS 9,000' }).waitFor()
    await page.locator('.page-head').getByText('Paid', { exact: true }).waitFor()
    await page.getByText('Started by the customer').waitFor()
    expect(await page.locator('main').innerText()).not.toContain('Created by you')
    const declined = page.locator('.timeline .step', { hasText: 'Declined by the network' })
    await declined.getByText('0754 000 456').waitFor()
    expect(await page.locator('.timeline .step-bad').count()).toBe(0)
    await page.getByRole('link', { name: 'Open the link' }).click()
    await page.getByRole('heading', { level: 1, name: /9,000/ }).waitFor()
  })

  test('ticks steps of Live by what was done there, and keeps them once a till number is connected', async () => {
    const { id } = shop.made.account
    const step = (name: string) => page.locator('.first-steps li', { hasText: name })
    await open('/', id)
    await step('Connect a payment network').waitFor()
    for (const name of ['Add a till', 'Set a PIN', 'Make your first sale'])
      expect([name, await step(name).getAttribute('data-done')]).toEqual([name, null])
    const connected = await page.context().request.put(`${shop.url}/api/v1/networks/till-number`, {
      headers: { origin: shop.url, 'kaunta-account': id },
      data: { credentials: { number: '57241234', name: 'Duka la Asha', provider: 'mpesa', qr: printedQr } },
    })
    expect(connected.status()).toBe(200)
    await open('/', id)
    await page.locator('.steps-finished').getByText('Done: 1').waitFor()
    await step('Add a till').waitFor()
  })

  test('warns of links to this computer alone and of back-ups on one disk', async () => {
    await open('/settings/server', shop.made.account.id)
    const warned = page.locator('.health-checks[data-state=warning]')
    await warned.locator('[data-check=links]').getByText('127.0.0.1').waitFor()
    await warned.locator('[data-check=second_place]').getByText('Back-ups are lost with this disk').waitFor()
  })

  test('shows owners in the audit log that they added a cashier, in both languages', async () => {
    await shop.asOwner('POST', '/api/v1/staff', { name: 'Zawadi', pin: '5938' })
    await open('/settings/audit-log')
    await page.getByRole('row').filter({ hasText: 'added Zawadi as cashier' }).getByText('You').waitFor()
    await setLanguage(page, 'sw')
    await page
      .getByRole('row')
      .filter({ hasText: 'ulimwongeza Zawadi kama keshia' })
      .getByText('Wewe')
      .waitFor()
  })

  test('logged no error', () => expect(complaints).toEqual([]))
})

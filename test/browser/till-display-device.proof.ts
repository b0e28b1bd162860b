// The customer's screen on a separate device, on the real binary: paired by the code that the till shows,
// then the amount with its QR, progress, thanks and idle; during a power cut of the server; removed; and with
// a wrong code.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import axe from 'axe-core'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { browserHere, openBrowser, readQr } from '../kit/browser.ts'
import {
  beginNextSale,
  charge,
  neema,
  openShift,
  openTillShop,
  pairTablet,
  signIn,
  type TillShop,
  typeAmount,
} from '../kit/till-shop.ts'

/** Opens the sheet on the till and returns the code it shows. */
async function newCode(till: Page): Promise<string> {
  await till.getByTestId('settings').click()
  await till.getByTestId('display').click()
  return (await till.getByTestId('display-code').innerText()).replaceAll(' ', '')
}

/** Opens another device by scanning the till's code. */
async function pairScreen(shop: TillShop, till: Page, options: BrowserContextOptions = {}) {
  const code = await newCode(till)
  const context = await (await openBrowser()).newContext({
    viewport: { width: 800, height: 600 },
    ...options,
  })
  const screen = await context.newPage()
  await screen.goto(`${shop.url}/display#code=${code}`)
  await screen.getByTestId('idle').waitFor()
  await till.getByTestId('display-connected').waitFor()
  await till.keyboard.press('Escape')
  return { context, screen, code }
}

const complaints = async (page: Page) => {
  await page.evaluate(axe.source)
  const { violations } = (await page.evaluate('axe.run(document)')) as axe.AxeResults
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

describe.skipIf(!browserHere)('the customer display on a device of its own', () => {
  let shop: TillShop
  let till: Page
  let context: BrowserContext
  let screen: Page

  beforeAll(async () => {
    shop = await openTillShop()
    ;({ page: till } = await pairTablet(shop))
    await signIn(till, neema)
    await openShift(till, 10_000)
    ;({ context, screen } = await pairScreen(shop, till))
  })
  afterAll(() => shop?.close())

  test('idle with the shop’s name; the amount with its QR; thanks; idle again', async () => {
    expect(new URL(screen.url()).hash).toBe('')
    await screen.getByTestId('idle').getByText('Duka la Asha').waitFor()
    await charge(till, 8_300)
    await screen.getByTestId('scan').getByText('TZS 8,300').waitFor()
    await screen.getByTestId('qr').evaluate(async picture => (picture as HTMLImageElement).decode())
    const { reference, payment_qr_code } = await shop.newest()
    expect(await readQr(screen)).toBe(payment_qr_code)
    expect(await screen.content()).not.toContain(reference)
    await shop.decide(reference, { outcome: 'completed' })
    await screen.getByTestId('paid').getByText('Thank you').waitFor()
    await till.getByTestId('new-sale').press('Enter')
    await screen.getByTestId('idle').waitFor()
  })

  test('the result of a sale is shown for a minute, then the display is idle, whatever the till shows', async () => {
    await screen.clock.install()
    await charge(till, 7_700)
    await screen.getByTestId('scan').waitFor()
    await shop.decide((await shop.newest()).reference, { outcome: 'completed' })
    await screen.getByTestId('paid').waitFor()
    await screen.clock.runFor(55_000)
    expect(await screen.getByTestId('paid').isVisible()).toBe(true)
    await screen.clock.runFor(6_000)
    await screen.getByTestId('idle').waitFor()
    await till.getByTestId('new-sale').press('Enter')
    await charge(till, 7_800)
    await screen.getByTestId('scan').getByText('TZS 7,800').waitFor()
    await till.getByTestId('cancel').click()
    await till.getByTestId('cancel-confirm').click()
    await screen.getByTestId('idle').waitFor()
    await till.getByTestId('new-sale').press('Enter')
  })

  test('a push, its progress and its end', async () => {
    await typeAmount(till, 6_100)
    await till.getByTestId('push').click()
    await typeAmount(till, 754_000_129)
    await till.getByTestId('send').click()
    await screen.getByTestId('phone').getByText('TZS 6,100').waitFor()
    expect(await screen.content()).not.toContain('754')
    await shop.decide((await shop.newest()).reference, { outcome: 'unknown' })
    await screen.getByTestId('wait').waitFor()
    await shop.decide((await shop.newest()).reference, {
      outcome: 'failed',
      failure_reason: 'payment_not_approved',
    })
    await screen.getByTestId('unpaid').waitFor()
    await beginNextSale(till)
    await screen.getByTestId('idle').waitFor()
  })

  test('cash: given and change', async () => {
    await typeAmount(till, 3_500)
    await till.getByTestId('cash').click()
    await typeAmount(till, 10_000)
    await till.getByTestId('confirm-cash').click()
    await screen.getByTestId('paid').getByText('Your change: TZS 6,500').waitFor()
    await screen.getByText('Cash received: TZS 10,000').waitFor()
    await till.getByTestId('new-sale').press('Enter')
    await screen.getByTestId('idle').waitFor()
  })

  test('a link’s code, which a phone opens', async () => {
    await charge(till, 5_500)
    await till.getByTestId('method-link').click()
    await till.getByTestId('link').waitFor()
    await screen.getByTestId('link').waitFor()
    await screen.getByTestId('qr').evaluate(async picture => (picture as HTMLImageElement).decode())
    const url = await readQr(screen)
    expect((await fetch(url ?? '')).status).toBe(200)
    await till.getByTestId('cancel').click()
    await till.getByTestId('cancel-confirm').click()
    await screen.getByTestId('idle').waitFor()
    await till.getByTestId('new-sale').press('Enter')
  })

  test('a power cut of the server in mid-sale: the display comes back by itself with the sale, then shows it as paid', async () => {
    await charge(till, 4_100)
    await screen.getByTestId('scan').waitFor()
    await shop.kill()
    await screen.locator('.status-banner:not([hidden])').waitFor()
    await shop.restart()
    await screen.locator('.status-banner').waitFor({ state: 'hidden' })
    await screen.getByTestId('scan').getByText('TZS 4,100').waitFor()
    const { reference } = await shop.newest()
    await shop.decide(reference, { outcome: 'completed' })
    await screen.getByTestId('paid').getByText('TZS 4,100').waitFor()
    await till.getByTestId('new-sale').press('Enter')
    await screen.getByTestId('idle').waitFor()
  })

  test('a reload shows the same; a sale opened from the list is not shown to the customer', async () => {
    await screen.reload()
    await screen.getByTestId('idle').waitFor()
    await charge(till, 2_200)
    await screen.getByTestId('scan').waitFor()
    await screen.reload()
    await screen.getByTestId('scan').getByText('TZS 2,200').waitFor()
    await shop.decide((await shop.newest()).reference, { outcome: 'completed' })
    await till.getByTestId('new-sale').press('Enter')
    await till.locator('.sales-panel .sale-row').first().click()
    await till.getByTestId('paid').waitFor()
    await screen.getByTestId('idle').waitFor()
    await till.getByTestId('new-sale').press('Enter')
  })

  test('a code that is wrong, used, or typed manually', async () => {
    const code = await newCode(till)
    const stranger = await (await openBrowser()).newContext({ viewport: { width: 360, height: 740 } })
    const page = await stranger.newPage()
    await page.goto(`${shop.url}/display`)
    await page.getByText('Not connected to a till').waitFor()
    expect(await complaints(page)).toEqual([])
    await page.getByTestId('pair-code').fill(code === '0000 0000' ? '1111 1111' : '0000 0000')
    await page.getByText('Get a new one on the till').waitFor()
    await page.getByTestId('pair-code').fill(`${code.slice(0, 4)} ${code.slice(4)}`)
    await page.getByTestId('idle').waitFor()
    await till.getByTestId('display-connected').waitFor()
    const second = await (await openBrowser()).newPage()
    await second.goto(`${shop.url}/display#code=${code}`)
    await second.getByText('Couldn’t connect').waitFor()
    await second.close()

    const row = till.getByTestId('display-row').last()
    await row.getByTestId('display-disconnect').click()
    await row.getByTestId('display-disconnect-confirm').click()
    await page.getByText('This display was disconnected').waitFor()
    expect(await complaints(page)).toEqual([])
    await page.reload()
    await page.getByText('Not connected to a till').waitFor()
    await till.keyboard.press('Escape')
    await screen.getByTestId('idle').waitFor()
    await stranger.close()
  })

  test('pairing the till again ends its displays', async () => {
    const { page: other, till: made } = await pairTablet(shop, { name: 'Short' })
    await signIn(other, neema)
    const { screen: gone } = await pairScreen(shop, other)
    const { body } = await shop.asOwner('POST', `/api/v1/tills/${made.id}/pairing`)
    const next = await (await openBrowser()).newPage()
    await next.goto(body.data.pairing_url.replace(/^http:\/\/[^/]+/, shop.url))
    await next.getByTestId('cashier').first().waitFor()
    await gone.getByText('This display was disconnected').waitFor()
    await screen.getByTestId('idle').waitFor()
  })

  test('the display never shows a sale as paid before the server does, and reads the server alone', async () => {
    const asked: string[] = []
    screen.on('request', request => asked.push(new URL(request.url()).pathname))
    await charge(till, 2_700)
    await screen.getByTestId('scan').waitFor()
    const kept = await till.evaluate("localStorage.getItem('kaunta.till.sale')")
    const forged = String(kept).replaceAll('"status":"pending"', '"status":"completed"')
    await screen.evaluate(text => localStorage.setItem('kaunta.till.sale', text), forged)
    await screen.reload()
    await screen.getByTestId('scan').waitFor()
    expect(asked.filter(path => /^\/(v1|api)\//.test(path) && !path.startsWith('/api/v1/display'))).toEqual(
      [],
    )
    await shop.decide((await shop.newest()).reference, { outcome: 'completed' })
    await screen.getByTestId('paid').waitFor()
    await till.getByTestId('new-sale').press('Enter')
    await context.close()
  })
})

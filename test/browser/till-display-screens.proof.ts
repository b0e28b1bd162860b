// Every state of the customer's screen on phones, tablets and desktop, upright and lying, light and dark,
// English and Swahili, for a shop with a hostile name and a picture: nothing runs, nothing sticks out, the
// code is large enough, and axe finds nothing.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { browserHere, openBrowser } from '../kit/browser.ts'
import { axeFaults } from '../kit/console.ts'
import {
  beginNextSale,
  charge,
  neema,
  openTillShop,
  pairTablet,
  signIn,
  type TillShop,
  typeAmount,
} from '../kit/till-shop.ts'

const shopName =
  '<img src=x onerror="top.owned=1">Duka</h1><script>top.owned=1</script> la Asha wa Kariakoo Jangwani'
const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAAAAACwAAAAAAQABAAACAkQBADs='
const devices = [
  { viewport: { width: 320, height: 640 }, colorScheme: 'light', locale: 'sw-TZ', qrLeast: 240 },
  { viewport: { width: 360, height: 740 }, colorScheme: 'dark', locale: 'en-GB', qrLeast: 240 },
  { viewport: { width: 740, height: 360 }, colorScheme: 'dark', locale: 'sw-TZ', qrLeast: 200 },
  { viewport: { width: 768, height: 1024 }, colorScheme: 'light', locale: 'en-GB', qrLeast: 400 },
  { viewport: { width: 1024, height: 768 }, colorScheme: 'light', locale: 'en-GB', qrLeast: 400 },
  { viewport: { width: 1280, height: 800 }, colorScheme: 'dark', locale: 'sw-TZ', qrLeast: 400 },
] as const
/** In `test` each theme, each language, and a phone on its side. */

interface Screen {
  readonly page: Page
  readonly name: string
  readonly qrLeast: number
}

describe.skipIf(!browserHere)('the customer display on every device', () => {
  let shop: TillShop
  let till: Page
  const screens: Screen[] = []

  beforeAll(async () => {
    shop = await openTillShop()
    const { body } = await shop.asOwner('GET', '/api/v1/profiles')
    await shop.asOwner('PATCH', `/api/v1/profiles/${body.data[0].id}`, { merchant_logo: pixel })
    expect((await shop.asOwner('PATCH', '/api/v1/settings', { name: shopName })).status).toBe(200)
    ;({ page: till } = await pairTablet(shop))
    await signIn(till, neema)
    for (const { qrLeast, ...options } of devices) screens.push({ ...(await openScreen(options)), qrLeast })
  })
  afterAll(() => shop?.close())

  async function openScreen(options: BrowserContextOptions) {
    await till.getByTestId('settings').click()
    await till.getByTestId('display').click()
    const code = (await till.getByTestId('display-code').innerText()).replaceAll(' ', '')
    const page = await (
      await (await openBrowser()).newContext({ ...options, reducedMotion: 'reduce' })
    ).newPage()
    await page.goto(`${shop.url}/display#code=${code}`)
    await page.getByTestId('idle').waitFor()
    await till.getByTestId('display-connected').waitFor()
    await till.keyboard.press('Escape')
    return { page, name: `${options.viewport?.width} ${options.locale} ${options.colorScheme}` }
  }

  /** Returns what is wrong with a state on any of the screens. */
  async function complaints(state: string): Promise<string[]> {
    const found: string[] = []
    for (const { page, name, qrLeast } of screens) {
      const complain = (text: string) => found.push(`${state}, ${name}: ${text}`)
      await page.getByTestId(state).waitFor()
      for (const fault of await axeFaults(page)) complain(fault)
      const out = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
      if (out > 0) complain(`${out} pixels stick out`)
      if (await page.evaluate("'owned' in window")) complain('a name ran as code')
      if (!['scan', 'link'].includes(state)) continue
      await page.getByTestId('qr').evaluate(async picture => (picture as HTMLImageElement).decode())
      const box = await page.getByTestId('qr').boundingBox()
      if ((box?.width ?? 0) < qrLeast) complain(`a QR of ${box?.width} pixels`)
      if ((box?.y ?? 0) + (box?.height ?? 0) > (page.viewportSize()?.height ?? 0)) complain('the QR is cut')
    }
    return found
  }

  test('idle, with the shop’s picture and its name as it is written', async () => {
    expect(await complaints('idle')).toEqual([])
    for (const { page } of screens) {
      expect((await page.getByTestId('idle').locator('h1').innerText()).includes('<script>')).toBe(true)
      await page.locator('.display-logo').evaluate(async picture => (picture as HTMLImageElement).decode())
    }
  })

  test('a code to scan, then paid', async () => {
    await charge(till, 125_000_000)
    expect(await complaints('scan')).toEqual([])
    await shop.decide((await shop.newest()).reference, { outcome: 'completed' })
    expect(await complaints('paid')).toEqual([])
    await till.getByTestId('new-sale').press('Enter')
  })

  test('a push, an unknown outcome, a link, and a payment that failed', async () => {
    await typeAmount(till, 6_100)
    await till.getByTestId('push').click()
    await typeAmount(till, 754_000_456)
    await till.getByTestId('send').click()
    expect(await complaints('phone')).toEqual([])
    await till.getByTestId('method-link').click()
    expect(await complaints('link')).toEqual([])
    await till.getByTestId('cancel').click()
    await till.getByTestId('cancel-confirm').click()
    await till.getByTestId('new-sale').press('Enter')
    await charge(till, 7_000)
    const { reference } = await shop.newest()
    await shop.decide(reference, { outcome: 'unknown' })
    expect(await complaints('wait')).toEqual([])
    await shop.decide(reference, { outcome: 'failed', failure_reason: 'network_unavailable' })
    expect(await complaints('unpaid')).toEqual([])
    await beginNextSale(till)
    expect(await complaints('idle')).toEqual([])
  })
})

// How a sale goes on at a counter: parked for the next customer with a banner once it is paid, cash at one
// tap, and back to the keypad automatically.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserHere } from '../kit/browser.ts'
import { axeFaults } from '../kit/console.ts'
import { sized } from '../kit/proof.ts'
import { newScreens, shoot } from '../kit/screens.ts'
import { recordSound, tonesOn } from '../kit/sound.ts'
import {
  charge,
  neema,
  openTillShop,
  pairTablet,
  signIn,
  type TillShop,
  typeAmount,
} from '../kit/till-shop.ts'

const folder = newScreens('till-flow')

describe.skipIf(!browserHere)('at the counter', () => {
  let shop: TillShop
  let page: Page

  beforeAll(async () => {
    shop = await openTillShop()
    const tablet = await pairTablet(shop, { closesPaidScreens: true, viewport: { width: 820, height: 1180 } })
    page = tablet.page
    await recordSound(tablet.context)
    await page.reload()
    await signIn(page, neema)
  })
  afterAll(() => shop?.close())
  afterEach(async () => {
    if ((await page.getByTestId('new-sale').count()) > 0) await page.getByTestId('new-sale').press('Enter')
  })
  const tap = (name: string) => page.getByTestId(name).click()
  const decide = async (reference: string) => shop.decide(reference, { outcome: 'completed' })
  const draw = async (name: string) => {
    // Some screens move without end.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const theme of sized({ test: [], proof: ['light', 'dark'] } as const))
      for (const [width, height] of [
        [360, 740],
        [820, 1180],
        [1280, 800],
      ] as const) {
        await page.emulateMedia({ colorScheme: theme })
        await page.setViewportSize({ width, height })
        await shoot(page, folder, `${name} ${width} ${theme}`, false)
      }
    expect(await axeFaults(page)).toEqual([])
    await page.setViewportSize({ width: 820, height: 1180 })
  }

  test('a parked sale that is paid is shown over the next one, with a tone, and opens at a tap', async () => {
    await charge(page, 4_000)
    const parked = (await shop.newest()).reference
    expect(await page.getByRole('button', { name: 'Park sale' }).isVisible()).toBe(true)
    await draw('waiting')
    await tap('park')
    await charge(page, 7_500)
    await tonesOn(page)
    await decide(parked)
    await page.getByTestId('parked-paid').getByText('Parked sale paid: TZS 4,000').waitFor()
    expect(await tonesOn(page)).toHaveLength(3)
    expect(await page.getByTestId('parked-open').count()).toBe(0)
    await draw('parked paid while waiting')
    await tap('park')
    await page.reload()
    await tap('parked-open')
    await page.getByTestId('paid').getByText('TZS 4,000').waitFor()
    expect(await page.getByTestId('parked-paid').count()).toBe(0)
  })

  test('a sale parked while the server cannot be reached stays in the list, and opens', async () => {
    await charge(page, 4_700)
    await page.context().setOffline(true)
    await tap('park')
    const row = page.locator('.sales-panel .sale-row').filter({ hasText: '4,700' })
    await row.getByText('Parked').waitFor()
    await row.click()
    await page.getByTestId('token').waitFor()
    await tap('park')
    await page.context().setOffline(false)
    await row.waitFor()
  })

  test('an amount below the minimum of the networks shows that only cash works', async () => {
    await typeAmount(page, 200)
    await page.getByText('Below TZS 500: cash only').waitFor()
    expect(await page.locator('.entry-hint').getAttribute('data-error')).toBeNull()
    await page.keyboard.press('Delete')
  })

  test('a request that is sent too soon counts down on its button, and goes by itself', async () => {
    await charge(page, 4_800)
    for (const number of [754_000_456, 754_000_457]) {
      await tap('method-push')
      await page.keyboard.press('Delete')
      await typeAmount(page, number)
      await tap('send')
      if (number === 754_000_456) await page.getByText('Sent to 0754 000 456').waitFor()
    }
    const button = page.getByTestId('send')
    await button.getByText(/Sending in \d+ s/).waitFor()
    const secondsLeft = async () => Number((await button.innerText()).match(/\d+/)?.[0] ?? 0)
    const first = await secondsLeft()
    await page.waitForFunction(
      first =>
        Number(document.querySelector('[data-testid=send]')?.textContent?.match(/\d+/)?.[0] ?? 0) < first,
      first,
    )
    expect(await page.locator('.entry-error').innerText()).toBe('')
    await page.getByText('Sent to 0754 000 457').waitFor()
    await tap('park')
  })

  test('a parked sale that is opened again, or that fails, shows no notice over others', async () => {
    await charge(page, 4_100)
    const first = (await shop.newest()).reference
    await tap('park')
    await charge(page, 4_200)
    const second = (await shop.newest()).reference
    await tap('park')
    await shop.decide(second, { outcome: 'failed', failure_reason: 'payment_not_approved' })
    await page.locator('.sales-panel .sale-row').filter({ hasText: '4,100' }).first().click()
    await page.getByTestId('token').waitFor()
    await decide(first)
    await page.getByTestId('paid').waitFor()
    await page.waitForFunction(() => localStorage.getItem('kaunta.till.parked')?.includes(':4200') !== true)
    expect(await page.getByTestId('parked-paid').count()).toBe(0)
  })

  test('a parked sale that waits costs no request, however long, and is announced all the same', async () => {
    const { context, page: other } = await pairTablet(shop, { name: 'Counter 7' })
    await other.clock.install()
    await other.reload()
    await signIn(other, neema)
    await charge(other, 4_300)
    const { reference } = await shop.newest()
    const answered = other.waitForResponse(answer => answer.url().endsWith(`/v1/payments/${reference}`))
    await other.getByTestId('park').click()
    await answered
    const requests: string[] = []
    other.on('request', request => requests.push(request.url()))
    // The timer that there was asked every two seconds. Only a stream that a busy machine lost asks, once.
    await other.clock.runFor(7_000)
    // This request comes after those of the timers, so they have arrived by then.
    await other.evaluate(() => fetch('/health'))
    const countOf = (part: string) => requests.filter(url => url.includes(part)).length
    // One may have been on its way when the sale was parked; the timer would have asked three times.
    expect(countOf(reference)).toBeLessThanOrEqual(countOf('/v1/payments/events') + 1)
    await decide(reference)
    await other.getByTestId('parked-paid').getByText('TZS 4,300').waitFor()
    await context.close()
  })

  test('without a shift cash asks for the starting cash, and goes on with the sale', async () => {
    await typeAmount(page, 3_000)
    await tap('cash')
    await page.getByText('How much cash is in the drawer?').waitFor()
    await draw('starting cash for a sale')
    await typeAmount(page, 20_000)
    await tap('step-submit')
    await page.getByText('TZS 3,000 in cash').waitFor()
    await draw('cash')
    await page.locator('.quick-amount', { hasText: '10,000' }).click()
    await page.getByTestId('paid').getByText('Change TZS 7,000').waitFor()
    await draw('change')
    await tap('new-sale')
    await page.getByTestId('charge').waitFor()
    await page.reload()
    await typeAmount(page, 2_000)
    await tap('cash')
    await page.getByText('TZS 2,000 in cash').waitFor()
    await tap('confirm-cash')
    await page.getByTestId('paid').waitFor()
  })

  test('a paid sale makes room after five seconds, unless the screen is touched or change is due', async () => {
    await page.clock.install()
    const stop = async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 100)
    const pay = async () => {
      await decide((await shop.newest()).reference)
      await page.getByTestId('paid').waitFor()
    }
    // Pause the clock before the five seconds begin.
    await charge(page, 5_000)
    await stop()
    await pay()
    await page.clock.runFor(4_000)
    expect(await page.getByTestId('paid').isVisible()).toBe(true)
    await page.clock.runFor(1_000)
    await page.getByTestId('charge').waitFor()
    await page.clock.resume()
    await charge(page, 5_100)
    await pay()
    await page.locator('.result-icon').click()
    await page.clock.runFor(30_000)
    expect(await page.getByTestId('paid').isVisible()).toBe(true)
    await tap('new-sale')
    await typeAmount(page, 2_000)
    await tap('cash')
    await page.locator('.quick-amount', { hasText: '5,000' }).click()
    await page.getByTestId('paid').waitFor()
    await page.clock.runFor(30_000)
    expect(await page.getByTestId('paid').isVisible()).toBe(true)
  })

  test('the first digit of the next amount begins the next sale', async () => {
    await charge(page, 5_000)
    await decide((await shop.newest()).reference)
    await page.getByTestId('paid').waitFor()
    await page.keyboard.type('750')
    await page.getByTestId('charge').waitFor()
    expect(await page.locator('.amount-digits').innerText()).toBe('750')
    await page.keyboard.press('Delete')
  })

  test('whether the till goes on by itself is a setting of the device', async () => {
    await tap('settings')
    await draw('settings')
    await page.getByText('Stay', { exact: true }).click()
    await page.keyboard.press('Escape')
    await charge(page, 5_000)
    await decide((await shop.newest()).reference)
    await page.getByTestId('paid').waitFor()
    expect(await page.getByTestId('new-sale').getAttribute('data-returns')).toBeNull()
    await draw('paid')
  })
})

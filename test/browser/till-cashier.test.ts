// A new cashier from the owner's sheet to the first sale, and the drawer counted blind, in a real browser.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserHere, countTaps, openBrowser, tapsOn } from '../kit/browser.ts'
import { asha, axeFaults, openConsole } from '../kit/console.ts'
import { proofTest, sized } from '../kit/proof.ts'
import { newScreens, shoot } from '../kit/screens.ts'
import { openTillShop, type TillShop, typeAmount } from '../kit/till-shop.ts'

const folder = newScreens('till-cashier')

describe.skipIf(!browserHere)('a new cashier', () => {
  let shop: TillShop
  let owner: Page
  let tablet: Page

  beforeAll(async () => {
    shop = await openTillShop()
    owner = (await openConsole(shop, asha, { width: 1280 })).page
    const context = await (await openBrowser()).newContext({ viewport: { width: 820, height: 1180 } })
    await context.addInitScript(countTaps)
    tablet = await context.newPage()
  })
  afterAll(() => shop?.close())
  const tap = (name: string) => tablet.getByTestId(name).click()
  const taps = () => tapsOn(tablet)
  const step = async (amount: number) => {
    await typeAmount(tablet, amount)
    await tap('step-submit')
  }
  const at = (path: string) => `${shop.url}/admin${path}?account=${shop.account}`
  const draw = async (of: Page, name: string) => {
    // Some screens move without end.
    await of.emulateMedia({ reducedMotion: 'reduce' })
    for (const colorScheme of sized({ test: [], proof: ['light', 'dark'] } as const))
      for (const [width, height] of [
        [360, 740],
        [820, 1180],
        [1280, 800],
      ] as const) {
        await of.emulateMedia({ colorScheme })
        await of.setViewportSize({ width, height })
        await shoot(of, folder, `${name} ${width} ${colorScheme}`, false)
      }
    expect(await axeFaults(of)).toEqual([])
    await of.setViewportSize({ width: 820, height: 1180 })
  }

  /** Checks that the step stays until the shift and the till are read: no tap on what follows it is lost. */
  const staysUntilRead = async (answer: () => Promise<void>, next: string) => {
    const isRead = Promise.withResolvers<void>()
    await tablet.route('**/till/me', async route => {
      await isRead.promise
      await route.continue()
    })
    const shift = tablet.waitForResponse(
      response => response.url().endsWith('/till/shift') && response.request().method() === 'GET',
    )
    await answer()
    await (await shift).finished()
    await tablet.evaluate(() => new Promise(done => requestAnimationFrame(() => setTimeout(done))))
    expect(await tablet.getByTestId(next).count()).toBe(0)
    isRead.resolve()
    await tablet.unrouteAll({ behavior: 'wait' })
  }

  test('is a name and a PIN on one sheet', async () => {
    await owner.goto(at('/staff'))
    await owner.getByRole('button', { name: 'Add team member' }).click()
    await owner.locator('input[name=name]').fill('Zuhura')
    await owner.locator('input[name=pin]').fill('4719')
    expect(await owner.locator('input[name=email]').count()).toBe(0)
    await draw(owner, 'new cashier')
    await owner.getByTestId('make-link').click()
    await owner.getByRole('link', { name: 'Zuhura' }).waitFor()
  })

  test('a cold till asks for eight digits, and pairs with the last one; e-mail is a link', async () => {
    const { pairing_code: code } = await shop.newTill('Mbele')
    await tablet.goto(`${shop.url}/till`)
    await tablet.getByTestId('pair-code').waitFor()
    await tablet.getByText('Enter the 8 digits below it.').waitFor()
    expect(await tablet.locator('input[type=password]').count()).toBe(0)
    expect(await tablet.getByTestId('other-login').innerText()).toBe('Log in with e-mail')
    await draw(tablet, 'cold till')
    await tablet.getByTestId('pair-code').fill(`${code.slice(0, 4)} ${code.slice(4)}`)
    await tablet.getByTestId('cashier').first().waitFor()
  })

  test('who signs in stands in the middle; the PIN sends itself; five taps to the keypad', async () => {
    for (const width of [360, 820, 1280]) {
      await tablet.setViewportSize({ width, height: 800 })
      const middle = (selector: string) =>
        tablet.locator(selector).evaluateAll(all => {
          const boxes = all.map(element => element.getBoundingClientRect())
          return (
            (Math.min(...boxes.map(({ left }) => left)) + Math.max(...boxes.map(({ right }) => right))) / 2
          )
        })
      expect(Math.abs((await middle('.name')) - width / 2)).toBeLessThan(width === 360 ? 2 : 152)
      expect(Math.abs((await middle('.sign-in-title')) - width / 2)).toBeLessThan(2)
    }
    await draw(tablet, 'names')
    const before = await taps()
    await tablet.getByTestId('cashier').filter({ hasText: 'Zuhura' }).click()
    await typeAmount(tablet, 471)
    await draw(tablet, 'pin')
    await typeAmount(tablet, 9)
    await tablet.getByTestId('charge').waitFor()
    expect((await taps()) - before).toBe(5)
  })

  test('the first QR sale is two taps', async () => {
    const before = await taps()
    await tablet.locator('.quick-amount').first().click()
    await tap('charge')
    await tablet.getByTestId('qr').waitFor()
    expect((await taps()) - before).toBe(2)
    await shop.decide((await shop.newest()).reference, { outcome: 'completed' })
    await tablet.getByTestId('paid').waitFor()
    await tablet.getByTestId('charge').waitFor()
    expect((await taps()) - before).toBe(2)
  })

  proofTest('quick amounts keep the owner’s order, whatever is sold', async () => {
    const change = { quick_amounts: [2_500, 500, 10_000] }
    const set = await shop.asOwner('PATCH', '/api/v1/settings', change)
    expect(set.status).toBe(200)
    await tablet.reload()
    await tablet.locator('.quick-amount').first().waitFor()
    expect(await tablet.locator('.quick-amount').allInnerTexts()).toEqual(['2,500', '500', '10,000'])
  })

  test('the drawer is counted blind, a short one with a reason', async () => {
    await shop.asOwner('PATCH', '/api/v1/settings', { blind_count: true })
    await tap('settings')
    await tap('shift')
    await tap('open-shift')
    await staysUntilRead(() => step(20_000), 'count')
    await tablet.getByText('Count the drawer first').waitFor()
    expect(await tablet.getByTestId('drawer-expected').count()).toBe(0)
    await draw(tablet, 'blind shift')
    const before = await taps()
    await tap('count')
    await step(19_000)
    expect(await tablet.locator('.close-facts').innerText()).not.toContain('20,000')
    await tap('close-shift')
    await tablet.getByText('The drawer is short').waitFor()
    await draw(tablet, 'blind and short')
    await tablet.getByRole('button', { name: 'Too much change given' }).click()
    await staysUntilRead(() => tap('close-shift'), 'open-shift')
    await tablet.getByText('Reason: Too much change given').waitFor()
    await tablet.getByText('TZS 1,000 short').waitFor()
    await draw(tablet, 'closed short')
    await tap('shift-done')
    expect((await taps()) - before).toBe(11)
  })
})

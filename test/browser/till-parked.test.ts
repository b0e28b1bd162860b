// Parked sales in a real browser on the real binary: parked on one till, taken up on another, merged and
// split.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { BrowserContext, Page } from 'playwright-core'
import { browserHere } from '../kit/browser.ts'
import { axeFaults } from '../kit/console.ts'
import { proofTest } from '../kit/proof.ts'
import { juma, neema, openTillShop, pairTablet, signIn, type TillShop, typeAmount } from '../kit/till-shop.ts'

describe.skipIf(!browserHere)('a parked sale', () => {
  let shop: TillShop
  let door: { page: Page; context: BrowserContext }
  let side: { page: Page; context: BrowserContext }

  beforeAll(async () => {
    shop = await openTillShop()
    door = await pairTablet(shop, { viewport: { width: 1280, height: 800 } })
    await signIn(door.page, neema)
    side = await pairTablet(shop, { viewport: { width: 1280, height: 800 } })
    await signIn(side.page, juma)
  })
  afterAll(() => shop?.close())

  /** Types sums, each as one line. */
  const enter = async (page: Page, ...sums: readonly number[]) => {
    for (const sum of sums) {
      await typeAmount(page, sum)
      await page.locator('.key[data-key="plus"]').click()
    }
  }
  const park = async (page: Page, name: string) => {
    await page.getByTestId('park-sale').click()
    await page.getByTestId('park-name').fill(name)
    await page.getByTestId('park-go').click()
    await page.getByTestId('park-go').waitFor({ state: 'hidden' })
  }
  const rows = (page: Page) => page.getByTestId('parked-sale')
  const row = (page: Page, name: string) => rows(page).filter({ hasText: name })
  const total = (page: Page) => page.locator('.amount-digits').first().innerText()
  const ticketLines = (page: Page) => page.locator('.ticket .item-sum').allInnerTexts()

  test('shows on every till at once, and goes with all its lines to the one that takes it up', async () => {
    await enter(door.page, 1_500)
    await typeAmount(door.page, 700) // typed, but not a line yet
    await park(door.page, 'Table 4')
    expect(await total(door.page)).toBe('0')
    await row(side.page, 'Table 4').getByText('2,200').waitFor()
    await row(side.page, 'Table 4').click()
    await side.page.getByTestId('ticket').waitFor()
    expect(await ticketLines(side.page)).toEqual(['1,500', '700'])
    await row(door.page, 'Table 4').waitFor({ state: 'hidden' })
    await side.page.reload()
    await side.page.getByTestId('ticket').waitFor()
    expect(await ticketLines(side.page)).toEqual(['1,500', '700'])
  })

  test('is merged into the sale on the screen, and split again by its lines', async () => {
    await enter(door.page, 300)
    await park(door.page, 'Amina')
    await row(side.page, 'Amina').click()
    await side.page.locator('.ticket .item-sum').nth(2).waitFor()
    expect(await ticketLines(side.page)).toEqual(['1,500', '700', '300'])
    await side.page.getByTestId('park-sale').click()
    // As large as the title of any other sheet, though it opens from the head of the ticket.
    const title = side.page.locator('dialog[open] h2')
    const size = await title.evaluate(element => Number.parseFloat(getComputedStyle(element).fontSize))
    expect(size).toBeGreaterThan(19)
    await side.page.locator('.park-lines label').nth(0).click()
    await side.page.getByTestId('park-name').fill('The rest')
    expect(await axeFaults(side.page)).toEqual([])
    await side.page.getByTestId('park-go').click()
    await row(side.page, 'The rest').getByText('1,000').waitFor()
    expect(await ticketLines(side.page)).toEqual(['1,500'])
    await side.page.getByTestId('ticket-clear').click()
    await row(side.page, 'The rest').click()
    await side.page.locator('.ticket .item-sum').nth(1).waitFor()
    await side.page.getByTestId('charge').click()
    await side.page.getByTestId('qr').waitFor()
    expect((await shop.newest()).amount).toEqual({ value: 1_000, currency: 'TZS' })
    await side.page.getByTestId('park').click()
  })

  test('is on the till once after a reload if the answer was lost', async () => {
    const { page, context } = door
    await enter(page, 900)
    await park(page, 'Lost')
    await context.route('**/take', async route => {
      await route.fetch()
      await route.abort()
    })
    await row(page, 'Lost').click()
    await page.getByText('Can’t reach').first().waitFor()
    await context.unroute('**/take')
    await page.reload()
    await page.getByTestId('ticket').waitFor()
    expect(await ticketLines(page)).toEqual(['900'])
    await row(page, 'Lost').waitFor({ state: 'hidden' })
    await page.getByTestId('ticket-clear').click()
  })

  proofTest('is on the till after its tab was closed', async () => {
    const { context } = door
    await enter(door.page, 1_100)
    await park(door.page, 'Closed')
    await row(door.page, 'Closed').click()
    await door.page.getByTestId('ticket').waitFor()
    await door.page.close()
    door.page = await context.newPage()
    await door.page.goto(`${shop.url}/till`)
    await door.page.getByTestId('ticket').waitFor()
    expect(await ticketLines(door.page)).toEqual(['1,100'])
    await door.page.getByTestId('ticket-clear').click()
  })

  proofTest('that is tapped twice is asked for once, and no copy of it stays', async () => {
    const { page, context } = door
    await enter(page, 300)
    await park(page, 'Twice')
    const answer = Promise.withResolvers<void>()
    let requests = 0
    await context.route('**/take', async route => {
      requests++
      const response = await route.fetch()
      await answer.promise
      await route.fulfill({ response })
    })
    await row(page, 'Twice').dblclick()
    answer.resolve()
    await page.getByTestId('ticket').waitFor()
    await row(page, 'Twice').waitFor({ state: 'hidden' })
    await context.unroute('**/take')
    expect([requests, await ticketLines(page)]).toEqual([1, ['300']])
    await page.getByTestId('ticket-clear').click()
  })

  test('whose answer comes late does not join the next sale until it is tapped', async () => {
    const { page, context } = door
    await enter(page, 900)
    await park(page, 'Late')
    const answer = Promise.withResolvers<void>()
    await context.route('**/take', async route => {
      const response = await route.fetch()
      await answer.promise
      await route.fulfill({ response })
    })
    await row(page, 'Late').click()
    await enter(page, 500)
    answer.resolve()
    await row(page, 'Late').getByText('Opened here').waitFor()
    await context.unroute('**/take')
    expect(await ticketLines(page)).toEqual(['500'])
    await page.reload()
    await row(page, 'Late').getByText('Opened here').click()
    await page.locator('.ticket .item-sum').nth(1).waitFor()
    expect(await ticketLines(page)).toEqual(['500', '900'])
    await row(page, 'Late').waitFor({ state: 'hidden' })
    await page.getByTestId('ticket-clear').click()
  })

  proofTest('whose answer comes late while it is parked takes nothing of the next sale along', async () => {
    const { page, context } = door
    await enter(page, 300, 400)
    const answer = Promise.withResolvers<void>()
    await context.route('**/api/v1/parked-sales', async route => {
      if (route.request().method() !== 'POST') return route.continue()
      const response = await route.fetch()
      await answer.promise
      await route.fulfill({ response })
    })
    await page.getByTestId('park-sale').click()
    await page.getByTestId('park-name').fill('Slow')
    await page.getByTestId('park-go').click()
    await row(side.page, 'Slow').waitFor()
    await page.keyboard.press('Escape')
    await page.getByTestId('ticket-clear').click()
    await enter(page, 500, 400, 600)
    await row(page, 'Slow').waitFor()
    // The till lists the parked sales again once it has heard the answer.
    const listed = page.waitForResponse(
      response => response.url().endsWith('/parked-sales') && response.request().method() === 'GET',
    )
    answer.resolve()
    await listed
    await context.unroute('**/api/v1/parked-sales')
    expect(await ticketLines(page)).toEqual(['500', '400', '600'])
    await row(page, 'Slow').click()
    await page.locator('.ticket .item-sum').nth(4).waitFor()
    await page.getByTestId('ticket-clear').click()
  })

  describe('whose answer was lost while it was parked', () => {
    /** Parks a sum, but the server's answer never reaches the till. */
    const parkUnheard = async (name: string, sum: number) => {
      const { page, context } = door
      await enter(page, sum)
      await context.route('**/api/v1/parked-sales', async route => {
        if (route.request().method() !== 'POST') return route.continue()
        await route.fetch()
        await route.abort()
      })
      await page.getByTestId('park-sale').click()
      await page.getByTestId('park-name').fill(name)
      await page.getByTestId('park-go').click()
      await page.locator('dialog[open] .form-error').filter({ hasText: 'Can’t reach' }).waitFor()
      await page.keyboard.press('Escape')
      await context.unroute('**/api/v1/parked-sales')
      await row(side.page, name).waitFor()
    }

    test('is parked after the next start, and leaves the screen', async () => {
      await parkUnheard('Unheard', 600)
      await door.page.reload()
      await row(door.page, 'Unheard').waitFor()
      await door.page.getByTestId('ticket').waitFor({ state: 'hidden' })
      expect(await total(door.page)).toBe('0')
      await row(door.page, 'Unheard').click()
      await door.page.getByTestId('ticket-clear').click()
    })

    proofTest('leaves no copy if the cashier went on with it', async () => {
      await parkUnheard('Copied', 650)
      await enter(door.page, 50)
      await door.page.reload()
      await row(side.page, 'Copied').waitFor({ state: 'hidden' })
      expect(await ticketLines(door.page)).toEqual(['650', '50'])
      await door.page.getByTestId('ticket-clear').click()
    })
  })

  proofTest('that another till has just taken up shows why it is refused', async () => {
    const { page, context } = door
    await enter(page, 400)
    await park(page, 'Contested')
    await Promise.all([page, side.page].map(eachPage => row(eachPage, 'Contested').waitFor()))
    await context.route('**/api/v1/parked-sales', route => route.abort())
    await row(side.page, 'Contested').click()
    await side.page.getByTestId('ticket').waitFor()
    await row(page, 'Contested').click()
    await page.getByText('Another till has opened this sale').waitFor()
    expect(await total(page)).toBe('0')
    await context.unroute('**/api/v1/parked-sales')
    await side.page.getByTestId('ticket-clear').click()
  })

  test('is named when a shift is closed', async () => {
    const { page } = side
    await enter(page, 400)
    await park(page, 'Overnight')
    await row(page, 'Overnight').waitFor()
    await page.getByTestId('settings').click()
    await page.getByTestId('shift').click()
    for (const step of ['open-shift', 'count']) {
      await page.getByTestId(step).click()
      await typeAmount(page, 1_000)
      await page.getByTestId('step-submit').click()
    }
    expect(await page.getByTestId('open-parked').innerText()).toBe('Still parked: Overnight (400)')
  })
})

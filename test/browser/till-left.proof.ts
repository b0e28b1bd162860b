// How many are left of an item, on two tills in a real browser on the real binary: the tiles are right soon
// after a sale on the other till, a delivery and a count, and also while the server is away. Nothing is
// blocked.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { BrowserContext, Page } from 'playwright-core'
import { browserHere } from '../kit/browser.ts'
import { axeFaults } from '../kit/console.ts'
import { setLanguage } from '../kit/till-screenshot.ts'
import { juma, neema, openTillShop, pairTablet, signIn, type TillShop } from '../kit/till-shop.ts'

describe.skipIf(!browserHere)('how many are left', () => {
  let shop: TillShop
  let door: { page: Page; context: BrowserContext }
  let side: { page: Page; context: BrowserContext }
  const ids: Record<string, string> = {}

  beforeAll(async () => {
    shop = await openTillShop()
    const sizes = [
      { name: '500 ml', price: 500 },
      { name: '1.5 L', price: 1_000 },
    ]
    for (const product of [
      { name: 'Soda', price: 700, low_at: 5, track_stock: true },
      { name: 'Mchele', price: 3_000, low_at: 2_000, track_stock: true, sold_by_weight: true },
      { name: 'Maji', low_at: 3, track_stock: true, variations: sizes },
      { name: 'Chai', price: 500 },
    ]) {
      const { status, body } = await shop.asOwner('POST', '/api/v1/products', product)
      expect(status).toBe(201)
      ids[product.name] = body.data.id
      if (product.name === 'Maji') ids.small = body.data.variations[0].id
    }
    await enter('Soda', { kind: 'delivery', quantity: 6 })
    await enter('Mchele', { kind: 'delivery', quantity: 1_500 })
    await enter('Maji', { kind: 'delivery', quantity: 2, variation_id: ids.small })
    door = await pairTablet(shop, { viewport: { width: 1280, height: 800 } })
    await signIn(door.page, neema)
    side = await pairTablet(shop, { viewport: { width: 1280, height: 800 } })
    await signIn(side.page, juma)
    await tile(side.page, 'Chai').waitFor()
  })
  afterAll(() => shop?.close())

  const enter = async (name: string, json: object) => {
    const entry = { reason: 'Checked', ...json }
    const { status } = await shop.asOwner('POST', `/api/v1/products/${ids[name]}/stock`, entry)
    expect(status).toBe(201)
  }
  const tile = (page: Page, name: string) =>
    page.getByTestId('tile').filter({ has: page.locator('.tile-name', { hasText: name }) })
  const left = (page: Page, name: string) => tile(page, name).locator('.tile-left')
  const sell = async (page: Page, name: string, times: number) => {
    for (let tap = 0; tap < times; tap += 1) await tile(page, name).click()
    await page.getByTestId('charge').click()
    await page.getByTestId('qr').waitFor()
    await shop.decide((await shop.newest()).reference, { outcome: 'completed' })
    await page.getByTestId('paid').waitFor()
    await page.getByTestId('new-sale').press('Enter')
    await tile(page, name).waitFor()
  }

  test('shows at the low mark on both tills after a sale on one', async () => {
    expect(await left(side.page, 'Mchele').innerText()).toBe('1.5\u00a0kg left')
    expect(await left(side.page, 'Soda').count()).toBe(0)
    expect(await left(side.page, 'Chai').count()).toBe(0)
    await sell(door.page, 'Soda', 3)
    await left(side.page, 'Soda').getByText('3 left').waitFor()
    await left(door.page, 'Soda').getByText('3 left').waitFor()
  })

  test('shows for a size where it is chosen, and on the tile once every size is low', async () => {
    expect(await left(side.page, 'Maji').count()).toBe(0)
    await tile(side.page, 'Maji').click()
    const rows = side.page.getByTestId('choice')
    await rows.filter({ hasText: '500 ml' }).getByText('2 left').waitFor()
    expect(await rows.filter({ hasText: '1.5 L' }).locator('.choice-left').count()).toBe(0)
    await side.page.keyboard.press('Escape')
  })

  test('blocks no sale, and goes once there is plenty again', async () => {
    await sell(side.page, 'Soda', 4)
    await left(door.page, 'Soda').getByText('None left').waitFor()
    await sell(door.page, 'Soda', 1)
    await enter('Soda', { kind: 'delivery', quantity: 4 })
    await left(side.page, 'Soda').getByText('2 left').waitFor()
    await enter('Soda', { kind: 'count', quantity: 48 })
    await left(side.page, 'Soda').waitFor({ state: 'detached' })
    await left(door.page, 'Soda').waitFor({ state: 'detached' })
    await enter('Soda', { kind: 'count', quantity: 1 })
    await left(side.page, 'Soda').getByText('1 left').waitFor()
  })

  test('is the last known while the server is away, in Swahili too', async () => {
    await left(door.page, 'Soda').getByText('1 left').waitFor()
    await door.context.setOffline(true)
    await tile(door.page, 'Soda').click()
    await setLanguage(door.page, 'sw')
    await left(door.page, 'Soda').getByText('Stoku 1').waitFor()
    expect(await axeFaults(door.page)).toEqual([])
    await door.context.setOffline(false)
  })
})

// Pages that cannot be drawn, because the server gave an impossible answer: they show that and offer to load
// again. On the real binary in a real browser; the test changes the server's answers on their way.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserHere } from '../kit/browser.ts'
import { asha, axeFaults, openConsole, sidewaysScroll } from '../kit/console.ts'
import { charge, neema, openTillShop, pairTablet, signIn, type TillShop } from '../kit/till-shop.ts'

/** Answers everything below this path with the server's own data, bent. */
async function bend(page: Page, path: string, bent: (data: never) => unknown): Promise<void> {
  await page.route(`**${path}`, async route => {
    const response = await route.fetch()
    const { data } = await response.json()
    await route.fulfill({ response, json: { data: bent(data as never) } })
  })
}

describe.skipIf(!browserHere)('a page that breaks', () => {
  let shop: TillShop

  beforeAll(async () => {
    shop = await openTillShop()
  })
  afterAll(() => shop?.close())

  test('the till shows an error, and has its sale when it is loaded again', async () => {
    const { page, context } = await pairTablet(shop, { viewport: { width: 360, height: 740 } })
    await signIn(page, neema)
    await charge(page, 4_500)
    const token = await page.getByTestId('token').textContent()
    await page.evaluate(() => localStorage.setItem('kaunta.language', '"sw"'))
    await bend(page, '/api/v1/till/me', (till: object) => ({ ...till, account: null }))
    await page.reload()
    const words = page.getByRole('alert').filter({ hasText: 'Hitilafu imetokea' })
    await words.waitFor()
    expect(await axeFaults(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
    await page.unroute('**/api/v1/till/me')
    await words.getByRole('button', { name: 'Pakia tena' }).click()
    await page.getByTestId('qr').waitFor()
    expect(await page.getByTestId('token').textContent()).toBe(token)
    await context.close()
  })

  test('a page of the console shows an error within its frame, and the menu leads on', async () => {
    const { page, context } = await openConsole(shop, asha)
    await bend(page, '/api/v1/keys', (keys: readonly object[]) => keys.map(key => ({ ...key, scopes: null })))
    await page.goto(`${shop.url}/admin/keys?account=${shop.made.sandbox_account.id}`)
    const words = page.getByRole('alert').filter({ hasText: 'Something went wrong' })
    await words.waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page
      .getByRole('navigation', { name: 'Pages', exact: true })
      .getByRole('link', { name: 'Staff' })
      .click()
    await page.getByRole('heading', { level: 1, name: 'Staff' }).waitFor()
    expect(await words.count()).toBe(0)
    await page.goBack()
    await words.waitFor()
    await page.unroute('**/api/v1/keys')
    await words.getByRole('button', { name: 'Reload' }).click()
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor()
    await context.close()
  })

  test('a console whose frame breaks shows an error on the whole page', async () => {
    const { page, context } = await openConsole(shop, asha)
    await bend(page, '/api/v1/me', (me: { accounts: object[] }) => ({
      ...me,
      accounts: me.accounts.map(account => ({ ...account, takes: null })),
    }))
    await page.goto(`${shop.url}/admin`)
    await page.getByRole('main').getByRole('heading', { level: 1, name: 'Something went wrong' }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.unrouteAll({ behavior: 'wait' })
    await context.close()
  })
})

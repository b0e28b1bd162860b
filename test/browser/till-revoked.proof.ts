// A till that is revoked in the console goes blank without a touch: nothing of the shop stays on a lost
// tablet, nor on its customer displays, even when their stream is dead.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { browserHere, openBrowser } from '../kit/browser.ts'
import { charge, neema, openTillShop, pairTablet, signIn, type TillShop } from '../kit/till-shop.ts'

describe.skipIf(!browserHere)('a revoked till', () => {
  let shop: TillShop
  beforeAll(async () => {
    shop = await openTillShop()
  })
  afterAll(() => shop?.close())

  test('leaves the keypad for pairing, without a touch', async () => {
    const { context, page, till } = await pairTablet(shop, { name: 'Lost' })
    await signIn(page, neema)
    await shop.asOwner('DELETE', `/api/v1/tills/${till.id}`)
    await page.getByTestId('pair-code').waitFor()
    expect(await page.locator('.till-screen').count()).toBe(0)
    await context.close()
  })

  test('leaves a sale that waits, and its display shows nothing, even without a stream', async () => {
    const { context, page, till } = await pairTablet(shop, { name: 'Lost too' })
    await signIn(page, neema)
    await page.getByTestId('settings').click()
    await page.getByTestId('display').click()
    const code = (await page.getByTestId('display-code').innerText()).replaceAll(' ', '')
    const other = await (await openBrowser()).newContext()
    await other.route('**/api/v1/display/stream', route => route.abort())
    const screen = await other.newPage()
    await screen.goto(`${shop.url}/display#code=${code}`)
    await screen.getByTestId('idle').waitFor()
    await page.getByTestId('display-connected').waitFor()
    await page.keyboard.press('Escape')
    await charge(page, 8_300)
    await screen.getByTestId('scan').getByText('TZS 8,300').waitFor()

    await shop.asOwner('DELETE', `/api/v1/tills/${till.id}`)
    await page.getByTestId('pair-code').waitFor()
    await screen.getByText('disconnected').waitFor()
    expect(await screen.getByText('TZS 8,300').count()).toBe(0)
    await context.close()
    await other.close()
  })
})

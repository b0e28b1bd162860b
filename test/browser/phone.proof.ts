// The practice phone at /phone on the built server: it pays, in each look and width it is usable and clean,
// and when an owner switched it off, no till links to it and the page shows that in its language.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { browserHere } from '../kit/browser.ts'
import { axeFaults, openConsole, openDressed } from '../kit/console.ts'
import { looks, newScreens, shoot, smallTargets, wordsOn } from '../kit/screens.ts'
import { charge, neema, openTillShop, pairTablet, signIn, type TillShop } from '../kit/till-shop.ts'
import { until } from '../kit/wait.ts'

const phone_number = '0754 000 001'
const all = looks([360, 768, 1280])
type Page = Awaited<ReturnType<typeof openDressed>>['page']

const isTooWide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

describe.skipIf(!browserHere)('the practice phone', () => {
  let shop: TillShop
  const folder = newScreens('phone')
  beforeAll(async () => {
    shop = await openTillShop()
  })
  afterAll(() => shop?.close())

  async function expectGood(page: Page, name: string) {
    await shoot(page, folder, name)
    await wordsOn(page, name)
    // Screen readers go to the main part: it has all there is to read.
    const main = page.locator('main')
    expect([name, await main.locator('h1').count(), await page.locator('dl, .handset').count()]).toEqual([
      name,
      1,
      await main.locator('dl, .handset').count(),
    ])
    expect([name, await axeFaults(page), await page.evaluate(smallTargets), await isTooWide(page)]).toEqual([
      name,
      [],
      [],
      false,
    ])
  }
  const push = async () => {
    const details = { amount: 5_000, currency: 'TZS' }
    const made = await shop.asKey('POST', '/v1/payments', { payment_type: 'mobile', details, phone_number })
    expect(made.status).toBe(201)
    return made.body.data.reference as string
  }

  test.each(all)('$width $language $theme: asks, pays, and is clean at each step', async look => {
    const { page, complaints } = await openDressed(shop, undefined, look)
    const name = `${look.width}-${look.language}-${look.theme}`
    await page.goto(`${shop.url}/phone`)
    await page.locator('.number').waitFor()
    await expectGood(page, `${name}-home`)
    const reference = await push()
    const approve = page.locator('.request-actions button').first()
    await approve.waitFor()
    await expectGood(page, `${name}-request`)
    await approve.click()
    await page.locator('.pin input').fill('1234')
    await expectGood(page, `${name}-pin`)
    await page.locator('.request-actions button').first().click()
    await page.locator('.message-mark').waitFor()
    await expectGood(page, `${name}-paid`)
    const paid = async () => (await shop.asKey('GET', `/v1/payments/${reference}`)).body.data.status
    await until(async () => (await paid()) !== 'pending')
    expect([await paid(), complaints]).toEqual(['completed', []])
    await page.close()
  })

  test('is linked from the till while it is on, and not when an owner switched it off', async () => {
    const { page } = await pairTablet(shop)
    await signIn(page, neema)
    await charge(page, 5_000)
    await page.locator('.practice-link').waitFor()
    expect((await shop.asOwner('PATCH', '/api/v1/settings', { simulated_phone: false })).status).toBe(200)
    await page.reload()
    await page.locator('.waiting').waitFor()
    expect(await page.locator('.practice-link').count()).toBe(0)

    for (const look of all) {
      const { context, page: phone } = await openConsole(shop, undefined, look)
      expect((await phone.goto(`${shop.url}/phone`))?.status()).toBe(404)
      const title = look.language === 'sw' ? 'Simu ya mazoezi imezimwa' : 'The practice phone is off'
      await phone.getByRole('heading', { name: title }).waitFor()
      await expectGood(phone, `${look.width}-${look.language}-${look.theme}-off`)
      await context.close()
    }
    expect((await shop.asOwner('PATCH', '/api/v1/settings', { simulated_phone: true })).status).toBe(200)
  })
})

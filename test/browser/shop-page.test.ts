// The shop page in a real browser on the real binary: the owner opens it in the console, a customer orders
// and pays without scripts, and the page is well made in each state and both languages. Pictures to look at:
// dist/screens/shop-page/.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import type { ProfileView } from '../../src/wire/profile.ts'
import { checkout } from '../../ui/checkout/checkout.text.ts'
import { shop } from '../../ui/checkout/shop.text.ts'
import { browserHere, openBrowser, readQr } from '../kit/browser.ts'
import { type CheckoutShop, openCheckoutShop, sees } from '../kit/checkout-shop.ts'
import { asha, axeFaults, openDressed, sidewaysScroll } from '../kit/console.ts'
import { proofTest } from '../kit/proof.ts'
import {
  dresses,
  newEnglishFinder,
  newScreens,
  nothing,
  shoot,
  smallTargets,
  stickingOut,
  wordsOn,
} from '../kit/screens.ts'
import { neema, openTillShop, pairTablet, signIn, type TillShop } from '../kit/till-shop.ts'

const englishIn = newEnglishFinder([checkout, shop])
const firstViewMax = 20_000

describe.skipIf(!browserHere)('the shop page', () => {
  let box: CheckoutShop
  let browser: Browser
  let profile: ProfileView
  let address = ''
  const screens = newScreens('shop-page')

  beforeAll(async () => {
    box = await openCheckoutShop()
    browser = await openBrowser()
    const json = { name: 'Shop', allowed_methods: ['mobile_money', 'qr'] }
    profile = await box.asAdmin<ProfileView>('/api/v1/profiles', json)
    address = box.url + new URL(profile.shop_url).pathname
    const add = (product: object) => box.asAdmin('/api/v1/products', product)
    await add({
      name: 'Soda',
      name_sw: 'Soda',
      price: 1_000,
      category: 'Vinywaji',
      wholesale: { from: 12, price: 900 },
    })
    await add({ name: 'Wali', price: 3_000, sold_by_weight: true, category: 'Chakula' })
    await add({ name: 'Karanga', price: 50, sold_by_weight: true, category: 'Chakula' })
    for (let count = 0; count < 60; count++)
      await add({ name: `Khanga ya rangi namba ${count}`, category: 'Nguo', price: 15_000 + count })
  })
  afterAll(() => box.close())

  const field = (page: Page, name: string) => page.getByRole('textbox', { name }).first()
  const presses = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

  test('is opened in the console, which has its link and QR code', async () => {
    for (const { theme, language, widths } of dresses([360, 768, 1280])) {
      const { page, complaints } = await openDressed(box, asha, { theme, language })
      await page.goto(`${box.url}/admin/settings/branding/${profile.id}`)
      await page.locator('.collapsible summary').first().click()
      const label = language === 'en' ? 'Open the shop page' : 'Fungua ukurasa wa duka'
      await page.getByLabel(label).check()
      await page.getByTestId('save').click()
      const link = page.locator('.shop-page-link a')
      await link.waitFor()
      expect(await link.getAttribute('href')).toBe(profile.shop_url)
      const code = page.locator('.shop-page-link .qr-code')
      await code.evaluate(element => element.scrollIntoView({ block: 'center' }))
      expect(await readQr(code)).toBe(profile.shop_url)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        expect(await sidewaysScroll(page)).toBe(0)
        await shoot(page, screens, `console-${theme}-${language}-${width}`)
      }
      expect(await axeFaults(page)).toEqual([])
      expect(complaints).toEqual([])
      await page.close()
    }
  })

  test.each([false, true])('takes an order at 360 px, scripts %p', async scripts => {
    const viewport = { width: 360, height: 740 }
    const { context, complaints } = await box.watch(browser, { viewport, javaScriptEnabled: scripts })
    const page = await context.newPage()
    await page.goto(address)
    await presses(page, 'Vinywaji')
    await field(page, 'Soda').fill('2')
    if (scripts) {
      await presses(page, 'One more: Soda')
      await page.locator('.bar', { hasText: 'TZS\u00a03,000' }).waitFor()
      await presses(page, 'One less: Soda')
    }
    await presses(page, 'Chakula')
    await page.locator('.total', { hasText: 'TZS\u00a02,000' }).waitFor()
    if (scripts) {
      // 14.5 shillings, which fractions would make 14.499…
      await field(page, 'Karanga').fill('0.29')
      await page.locator('.bar', { hasText: 'TZS\u00a02,015' }).waitFor()
      await field(page, 'Karanga').fill('')
      for (const [typed, button, stepped] of [
        ['1.1', 'One less', '0.1'],
        ['2,3', 'One less', '1.3'],
        ['0.118', 'One more', '1.118'],
        ['98.5', 'One more', '99'],
      ] as const) {
        await field(page, 'Wali').fill(typed)
        await presses(page, `${button}: Wali`)
        expect(await field(page, 'Wali').inputValue()).toBe(stepped)
      }
    }
    await field(page, 'Wali').fill('0.5')
    await presses(page, 'Continue')
    await sees(page, 'form')
    const text = await page.locator('main').innerText()
    for (const part of ['3,500', '2 × Soda', '0.5 kg Wali', 'Change order']) expect(text).toContain(part)
    if (scripts) await shoot(page, screens, 'checkout-360')
    await page.getByText('Change order').click()
    await page.locator('.total', { hasText: 'TZS\u00a03,500' }).waitFor()
    await presses(page, 'Continue')
    await page.getByRole('radio', { name: 'Mobile money' }).check()
    await page.locator('[name=customer_phone]').fill('0754 000 789') // pays after two seconds
    await page.locator('form .primary').click()
    await sees(page, 'paid')
    expect(await page.locator('.order-number').innerText()).toMatch(/Your order number\s+\d/)
    if (scripts) {
      expect(await page.evaluate(stickingOut, nothing)).toEqual([])
      expect(await axeFaults(page)).toEqual([])
      await shoot(page, screens, 'paid-360')
    }
    expect(complaints).toEqual([])
    await context.close()
  })

  test('has a first view of at most 20 kB, and goes on to more items', async () => {
    const { context, complaints } = await box.watch(browser, { javaScriptEnabled: false })
    const headers = { accept: 'text/html', 'accept-encoding': 'gzip' }
    const sent = await fetch(address, { headers, decompress: false })
    expect(sent.headers.get('content-encoding')).toBe('gzip')
    const bytes = (await sent.bytes()).length
    expect(bytes).toBeLessThanOrEqual(firstViewMax)
    const page = await context.newPage()
    await page.goto(address)
    await field(page, 'namba 0').fill('1')
    await presses(page, shop.en.next)
    await page.locator('.total').waitFor()
    expect(await page.locator('#items ~ ul li').count()).toBe(30)
    await presses(page, 'Kiswahili')
    await page.locator('.total', { hasText: 'Jumla' }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  const states: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
    first: async () => {},
    chosen: async page => {
      await page.locator('.items input').first().fill('3')
      await page.locator('.chips button').nth(1).click()
      await page.locator('.total').waitFor()
    },
    wrong: async page => {
      await page.locator('.items input').first().fill('300')
      await page.locator('.bar button').click()
      await page.locator('.alert').waitFor()
    },
  }

  proofTest('is well made in every state, language and width', async () => {
    for (const { language, widths } of dresses([360, 768, 1280])) {
      const context = await browser.newContext({ locale: 'en-GB' })
      const page = await context.newPage()
      for (const [state, reach] of Object.entries(states)) {
        const name = `${state}-${language}`
        await page.goto(`${address}?lang=${language}`)
        await reach(page)
        const text = await wordsOn(page, name)
        if (language === 'sw') expect([name, englishIn(text)]).toEqual([name, []])
        for (const width of widths) {
          await page.setViewportSize({ width, height: 740 })
          expect([name, width, await page.evaluate(stickingOut, nothing)]).toEqual([name, width, []])
          await shoot(page, screens, `${name}-${width}`, false)
        }
        expect([name, await page.evaluate(smallTargets)]).toEqual([name, []])
        expect([name, await axeFaults(page)]).toEqual([name, []])
      }
      await context.close()
    }
  })
})

describe.skipIf(!browserHere)('a till', () => {
  let box: TillShop
  beforeAll(async () => {
    box = await openTillShop()
  })
  afterAll(() => box.close())

  test('lists an order as soon as it is paid, with its number and items', async () => {
    const { body } = await box.asOwner('POST', '/api/v1/profiles', { name: 'Shop', shop_page: true })
    await box.asOwner('POST', '/api/v1/products', { name: 'Soda', price: 1_000 })
    const { page } = await pairTablet(box, { viewport: { width: 1280, height: 800 } })
    await signIn(page, neema)
    await page.locator('.sales-panel .sales-empty').waitFor()
    const customer = await (await openBrowser()).newPage({ javaScriptEnabled: false })
    await customer.goto(box.url + new URL(body.data.shop_url).pathname)
    await customer.getByRole('textbox', { name: 'Soda' }).fill('2')
    await customer.getByRole('button', { name: shop.en.go_on }).click()
    await customer.locator('[name=customer_phone]').fill('0754 000 789') // pays after two seconds
    await customer.locator('form .primary').click()
    const row = page.locator('.sales-panel .sale-row', { hasText: 'Order 1' })
    await row.getByText('2 × Soda').waitFor()
    await row.click()
    await page.getByTestId('paid').waitFor()
    await shoot(page, newScreens('shop-page-till'), 'till-1280')
  })
})

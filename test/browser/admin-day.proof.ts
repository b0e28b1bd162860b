// The first sale of a new shop on Home, celebrated once, and the day's sales as a picture to share: in every
// look, on the real binary. Pictures for people to look at: dist/screens/admin-day/.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { openBinaryShop } from '../kit/binary-shop.ts'
import { browserHere, closeBrowser } from '../kit/browser.ts'
import { axeFaults, type Look, openConsole, sidewaysScroll } from '../kit/console.ts'
import { moveToNoon } from '../kit/noon-zone.ts'
import { owner } from '../kit/people.ts'
import { looks, newScreens, shoot, smallTargets, wordsOn } from '../kit/screens.ts'
import { until } from '../kit/wait.ts'

const words = {
  en: { first: 'Your first sale.', share: 'Share day', file: 'sales' },
  sw: { first: 'Mauzo yako ya kwanza.', share: 'Tuma mauzo ya siku', file: 'mauzo' },
} as const

describe.skipIf(!browserHere)('a day of sales on Home', () => {
  let shop: Awaited<ReturnType<typeof openBinaryShop>>
  let folder: string

  beforeAll(async () => {
    folder = newScreens('admin-day')
    shop = await openBinaryShop()
    await moveToNoon(shop, shop.account)
  })
  afterAll(async () => {
    await closeBrowser()
    await shop?.close()
  })

  async function sell(amount: number): Promise<void> {
    const details = { amount, currency: 'TZS' }
    const made = await shop.asKey('POST', '/v1/payments', { payment_type: 'dynamic-qr', details })
    const { reference } = made.body.data
    await shop.asKey('POST', `/v1/sandbox/payments/${reference}`, { outcome: 'completed' })
    const status = async () => (await shop.asKey('GET', `/v1/payments/${reference}`)).body.data.status
    await until(async () => (await status()) === 'completed')
  }
  // The first sale is celebrated once in a browser: each has its own.
  const openHome = async (look: Look = {}) => {
    const opened = await openConsole(shop, owner, look)
    await opened.page.goto(`${shop.url}/admin?account=${shop.account}`)
    await opened.page.getByTestId('sales').waitFor()
    return opened
  }

  test('a shop without a sale has nothing to share or to celebrate', async () => {
    const { context, page, complaints } = await openHome()
    await page.getByText('First steps').waitFor()
    expect(await page.getByText(words.en.first).count()).toBe(0)
    expect(await page.getByText(words.en.share).count()).toBe(0)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('the first sale is celebrated once, without movement for those who want none', async () => {
    await sell(12_500)
    const { context, page, complaints } = await openHome()
    const mark = page.locator('.first-sale-mark')
    await page.getByText(words.en.first).waitFor()
    const motion = () => mark.evaluate(element => getComputedStyle(element).animationName)
    expect(await motion()).toBe('first-sale')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    expect(await motion()).toBe('none')
    await page.reload()
    await page.getByTestId('sales').waitFor()
    expect(await page.getByText(words.en.first).count()).toBe(0)
    expect(complaints).toEqual([])
    await context.close()
  })

  test.each(looks([360, 768, 1280]))('$width $language $theme: a picture of the day is saved', async look => {
    const { context, page, complaints } = await openHome(look)
    const { first, share, file } = words[look.language]
    const name = `home-${look.width}-${look.theme}-${look.language}`
    await page.getByText(first).waitFor()
    await wordsOn(page, name)
    await shoot(page, folder, name)
    expect([name, await axeFaults(page), await page.evaluate(smallTargets)]).toEqual([name, [], []])
    expect(await sidewaysScroll(page)).toBe(0)
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: share }).click(),
    ])
    expect(saved.suggestedFilename()).toMatch(new RegExp(`^${file}-\\d{4}-\\d\\d-\\d\\d\\.png$`))
    const path = join(folder, `picture-${look.language}.png`)
    await saved.saveAs(path)
    const { width, height } = await new Bun.Image(await Bun.file(path).bytes()).metadata()
    expect([width, height > 400]).toEqual([720, true])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('the share sheet gets the picture, where the device has one', async () => {
    const { context, page } = await openHome()
    // The sheet is the device's: record what it is given.
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'canShare', { value: () => true })
      const share = async ({ files }: ShareData) => {
        document.title = files?.map(({ name, type }) => `${name} ${type}`).join() ?? ''
      }
      Object.defineProperty(navigator, 'share', { value: share })
    })
    await page.getByRole('button', { name: words.en.share }).click()
    await page.waitForFunction(() => /^sales-[\d-]+\.png image\/png$/.test(document.title))
    await context.close()
  })
})

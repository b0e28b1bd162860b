// The till as its cashier sees it, from the cold browser through every screen of a day to the longest sale:
// on a phone and a desktop, upright and in landscape. till-screenshot.ts checks each screen automatically.
// till-screens.proof.ts has more states, looks and the pictures for people.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, rmSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { browserHere, closeBrowser, openBrowser } from '../kit/browser.ts'
import { proofTest } from '../kit/proof.ts'
import type { Language } from '../kit/screens.ts'
import { draw, folder, found, hiddenParts, ofSale, setLanguage, usual } from '../kit/till-screenshot.ts'
import { neema, openTillShop, pairTablet, signIn, type TillShop } from '../kit/till-shop.ts'
import { walk } from '../kit/till-walk.ts'

// The walk through a day is one test.
setDefaultTimeout(240_000)

const longNote = 'Meza ya nje karibu na mlango, Bwana Mwinyimkuu Mwakalinga na wenzake watatu'
const longItem = 'Unga wa sembe kilo ishirini na tano, daraja la kwanza (Azam) pakiti kubwa'
const sold = [
  ['Chai ya maziwa', '1000'],
  ['Andazi la nazi', '500'],
  ['Soda', '800'],
] as const
const longShop = 'Chama cha Ushirika wa Wakulima na Wafanyabiashara wa Kahawa Mtwara (1984)'

describe.skipIf(!browserHere)('the screens of the till', () => {
  let shop: TillShop
  beforeAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    shop = await openTillShop({ env: { KAUNTA_RATE_LIMIT: '1000' } })
    await shop.grantCompletion(neema.name)
  })
  afterAll(async () => {
    await closeBrowser()
    await shop?.close()
  })

  const open = async (name: string) => {
    const { context, page, till } = await pairTablet(shop, { name, reducedMotion: 'reduce', locale: 'en-GB' })
    const tap = (testId: string) => page.getByTestId(testId).click()
    const decide = async (decision: object, phase: string) => {
      await shop.decide((await shop.newest()).reference, decision)
      await page.getByTestId(phase).waitFor()
    }
    return {
      context,
      page,
      till,
      tap,
      decide,
      see: (testId: string) => page.getByTestId(testId).first().waitFor(),
    }
  }
  /** Turns the till to this language and size: a phone on its side. */
  const lie = async (page: Page, language: Language, size = { width: 740, height: 360 }) => {
    await setLanguage(page, language)
    await page.setViewportSize(size)
  }
  const clean = () => expect(found.splice(0)).toEqual([])

  test('a browser that is not paired yet', async () => {
    const context = await (await openBrowser()).newContext({ reducedMotion: 'reduce', locale: 'en-GB' })
    const page = await context.newPage()
    await page.goto(`${shop.url}/till`)
    await page.getByTestId('pair-code').waitFor()
    await draw('pairing', page)
    await page.getByTestId('other-login').click()
    await page.locator('input[type=password]').waitFor()
    await draw('login', page)
    await context.close()
    clean()
  })

  proofTest('every screen of a day', async () => {
    const { context, page } = await open('Counter 1')
    await walk(page, shop, async (screen, of) => {
      await draw(screen, of)
      if (!ofSale.includes(screen)) return
      await lie(of, 'sw')
      for (const fault of await hiddenParts(of, 200)) found.push(`${screen} on a phone that lies: ${fault}`)
      await lie(of, 'en', usual)
    })
    await context.close()
    clean()
  })

  test('a sale at its longest: shop, amount, note and items', async () => {
    await shop.asOwner('PATCH', '/api/v1/settings', { name: longShop })
    const { context, page, tap, see, decide } = await open('Kaunta ya tatu, karibu na mlango wa nyuma')
    await signIn(page, neema)
    await draw('keypad of a long shop', page)
    await tap('add-note')
    await page.getByTestId('note').fill(longNote)
    await tap('note-save')
    await tap('add-items')
    await page.getByTestId('item-name').fill(longItem)
    await page.getByTestId('item-price').fill('123456789')
    await tap('item-add')
    for (const [name, price] of sold) {
      await page.getByTestId('item-name').fill(name)
      await page.getByTestId('item-price').fill(price)
      await tap('item-add')
    }
    for (let more = 0; more < 11; more++) await page.getByTestId('item-more').first().click()
    await draw('items at their longest', page)
    await tap('items-done')
    await tap('charge')
    await see('qr')
    await draw('waiting at its longest', page)
    await decide({ outcome: 'completed' }, 'paid')
    await draw('paid at its longest', page)
    await context.close()
    clean()
  })
})

// The till as its cashier sees it, from the cold browser through every screen of a day to the longest sale:
// on a phone and a desktop, upright and in landscape. till-screenshot.ts checks each screen automatically.
// till-screens.proof.ts has more states, looks and the pictures for people.
import { afterAll, beforeAll, describe, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserHere } from '../kit/browser.ts'
import { proofTest } from '../kit/proof.ts'
import type { Language } from '../kit/screens.ts'
import {
  clean,
  longItem,
  longNote,
  longShop,
  openScreenShop,
  type ScreenShop,
} from '../kit/till-screen-shop.ts'
import { draw, found, hiddenParts, ofSale, setLanguage, usual } from '../kit/till-screenshot.ts'
import { neema, signIn } from '../kit/till-shop.ts'
import { walk } from '../kit/till-walk.ts'

// The walk through a day is one test.
setDefaultTimeout(240_000)

describe.skipIf(!browserHere)('the screens of the till', () => {
  let shop: ScreenShop
  beforeAll(async () => {
    shop = await openScreenShop()
  })
  afterAll(() => shop?.close())

  /** Turns the till to this language and size: a phone on its side. */
  const lie = async (page: Page, language: Language, size = { width: 740, height: 360 }) => {
    await setLanguage(page, language)
    await page.setViewportSize(size)
  }

  test('a browser that is not paired yet', async () => {
    const { context } = await shop.openUnpaired()
    await context.close()
    clean()
  })

  proofTest('every screen of a day', async () => {
    const { context, page } = await shop.open('Counter 1')
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

  proofTest('a sale at its longest: shop, amount, note and items', async () => {
    await shop.asOwner('PATCH', '/api/v1/settings', { name: longShop })
    const name = 'Kaunta ya tatu, karibu na mlango wa nyuma'
    const { context, page, tap, addSold, sellAtLongest } = await shop.open(name)
    await signIn(page, neema)
    await draw('keypad of a long shop', page)
    await tap('add-note')
    await page.getByTestId('note').fill(longNote)
    await tap('note-save')
    await tap('add-items')
    await page.getByTestId('item-name').fill(longItem)
    await page.getByTestId('item-price').fill('123456789')
    await tap('item-add')
    await addSold()
    await sellAtLongest()
    await context.close()
    clean()
  })
})

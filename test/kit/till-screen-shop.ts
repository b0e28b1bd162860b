// The shop of the till's pictures (till-screens.test.ts and till-screens.proof.ts), with its longest names.
import { expect } from 'bun:test'
import { mkdirSync, rmSync } from 'node:fs'
import { openBrowser } from './browser.ts'
import { draw, folder, found } from './till-screenshot.ts'
import { neema, openTillShop, pairTablet } from './till-shop.ts'

export const longNote = 'Meza ya nje karibu na mlango, Bwana Mwinyimkuu Mwakalinga na wenzake watatu'
export const longItem = 'Unga wa sembe kilo ishirini na tano, daraja la kwanza (Azam) pakiti kubwa'
export const sold = [
  ['Chai ya maziwa', '1000'],
  ['Andazi la nazi', '500'],
  ['Soda', '800'],
] as const
export const longShop = 'Chama cha Ushirika wa Wakulima na Wafanyabiashara wa Kahawa Mtwara (1984)'

/** Fails with what `draw` found wrong since the last call. */
export const clean = () => expect(found.splice(0)).toEqual([])

export type ScreenShop = Awaited<ReturnType<typeof openScreenShop>>

/** Opens the shop, and empties the folder of the pictures. */
export async function openScreenShop() {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const shop = await openTillShop({ env: { KAUNTA_RATE_LIMIT: '1000' } })
  await shop.grantCompletion(neema.name)
  return {
    ...shop,
    /** Opens a tablet that is paired with a new till of this name. */
    async open(name: string) {
      const tablet = await pairTablet(shop, { name, reducedMotion: 'reduce', locale: 'en-GB' })
      const { page } = tablet
      const tap = (testId: string) => page.getByTestId(testId).click()
      const see = (testId: string) => page.getByTestId(testId).first().waitFor()
      /** Decides the network's answer to the newest payment, and waits for what the till then shows. */
      async function decide(decision: object, phase: string) {
        await shop.decide((await shop.newest()).reference, decision)
        await page.getByTestId(phase).waitFor()
      }
      /** In the sheet of items: adds usual ones until the sale has as many as it can show. */
      async function addSold() {
        for (const [name, price] of sold) {
          await page.getByTestId('item-name').fill(name)
          await page.getByTestId('item-price').fill(price)
          await tap('item-add')
        }
        for (let more = 0; more < 11; more++) await page.getByTestId('item-more').first().click()
        await draw('items at their longest', page)
        await tap('items-done')
      }
      async function sellAtLongest() {
        await tap('charge')
        await see('qr')
        await draw('waiting at its longest', page)
        await decide({ outcome: 'completed' }, 'paid')
        await draw('paid at its longest', page)
      }
      return { ...tablet, tap, see, decide, addSold, sellAtLongest }
    },
    /** Opens a browser that is not paired, at the login. Draws both of its screens. */
    async openUnpaired() {
      const context = await (await openBrowser()).newContext({ reducedMotion: 'reduce', locale: 'en-GB' })
      const page = await context.newPage()
      await page.goto(`${shop.url}/till`)
      await page.getByTestId('pair-code').waitFor()
      await draw('pairing', page)
      await page.getByTestId('other-login').click()
      await page.locator('input[type=password]').waitFor()
      await draw('login', page)
      return { context, page }
    },
  }
}

// Visits every screen of the till in the order of a day, for checks that hold on all of them.
import type { Page } from 'playwright-core'
import { beginNextSale, neema, type TillShop, typeAmount } from './till-shop.ts'

/** Called on each screen, by its name. */
export type Visit = (name: string, page: Page) => Promise<void>

const endings = [
  ['failed', 'failed'],
  ['expired', 'expired'],
  ['unknown', 'unknown'],
  ['completed', 'paid'],
] as const

/** Walks from the names on a paired till to the closed shift. No one is signed in at its beginning or end. */
export async function walk(page: Page, shop: TillShop, visit: Visit): Promise<void> {
  const tap = (testId: string) => page.getByTestId(testId).click()
  const see = async (name: string, testId: string) => {
    await page.getByTestId(testId).first().waitFor()
    await visit(name, page)
  }
  const back = () => page.locator('.head-button').first().click()
  const close = () => page.keyboard.press('Escape')
  const step = async (amount: number) => {
    await typeAmount(page, amount)
    await tap('step-submit')
  }

  await see('names', 'cashier')
  await page.getByTestId('cashier').filter({ hasText: neema.name }).click()
  await typeAmount(page, 1397)
  await page.locator('.pin-error:not(:empty)').waitFor()
  await visit('pin', page)
  await typeAmount(page, Number(neema.pin))

  await see('keypad', 'charge')
  await tap('settings')
  await see('settings', 'shift')
  await tap('display')
  await see('customer display', 'display-code')
  await close()
  await tap('settings')
  await tap('shift')
  await see('no shift', 'open-shift')
  await tap('open-shift')
  await typeAmount(page, 20_000)
  await see('float', 'step-submit')
  await tap('step-submit')
  await page.getByTestId('count').waitFor()
  await back()

  await typeAmount(page, 200)
  await tap('charge')
  await tap('add-note')
  await page.getByTestId('note').fill('Meza 4, Bwana Mwinyimkuu Mwakalinga')
  await see('note', 'note-save')
  await tap('note-save')
  await see('amount too small', 'charge')
  await tap('push')
  await page.locator('.key[data-key="000"]').click()
  await tap('push')
  await typeAmount(page, 754_000_456)
  await see('number', 'send')
  await close()
  await tap('cash')
  await typeAmount(page, 500_000)
  await see('cash', 'confirm-cash')
  await tap('confirm-cash')
  await see('cash taken', 'paid')
  await page.getByTestId('new-sale').press('Enter')

  for (const [outcome, phase] of endings) {
    await typeAmount(page, 12_500)
    await tap('charge')
    await page.getByTestId('token').waitFor()
    if (outcome === 'failed') await see('waiting for a scan', 'qr')
    if (outcome === 'completed') {
      await tap('method-push')
      await typeAmount(page, 754_000_456)
      await tap('send')
      await see('waiting for a scan or a push', 'method-push')
    }
    await shop.decide((await shop.newest()).reference, {
      outcome,
      ...(outcome === 'failed' ? { failure_reason: 'network_unavailable' } : {}),
    })
    await see(phase, phase)
    if (phase === 'unknown') {
      await tap('confirm-manually')
      await tap('confirm-submit')
      await see('manually', 'confirm-submit')
      await close()
    }
    await beginNextSale(page)
  }

  await typeAmount(page, 7_000)
  await tap('push')
  await typeAmount(page, 754_000_456)
  await tap('send')
  await see('waiting for a push', 'method-link')
  await tap('method-link')
  await see('waiting at a link', 'link')
  await tap('cancel')
  await see('cancel', 'cancel-confirm')
  await tap('cancel-confirm')
  await see('cancelled', 'voided')
  await beginNextSale(page)

  const list = page.getByRole('button', { name: /Recent sales|Mauzo ya karibuni/ }).first()
  if (await list.isVisible()) {
    await list.click()
    await page.locator('.sheet .sale-row').first().waitFor()
    await visit('last sales', page)
    await close()
  }
  await tap('settings')
  await tap('shift')
  await tap('drop')
  await page.locator('.reason').first().click()
  await typeAmount(page, 15_000)
  await see('out of the drawer', 'step-submit')
  await tap('step-submit')
  await see('shift', 'count')
  await tap('count')
  await step(204_000)
  await see('compare', 'close-shift')
  await page.locator('.reason').first().click()
  await tap('close-shift')
  await see('closed shift', 'shift-done')
  await tap('shift-done')
  await tap('settings')
  await tap('log-out')
  await page.getByTestId('cashier').first().waitFor()
}

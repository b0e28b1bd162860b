// How a customer of the cashier's day pays and gets money back, on the screen of the till and in the practice
// network.
import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { asha } from '../people.ts'
import { typeAmount } from '../till-shop.ts'
import { until } from '../wait.ts'
import type { Pay } from './case-sale.ts'
import { type Counter, digitsOf, tapOn } from './counter.ts'
import { lineName } from './good.ts'
import type { Tapped } from './receipt.ts'

/** Refunds above it need the PIN of a second person. Whole shillings. */
export const approvalAbove = 30_000

interface Paying {
  readonly total: number
  readonly pays: Pay
  readonly phone: number
}

/** Takes the payment of the sale on the screen. Its paid screen stays. */
export async function takePayment(counter: Counter, { total, pays, phone }: Paying): Promise<void> {
  const { page } = counter
  switch (pays) {
    case 'cash':
      await tapOn(page, 'cash')
      await takeCash(page, total)
      break
    case 'qr':
      await tapOn(page, 'charge')
      await page.getByTestId('qr').waitFor()
      await answer(counter, 'completed', total)
      break
    case 'push':
      await push(page, phone)
      await answer(counter, 'completed', total)
      break
    case 'qr, then cash':
      await tapOn(page, 'charge')
      await page.getByTestId('qr').waitFor()
      await tapOn(page, 'method-cash')
      await takeCash(page, total)
      break
    case 'push, then cash':
      await push(page, phone)
      await answer(counter, 'failed', total)
      await page.getByTestId('failed').waitFor()
      await tapOn(page, 'pay-cash')
      await takeCash(page, total)
      break
  }
  await page.getByTestId('paid').waitFor()
}

/** Pays in cash: the customer gives the next round sum; the till names the change. */
async function takeCash(page: Page, total: number): Promise<void> {
  await page.getByTestId('confirm-cash').waitFor()
  const given = Math.ceil(total / 5_000) * 5_000
  if (given > total) {
    await typeAmount(page, given)
    await page
      .locator('.cash-change')
      .getByText(digitsOf(given - total))
      .waitFor()
  }
  await tapOn(page, 'confirm-cash')
}

async function push(page: Page, phone: number): Promise<void> {
  await tapOn(page, 'push')
  await page.getByTestId('send').waitFor()
  await typeAmount(page, phone)
  await tapOn(page, 'send')
  await page.getByTestId('cancel').waitFor()
}

/** Has the network ask for exactly the total, and answer. */
async function answer({ shop }: Counter, outcome: 'completed' | 'failed', total: number): Promise<void> {
  const { reference, amount } = await shop.newest()
  expect(amount.value).toBe(total)
  const reason = outcome === 'failed' ? { failure_reason: 'payment_not_approved' } : {}
  await shop.decide(reference, { outcome, ...reason })
}

/** Presses Enter again if it came so soon after a scan that the till took it for the scanner's. */
export async function nextSale({ page }: Counter): Promise<void> {
  await page.getByTestId('new-sale').focus()
  await until(async () => {
    if (await page.getByTestId('charge').isVisible()) return true
    await page.keyboard.press('Enter')
    return false
  })
}

interface GivingBack {
  readonly lines: readonly Tapped[]
  /** Pieces, packs or grams of each line. */
  readonly back: readonly number[]
  readonly isWhole: boolean
  readonly amount: number
}

/** Refunds lines of the sale on its paid screen. The till must offer exactly this amount. */
export async function giveBack(counter: Counter, refund: GivingBack): Promise<void> {
  const { page, shop, cashier } = counter
  await tapOn(page, 'refund')
  await page.getByTestId('refund-amount').waitFor()
  if (!refund.isWhole) await chooseLines(counter, refund)
  await page.getByTestId('refund-reason').first().click()
  const money = digitsOf(refund.amount)
  const confirm = page.locator('[data-testid=refund-confirm]:enabled')
  await confirm.filter({ hasText: new RegExp(`(?<![\\d,])${money}(?![\\d,])`) }).click()
  await enterPin(page, cashier.pin)
  if (refund.amount > approvalAbove) {
    await page.getByTestId('approver').filter({ hasText: asha.name }).click()
    await enterPin(page, asha.pin)
  }
  const result = page.getByTestId('refund-result')
  await result.waitFor()
  if ((await result.getAttribute('data-look')) !== 'completed') {
    const { id } = (await shop.asKey('GET', '/v1/refunds?limit=1')).body.data.items[0]
    await shop.asKey('POST', `/v1/sandbox/refunds/${id}`, { outcome: 'completed' })
    await page.locator('[data-testid=refund-result][data-look=completed]').waitFor()
  }
  await tapOn(page, 'refund-done')
  await result.waitFor({ state: 'hidden' })
}

async function chooseLines({ page, language, words }: Counter, { lines, back }: GivingBack): Promise<void> {
  await page.locator('dialog[open] .segment', { hasText: words.items }).click()
  for (const [at, { good, pack }] of lines.entries()) {
    const name = page
      .locator('.refund-item-name')
      .getByText(good ? lineName(good, pack, language) : words.item, { exact: true })
    const taps = good?.isWeighed ? Math.min(1, back[at] ?? 0) : (back[at] ?? 0)
    const more = page.getByTestId('refund-item').filter({ has: name }).getByTestId('refund-more')
    for (let count = 0; count < taps; count++) await more.click()
  }
}

async function enterPin(page: Page, pin: string): Promise<void> {
  for (const digit of pin) await page.locator(`dialog[open] .key[data-key="${digit}"]`).click()
}

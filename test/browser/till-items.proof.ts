// Items on a sale, in a real browser on the real binary: added up on the keypad, named in their sheet, sold
// again at a tap; and where they are to be seen afterwards.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserHere, openBrowser } from '../kit/browser.ts'
import {
  neema,
  openShift,
  openTillShop,
  pairTablet,
  signIn,
  type TillShop,
  typeAmount,
} from '../kit/till-shop.ts'
import { settles } from '../kit/wait.ts'

describe.skipIf(!browserHere)('items on a sale', () => {
  let shop: TillShop
  let page: Page

  beforeAll(async () => {
    shop = await openTillShop()
    const tablet = await pairTablet(shop)
    page = tablet.page
    await tablet.context.addInitScript('window.print = () => {}')
    await page.reload()
    await signIn(page, neema)
  })
  afterAll(() => shop?.close())

  const tap = (testId: string) => page.getByTestId(testId).click()
  const plus = () => page.locator('.key[data-key="plus"]').click()
  const plain = async (testId: string) =>
    (await page.getByTestId(testId).innerText()).replaceAll('\u00a0', ' ')
  /** Returns the open sheet, which shows the same lines as the ticket next to the keypad. */
  const sheet = () => page.locator('dialog[open]')
  const add = async (name: string, price: string) => {
    await page.getByTestId('item-name').fill(name)
    await page.getByTestId('item-price').fill(price)
    await tap('item-add')
  }
  const pay = async () => {
    await page.getByTestId('qr').waitFor()
    await shop.decide((await shop.newest()).reference, { outcome: 'completed' })
    await page.getByTestId('paid').waitFor()
  }
  /** Returns the sold items on the screen of a paid sale. */
  const sold = async () => {
    const text = await page.getByTestId('paid').getByTestId('sold').innerText()
    return text.replaceAll('\u00a0', ' ').replaceAll(/\s+/g, ' ')
  }
  const chai = { name: 'Chai ya maziwa', quantity: 3, unit_price: 1_000 }
  const andazi = { name: 'Andazi', quantity: 1, unit_price: 500 }

  test('the keypad adds up, and so does the number pad of a keyboard', async () => {
    await typeAmount(page, 3_000)
    await plus()
    for (const key of ['2', '0', '0', '0', '+', '5', '0', '0']) await page.keyboard.press(key)
    expect(await page.locator('.amount-digits').innerText()).toBe('500')
    expect(await page.locator('.amount-digits').getAttribute('aria-label')).toBe('Amount TZS\u00a05,500')
    expect((await plain('charge')).replaceAll(/\s+/g, ' ')).toBe('Charge 5,500')
    await page.keyboard.press('Enter')
    await pay()
    const { amount, line_items } = await shop.newest()
    expect(amount.value).toBe(5_500)
    expect(line_items).toEqual([
      { name: 'Item', quantity: 1, unit_price: 3_000 },
      { name: 'Item', quantity: 1, unit_price: 2_000 },
      { name: 'Item', quantity: 1, unit_price: 500 },
    ])
    await page.getByTestId('new-sale').press('Enter')
    expect(await page.locator('.amount-digits').innerText()).toBe('0')
  })

  test('C and backspace reach the items where nothing is typed', async () => {
    const key = (name: string) => page.locator(`.key[data-key="${name}"]`).click()
    const sum = () => page.locator('.amount-digits').innerText()
    for (const amount of [3_000, 2_000]) {
      await typeAmount(page, amount)
      await plus()
    }
    await typeAmount(page, 7)
    await key('backspace')
    expect(await sum()).toBe('5,000')
    await key('backspace')
    expect(await sum()).toBe('3,000')
    await key('clear')
    expect(await sum()).toBe('0')
    expect(await page.getByTestId('ticket').count()).toBe(0)
  })

  test('named and counted in their sheet, kept over a reload, then on the sale, the list and paper', async () => {
    await tap('add-items')
    await add('Chai ya maziwa', '1000')
    await add('Andazi', '500')
    await add('Chai ya maziwa', '1000')
    await sheet().getByTestId('item-more').first().click()
    await add('', '700')
    await sheet().locator('.item-name').last().fill('Maji')
    await sheet().getByRole('button', { name: 'Remove one: Maji' }).click()
    await add('', '15.5')
    await page.getByText('This reads as TZS 15.5. Use whole shillings').waitFor()
    await page.getByTestId('item-price').fill('')
    expect(await plain('items-total')).toBe('TZS 3,500')
    await tap('items-done')
    await page.reload()
    await page.getByTestId('add-items').getByText('4 · 3,500').waitFor()
    await tap('charge')
    await page.getByText('3 × Chai ya maziwa, Andazi').first().waitFor()
    await pay()
    expect((await shop.newest()).line_items).toEqual([chai, andazi])
    expect(await sold()).toBe('3 × Chai ya maziwa 3,000 Andazi 500')
    await tap('print')
    const paper = async () =>
      ((await page.getByTestId('paper').textContent()) ?? '').replaceAll('\u00a0', ' ')
    expect(await paper()).toContain('3 × Chai ya maziwa 3,000Andazi 500')
    await page.getByTestId('new-sale').press('Enter')
    await page.locator('.sale-row').filter({ hasText: '3\u00a0× Chai ya maziwa, Andazi' }).click()
    expect(await sold()).toBe('3 × Chai ya maziwa 3,000 Andazi 500')
    await page.getByTestId('new-sale').press('Enter')
  })

  test('an item sold before is one tap away, for cash too, and is shown from the list', async () => {
    await openShift(page, 10_000)
    await tap('add-items')
    await settles(
      () => page.getByTestId('item-known').allInnerTexts(),
      texts => expect(texts).toEqual(['Andazi\n500', 'Chai ya maziwa\n1,000']),
    )
    await page.getByTestId('item-known').first().click()
    await page.getByTestId('item-known').first().click()
    await tap('items-done')
    await typeAmount(page, 250)
    await tap('cash')
    await tap('confirm-cash')
    await page.getByTestId('paid').waitFor()
    await page.getByTestId('new-sale').press('Enter')
    await page.locator('.sale-row').filter({ hasText: '2\u00a0× Andazi, Item' }).click()
    expect(await sold()).toBe('2 × Andazi 1,000 Item 250')
    await page.getByTestId('new-sale').press('Enter')
  })

  test('items stay after the server refuses them, and are all removed with one tap', async () => {
    await tap('add-items')
    await add('Andazi', '500')
    await tap('items-done')
    await page.route('**/v1/payments', route =>
      route.fulfill({
        status: 422,
        json: { status: 'error', code: 422, error_code: 'validation_failed', message: 'no' },
      }),
    )
    await tap('charge')
    await page.locator('.entry-error:not(:empty)').waitFor()
    await page.unroute('**/v1/payments')
    expect(await page.getByTestId('add-items').getAttribute('aria-label')).toBe('Items: 1 · 500')
    await page.reload()
    await page.getByTestId('add-items').getByText('1 · 500').waitFor()
    await tap('add-items')
    await tap('items-clear')
    expect(await page.getByTestId('item-less').count()).toBe(0)
    await tap('items-done')
    expect(await page.locator('.amount-digits').innerText()).toBe('0')
  })

  test('items stay after a change of the sale, and after a request without an answer', async () => {
    const basket = page.getByTestId('add-items').getByText('2 · 1,000')
    await tap('add-items')
    await add('Andazi', '500')
    await sheet().getByTestId('item-more').click()
    await tap('items-done')
    await tap('charge')
    await page.getByTestId('qr').waitFor()
    await tap('cancel')
    await tap('cancel-confirm')
    await tap('edit-sale')
    await basket.waitFor()
    await page.route('**/v1/payments', route => route.abort())
    await tap('charge')
    await page.getByRole('button', { name: 'Stop trying' }).click()
    await page.locator('dialog[open]').getByRole('button', { name: 'Stop trying' }).click()
    await basket.waitFor()
    await page.unroute('**/v1/payments')
    await tap('add-items')
    await tap('items-clear')
    await tap('items-done')
  })

  test('a pay link and the customer’s screen show them, too', async () => {
    await tap('settings')
    await tap('display')
    const code = (await page.getByTestId('display-code').innerText()).replaceAll(' ', '')
    const context = await (await openBrowser()).newContext({ viewport: { width: 1280, height: 800 } })
    const display = await context.newPage()
    await display.goto(`${shop.url}/display#code=${code}`)
    await display.getByTestId('idle').waitFor()
    await page.getByTestId('display-connected').waitFor()
    await page.keyboard.press('Escape')
    await tap('add-items')
    for (let at = 1; at <= 8; at++) await add(`Kitu cha ${at}`, String(at * 500))
    await tap('items-done')
    await tap('charge')
    await display.getByTestId('scan').getByText('Kitu cha 5').waitFor()
    expect(await display.locator('.display-basket').innerText()).toEndWith('and 3 more')
    await tap('method-link')
    await page.getByTestId('link').waitFor()
    const checkout = await context.newPage()
    await checkout.goto(await page.getByTestId('link').inputValue())
    await checkout.getByText('Kitu cha 8').first().waitFor({ state: 'attached' })
    expect(await checkout.locator('form').count()).toBeGreaterThan(0)
    // Cash ends the link with it: no one pays twice.
    await tap('method-cash')
    await tap('confirm-cash')
    await page.getByTestId('paid').waitFor()
    await checkout.reload()
    expect(await checkout.locator('input[name=customer_phone]').count()).toBe(0)
    await context.close()
  })
})

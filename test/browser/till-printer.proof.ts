// A network printer at the till, in a real browser on the real binary: set up and tested in the console, then
// bills, receipts, reprints and reports; and a printer that is off, which loses nothing. The printer is a
// listener that reads ESC/POS.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { BrowserContext, Page } from 'playwright-core'
import { browserHere, closeBrowser } from '../kit/browser.ts'
import { asha, axeFaults, openConsole, sidewaysScroll } from '../kit/console.ts'
import { openPrinter, type Printer } from '../kit/printer.ts'
import {
  charge,
  neema,
  openShift,
  openTillShop,
  pairTablet,
  signIn,
  type TillShop,
  typeAmount,
} from '../kit/till-shop.ts'

/** What the browser is asked to print itself. */
const countPrints = 'window.prints = 0; window.print = () => { window.prints++ }'

describe.skipIf(!browserHere)('a till with a network printer', () => {
  let shop: TillShop
  let printer: Printer
  let admin: Page
  let complaints: string[]
  let context: BrowserContext
  let page: Page
  let tillId: string

  beforeAll(async () => {
    shop = await openTillShop()
    printer = await openPrinter()
    const tablet = await pairTablet(shop, { name: 'Front counter' })
    context = tablet.context
    page = tablet.page
    tillId = tablet.till.id
    await context.addInitScript(countPrints)
    ;({ page: admin, complaints } = await openConsole(shop, asha))
    await admin.goto(`${shop.url}/admin/tills/${tillId}?account=${shop.made.sandbox_account.id}`)
    await admin.getByTestId('printer-form').waitFor()
  })
  afterAll(async () => {
    await closeBrowser()
    await printer?.off()
    await shop?.close()
  })

  const tap = (testId: string) => page.getByTestId(testId).click()
  const note = () => page.getByTestId('print-note')
  const browserPrints = () => page.evaluate<number>('window.prints')
  const toField = (name: string, value: string) =>
    admin.locator(`[data-testid=printer-form] [name=${name}]`).fill(value)
  const save = () => admin.getByTestId('save-printer').click()
  const auto = () => admin.getByLabel('Print receipts automatically')

  test('the owner sets the printer up in the console and prints a test page', async () => {
    expect(await axeFaults(admin)).toEqual([])
    await toField('host', '8.8.8.8')
    await save()
    await admin.getByText('Enter an address in the shop’s network').waitFor()
    await toField('host', printer.host)
    await toField('port', '0')
    await save()
    await admin.getByText('Enter 1 to 65535').waitFor()
    await toField('port', String(printer.port))
    await auto().uncheck()
    await save()
    await admin.getByTestId('test-printer').click()
    await admin.getByText('Test page printed').waitFor()
    expect(printer.last().text).toMatch(/TEST PAGE/)
    expect(printer.last().text).toContain('Front counter - asha')
    expect(await axeFaults(admin)).toEqual([])
    expect(await sidewaysScroll(admin)).toBeLessThanOrEqual(0)
    await printer.off()
    await admin.getByTestId('test-printer').click()
    await admin.getByText('Can’t reach the printer').waitFor()
    printer = await openPrinter({ port: printer.port })
    expect(complaints.filter(complaint => !complaint.includes('503'))).toEqual([])
  })

  test('a bill with the QR before payment', async () => {
    await page.reload()
    await signIn(page, neema)
    await typeAmount(page, 12_500)
    await tap('add-note')
    await page.getByTestId('note').fill('Meza 4 🍕')
    await tap('note-save')
    await tap('charge')
    await page.getByTestId('qr').waitFor()
    await tap('print-bill')
    await note().filter({ hasText: 'Printed' }).waitFor()
    const { payment_qr_code: payload, reference } = await shop.newest()
    const { codes, text, cuts } = printer.last()
    expect({ codes, cuts }).toEqual({ codes: [payload], cuts: 1 })
    for (const said of [
      'BILL',
      'Not paid yet',
      'TZS 12,500',
      'Meza 4 ?',
      'Neema Kessy',
      'Front counter',
      reference,
    ])
      expect(text).toContain(said)
  })

  test('a receipt after it, complete, when the cashier asks for it', async () => {
    const { reference } = await shop.newest()
    await shop.decide(reference, { outcome: 'completed' })
    await page.getByTestId('paid').waitFor()
    expect(printer.pages).toHaveLength(1)
    await tap('print')
    await note().filter({ hasText: 'Printed' }).waitFor()
    const { external_reference: network } = (await shop.asKey('GET', `/v1/payments/${reference}`)).body.data
    const { text, codes } = printer.last()
    expect(codes).toEqual([reference])
    for (const said of [
      'RECEIPT',
      'Paid - QR code',
      'TZS 12,500',
      'Meza 4 ?',
      'Neema Kessy',
      network,
      reference,
      '*** Practice',
    ])
      expect(text).toContain(said)
    await page.getByTestId('new-sale').press('Enter')
    expect(await browserPrints()).toBe(0)
  })

  test('the same receipt again, from the last sales, in Swahili', async () => {
    const before = printer.pages.length
    await tap('settings')
    await page.getByText('Kiswahili', { exact: true }).click()
    await page.keyboard.press('Escape')
    await page.locator('.sale-row').first().click()
    await page.getByRole('button', { name: 'Chapisha tena' }).click()
    await note().filter({ hasText: 'Imechapishwa' }).waitFor()
    expect(printer.pages).toHaveLength(before + 1)
    expect(printer.last().text).toMatch(/RISITI[\s\S]*Imelipwa - Msimbo wa QR/)
    await page.getByTestId('new-sale').press('Enter')
    await tap('settings')
    await page.getByText('English', { exact: true }).click()
    await page.keyboard.press('Escape')
  })

  test('the receipt of a refund, and none by the browser', async () => {
    await charge(page, 5_000)
    const { reference } = await shop.newest()
    await shop.decide(reference, { outcome: 'completed' })
    await page.getByTestId('paid').waitFor()
    await tap('refund')
    await page.getByTestId('refund-amount').waitFor()
    await page.getByTestId('refund-reason').first().click()
    await page.locator('[data-testid=refund-confirm]:enabled').click()
    for (const digit of neema.pin) await page.locator(`dialog[open] .key[data-key="${digit}"]`).click()
    await tap('refund-print')
    await page.locator('dialog[open] [data-testid=print-note]').filter({ hasText: 'Printed' }).waitFor()
    expect(printer.last().text).toMatch(/Refund receipt[\s\S]*TZS 5,000[\s\S]*Goods returned/)
    expect(printer.last().text).toContain(reference)
    await tap('refund-done')
    await tap('new-sale')
    expect(await browserPrints()).toBe(0)
  })

  test('automatically when a sale is paid, once, and not again after a reload or in another tab', async () => {
    await auto().check()
    await save()
    await admin.locator('[data-testid=save-printer]:disabled').waitFor()
    await page.reload()
    await page.getByTestId('charge').waitFor()
    const second = await context.newPage()
    await second.goto(`${shop.url}/till`)
    await second.getByTestId('charge').waitFor()
    const before = printer.pages.length
    await charge(page, 7_000)
    await second.getByTestId('qr').waitFor()
    // Both tabs continue with the waiting sale: each would print it.
    await Promise.all([page.reload(), second.reload()])
    await Promise.all([page.getByTestId('qr').waitFor(), second.getByTestId('qr').waitFor()])
    const { reference } = await shop.newest()
    await shop.decide(reference, { outcome: 'completed' })
    await Promise.all([page.getByTestId('paid').waitFor(), second.getByTestId('paid').waitFor()])
    await printer.printed(before + 1)
    expect(printer.last().codes).toEqual([reference])
    await page.reload()
    await page.getByTestId('paid').waitFor()
    await second.close()
    // All earlier requests are in the queue before this one.
    await tap('print')
    await note().filter({ hasText: 'Printed' }).waitFor()
    expect(printer.pages).toHaveLength(before + 2)
    await page.getByTestId('new-sale').press('Enter')
  })

  test('cash with its change, and the shift’s reports', async () => {
    await openShift(page, 20_000)
    const before = printer.pages.length
    await typeAmount(page, 3_000)
    await tap('cash')
    await typeAmount(page, 10_000)
    await tap('confirm-cash')
    await note().filter({ hasText: 'Printed' }).waitFor()
    expect(printer.pages).toHaveLength(before + 1)
    expect(printer.last().text).toMatch(/Paid - Cash[\s\S]*Change +TZS 7,000/)
    await page.getByTestId('new-sale').press('Enter')
    await tap('settings')
    await tap('shift')
    await tap('print-shift')
    await note().filter({ hasText: 'Printed' }).waitFor()
    expect(printer.last().text).toMatch(/X REPORT - shift 1[\s\S]*Expected +23,000/)
    await tap('count')
    await typeAmount(page, 23_000)
    await tap('step-submit')
    await tap('close-shift')
    await tap('print-shift')
    await printer.printed(before + 3)
    expect(printer.last().text).toMatch(/Z REPORT - shift 1[\s\S]*Matches/)
    await note().filter({ hasText: 'Printed' }).waitFor()
    await tap('shift-done')
    expect(await browserPrints()).toBe(0)
  })

  test('a printer that is off is reported plainly, the browser prints instead, and nothing is lost', async () => {
    await printer.off()
    await charge(page, 9_000)
    await tap('print-bill')
    await note().filter({ hasText: 'Can’t reach the printer' }).waitFor()
    await page.locator('[data-testid=qr]').waitFor()
    const { reference } = await shop.newest()
    await shop.decide(reference, { outcome: 'completed' })
    await page.getByTestId('paid').waitFor()
    await note().filter({ hasText: 'Nothing was printed' }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    const before = await browserPrints()
    await tap('print-browser')
    await page.waitForFunction(count => Reflect.get(window, 'prints') === count, before + 1)
    expect(await page.getByTestId('paper').textContent()).toContain(reference)
    printer = await openPrinter({ port: printer.port })
    await tap('print')
    await note().filter({ hasText: 'Printed' }).waitFor()
    expect(printer.pages.map(({ codes }) => codes)).toEqual([[reference]])
    await page.getByTestId('new-sale').press('Enter')
  })

  test('a till whose printer was removed prints in its browser', async () => {
    await admin.getByTestId('remove-printer').click()
    const question = admin.getByRole('dialog')
    await question.getByText('The till then prints from its browser.').waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'hidden' })
    await admin.getByTestId('test-printer').waitFor()
    await admin.getByTestId('remove-printer').click()
    await question.getByTestId('confirm').click()
    await admin.getByText('None', { exact: true }).waitFor()
    await page.reload()
    await page.getByTestId('charge').waitFor()
    const before = printer.pages.length
    await charge(page, 1_000)
    await tap('print-bill')
    await page.waitForFunction(() => Reflect.get(window, 'prints') === 1)
    expect(printer.pages).toHaveLength(before)
    expect(await note().count()).toBe(0)
  })
})

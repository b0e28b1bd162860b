// The console in a real browser on the real binary: the pages of money, from nothing to the first payments
// and payouts, the switch between accounts, login, and the view of a cashier. The set-up is in
// admin-first.test.ts.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { BrowserContext, Page } from 'playwright-core'
import { browserHere } from '../kit/browser.ts'
import {
  asha,
  axeFaults,
  type ConsoleShop,
  callAs,
  confirmDialog,
  openConsole,
  openConsoleShop,
  openDressed,
  sidewaysScroll,
} from '../kit/console.ts'
import { moveToNoon } from '../kit/noon-zone.ts'
import { proofTest, sized } from '../kit/proof.ts'
import { newScreens, shoot } from '../kit/screens.ts'
import { settles, until } from '../kit/wait.ts'

describe.skipIf(!browserHere)('the console', () => {
  let box: ConsoleShop
  let context: BrowserContext
  let page: Page
  let complaints: string[]
  let sandbox = ''
  const open = async (path: string) => {
    await page.goto(`${box.url}/admin${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
  const byKey = async (path: string, body: unknown): Promise<{ data: { reference: string } }> =>
    (await box.asKey('POST', path, body)).body
  const sale = (amount: number) =>
    byKey('/v1/payments', { payment_type: 'dynamic-qr', details: { amount, currency: 'TZS' } })

  beforeAll(async () => {
    box = await openConsoleShop()
    ;({ context, page, complaints, account: sandbox } = box)
    await moveToNoon(box, sandbox)
    // The server forgets who has just logged in: a payout then asks for the password.
    await box.kill()
    await box.restart()
  })
  afterAll(() => box.close())

  test('the console opens in practice, clearly marked, since the live account cannot take payments yet', async () => {
    await page.goto(`${box.url}/admin`)
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
    await page.getByRole('complementary', { name: 'Practice' }).waitFor()
    expect(new URL(page.url()).searchParams.get('account')).toBe(sandbox)
  })

  const emptyLists = [
    ['/payments', 'No payments yet'],
    ['/payouts', 'No payouts yet'],
    ['/unmatched', 'Nothing to resolve'],
  ] as const
  test.each(sized({ test: emptyLists.slice(0, 1), proof: [...emptyLists] }))(
    '%s without rows shows what to do next',
    async (path, title) => {
      await open(path)
      await page.getByRole('heading', { name: title }).waitFor()
      expect(await page.locator('.empty a').count()).toBeGreaterThan(0)
      expect(await axeFaults(page)).toEqual([])
    },
  )

  proofTest('the page of a payment lists its items, if it has any', async () => {
    const line_items = [
      { name: 'Chai ya maziwa', quantity: 2, unit_price: 1_500 },
      { name: `${'Mchele wa Mbeya '.repeat(12)}!`, quantity: 1_000_000, unit_price: 999_000 },
      { name: 'Chapati', quantity: 1, unit_price: 800 },
    ]
    const asked = { payment_type: 'dynamic-qr', details: { amount: 5_400, currency: 'TZS' } }
    const { reference } = (await byKey('/v1/payments', { ...asked, line_items })).data
    await open(`/payments/${reference}`)
    await page.getByRole('heading', { name: 'Items' }).waitFor()
    const lines = (await page.locator('.item-lines li').allInnerTexts()).map(text =>
      text.replace(/\s+/g, ' '),
    )
    expect(lines[0]).toBe('2 × Chai ya maziwa TZS 3,000')
    expect(lines[1]).toContain('TZS 999,000,000,000')
    expect(lines[2]).toBe('Chapati TZS 800')
    expect(await sidewaysScroll(page)).toBe(0)
    expect(await axeFaults(page)).toEqual([])
    const bare = (await byKey('/v1/payments', asked)).data
    await open(`/payments/${bare.reference}`)
    expect(await page.getByRole('heading', { name: 'Items' }).count()).toBe(0)
    for (const made of [reference, bare.reference]) await byKey(`/v1/payments/${made}/void`, {})
  })

  test('a payment made by the API is found, and its page turns to paid by itself', async () => {
    const { reference } = (await sale(12_500)).data
    await open('/payments')
    await page.getByRole('row').filter({ hasText: '12,500' }).getByText('Pending').waitFor()
    await page.getByRole('table').getByRole('link', { name: '12,500' }).click()
    await page.getByRole('heading', { level: 1, name: /12,500/ }).waitFor()
    await page.getByRole('img', { name: /QR code to pay/ }).waitFor()
    await page.getByText('QR code shown').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await byKey(`/v1/sandbox/payments/${reference}`, { outcome: 'completed' })
    await page.locator('.page-head').getByText('Paid', { exact: true }).waitFor()
    await page.getByRole('heading', { name: 'Breakdown' }).waitFor()
    await page.getByText('Confirmed by the network').waitFor()
    expect(await axeFaults(page)).toEqual([])
  })

  test('home then shows it', async () => {
    await open('')
    await page.getByTestId('sales').getByText('12,500').waitFor()
    await page
      .getByRole('listitem')
      .getByText(/12,500/)
      .first()
      .waitFor()
  })

  test('practice plays the customer; cancelling a payment asks first', async () => {
    const refused = (await sale(3_000)).data.reference
    await open(`/payments/${refused}`)
    await page.getByRole('button', { name: 'Simulate customer' }).click()
    await page.getByTestId('simulate-failed').click()
    await page.locator('.page-head').getByText('Failed').waitFor()
    await page.getByText('The customer didn’t approve it.').first().waitFor()

    const open_ = (await sale(4_000)).data.reference
    await open(`/payments/${open_}`)
    await page.getByRole('button', { name: 'Cancel payment' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/stop working/).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Cancel payment' }).click()
    await dialog.getByTestId('confirm').click()
    await page.locator('.page-head').getByText('Cancelled').waitFor()
    await page.getByText(/Cancelled by you/).waitFor()
  })

  proofTest('an open list changes by itself', async () => {
    const { reference } = (await sale(8_800)).data
    await open('/payments')
    const row = page.getByRole('row').filter({ hasText: '8,800' })
    await row.getByText('Pending').waitFor()
    await byKey(`/v1/sandbox/payments/${reference}`, { outcome: 'completed' })
    await row.getByText('Paid').waitFor()
  })

  proofTest(
    'days are typed with the keyboard: what is no day yet stays in the field and out of the address',
    async () => {
      await open('/payments')
      const days = page.getByRole('combobox', { name: 'Dates' })
      await days.selectOption('Choose dates…')
      const from = page.getByLabel('From date')
      const fromOf = () => new URL(page.url()).searchParams.get('from')
      await from.focus()
      await page.keyboard.type('112120')
      expect(await from.inputValue()).toBe('0020-11-21')
      expect(fromOf()).toBeNull()
      await page.keyboard.type('26')
      await page.waitForURL(/from=2026-11-21/)
      expect(await from.inputValue()).toBe('2026-11-21')
      await page.locator('.day-text', { hasText: '21 Nov 2026' }).waitFor({ state: 'attached' })
      // Another day, month first; the one that is filtered by stays until the new one is whole, or comes back
      // when that is abandoned.
      await from.blur()
      await from.focus()
      await page.keyboard.type('1205202')
      await page.waitForURL(/from=2026-12-05/)
      expect(await from.inputValue()).toBe('0202-12-05')
      await from.blur()
      await settles(
        () => from.inputValue(),
        day => expect(day).toBe('2026-12-05'),
      )
      await from.focus()
      await page.keyboard.press('Delete')
      await page.waitForURL(url => !url.searchParams.has('from'))
      // A named period fills in both days, and is named as long as they are those.
      await days.selectOption('Yesterday')
      await page.waitForURL(url => {
        const [from, to] = ['from', 'to'].map(name => url.searchParams.get(name))
        return from !== null && from === to
      })
      // The address changes before the page is drawn for it.
      const named = () => days.locator('option:checked').textContent()
      await settles(named, name => expect(name).toBe('Yesterday'))
      await days.selectOption('Any date')
      await page.waitForURL(url => !url.searchParams.has('from') && !url.searchParams.has('to'))
      // Cleared filters close the own days as well.
      await days.selectOption('Choose dates…')
      await from.fill('2026-11-21')
      await page.waitForURL(/from=2026-11-21/)
      await page.getByRole('link', { name: 'Clear' }).click()
      await from.waitFor({ state: 'detached' })
      expect(await days.locator('option:checked').textContent()).toBe('Any date')
      // The field writes the day as all pages do until it is used.
      await open('/payments?from=2026-11-21&to=2026-11-22')
      await page.getByText('21 Nov 2026', { exact: true }).waitFor()
    },
  )

  test('a payment is confirmed manually, with a reason and a receipt', async () => {
    const { reference } = (await sale(9_900)).data
    await open(`/payments/${reference}`)
    // While the customer may simply pay, it is not offered.
    await page.getByText('This page updates when the customer pays').waitFor()
    expect(await page.getByRole('button', { name: 'Confirm manually' }).count()).toBe(0)
    await byKey(`/v1/sandbox/payments/${reference}`, { outcome: 'unknown' })
    // The customer may have paid: the code is not offered again.
    await page.getByRole('img', { name: /QR code to pay/ }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Decide', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Was TZS 9,900 paid?' })
    await dialog.getByTestId('confirm').click()
    expect(await dialog.getByText('Required').count()).toBe(2)
    await dialog.getByRole('radio', { name: /It was paid/ }).check()
    await dialog.getByLabel('Network receipt no.').fill('abc1234567')
    await dialog.getByLabel('Reason').fill('Ujumbe wa mtandao haukufika')
    expect(await axeFaults(page)).toEqual([])
    await dialog.getByTestId('confirm').click()
    await page.locator('.page-head .state-manual').getByText('Confirmed manually', { exact: true }).waitFor()
    await page.getByText('Confirmed by you, not by the network.').waitFor()
    await page.getByText(/Confirmed manually by you/).waitFor()
    await page.getByText('Check if the network confirms it').waitFor()
    expect(await axeFaults(page)).toEqual([])

    const declined = (await sale(9_800)).data.reference
    await byKey(`/v1/sandbox/payments/${declined}`, { outcome: 'failed', failure_reason: 'wrong_pin' })
    await open(`/payments/${declined}`)
    await page.locator('.page-head').getByText('Failed', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Confirm manually' }).count()).toBe(0)
  })

  proofTest(
    'a payment that was paid another amount shows it at once, is marked in lists, and is settled on its page',
    async () => {
      const { reference } = (await sale(7_000)).data
      await open(`/payments/${reference}`)
      await page.getByText('This page updates when the customer pays').waitFor()
      await page.getByText('QR code shown').waitFor()
      await byKey(`/v1/sandbox/payments/${reference}`, { outcome: 'completed', amount: 6_500 })
      const note = page.locator('.unmatched-note')
      await note.getByText('Received TZS 6,500 instead of TZS 7,000').waitFor()
      expect(await note.innerText()).toMatch(
        /Don’t charge the customer again.*Received .*20\d\d.*Network receipt no. SIM/s,
      )
      expect(await page.locator('.page-head .state').innerText()).toBe('Different amount received')
      expect(await page.getByText('This page updates when the customer pays').count()).toBe(0)
      expect(await page.getByRole('img', { name: /QR code to pay/ }).count()).toBe(0)
      expect(await page.getByRole('button', { name: /Send|Confirm/ }).count()).toBe(0)
      expect(await axeFaults(page)).toEqual([])

      await open('/payments')
      await page
        .getByRole('row')
        .filter({ hasText: '7,000' })
        .getByText('Different amount received')
        .waitFor()
      await open('')
      await page
        .locator('.recent-row')
        .filter({ hasText: '7,000' })
        .getByText('Different amount received')
        .waitFor()

      await open(`/payments/${reference}`)
      await note.getByRole('button', { name: 'Resolve' }).click()
      await page.getByRole('dialog').getByText('Resolve TZS 6,500').waitFor()
      await page.locator('textarea[name=note]').fill('Alilipa sehemu, nyingine taslimu')
      await page.getByTestId('confirm').click()
      await note.waitFor({ state: 'detached' })
      await page.getByText(/Unmatched payment kept.*by you/).waitFor()
      await page.getByRole('button', { name: 'Send payment request' }).waitFor()
    },
  )

  proofTest('money of another amount waits under unmatched, and is settled with a reason', async () => {
    const { reference } = (await sale(7_000)).data
    await byKey(`/v1/sandbox/payments/${reference}`, { outcome: 'completed', amount: 6_500 })
    const call = await callAs(context, box, sandbox)
    const held = async () =>
      ((await call('get', '/api/v1/unmatched')).body.data as { items: unknown[] }).items
    await until(async () => (await held()).length > 0)
    await open('')
    await page.getByRole('link', { name: /TZS 6,500 received/ }).click()
    await page.getByRole('button', { name: 'Resolve' }).click()
    await page.getByTestId('confirm').click()
    await page.getByText('Required').waitFor()
    await page.locator('textarea[name=note]').fill('Alilipa nusu tu')
    expect(await axeFaults(page)).toEqual([])
    await page.getByTestId('confirm').click()
    await page.getByRole('heading', { name: 'Nothing to resolve' }).waitFor()
    await page.getByRole('combobox', { name: 'To resolve' }).selectOption('Resolved')
    const row = page.getByRole('row').filter({ hasText: 'Alilipa nusu tu' })
    await row.getByText('Kept').waitFor()
    await row.getByText('You').waitFor()
    expect(await page.getByRole('button', { name: 'Resolve' }).count()).toBe(0)
    expect(await axeFaults(page)).toEqual([])
    await page.goBack()
    await page.getByRole('heading', { name: 'Nothing to resolve' }).waitFor()
  })

  proofTest(
    'a payment with an unknown outcome is found from the first page, also after it is voided',
    async () => {
      const { reference } = (await sale(4_321)).data
      await byKey(`/v1/sandbox/payments/${reference}`, { outcome: 'unknown' })
      const call = await callAs(context, box, sandbox)
      const unknown = async () =>
        ((await call('get', `/v1/payments/${reference}`)).body.data as { outcome_unknown: boolean })
          .outcome_unknown
      await until(unknown)
      await byKey(`/v1/payments/${reference}/void`, {})
      await open('')
      await page.getByRole('link', { name: /awaiting confirmation/ }).click()
      await page.getByRole('heading', { level: 1, name: 'To resolve' }).waitFor()
      await page.locator('.list tbody tr').first().waitFor()
      expect(await page.locator('.list tbody tr').allInnerTexts()).toEqual([expect.stringContaining('4,321')])
    },
  )

  proofTest(
    'a payout shows the registered name first, and whether it is another one or not known',
    async () => {
      const screens = newScreens('payout-name')
      const typed = { name: 'Juma Said', amount: '10,000' }
      const names = [
        ['0754 000 001', 'Registered name: JUMA MFANO'],
        ['0754 000 002', 'This is not the name you entered. Check the number.'],
        ['0754 000 089', 'The network gave no name. Check the number yourself.'],
      ] as const
      const looked = sized({
        test: [['dark', 360]],
        proof: [
          ['light', 1280],
          ['dark', 360],
        ],
      } as const)
      for (const [phone, text] of names)
        for (const [theme, width] of looked) {
          const eye = await openDressed(box, asha, { theme, width })
          await eye.page.goto(`${box.url}/admin/payouts/new`)
          await eye.page.locator('input[name=phone]').fill(phone)
          await eye.page.locator('input[name=name]').fill(typed.name)
          await eye.page.locator('input[name=amount]').fill(typed.amount)
          await eye.page.getByText('Total from balance').waitFor()
          await eye.page.getByRole('button', { name: 'Continue' }).click()
          await eye.page.getByRole('dialog').getByText(text).waitFor()
          expect(await axeFaults(eye.page)).toEqual([])
          await shoot(eye.page, screens, `${phone.slice(-3)}-${theme}`)
          expect(eye.complaints).toEqual([])
          await eye.page.close()
        }
    },
  )

  test('a payout shows its fee, asks for the password, and arrives', async () => {
    await open('/payouts/new')
    await page.getByRole('button', { name: 'Continue' }).click()
    expect(await page.getByText('Required').count()).toBe(3)
    await page.locator('input[name=phone]').fill('0754 000 001')
    await page.locator('input[name=name]').fill('Juma Said')
    await page.locator('input[name=amount]').fill('10,000')
    await page.getByText('Total from balance').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByTestId('confirm').click()
    const password = page.getByRole('dialog').locator('input[type=password]')
    await password.fill('not mine')
    await page.getByTestId('confirm').click()
    await page.getByText('Wrong password').waitFor()
    await password.fill(asha.password)
    await page.getByTestId('confirm').click()
    await page.getByRole('heading', { level: 1, name: /10,000/ }).waitFor()
    await page.getByRole('button', { name: 'Simulate network' }).click()
    await page.getByTestId('simulate-completed').click()
    await page.locator('.page-head').getByText('Paid', { exact: true }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await open('/payouts')
    await page.getByRole('row').filter({ hasText: 'Juma Said' }).waitFor()
  })

  proofTest('the account is switched to live, and the address names it', async () => {
    await open('/payments')
    await page.locator('.side button.account-switch').click()
    await page.locator('.account-choice').filter({ hasText: 'Live' }).click()
    await page.getByRole('heading', { name: 'No payments yet' }).waitFor()
    expect(new URL(page.url()).searchParams.get('account')).not.toBe(sandbox)
    expect(await page.locator('.practice-strip').count()).toBe(0)
    await open('')
    await page.getByText('Real payments aren’t set up yet').waitFor()
    await page.goto(`${box.url}/admin/payments?account=${sandbox}`)
    await page.getByRole('row').filter({ hasText: '12,500' }).waitFor()
  })

  proofTest('an address that leads nowhere keeps the frame', async () => {
    await open('/payments')
    await page.goto(`${box.url}/admin/nothing/here`)
    await page.getByText('Page not found').waitFor()
    await page.getByRole('navigation', { name: 'Pages', exact: true }).waitFor()
  })

  proofTest('logging in is one step in the page, which stays where it is', async () => {
    const other = await openConsole(box, undefined)
    await other.page.goto(`${box.url}/admin/payments?status=completed&account=${sandbox}`)
    await other.page.locator('input[type=email]').fill(asha.email)
    await other.page.locator('input[type=password]').fill('wrong password')
    await other.page.locator('input[type=password]').press('Enter')
    await other.page.getByText('Wrong e-mail or password').waitFor()
    await other.page.locator('input[type=password]').fill(asha.password)
    const sale = other.page.getByRole('row').filter({ hasText: '12,500' })
    const isIn = () =>
      sale.waitFor({ timeout: 1_000 }).then(
        () => true,
        () => false,
      )
    // Three logins in ten seconds are all that one address gets: a quick run is asked to wait, and tries
    // again.
    do
      await other.page
        .locator('input[type=password]')
        .press('Enter', { timeout: 1_000 })
        .catch(() => undefined) // the form is gone once the login was let in
    while (!(await isIn()))
    expect(await other.page.getByRole('row').count()).toBe(4)
    await other.page.getByRole('button', { name: /log out/ }).click()
    await other.page.getByRole('button', { name: 'Log out', exact: true }).click()
    await other.page.locator('input[type=password]').waitFor()
    await other.context.close()
  })

  test('a part of a payment is refunded on its page', async () => {
    const { reference } = (await sale(9_000)).data
    await byKey(`/v1/sandbox/payments/${reference}`, { outcome: 'completed' })
    await open(`/payments/${reference}`)
    const dialog = page.getByRole('dialog')
    const fillIn = async () => {
      await page.getByTestId('refund').click()
      await dialog.locator('input[name=amount]').fill('2,500')
      await dialog.getByRole('button', { name: 'Refund TZS 2,500' }).waitFor()
      await dialog.locator('textarea').fill('One item was broken')
    }
    await fillIn()
    expect(await axeFaults(page)).toEqual([])
    const created = '**/v1/payments/*/refunds'
    await page.route(created, async route => {
      const response = await route.fetch()
      await (response.status() === 201 ? route.abort() : route.fulfill({ response }))
    })
    await confirmDialog(page, asha, page.getByTestId('refunds'))
    // The answer is lost: the same refund from another dialog is sent under the same key.
    await page.getByTestId('refunds').getByText('One item was broken').waitFor()
    await page.unroute(created)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await fillIn()
    await page.getByTestId('confirm').click()
    await dialog.waitFor({ state: 'detached' })
    const call = await callAs(context, box, sandbox)
    const { body } = await call('get', `/v1/payments/${reference}/refunds`)
    expect(body.data).toMatchObject({ items: [{ amount: { value: 2_500 }, way: 'network' }] })
    expect(body.data).toHaveProperty('items.length', 1)

    await open('/payments')
    await page.getByRole('link', { name: 'Refunds', exact: true }).click()
    const row = page.getByRole('row').filter({ hasText: 'One item was broken' })
    await row.getByText('On its way').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await row.getByRole('link', { name: '2,500' }).click()
    await page.locator('[data-named]').getByText('One item was broken').waitFor()
    await page.getByRole('link', { name: 'Refunds', exact: true }).click()
    await row.waitFor()
  })

  proofTest(
    'money of another amount is refunded in parts from the payment’s page, and lowers no sales at home',
    async () => {
      const { reference } = (await sale(6_000)).data
      await byKey(`/v1/sandbox/payments/${reference}`, { outcome: 'completed', amount: 6_700 })
      await open(`/payments/${reference}`)
      await page.getByTestId('refund-unmatched').click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('TZS 6,700 can be refunded').waitFor()
      await dialog.locator('[name="amount"]').fill('2000')
      await dialog.locator('textarea').fill('The wrong amount')
      await confirmDialog(page, asha, page.getByTestId('refunds'))
      await page.getByTestId('refunds').getByText('The wrong amount').waitFor()
      await page.locator('.unmatched-note').waitFor({ state: 'detached' })
      // The button of the dialog has the same name.
      const rest = page.getByTestId('refund-unmatched').filter({ hasText: 'Refund TZS 4,700' })
      await rest.click()
      await dialog.getByText('TZS 4,700 can be refunded').waitFor()
      await dialog.locator('textarea').fill('The rest of it')
      await confirmDialog(page, asha, page.getByTestId('refunds').getByText('The rest of it'))
      await rest.waitFor({ state: 'detached' })
      await open('')
      await page.getByText('Sales before refunds').waitFor()
      await page.getByTestId('after-refunds').getByText('1 refund', { exact: true }).waitFor()
    },
  )

  proofTest('what receipts show of the shop is set on one page, whose refused field is in view', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await open('/settings')
    const field = (name: string) => page.locator(`[name="${name}"]`)
    const save = page.getByRole('button', { name: 'Save' })
    await field('tin').fill('12345678')
    await field('receipt_footer').fill('Bidhaa hairudishwi')
    await save.click()
    await page.getByText('A TIN has nine digits').waitFor()
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'tin')
    expect(await axeFaults(page)).toEqual([])
    await field('tin').fill('123 456 789')
    const preview = page.getByTestId('receipt-preview')
    for (const said of ['TIN: 123-456-789', 'Bidhaa hairudishwi', 'Not a fiscal receipt'])
      await preview.getByText(said).waitFor()
    await save.click()
    await page.getByText('Saved', { exact: true }).waitFor()
    // The form is filled again once the settings are read back.
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('[name=tin]')?.value === '123-456-789',
    )
  })

  proofTest('what is typed while settings are saved stays, and is saved next', async () => {
    await open('/settings')
    const field = (name: string) => page.locator(`[name="${name}"]`)
    const save = page.getByRole('button', { name: 'Save' })
    const answer = Promise.withResolvers<void>()
    await page.route('**/api/v1/settings', async route => {
      if (route.request().method() === 'PATCH') await answer.promise
      await route.continue()
    })
    const isChange = (request: { method(): string }) => request.method() === 'PATCH'
    await field('receipt_footer').fill('Asante')
    const sent = page.waitForRequest(isChange)
    await save.click()
    await sent
    await field('receipt_header').fill('Karibu tena')
    const answered = page.waitForResponse(response => isChange(response.request()))
    answer.resolve()
    await answered
    await page.locator('.save-bar [type=submit]:not([data-loading])').click()
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.unroute('**/api/v1/settings')
    await open('/settings')
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('[name=receipt_header]')?.value === 'Karibu tena',
    )
    expect(await field('receipt_footer').inputValue()).toBe('Asante')
  })

  test('a cashier sees the way to the till and nothing else', async () => {
    const call = await callAs(context, box, sandbox)
    const invited = await call('post', '/api/v1/invitations', { name: 'Neema', role: 'cashier' })
    const code = new URL((invited.body.data as { url: string }).url).searchParams.get('code')
    const neema = await openConsole(box, undefined, { width: 360 })
    const joined = await neema.context.request.post(`${box.url}/api/v1/join`, {
      headers: { origin: box.url },
      data: { code, name: 'Neema', email: 'neema@duka.example', password: 'embe bichi mbili' },
    })
    expect(joined.status()).toBe(201)
    for (const path of ['', '/payments', '/settings']) {
      await neema.page.goto(`${box.url}/admin${path}`)
      await neema.page.getByRole('link', { name: /Open the till/ }).waitFor()
      expect(await neema.page.getByRole('navigation').count()).toBe(0)
    }
    expect(await axeFaults(neema.page)).toEqual([])
    expect(await sidewaysScroll(neema.page)).toBe(0)
    await neema.context.close()
  })

  proofTest('a developer sees that another amount arrived, and who may settle it', async () => {
    const call = await callAs(context, box, sandbox)
    const { reference } = (await sale(5_500)).data
    await byKey(`/v1/sandbox/payments/${reference}`, { outcome: 'completed', amount: 5_000 })
    const invited = await call('post', '/api/v1/invitations', { name: 'Juma', role: 'developer' })
    const code = new URL((invited.body.data as { url: string }).url).searchParams.get('code')
    const juma = await openConsole(box, undefined, { width: 360 })
    const data = { code, name: 'Juma', email: 'juma@duka.example', password: 'embe bichi mbili' }
    expect(
      (
        await juma.context.request.post(`${box.url}/api/v1/join`, { headers: { origin: box.url }, data })
      ).status(),
    ).toBe(201)
    await juma.page.goto(`${box.url}/admin/payments/${reference}?account=${sandbox}`)
    const note = juma.page.locator('.unmatched-note')
    await note.getByText('Received TZS 5,000 instead of TZS 5,500').waitFor()
    await note.getByText('An owner or admin can resolve this').waitFor()
    expect(await note.getByRole('button').count()).toBe(0)
    expect(await axeFaults(juma.page)).toEqual([])
    expect(await sidewaysScroll(juma.page)).toBe(0)
    await juma.page.goto(`${box.url}/admin/payments?account=${sandbox}`)
    await juma.page.getByRole('row').filter({ hasText: '5,500' }).getByText('Pending').waitFor()
    expect(juma.complaints).toEqual([])
    await juma.context.close()
  })

  test('no page logged an error', () => {
    // The browser itself logs refused requests, such as the wrong password.
    expect(complaints.filter(complaint => !complaint.startsWith('Failed to load resource'))).toEqual([])
  })
})

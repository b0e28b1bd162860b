// Links, profiles and keys of the console in a real browser on the real binary: a link is made by the form,
// paid on its page and seen as paid; a profile dresses the page; a key works until it is revoked.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { networkInterfaces } from 'node:os'
import type { Page } from 'playwright-core'
import { PNG } from 'pngjs'
import { openBinaryShop } from '../kit/binary-shop.ts'
import { browserHere, openBrowser, readQr } from '../kit/browser.ts'
import {
  asha,
  axeFaults,
  type ConsoleShop,
  type callAs,
  openConsole,
  openConsoleShop,
  sidewaysScroll,
} from '../kit/console.ts'
import { isProof, proofTest } from '../kit/proof.ts'

const lanAddress = Object.values(networkInterfaces())
  .flat()
  .find(card => card && !card.internal && card.family === 'IPv4')?.address

/** Returns a picture of one colour, larger than a logo is kept. */
function orangePicture(): Buffer {
  const png = new PNG({ width: 800, height: 600 })
  for (let at = 0; at < png.data.length; at += 4) png.data.set([240, 120, 20, 255], at)
  return PNG.sync.write(png)
}

/** Closes the palette with Enter and opens it again with Ctrl-K before the browser has reported the close. */
async function reopenInOneTask(): Promise<void> {
  const press = (init: KeyboardEventInit) =>
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }),
    )
  press({ key: 'Enter' })
  await Promise.resolve()
  const isClosed = document.querySelector('dialog[open]') === null
  press({ key: 'k', ctrlKey: true })
  await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
  if (!isClosed) throw new Error('the palette was still open')
}

describe.skipIf(!browserHere)('the console: links, profiles and keys', () => {
  let box: ConsoleShop
  let page: Page
  let complaints: string[]
  let profile: string
  let call: Awaited<ReturnType<typeof callAs>>

  beforeAll(async () => {
    box = await openConsoleShop()
    ;({ page, complaints, call } = box)
  })
  afterAll(() => box.close())

  const open = (path: string, on = page) => box.open(path, on)
  const field = (name: string) => page.locator(`[name="${name}"]`)
  const preview = () => page.frameLocator('iframe').first()
  const fold = (title: string) =>
    page
      .locator('details.collapsible', { has: page.getByRole('heading', { name: title }) })
      .locator('summary')
  const asCustomer = async (link: string) => {
    const customer = await (await openBrowser()).newPage({ viewport: { width: 360, height: 720 } })
    await customer.goto(link)
    return customer
  }

  test('a page without links shows how to create one', async () => {
    await open('/links')
    await page.getByRole('heading', { name: 'No payment links yet' }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('link', { name: 'Create link' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Create payment link' }).waitFor()
  })

  test('a form that cannot be sent shows an error at each field, and goes to the first', async () => {
    await fold('Items').click()
    await page.getByRole('button', { name: 'Add item' }).click()
    await fold('Items').click()
    await page.getByTestId('make').click()
    expect(await field('amount').evaluate(input => input === document.activeElement)).toBe(true)
    expect(await field('amount').getAttribute('aria-invalid')).toBe('true')
    await field('amount').fill('499')
    await page.getByText('At least TZS 500').waitFor()
    await field('amount').fill('12500')
    expect(await field('amount').inputValue()).toBe('12,500')
    await page.getByTestId('make').click()
    // What is wrong is folded away: it opens.
    await field('line_items.0.name').and(page.locator(':focus')).waitFor()
    expect(await axeFaults(page)).toEqual([])
  })

  test('the preview is the page itself, and follows what is typed', async () => {
    await preview().getByText('12,500').first().waitFor()
    await field('line_items.0.name').fill('Juice ya embe')
    await field('line_items.0.quantity').fill('2')
    await field('line_items.0.unit_price').fill('6250')
    await field('description').fill('Meza 8')
    await preview().getByText('Juice ya embe').waitFor()
    await preview().getByText('Meza 8').waitFor()
    await fold('Custom fields').click()
    await page.getByRole('button', { name: 'Add field' }).click()
    await field('custom_fields.0.label').fill('Saizi gani?')
    await field('custom_fields.0.type').selectOption('select')
    await field('custom_fields.0.options').fill('Ndogo\nKubwa')
    await preview().getByLabel('Saizi gani?').waitFor()
    expect(
      await preview()
        .locator('button')
        .evaluate(button => button.matches(':focus-within')),
    ).toBe(false)
    expect(await axeFaults(page)).toEqual([])
  })

  test('an error that only the server finds is shown at its field, too', async () => {
    const { body } = await call('post', '/api/v1/profiles', { name: 'Short-lived' })
    const { id } = body.data as { id: string }
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await field('profile_id').selectOption({ label: 'Short-lived' })
    await call('delete', `/api/v1/profiles/${id}`)
    await page.getByTestId('make').click()
    const gone = 'This branding is no longer here. Choose another one.'
    await page.locator('.mantine-InputWrapper-error', { hasText: gone }).waitFor()
    await field('profile_id').and(page.locator(':focus')).waitFor()
    await field('profile_id').selectOption('')
  })

  test('the link is made, opened, paid, and its open page turns to paid by itself', async () => {
    await page.getByTestId('make').click()
    await page.getByRole('heading', { level: 1, name: /12,500/ }).waitFor()
    const link = await page.getByTestId('link').inputValue()
    expect(link).toStartWith(`${box.url}/p/`)
    await page.getByText('Works only on this computer').waitFor()
    await page.locator('.share-qr').evaluate(async image => (image as HTMLImageElement).decode())
    expect(await readQr(page.locator('.share-qr'))).toBe(link)
    expect(await axeFaults(page)).toEqual([])

    const customer = await asCustomer(link)
    await customer.getByText('Juice ya embe').waitFor()
    await customer.getByLabel('Saizi gani?').selectOption('Kubwa')
    await customer.locator('[name=customer_phone]').fill('0754123789')
    await customer.locator('button.primary').click()
    await customer.locator('main[data-state=paid]').waitFor()
    await customer.close()

    await page.locator('.page-head').getByText('Paid', { exact: true }).waitFor()
    await page.getByText('Kubwa').waitFor()
    expect(await page.getByTestId('link').count()).toBe(0)
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('link', { name: 'View payment' }).click()
    await page.waitForURL(/\/admin\/payments\//)
  })

  proofTest('Ctrl-K finds pages, items, payments and actions, and ? lists the shortcuts', async () => {
    const opened = page.locator('dialog[open]')
    const options = opened.getByRole('option')
    await page.locator('.nav-link', { hasText: 'Payment links' }).focus()
    await page.keyboard.press('Control+k')
    await opened.getByRole('combobox').and(page.locator(':focus')).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.locator('.nav-link:focus', { hasText: 'Payment links' }).waitFor()

    await page.getByRole('button', { name: 'Search' }).click()
    await opened.getByRole('combobox').fill('settings')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/admin\/settings\/tills/)

    await page.keyboard.press('Control+k')
    await opened.getByRole('combobox').fill('settings')
    await page.evaluate(reopenInOneTask)
    await opened.getByRole('combobox').waitFor()
    expect(await opened.getByRole('combobox').inputValue()).toBe('')
    await page.keyboard.press('Escape')
    await opened.waitFor({ state: 'detached' })

    await call('post', '/api/v1/products', { name: 'Sukari ya kahawia', price: 3_200 })
    await page.keyboard.press('Control+k')
    await opened.getByRole('combobox').fill('kahawia')
    await options.filter({ hasText: 'Sukari ya kahawia' }).click()
    await page.waitForURL(/\/admin\/products\/prod_/)

    await page.keyboard.press('Control+k')
    await opened.getByRole('combobox').fill('12,500')
    await options.filter({ hasText: /TZS.12,500/ }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/admin\/payments\/[\da-f-]{36}/)

    await page.keyboard.press('?')
    await opened.getByText('Search this page').waitFor()
    const guides = opened.getByRole('link', { name: 'Open guides' })
    expect(await guides.getAttribute('href')).toBe('/docs')
    expect(await axeFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await opened.waitFor({ state: 'detached' })
    await page.setViewportSize({ width: 360, height: 740 })
    await page.getByRole('button', { name: 'More' }).click()
    await opened.getByRole('button', { name: 'Search' }).click()
    await opened.getByRole('option', { name: /^Create payment link/ }).click()
    await page.waitForURL(/\/admin\/links\/new/)
    await page.setViewportSize({ width: 1280, height: 900 })
  })

  proofTest('the card for the till prints alone', async () => {
    await call('post', '/api/v1/sessions', { amount: 999_999_999_999, description: 'Mwaka mzima' })
    await open('/links')
    await page.getByRole('link', { name: /999,999,999,999/ }).click()
    await page.getByRole('button', { name: 'Print QR card' }).click()
    await page.getByTestId('print').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.on-paper').isVisible()).toBe(true)
    expect(await page.locator('#root').isVisible()).toBe(false)
    const link = await page.locator('.on-paper strong').textContent()
    expect(`http://${link}`).toBe((await readQr(page)) ?? '')
    await page.emulateMedia({ media: 'screen' })
    await page.getByRole('button', { name: 'Close' }).click()
  })

  proofTest('a cancelled link is shown as cancelled here and to the customer', async () => {
    const link = await page.getByTestId('link').inputValue()
    await page.getByRole('button', { name: 'Cancel link' }).click()
    await page.getByText('The link stops working').waitFor()
    await page.getByTestId('confirm').click()
    await page.getByRole('heading', { name: 'Cancelled' }).waitFor()
    const customer = await asCustomer(link)
    await customer.locator('main[data-state=cancelled]').waitFor()
    await customer.close()
    await open('/links')
    await page.getByRole('link', { name: /^Cancelled 1$/ }).click()
    await page.getByRole('row').filter({ hasText: '999,999,999,999' }).waitFor()
    await page.getByRole('row').filter({ hasText: '12,500' }).waitFor({ state: 'detached' })
    expect(page.url()).toContain('status=cancelled')
  })

  proofTest('a profile with a logo brands the pages of its links', async () => {
    await open('/settings/branding')
    await page.getByRole('link', { name: 'Add branding' }).click()
    await field('name').fill('Juice bar')
    await field('merchant_name').fill('Juice ya Asha')
    await field('brand_color').fill('#f59e0b')
    await page.getByText(/The button text is black/).waitFor()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await page.getByText('Can’t read this picture').waitFor()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: orangePicture() })
    await preview().locator('header img').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.getByTestId('save').click()
    await page.getByRole('heading', { level: 1, name: 'Juice bar' }).waitFor()
    profile = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    expect(await axeFaults(page)).toEqual([])

    await open('/links/new')
    await field('profile_id').selectOption({ label: 'Juice bar' })
    await field('amount').fill('5000')
    await page.getByTestId('make').click()
    const link = await page.getByTestId('link').inputValue()
    const customer = await asCustomer(link)
    await customer.getByText('Juice ya Asha').waitFor()
    const logo = customer.locator('header img')
    await logo.evaluate(image => (image as HTMLImageElement).decode())
    expect(await logo.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBe(192)
    await customer.close()
  })

  proofTest('a profile is made the default, loses its logo, and another is deleted', async () => {
    await open(`/settings/branding/${profile}`)
    await page.getByRole('button', { name: 'Remove logo' }).click()
    await page.getByTestId('save').click()
    await page.getByText('Saved', { exact: true }).waitFor()
    expect((await call('get', `/api/v1/profiles/${profile}`)).body.data).toMatchObject({
      merchant_logo: '',
      brand_color: '#f59e0b',
    })
    await page.getByRole('button', { name: 'Make default' }).click()
    await page.getByTestId('confirm').click()
    await page.getByText('You can’t delete the default').waitFor()
    await page.getByRole('link', { name: 'Branding' }).first().click()
    await page.getByRole('link', { name: 'Default', exact: true }).click()
    await page.getByRole('button', { name: 'Delete branding' }).click()
    await page.getByText('Existing links keep it').waitFor()
    await page.getByTestId('confirm').click()
    await page.getByRole('link', { name: 'Default', exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Juice bar' }).waitFor()
  })

  proofTest('leaving a form with typed values asks first', async () => {
    const [title, ask] = ['Discard changes?', page.getByRole('dialog', { name: 'Discard changes?' })]
    await open('/links/new')
    await field('description').fill('Mchele kilo 5')
    await page.getByRole('link', { name: 'Payments', exact: true }).click()
    await ask.waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await ask.waitFor({ state: 'hidden' })
    expect([new URL(page.url()).pathname, await field('description').inputValue()]).toEqual([
      '/admin/links/new',
      'Mchele kilo 5',
    ])
    // The window itself is left: the browser asks in its own words.
    const [dialog] = await Promise.all([page.waitForEvent('dialog'), page.close({ runBeforeUnload: true })])
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await page.getByRole('link', { name: 'Payments', exact: true }).click()
    await ask.getByRole('button', { name: 'Discard changes', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor()
    // What was typed and taken away again is nothing to lose.
    await open('/links/new')
    await field('description').fill('Mchele')
    await field('description').fill('')
    await page.getByRole('link', { name: 'Payments', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor()
    await open('/settings/branding/new')
    await field('name').fill('Tawi la Moshi')
    await page.getByRole('link', { name: 'Branding' }).first().click()
    await page.getByRole('heading', { name: title }).waitFor()
    await ask.getByRole('button', { name: 'Keep editing' }).click()
    await page.getByTestId('save').click()
    await page.getByRole('heading', { level: 1, name: 'Tawi la Moshi' }).waitFor()
    await page.getByRole('link', { name: 'Payments', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor()
  })

  proofTest(
    'saving over a profile that was changed elsewhere asks first; the preview has its language',
    async () => {
      const made = await call('post', '/api/v1/profiles', { name: 'Mbili', locale: 'sw' })
      const { id } = made.body.data as { id: string }
      const now = async () =>
        (await call('get', `/api/v1/profiles/${id}`)).body.data as { name: string; merchant_name: string }
      const ask = page.getByRole('dialog', { name: 'This branding was changed elsewhere' })
      await open(`/settings/branding/${id}`)
      await preview().getByText('Samaki na wali, sahani 2').first().waitFor()
      await page.getByText('English', { exact: true }).first().click()
      await preview().getByText('Fish and rice, 2 plates').first().waitFor()
      await field('name').fill('Wangu')
      await call('patch', `/api/v1/profiles/${id}`, { merchant_name: 'Yao' })
      await page.getByTestId('save').click()
      await ask.waitFor()
      expect(await axeFaults(page)).toEqual([])
      expect(await now()).toMatchObject({ name: 'Mbili', merchant_name: 'Yao' })
      await ask.getByRole('button', { name: 'Discard mine, load theirs' }).click()
      expect([await field('name').inputValue(), await field('merchant_name').inputValue()]).toEqual([
        'Mbili',
        'Yao',
      ])
      await field('name').fill('Wangu tena')
      await call('patch', `/api/v1/profiles/${id}`, { merchant_name: 'Yao tena' })
      await page.getByTestId('save').click()
      await ask.getByRole('button', { name: 'Overwrite with mine' }).click()
      await page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
      expect(await now()).toMatchObject({ name: 'Wangu tena', merchant_name: 'Yao' })
      // Its own save is no surprise to it.
      await field('name').fill('Wangu mwisho')
      await page.getByTestId('save').click()
      await page.getByRole('heading', { level: 1, name: 'Wangu mwisho' }).waitFor()
      await page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
    },
  )

  proofTest('a key is shown once, works, and opens nothing once it is revoked', async () => {
    await open('/keys')
    await page.getByTestId('new-key').click()
    await page.getByTestId('make-key').click()
    await page.getByText('Required').waitFor()
    await field('name').fill('Website')
    expect(await axeFaults(page)).toEqual([])
    await page.getByTestId('make-key').click()
    const key = (await page.getByTestId('key').locator('code').textContent()) ?? ''
    expect(key).toStartWith('kn_test_')
    expect(await axeFaults(page)).toEqual([])
    const ask = () => fetch(`${box.url}/v1/payments?limit=1`, { headers: { authorization: `Bearer ${key}` } })
    expect((await ask()).status).toBe(200)
    await page.getByRole('button', { name: 'I’ve copied it' }).click()
    expect(await page.content()).not.toContain(key)
    await page.getByRole('button', { name: 'Revoke key Website' }).click()
    await page.getByText('Apps using this key stop working immediately.').waitFor()
    await page.getByTestId('confirm').click()
    await page.getByText('Revoked (1)').waitFor()
    expect((await ask()).status).toBe(401)
    expect(await axeFaults(page)).toEqual([])
  })

  test('a link of another account and a deleted profile are reported as not found', async () => {
    await open(`/links/sess_${'0'.repeat(32)}`)
    await page.getByText('Link not found').waitFor()
    await open(`/settings/branding/prof_${'0'.repeat(32)}`)
    await page.getByText('Branding not found').waitFor()
    // The browser itself notes each error.
    expect(complaints.filter(text => !/status of 40[04]/.test(text))).toEqual([])
  })

  test.skipIf(!isProof || !lanAddress)(
    'on plain http in the shop’s network a page shows where its link works and copies it',
    async () => {
      const lanBox = await openBinaryShop({ args: ['--host', '0.0.0.0'] })
      const url = lanBox.url.replace('127.0.0.1', lanAddress ?? '')
      const lan = await openConsole({ url }, asha)
      await lan.page.goto(`${url}/admin/links/new?account=${lanBox.account}`)
      await lan.page.locator('[name=amount]').fill('5000')
      await lan.page.getByTestId('make').click()
      await lan.page.getByText('Works only on the shop’s Wi-Fi').waitFor()
      expect(await lan.page.evaluate(() => window.isSecureContext)).toBe(false)
      await lan.page.getByRole('button', { name: 'Copy link' }).click()
      const field = lan.page.getByTestId('link')
      expect(await field.evaluate(input => (input as HTMLInputElement).selectionEnd)).toBe(
        (await field.inputValue()).length,
      )
      const customer = await asCustomer(await field.inputValue())
      await customer.getByText('5,000').first().waitFor()
      await customer.close()
      // The browser notes that one header counts on https alone.
      expect(lan.complaints.filter(text => !text.startsWith('The Cross-Origin-Opener-Policy'))).toEqual([])
      await lan.context.close()
      await lanBox.close()
    },
  )

  proofTest('on a phone, in Swahili, in the dark theme', async () => {
    const phone = await openConsole(box, asha, { width: 360, theme: 'dark', language: 'sw' })
    for (const path of [
      '/links',
      '/links/new',
      '/settings/branding',
      `/settings/branding/${profile}`,
      '/keys',
    ]) {
      await open(path, phone.page)
      await phone.page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
      expect({ path, faults: await axeFaults(phone.page), over: await sidewaysScroll(phone.page) }).toEqual({
        path,
        faults: [],
        over: 0,
      })
    }
    await open('/links/new', phone.page)
    await phone.page.getByRole('button', { name: 'Ona ukurasa' }).click()
    await phone.page.frameLocator('dialog iframe').locator('button.primary').waitFor()
    expect(await sidewaysScroll(phone.page)).toBe(0)
    expect(phone.complaints).toEqual([])
    await phone.context.close()
  })
})

// The first day in one test, as a new owner lives it on the real binary: the printed link, the shop, the
// first key, an address for webhooks, a sale on a paired till, approved on the practice phone, and the
// webhook that tells of it, signed and shown as delivered. On the way each page is drawn in every look, into
// dist/screens/admin-first.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { isGenuine } from '../../docs/verify/verify.ts'
import { type Binary, startBinary } from '../kit/binary.ts'
import { browserHere, closeBrowser, openBrowser, readQr } from '../kit/browser.ts'
import { axeFaults, openConsole, sidewaysScroll } from '../kit/console.ts'
import { dresses, type Language, newScreens, shoot, wordsOn } from '../kit/screens.ts'
import { typeAmount } from '../kit/till-shop.ts'
import { settles } from '../kit/wait.ts'

const owner = {
  store: 'Duka la Asha',
  city: 'Ilala',
  name: 'Asha Mushi',
  email: 'asha@duka.example',
  password: 'maembe na ndizi',
}
const pin = '4071'

interface Message {
  readonly headers: Record<string, string>
  readonly body: string
}

describe.skipIf(!browserHere)('the first day', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-admin-first-'))
  const screens = newScreens('admin-first')
  const received: Message[] = []
  let receiver: Bun.Server<undefined>
  let box: Binary

  beforeAll(async () => {
    receiver = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      async fetch(request) {
        received.push({ headers: Object.fromEntries(request.headers), body: await request.text() })
        return new Response('asante')
      },
    })
    box = await startBinary({ data: join(folder, 'data') })
  })
  afterAll(async () => {
    await closeBrowser()
    await box.stop()
    await receiver.stop(true)
    rmSync(folder, { recursive: true, force: true })
  })

  /** Draws the page as it is, in every look; it goes on in English and light. */
  async function look(page: Page, name: string): Promise<void> {
    const speak = async (language: Language) => {
      await page.getByText(language.toUpperCase(), { exact: true }).click()
      await page.locator(`html[lang=${language}]`).waitFor()
    }
    for (const { theme, language, widths } of dresses()) {
      await speak(language)
      await wordsOn(page, `${name} ${language}`)
      await page.emulateMedia({ colorScheme: theme })
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 })
        expect([name, language, width, await sidewaysScroll(page)]).toEqual([name, language, width, 0])
        await shoot(page, screens, `${name}-${width}-${theme}-${language}`)
      }
      expect([name, theme, language, await axeFaults(page)]).toEqual([name, theme, language, []])
    }
    await speak('en')
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 1280, height: 800 })
  }
  const heading = (page: Page, name: string | RegExp) =>
    page.getByRole('heading', { level: 1, name }).waitFor()

  test('from the printed link to the first webhook', async () => {
    const { page, context, complaints } = await openConsole(box, undefined, { theme: 'auto' })

    // The link, which works once; the code leaves the address bar.
    await box.printed('Stop with Ctrl-C')
    await page.goto(`${box.url}${box.output().match(/\/admin#claim=\w+/)?.[0]}`)
    for (const field of ['store', 'city', 'name', 'email', 'password'] as const)
      await page.locator(`input[name=${field}]`).fill(owner[field])
    // The customers' language is that of the page until another one is chosen.
    const language = page.locator('select[name=locale]')
    for (const [shown, value] of [
      ['SW', 'sw'],
      ['EN', 'en'],
    ] as const) {
      await page.getByText(shown, { exact: true }).click()
      await page.locator(`html[lang=${value}]`).waitFor()
      await settles(
        () => language.inputValue(),
        chosen => expect(chosen).toBe(value),
      )
    }
    await language.selectOption('Kiswahili')
    const zone = page.locator('select[name=timeZone]')
    expect(await zone.locator('option:checked').textContent()).toBe('Africa/Dar es Salaam')
    await zone.selectOption('Africa/Nairobi')
    await look(page, 'claim')
    await page.getByTestId('claim').click()
    const shownKey = page.getByText(/^kn_test_\w{32}$/)
    await shownKey.waitFor()
    expect(page.url()).not.toContain('claim')

    // The first key, shown this once, opens the API; the address for webhooks is tried immediately.
    const key = (await shownKey.textContent()) ?? ''
    const byKey = await fetch(`${box.url}/v1/payments`, { headers: { authorization: `Bearer ${key}` } })
    expect(byKey.status).toBe(200)
    await page.locator('input[name=webhook]').fill('nonsense')
    await page.getByRole('button', { name: 'Save and test' }).click()
    await page.getByText('A web address begins with http').waitFor()
    await page.getByText('SW', { exact: true }).click()
    await page.getByText('Anwani ya tovuti huanza na http').waitFor()
    await page.getByText('EN', { exact: true }).click()
    await page.locator('input[name=webhook]').fill(`http://127.0.0.1:${receiver.port}/hook`)
    await page.getByRole('button', { name: 'Save and test' }).click()
    await page.getByText('Saved. The receiver answered 200.').waitFor()
    expect(received).toHaveLength(1)
    await look(page, 'ready')
    await page.getByRole('button', { name: 'Go to the console' }).click()
    await heading(page, 'Today')
    await page.getByRole('complementary', { name: 'Practice' }).waitFor()
    // A phone shows what to do next without scrolling.
    await page.setViewportSize({ width: 360, height: 740 })
    const step = await page.getByRole('link', { name: /^Add your price list/ }).boundingBox()
    const tabs = await page.getByRole('navigation', { name: 'Main pages' }).boundingBox()
    expect((step?.y ?? 0) + (step?.height ?? 0)).toBeLessThanOrEqual(tabs?.y ?? 0)
    await page.waitForURL(/[?&]account=/)
    const account = new URL(page.url()).searchParams.get('account') ?? ''
    const settings = await context.request.get(`${box.url}/api/v1/settings`, {
      headers: { 'kaunta-account': account },
    })
    expect((await settings.json()).data).toMatchObject({
      name: owner.store,
      city: owner.city,
      time_zone: 'Africa/Nairobi',
    })
    const { accounts } = (await (await context.request.get(`${box.url}/api/v1/me`)).json()).data
    expect(accounts).toHaveLength(2)
    for (const { id } of accounts) {
      const answer = await context.request.get(`${box.url}/api/v1/profiles`, {
        headers: { 'kaunta-account': id },
      })
      expect((await answer.json()).data).toMatchObject([
        { is_default: true, locale: 'sw', merchant_name: owner.store },
      ])
    }

    // A till, and a PIN for each cashier.
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByRole('link', { name: 'Tills', exact: true }).click()
    await page.getByRole('button', { name: 'Add till' }).first().click()
    await page.locator('dialog input[name=name]').fill('Front counter')
    await page.getByTestId('make-till').click()
    const picture = page.getByRole('img', { name: 'QR code that pairs Front counter' })
    await picture.evaluate((image: HTMLImageElement) => image.decode())
    const pairing = new URL((await readQr(picture)) ?? '')
    const tablet = await (await openBrowser()).newPage({ viewport: { width: 768, height: 1024 } })
    await tablet.goto(`${box.url}${pairing.pathname}${pairing.search}`)
    await page.getByText('Front counter is paired').waitFor()
    await page.getByText('Cashiers who have a PIN can sign in now.').waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('link', { name: 'Staff', exact: true }).click()
    await page.getByText('Open a person to set their PIN.').waitFor()
    await page.getByRole('table').getByRole('link', { name: owner.name }).click()
    await page.locator('input[name=pin]').fill(pin)
    await page.getByRole('button', { name: 'Set PIN' }).click()
    await page.getByText('PIN set').waitFor()

    // A sale there, paid by the practice phone.
    await tablet.reload()
    await tablet.getByTestId('cashier').filter({ hasText: owner.name }).click()
    await typeAmount(tablet, Number(pin))
    await tablet.getByTestId('charge').waitFor()
    await typeAmount(tablet, 12_500)
    await tablet.getByTestId('charge').click()
    const code = tablet.getByTestId('qr')
    await code.waitFor()
    await code.evaluate(image => (image as HTMLImageElement).decode())
    const payload = (await readQr(tablet)) ?? ''
    const phone = await context.newPage()
    await phone.goto(`${box.url}/phone`)
    await phone.getByTestId('code').fill(payload)
    await phone.getByTestId('code').press('Enter')
    await phone.getByTestId('approve').click()
    await phone.getByTestId('pin').fill('1234')
    await phone.getByTestId('confirm').click()
    await phone.getByTestId('message').waitFor()
    await tablet.getByTestId('paid').waitFor()

    // The owner sees the delivery: signed, and received.
    await page.getByRole('link', { name: 'Webhooks', exact: true }).click()
    const row = page.getByRole('row').filter({ hasText: 'payment.completed' })
    await row.filter({ hasText: 'Delivered' }).waitFor()
    expect(received).toHaveLength(2)
    const message = received[1]
    const { type, data } = JSON.parse(message?.body ?? '{}')
    expect({ type, amount: data.amount }).toEqual({
      type: 'payment.completed',
      amount: { value: 12_500, currency: 'TZS' },
    })
    await page.getByRole('button', { name: 'Show secret' }).click()
    const signingKey = (await page.getByTestId('signing-key').locator('code').textContent()) ?? ''
    expect(isGenuine(message?.body ?? '', message?.headers ?? {}, signingKey)).toBe(true)
    await row.getByRole('link').first().click()
    await page.getByText('Attempt 1').waitFor()
    await page.getByText('asante').waitFor()
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await page.getByTestId('sales').getByText('12,500').waitFor()

    // The next person logs in, or is invited.
    await page.getByRole('link', { name: 'Staff', exact: true }).click()
    await page.getByRole('button', { name: 'Add team member' }).first().click()
    await page.locator('dialog input[name=name]').fill('Neema')
    await page.getByRole('radio', { name: /^Admin/ }).check()
    await page.getByTestId('make-link').click()
    const link = (await page.getByTestId('invite-url').locator('code').textContent()) ?? ''
    const stranger = await openConsole(box, undefined, { theme: 'auto' })
    await stranger.page.goto(link)
    await stranger.page.locator('input[name=email]').waitFor()
    await look(stranger.page, 'join')
    await stranger.page.goto(`${box.url}/admin`)
    await stranger.page.locator('input[name=email]').waitFor()
    await look(stranger.page, 'login')

    // The browser logs the one address that was refused on purpose.
    const refused = complaints.filter(
      complaint => complaint.startsWith('Failed to load resource') && complaint.endsWith('/api/v1/settings'),
    )
    expect(refused).toHaveLength(1)
    expect([...complaints.filter(complaint => !refused.includes(complaint)), ...stranger.complaints]).toEqual(
      [],
    )
  })
})

// The console's pages about people and rules, in a real browser on the real binary: inviting, joining, the
// second factor, settings that the next payment uses, and the audit log of all this.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { type Binary, type Initial, initBinary, startBinary } from '../kit/binary.ts'
import { browserHere, closeBrowser, openBrowser, readQr } from '../kit/browser.ts'
import { totpOf, wrongOf } from '../kit/totp.ts'

const owner = { email: 'asha@duka.co.tz', password: 'siri-kubwa-sana' }
const neema = { email: 'neema@duka.co.tz', password: 'ndizi-na-maembe' }
const axe = await Bun.file(createRequire(import.meta.url).resolve('axe-core/axe.min.js')).text()

describe.skipIf(!browserHere)('staff, logins, settings and the audit log', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-admin-staff-'))
  let box: Binary
  let shop: Initial
  let context: BrowserContext
  let page: Page
  let cashier: Page
  let link = ''
  let key = ''
  let backupCode = ''
  let spareCode = ''

  beforeAll(async () => {
    const data = join(folder, 'data')
    shop = await initBinary(data)
    box = await startBinary({ data })
    context = await (await openBrowser()).newContext({ viewport: { width: 1280, height: 900 } })
    page = await context.newPage()
  })
  afterAll(async () => {
    await closeBrowser()
    await box.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const at = (path: string) => `${box.url}/admin${path}?account=${shop.sandbox_account.id}`
  const logIn = async (on: Page, { email, password }: typeof owner) => {
    await on.locator('input[name=email]').fill(email)
    await on.locator('input[name=password]').fill(password)
    await on.locator('input[name=password]').press('Enter')
  }
  const open = async (path: string, title: string) => {
    await page.goto(at(path))
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
  }
  /** Expects that axe finds nothing wrong with the page as it is. */
  const assertSound = async (on: Page) => {
    await on.evaluate(axe)
    const found = await on.evaluate(
      'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))',
    )
    expect(found).toEqual([])
  }
  /** Returns the text of one QR code on the page. */
  const scanned = (name: string) => readQr(page.getByRole('img', { name }))
  const headers = () => ({ origin: box.url, 'kaunta-account': shop.sandbox_account.id })
  const sell = (amount: number) =>
    context.request.post(`${box.url}/v1/payments`, {
      headers: headers(),
      data: { payment_type: 'dynamic-qr', details: { amount, currency: 'TZS' } },
    })

  test('a single user is asked to invite others, and the link is shown once, as a QR code too', async () => {
    await page.goto(at('/staff'))
    await logIn(page, owner)
    await page.getByRole('heading', { name: 'Invite your team' }).waitFor()
    await assertSound(page)
    await page.getByRole('button', { name: 'Add team member' }).click()
    await page.getByTestId('make-link').click()
    await page.getByText('Required').first().waitFor()
    await assertSound(page)
    await page.getByRole('radio', { name: /^Developer/ }).check()
    await page.locator('input[name=name]').fill('Neema')
    await page.getByTestId('make-link').click()
    link = (await page.getByTestId('invite-url').locator('code').textContent()) ?? ''
    expect(link).toStartWith(`${box.url}/admin/join?code=`)
    expect(await scanned('QR code of the invitation link')).toBe(link)
    await assertSound(page)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('table', { name: 'Pending invitations' }).getByText('Neema').waitFor()
    expect(await page.content()).not.toContain(link)
    // A cashier with a login is invited by the API alone.
    const data = { name: 'Neema', role: 'cashier' }
    const url = `${box.url}/api/v1/invitations`
    const { data: open } = await (await context.request.get(url, { headers: headers() })).json()
    await context.request.delete(`${url}/${open[0].id}`, { headers: headers() })
    link = (await (await context.request.post(url, { headers: headers(), data })).json()).data.url
  })

  test('the invited person joins by the link, is logged in, and sees no console', async () => {
    cashier = await (
      await (await openBrowser()).newContext({ viewport: { width: 360, height: 760 } })
    ).newPage()
    await cashier.goto(link)
    await cashier.getByRole('heading', { name: 'Join Duka la Asha' }).waitFor()
    await assertSound(cashier)
    await cashier.locator('input[name=email]').fill(neema.email)
    await cashier.locator('input[name=password]').fill('short')
    await cashier.getByTestId('join').click()
    await cashier.locator('.mantine-InputWrapper-error', { hasText: 'At least 8 characters' }).waitFor()
    await cashier.locator('input[name=password]').fill(neema.password)
    await cashier.getByTestId('join').click()
    await cashier.getByRole('link', { name: /Open the till/ }).waitFor()
    for (const path of ['/settings', '/staff', '/settings/audit-log']) {
      await cashier.goto(at(path))
      await cashier.getByRole('link', { name: /Open the till/ }).waitFor()
      expect(await cashier.getByRole('navigation').count()).toBe(0)
    }
    await cashier.getByRole('link', { name: 'Login & security' }).click()
    await cashier.getByRole('heading', { name: 'Devices' }).waitFor()
    await assertSound(cashier)
  })

  test('a person’s own staff page addresses them as "you", and so do lists', async () => {
    await open('/staff', 'Staff')
    const people = page.getByRole('table', { name: 'Staff' })
    // More than one such row is an error of the locator.
    await people.getByRole('row').filter({ hasText: 'You' }).getByRole('link').click()
    await page.getByText('You · Owner', { exact: true }).waitFor()
    await page.getByText('You sign in with it on practice tills').waitFor()
    await page.getByText('Changing it signs you out').waitFor()
    await page.getByRole('heading', { name: 'Your role' }).waitFor()
    await open('/staff', 'Staff')
    await people.getByRole('link', { name: 'Neema' }).click()
    await page.getByText('Changing it signs them out').waitFor()
    expect(await page.getByText('You · ').count()).toBe(0)
    await open('/settings/audit-log', 'Audit log')
    const row = page.getByRole('row').filter({ hasText: 'invited someone as cashier' })
    await row.getByText('You', { exact: true }).waitFor()
  })

  test('an invitation expires at a time of the shop’s zone, wherever it is opened', async () => {
    const data = { name: 'Zawadi', role: 'admin' }
    const made = await context.request.post(`${box.url}/api/v1/invitations`, { headers: headers(), data })
    const { id, url, expires_at } = (await made.json()).data
    const far = await (await openBrowser()).newContext({ timezoneId: 'America/Los_Angeles' })
    const other = await far.newPage()
    await other.goto(url)
    const minute = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Africa/Dar_es_Salaam',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    }).format(new Date(expires_at))
    await other.getByText(`Expires ${minute}`, { exact: true }).waitFor()
    await far.close()
    await context.request.delete(`${box.url}/api/v1/invitations/${id}`, { headers: headers() })
  })

  test('the link works no second time', async () => {
    const other = await (await (await openBrowser()).newContext()).newPage()
    await other.goto(link)
    await other.getByRole('heading', { name: 'This invitation no longer works' }).waitFor()
    await other.context().close()
  })

  test('the second factor is switched on with the code of the app', async () => {
    await open('/me', 'Login & security')
    await assertSound(page)
    await page.getByRole('button', { name: 'Turn on two-factor login' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.locator('input[name=password]').fill('not-the-password')
    await sheet.getByRole('button', { name: 'Continue' }).click()
    await sheet.getByText('Wrong password').waitFor()
    await sheet.locator('input[name=password]').fill(owner.password)
    await sheet.getByRole('button', { name: 'Continue' }).click()
    key = (await scanned('QR code for the authenticator app')) ?? ''
    expect(key).toStartWith('otpauth://totp/')
    await assertSound(page)
    await sheet.locator('input[name=code]').fill(totpOf(key))
    await sheet.getByRole('button', { name: 'Confirm code' }).click()
    await sheet.getByTestId('backup-codes').waitFor()
    const codes = await sheet.getByTestId('backup-codes').locator('code').allTextContents()
    expect(new Set(codes).size).toBeGreaterThanOrEqual(8)
    ;[backupCode = '', spareCode = ''] = codes
    await sheet.getByRole('button', { name: 'I’ve saved them' }).click()
    await page.getByRole('button', { name: 'Turn off two-factor login' }).waitFor()
  })

  test('from then on a login asks for the code, or for a backup code', async () => {
    await context.clearCookies()
    await page.goto(at('/me'))
    await logIn(page, owner)
    const code = page.locator('input[name=code]')
    await code.fill(wrongOf(totpOf(key)))
    await page.getByText('Wrong or expired code').waitFor()
    await assertSound(page)
    await code.fill(totpOf(key))
    await page.getByRole('heading', { name: 'Login & security', level: 1 }).waitFor()

    const other = await (await (await openBrowser()).newContext()).newPage()
    await other.goto(`${box.url}/till`)
    await other.getByTestId('other-login').click()
    await logIn(other, owner)
    await other.getByRole('button', { name: /Use a backup code/ }).click()
    await other.locator('input[name=code]').fill(backupCode)
    await other.locator('input[name=code]').press('Enter')
    await other.getByRole('button', { name: /Practice/ }).waitFor()
    await page.reload()
    const ends = page.getByRole('button', { name: /^Log out .*, / })
    await ends.first().waitFor()
    await page.getByRole('button', { name: 'Log out other devices' }).click()
    await page.getByTestId('confirm').click()
    await page.getByText('You’re logged in on this device only.').waitFor()
    await other.reload()
    await other.getByTestId('other-login').waitFor()
    await other.context().close()
  })

  test('the second factor is switched off with password and code', async () => {
    await page.getByRole('button', { name: 'Turn off two-factor login' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.locator('input[name=password]').fill(owner.password)
    await sheet.getByTestId('confirm').click()
    await sheet.getByText('Wrong or expired code').waitFor()
    await assertSound(page)
    await sheet.locator('input[name=code]').fill(spareCode)
    await sheet.getByTestId('confirm').click()
    await page.getByRole('button', { name: 'Turn on two-factor login' }).waitFor()
  })

  test('a page of settings is saved in one go, and the next payment goes by them', async () => {
    expect((await sell(25_000)).status()).toBe(201)
    await open('/settings/money', 'Settings')
    await assertSound(page)
    const form = page.getByTestId('settings-money')
    await form.locator('input[name="dynamic-qr.basis_points"]').fill('0.75')
    await form.locator('input[name="dynamic-qr.fixed"]').fill('1oo')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('Enter whole shillings').waitFor()
    await form.locator('input[name="dynamic-qr.fixed"]').fill('100')
    await page
      .getByTestId('example-dynamic-qr')
      .getByText(/10,000.*175.*9,825/)
      .waitFor()
    await form.locator('input[name=expiry_seconds]').fill('5')
    await form.locator('input[name=amount_max]').fill('20,000')
    await form.getByText('Not saved yet').waitFor()
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('Saved', { exact: true }).waitFor()
    const refused = await sell(25_000)
    expect([refused.status(), await refused.text()]).toEqual([400, expect.stringContaining('20')])
    const sold = await sell(20_000)
    const { data } = await sold.json()
    expect(Date.parse(data.expires_at) - Date.parse(data.created_at)).toBe(300_000)
    await context.request.post(`${box.url}/v1/sandbox/payments/${data.reference}`, {
      headers: headers(),
      data: { outcome: 'completed' },
    })
    // The network answers a moment after the decision: the payment's stream shows it.
    const settled = await page.evaluate(
      path =>
        new Promise<unknown>(resolve => {
          const stream = new EventSource(path)
          stream.addEventListener('payment', event => {
            const payment = JSON.parse(String(event.data))
            if (payment.status !== 'completed') return
            stream.close()
            resolve(payment.settlement.fees.value)
          })
        }),
      `/v1/payments/${data.reference}/events?account=${shop.sandbox_account.id}`,
    )
    expect(settled).toBe(250)
    await page.reload()
    await page.locator('input[name=amount_max]').waitFor()
    expect(await page.locator('input[name=amount_max]').inputValue()).toBe('20,000')
  })

  test('an error of the server is shown at its field', async () => {
    await open('/settings/developers', 'Settings')
    const webhooks = page.getByTestId('settings-developers')
    await webhooks.locator('input[name=webhook_url]').fill('ftp://shop.example/hook')
    await webhooks.getByRole('button', { name: 'Save' }).click()
    await webhooks.getByText('A web address begins with http:// or https://').waitFor()
    await webhooks.getByRole('button', { name: 'Discard' }).click()
    await webhooks.locator('textarea').fill('192.168.1.20\nhttp://10.0.0.1')
    await webhooks.getByRole('button', { name: 'Save' }).click()
    await webhooks.getByText('“http://10.0.0.1” isn’t a host').waitFor()
    await webhooks.locator('textarea').fill('192.168.1.20')
    await webhooks.getByRole('button', { name: 'Save' }).click()
    await webhooks.getByText('Saved', { exact: true }).waitFor()
  })

  test('a role is changed; a person who is removed is logged out at once', async () => {
    await open('/staff', 'Staff')
    await assertSound(page)
    await page.getByRole('link', { name: /Neema/ }).click()
    await page.getByRole('radio', { name: /Developer/ }).check()
    await assertSound(page)
    await page.getByRole('button', { name: 'Change role' }).click()
    await page.getByTestId('confirm').click()
    await page.getByText('API keys and webhooks').first().waitFor()
    await page.locator('.page-text', { hasText: 'Developer' }).waitFor()
    await cashier.goto(at('/payments'))
    await cashier.getByRole('heading', { name: 'Payments', level: 1 }).waitFor()
    await cashier.goto(at('/staff'))
    await cashier.getByRole('heading', { name: 'You don’t have access' }).waitFor()
    await cashier.goto(at('/settings/developers'))
    await cashier.locator('input[name=webhook_url]:enabled').waitFor()
    await cashier.goto(at('/settings'))
    await cashier.locator('input[name=name]:disabled').waitFor()

    await page.getByRole('button', { name: 'Remove Neema' }).click()
    await page.getByRole('dialog').getByText('lose access to this shop').waitFor()
    await page.getByTestId('confirm').click()
    await page.getByRole('heading', { name: 'Invite your team' }).waitFor()
    await cashier.reload()
    await cashier.locator('input[name=email]').waitFor()
  })

  test('the audit log lists all of it, filtered in the address, and as a file', async () => {
    await open('/settings/audit-log', 'Audit log')
    const table = page.getByRole('table', { name: 'Audit log' })
    for (const what of [
      'invited someone as cashier',
      'joined as cashier',
      'logged out all your other devices',
      'changed settings: payments expire after, maximum amount, fees',
      'changed settings: allowed local hosts',
      'removed Neema (developer)',
    ])
      await table.getByText(what, { exact: true }).first().waitFor()
    await assertSound(page)
    await page.getByLabel('Any action').selectOption({ label: 'Settings changed' })
    await page.waitForURL(/kind=settings.changed/)
    await page.getByText('1–2 of 2').waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^sandbox-audit-log-.*\.csv$/)
    const lines = (await Bun.file(await file.path()).text()).trim().split('\n')
    expect(lines.slice(1).every(line => line.includes('settings.changed'))).toBe(true)
    expect(lines).toHaveLength(3)
    await page.goto(`${box.url}/admin/settings/audit-log?account=${shop.account.id}`)
    await table.getByText('turned on two-factor login').waitFor()
    await page.goto(`${at('/settings/audit-log')}&from=2031-01-01`)
    await page.getByRole('heading', { name: 'No results' }).waitFor()
  })

  test('a new merchant is one form away, with accounts of its own', async () => {
    await open('/me', 'Login & security')
    await page.getByRole('button', { name: /^Duka la Asha.*Practice.*switch account/ }).click()
    await page.getByRole('link', { name: 'New merchant' }).click()
    await page.getByRole('heading', { name: 'Add merchant', level: 1 }).waitFor()
    await assertSound(page)
    await page.locator('input[name=name]').fill('Duka la Juma')
    await page.getByRole('button', { name: 'Add merchant' }).click()
    await page.getByRole('button', { name: /^Duka la Juma.*Practice.*switch account/ }).waitFor()
    const me = await context.request.get(`${box.url}/api/v1/me`)
    expect((await me.json()).data.accounts).toHaveLength(4)
  })

  test('the shop is transferred after the owner’s password, and the owner is an admin', async () => {
    const url = `${box.url}/api/v1/invitations`
    const data = { name: 'Juma', role: 'admin' }
    const made = await context.request.post(url, { headers: headers(), data })
    const code = new URL((await made.json()).data.url).searchParams.get('code')
    const stranger = await (await openBrowser()).newContext()
    const joined = await stranger.request.post(`${box.url}/api/v1/join`, {
      headers: { origin: box.url },
      data: { code, name: 'Juma', email: 'juma@duka.co.tz', password: neema.password },
    })
    expect(joined.status()).toBe(201)
    await stranger.close()
    await open('/staff', 'Staff')
    await page.getByRole('link', { name: /Juma/ }).click()
    await page.getByRole('button', { name: 'Transfer to Juma' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.locator('input[type=password]').fill('not-the-password')
    await sheet.getByTestId('confirm').click()
    await sheet.getByText('Wrong password').waitFor()
    await sheet.locator('input[type=password]').fill(owner.password)
    await sheet.getByTestId('confirm').click()
    await page.locator('.page-text', { hasText: 'Owner' }).waitFor()
    const me = await (await context.request.get(`${box.url}/api/v1/me`)).json()
    const roleOn = (id: string) => me.data.accounts.find((account: { id: string }) => account.id === id)?.role
    expect([roleOn(shop.account.id), roleOn(shop.sandbox_account.id)]).toEqual(['admin', 'admin'])
  })
})

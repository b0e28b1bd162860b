// Keys that send money, in a real browser on the real binary: the password again, only one's own scopes, the
// last use of a key, whose keys stay when someone leaves, and changed settings in the audit log.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { type Binary, initBinary, startBinary } from '../kit/binary.ts'
import { browserHere, closeBrowser } from '../kit/browser.ts'
import { asha, axeFaults, callAs, openConsole, sidewaysScroll } from '../kit/console.ts'
import { dresses, newScreens, shoot, wordsOn } from '../kit/screens.ts'

describe.skipIf(!browserHere)('keys that send money', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-admin-keys-'))
  const screens = newScreens('keys')
  let box: Binary
  let sandbox: string
  let context: BrowserContext
  let page: Page
  let call: Awaited<ReturnType<typeof callAs>>

  beforeAll(async () => {
    const data = join(folder, 'data')
    const shop = await initBinary(data)
    sandbox = shop.sandbox_account.id
    box = await startBinary({ data })
    const console = await openConsole(box, asha)
    context = console.context
    page = console.page
    call = await callAs(context, box, sandbox)
    await forget()
  })
  /** Makes the server forget who has just typed their password, and nothing else. */
  async function forget() {
    await box.stop()
    box = await startBinary({ data: join(folder, 'data'), port: Number(new URL(box.url).port) })
  }
  /** Opens another window with Asha's login: the server lets no one log in many times in a minute. */
  async function another(look: Parameters<typeof openConsole>[2] = {}) {
    const window = await openConsole(box, undefined, look)
    await window.context.addCookies(await context.cookies())
    return window
  }
  afterAll(async () => {
    await closeBrowser()
    await box.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const open = async (path: string, on = page) => {
    await on.goto(`${box.url}/admin${path}?account=${sandbox}`)
    await on.locator('main h1').waitFor()
    await on.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  }
  const password = () => page.getByRole('dialog').locator('input[type=password]')

  /** Adds someone who joined with a role, with their own browser. */
  async function hire(name: string, role: string) {
    const made = await call('post', '/api/v1/invitations', { name, role })
    const code = new URL((made.body.data as { url: string }).url).searchParams.get('code')
    const theirs = await openConsole(box, undefined)
    const entry = { email: `${name.toLowerCase()}@duka.example`, password: 'embe bichi mbili' }
    const data = { code, name, ...entry }
    expect(
      (
        await theirs.context.request.post(`${box.url}/api/v1/join`, { headers: { origin: box.url }, data })
      ).status(),
    ).toBe(201)
    return { ...theirs, entry }
  }
  const idOf = async (name: string) =>
    ((await call('get', '/api/v1/staff')).body.data as { id: string; name: string }[]).find(
      one => one.name === name,
    )?.id ?? ''

  test('an owner is asked for the password, by the keyboard alone', async () => {
    await open('/keys')
    await page.getByTestId('new-key').click()
    await page.locator('input[name=name]').fill('Wages')
    await page.getByRole('checkbox', { name: 'Send payouts' }).check()
    await page.locator('input[name=name]').press('Enter')
    await password().waitFor()
    expect(await password().evaluate(input => input === document.activeElement)).toBe(true)
    expect(await axeFaults(page)).toEqual([])
    await page.keyboard.type('not mine')
    await page.keyboard.press('Enter')
    await page.getByText('Wrong password').waitFor()
    await password().fill(asha.password)
    await page.keyboard.press('Enter')
    const key = (await page.getByTestId('key').locator('code').textContent()) ?? ''
    expect(key).toStartWith('kn_test_')
    await page.getByRole('button', { name: 'I’ve copied it' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Wages' })
    await row.getByText('Never').waitFor()
    const answer = await fetch(`${box.url}/v1/payments?limit=1`, {
      headers: { authorization: `Bearer ${key}` },
    })
    expect(answer.status).toBe(200)
    await page.reload()
    await row.waitFor()
    await row.locator('.key-used time').waitFor()
    expect(await row.getByText('Never').count()).toBe(0)
    // Known by heart so far: a server that stops writes it down.
    await forget()
    await page.reload()
    await row.locator('.key-used time').waitFor()
    await call('post', '/api/v1/me/confirm', { password: asha.password })
  })

  test('a developer is not offered keys that send money', async () => {
    const zawadi = await hire('Zawadi', 'developer')
    await open('/keys', zawadi.page)
    await zawadi.page.getByTestId('new-key').click()
    await zawadi.page.getByRole('checkbox', { name: 'Take payments' }).waitFor()
    expect(await zawadi.page.getByRole('checkbox').count()).toBe(6)
    expect(await zawadi.page.getByRole('checkbox', { name: 'Send payouts' }).count()).toBe(0)
    await zawadi.page.locator('input[name=name]').fill('Odoo')
    await zawadi.page.getByTestId('make-key').click()
    await zawadi.page.getByTestId('key').waitFor()
    expect(zawadi.complaints).toEqual([])
    await zawadi.context.close()
  })

  test('removing a person shows the keys that they leave behind', async () => {
    await open(`/staff/${await idOf('Zawadi')}`)
    await page.getByRole('button', { name: 'Remove Zawadi' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Odoo').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
  })

  test('making an owner takes the password; demoting one shows their key that sends money', async () => {
    const juma = await hire('Juma', 'admin')
    await open(`/staff/${await idOf('Juma')}`)
    await page.getByRole('radio', { name: /^Owner/ }).check()
    await page.getByRole('button', { name: 'Change role' }).click()
    await page.getByTestId('confirm').click()
    await page.locator('.page-text', { hasText: 'Owner' }).waitFor()
    const theirs = await callAs(juma.context, box, sandbox)
    expect((await theirs('post', '/api/v1/me/confirm', { password: juma.entry.password })).status).toBe(200)
    expect(
      (await theirs('post', '/api/v1/keys', { name: 'Juma pays', scopes: ['disbursement:create'] })).status,
    ).toBe(201)
    expect(
      (await theirs('post', '/api/v1/keys', { name: 'Juma reads', scopes: ['collection:read'] })).status,
    ).toBe(201)
    await page.reload()
    await page.getByRole('radio', { name: /^Admin/ }).check()
    await page.getByRole('button', { name: 'Change role' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Juma pays').waitFor()
    expect(await dialog.getByText('Juma reads').count()).toBe(0)
    expect(await dialog.getByText('Sends payouts').count()).toBe(1)
    expect(await axeFaults(page)).toEqual([])
    await page.getByTestId('confirm').click()
    await page.locator('.page-text', { hasText: 'Admin' }).waitFor()

    // An admin sees why an owner's PIN is not theirs to set.
    const me = ((await call('get', '/api/v1/me')).body.data as { staff: { id: string } }).staff.id
    await open(`/staff/${me}`, juma.page)
    await juma.page.getByText('Only owners can set').waitFor()
    expect(await juma.page.locator('input[name=pin]').count()).toBe(0)
    expect(await axeFaults(juma.page)).toEqual([])
    await shoot(juma.page, screens, 'pin-of-owner')
    await juma.context.close()
  })

  test('an old login enters the password before an owner is invited or made', async () => {
    await forget()
    const other = await another()
    await open('/staff', other.page)
    await other.page.getByRole('button', { name: 'Add team member' }).click()
    await other.page.locator('input[name=name]').fill('Rehema')
    await other.page.getByRole('radio', { name: /^Owner/ }).check()
    await other.page.getByTestId('make-link').click()
    const field = other.page.getByRole('dialog').locator('input[type=password]')
    await field.waitFor()
    expect(await axeFaults(other.page)).toEqual([])
    await shoot(other.page, screens, 'invite-owner', false)
    await field.fill(asha.password)
    await other.page.getByTestId('make-link').click()
    await other.page.getByTestId('invite-url').waitFor()
    await other.context.close()

    await forget()
    const third = await another()
    await open(`/staff/${await idOf('Zawadi')}`, third.page)
    await third.page.getByRole('radio', { name: /^Owner/ }).check()
    await third.page.getByRole('button', { name: 'Change role' }).click()
    await third.page.getByTestId('confirm').click()
    await third.page.getByRole('dialog').locator('input[type=password]').waitFor()
    expect(await axeFaults(third.page)).toEqual([])
    await third.context.close()
  })

  test('the audit log shows old and new settings', async () => {
    const webhook_url = 'https://erp.example.com/hook?token=siri'
    const fees = { card: { basis_points: 350, fixed: 100 } }
    expect((await call('patch', '/api/v1/settings', { fees, webhook_url, expiry_seconds: 600 })).status).toBe(
      200,
    )
    await open('/settings/audit-log')
    const list = page.getByRole('table', { name: 'Audit log' })
    for (const text of ['fee, card: 3% → 3.5%', 'payments expire after: 240 min → 10 min'])
      await list.getByText(text, { exact: true }).waitFor()
    await list.getByText('webhook address: none → https://erp.example.com/hook', { exact: true }).waitFor()
    expect(await page.content()).not.toContain('siri')
    expect(await axeFaults(page)).toEqual([])
  })

  test.each(dresses())('looks well, $theme, $language', async ({ theme, language, widths }) => {
    await forget()
    const eye = await another({ theme, language })
    const zawadi = await idOf('Juma')
    for (const width of widths) {
      await eye.page.setViewportSize({ width, height: 900 })
      const name = (what: string) => `${what}-${width}-${theme}-${language}`
      await open('/keys', eye.page)
      await wordsOn(eye.page, name('/keys'))
      expect([name('/keys'), await sidewaysScroll(eye.page)]).toEqual([name('/keys'), 0])
      await eye.page.getByTestId('new-key').click()
      await eye.page.locator('input[name=name]').fill('Mishahara')
      await eye.page.locator('input[name="disbursement:create"]').check()
      await eye.page.getByTestId('make-key').click()
      await eye.page.getByRole('dialog').locator('input[type=password]').waitFor()
      await shoot(eye.page, screens, name('key-new'), false)
      await open(`/staff/${zawadi}`, eye.page)
      await eye.page.locator('.danger-outline').last().click()
      await eye.page.getByRole('dialog').getByText('Juma pays').waitFor()
      expect(await axeFaults(eye.page)).toEqual([])
      await shoot(eye.page, screens, name('remove'), false)
    }
    await eye.context.close()
  })
})

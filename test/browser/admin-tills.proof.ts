// Tills in the console, in a real browser on the real binary: a till is added, paired by its QR code, sold
// at, counted, read as a report, and revoked.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { BrowserContext, Page } from 'playwright-core'
import { browserHere, openBrowser, readQr } from '../kit/browser.ts'
import { axeFaults, type ConsoleShop, openConsoleShop, sidewaysScroll } from '../kit/console.ts'

describe.skipIf(!browserHere)('tills and shifts in the console', () => {
  let box: ConsoleShop
  let page: Page
  let complaints: string[]
  /** The tablet: another browser, which is no one's login. */
  let tablet: BrowserContext

  beforeAll(async () => {
    box = await openConsoleShop()
    ;({ page, complaints } = box)
    tablet = await (await openBrowser()).newContext()
  })
  afterAll(() => box.close())

  const open = async (path: string, title: string) => {
    await page.goto(`${box.url}/admin${path}${path.includes('?') ? '&' : '?'}account=${box.account}`)
    await heading(title)
  }
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 }).waitFor()
  const assertSound = async () => {
    expect(await axeFaults(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
  }
  const onTablet = async (method: 'get' | 'post', path: string, data?: object) => {
    const answer = await tablet.request[method](`${box.url}/api/v1/till${path}`, {
      headers: { origin: box.url },
      ...(data ? { data } : {}),
    })
    return { status: answer.status(), data: (await answer.json()).data }
  }
  const signIn = async (pin: string) => {
    const [someone] = (await onTablet('get', '/staff')).data
    return onTablet('post', '/login', { staff_id: someone.id, pin })
  }

  test('a till is added by its name, and its code is shown as a picture and as an address', async () => {
    await open('/tills', 'Tills')
    await page.getByRole('heading', { name: 'No tills yet' }).waitFor()
    await assertSound()
    await page.getByRole('button', { name: 'Add till' }).click()
    await page.getByTestId('make-till').click()
    await page.getByText('Required').waitFor()
    await page.locator('dialog input[name=name]').fill('Front counter')
    await page.getByTestId('make-till').click()
    const picture = page.getByRole('img', { name: 'QR code that pairs Front counter' })
    await picture.evaluate((image: HTMLImageElement) => image.decode())
    await page.getByText(/Expires in \d+:\d\d/).waitFor()
    expect(await page.getByTestId('pairing-url').textContent()).toBe((await readQr(picture)) ?? null)
    const digits = (await page.getByTestId('pairing-code').innerText()).replace(' ', '')
    expect(await page.getByTestId('pairing-url').textContent()).toEndWith(`?pair=${digits}`)
    await assertSound()
  })

  test('a new code ends the one before, pairs the tablet, and the page shows it without a reload', async () => {
    const address = page.getByTestId('pairing-url')
    const codeOf = (url: string) => new URL(url).searchParams.get('pair')
    const first = (await address.textContent()) ?? ''
    await page.getByRole('button', { name: 'Get new code' }).click()
    await page.waitForFunction(
      before => document.querySelector('[data-testid=pairing-url]')?.textContent !== before,
      first,
    )
    expect((await onTablet('post', '/pair', { code: codeOf(first) })).status).toBe(403)
    const picture = page.getByRole('img', { name: 'QR code that pairs Front counter' })
    await picture.evaluate((image: HTMLImageElement) => image.decode())
    const url = (await readQr(picture)) ?? ''
    const paired = await onTablet('post', '/pair', { code: codeOf(url) })
    expect(paired).toMatchObject({ status: 200, data: { till: { name: 'Front counter' }, staff: null } })
    await page.getByText('Front counter is paired').waitFor()
    await assertSound()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('No cashier has a PIN yet').waitFor()
    await assertSound()
  })

  test('a PIN is set on the person’s page; an easy one is refused there', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Go to Staff' }).click()
    await heading('Staff')
    await page.getByRole('table').getByRole('link').first().click()
    const pin = page.locator('input[name=pin]')
    await pin.fill('1234')
    await page.getByRole('button', { name: 'Set PIN' }).click()
    await page.getByText('Too easy to guess').waitFor()
    await assertSound()
    await pin.fill('4071')
    await page.getByRole('button', { name: 'Set PIN' }).click()
    await page.getByText('PIN set').waitFor()
    await page.getByRole('button', { name: 'Change PIN' }).waitFor()
    // An owner may complete payments anyway.
    expect(await page.getByRole('heading', { name: 'Manual confirmation' }).count()).toBe(0)
    expect((await signIn('4070')).status).toBe(400)
    expect(await signIn('4071')).toMatchObject({ status: 200, data: { till: { name: 'Front counter' } } })
  })

  test('a cashier is allowed to confirm payments manually, and no longer allowed', async () => {
    const cashier = await (await openBrowser()).newContext()
    const headers = { origin: box.url, 'kaunta-account': box.account }
    const invited = await page.context().request.post(`${box.url}/api/v1/invitations`, {
      headers,
      data: { name: 'Neema', role: 'cashier' },
    })
    const code = new URL((await invited.json()).data.url).searchParams.get('code')
    const data = { code, name: 'Neema', email: 'neema@duka.co.tz', password: 'ndizi-na-maembe' }
    expect(
      (await cashier.request.post(`${box.url}/api/v1/join`, { headers: { origin: box.url }, data })).status(),
    ).toBe(201)
    await cashier.close()
    await open('/staff', 'Staff')
    await page.getByRole('link', { name: /Neema/ }).click()
    await page.getByText('Not allowed', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Allow manual confirmation' }).click()
    await page.getByText('A forged receipt would cost you the goods').waitFor()
    await assertSound()
    await page.getByTestId('confirm').click()
    await page.getByText('Allowed', { exact: true }).waitFor()
    await page.reload()
    await page.getByText('Allowed', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Stop manual confirmation' }).click()
    await page.getByText('Not allowed', { exact: true }).waitFor()
  })

  test('a counted shift is in the list, as a report and as a file', async () => {
    expect((await onTablet('post', '/shift', { float: 10_000 })).status).toBe(201)
    expect((await onTablet('post', '/cash', { amount: 3_500, given: 5_000 })).data.change).toBe(1_500)
    const drop = { kind: 'drop', amount: 8_000, reason: 'To the bank' }
    expect((await onTablet('post', '/shift/drops', drop)).status).toBe(201)
    await open('/shifts?state=open', 'Shifts')
    await page.getByRole('table').getByText('3,500').waitFor()
    expect(
      (await onTablet('post', '/shift/close', { counted: 5_000, reason: 'Counted in haste' })).status,
    ).toBe(200)
    await open('/shifts', 'Shifts')
    await page.getByRole('table').getByText('TZS 500 short').waitFor()
    await assertSound()
    await page.getByRole('link', { name: /Front counter/ }).click()
    await heading('Front counter, shift 1')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'CSV' }).click(),
    ])
    expect(await Bun.file(await file.path()).text()).toContain('"cash","difference",-500')
    const sales = page.getByRole('table', { name: 'Sales', exact: true })
    expect(await sales.getByRole('row').allInnerTexts()).toEqual([
      expect.stringMatching(/^Method/),
      expect.stringMatching(/^Cash\s+1\s+3,500\s+0\s+3,500/),
      expect.stringMatching(/^Total\s+1\s+3,500\s+0\s+3,500/),
    ])
    const drawer = (await page.locator('.sums').textContent())?.replace(/\s/g, ' ')
    expect(drawer).toContain('ExpectedTZS 5,500CountedTZS 5,000Difference− TZS 500')
    await page.getByText('To the bank').waitFor()
    await assertSound()
    await page.emulateMedia({ media: 'print' })
    await page.getByText('Shift report of').waitFor()
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
    expect(await page.locator('.side').isVisible()).toBe(false)
    await page.emulateMedia({ media: null })
  })

  test('filters are in the address', async () => {
    await open('/shifts', 'Shifts')
    await page.getByLabel('All tills').selectOption({ label: 'Front counter' })
    await page.waitForURL(/till=till_/)
    await page.getByLabel('All cashiers').selectOption({ label: 'Neema' })
    await page.getByRole('heading', { name: 'No results' }).waitFor()
    await page.getByLabel('All cashiers').selectOption({ label: 'asha' })
    await page.getByRole('table').getByText('TZS 500 short').waitFor()
    await page.getByLabel('All statuses').selectOption({ label: 'Open' })
    await page.waitForURL(/state=open/)
    await page.getByRole('heading', { name: 'No results' }).waitFor()
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await page.getByRole('table').getByText('TZS 500 short').waitFor()
  })

  test('a till is renamed, and revoked in the middle of a shift, which is then uncounted', async () => {
    expect((await onTablet('post', '/shift', { float: 2_000 })).status).toBe(201)
    await open('/tills', 'Tills')
    await page.getByRole('link', { name: 'Front counter' }).click()
    await page.getByLabel('Till name').fill('Bar')
    await page.getByRole('button', { name: 'Save name' }).click()
    await heading('Bar')
    await assertSound()
    await page.getByRole('button', { name: 'Revoke till' }).click()
    await page.getByText('closes without a cash count').waitFor()
    await assertSound()
    expect((await onTablet('get', '/me')).status).toBe(200)
    await page.getByTestId('confirm').click()
    await page.getByText('Revoked', { exact: true }).first().waitFor()
    expect((await onTablet('get', '/me')).status).toBe(401)
    await page.getByRole('link', { name: 'Shifts of this till' }).click()
    await page.getByText('Not counted').waitFor()
    await page.getByRole('link', { name: /shift 2/ }).click()
    await page.getByText('The cash wasn’t counted').waitFor()
    await assertSound()
    await open('/tills', 'Tills')
    await page.getByText('Revoked tills (1)').click()
    await page.getByRole('table', { name: 'Revoked tills' }).getByText('Bar').waitFor()
  })

  test('no page logged an error', () => expect(complaints).toEqual([]))
})

// Open pages of the console stay true automatically, in a real browser on the real binary: what is done
// elsewhere shows on each page without a touch, whether or not it makes an event.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserHere } from '../kit/browser.ts'
import { asha, type ConsoleShop, type callAs, openConsole, openConsoleShop } from '../kit/console.ts'

describe.skipIf(!browserHere)('open pages', () => {
  let box: ConsoleShop
  let admin: Awaited<ReturnType<typeof callAs>>
  let newPage: () => Promise<Page>

  beforeAll(async () => {
    box = await openConsoleShop()
    ;({ newPage, call: admin } = box)
  })
  afterAll(() => box.close())

  const api = async (path: string, json: object): Promise<string> => {
    const { status, body } = await box.asKey('POST', path, json)
    expect(status).toBeLessThan(300)
    return body.data.reference
  }
  const pay = (amount: number) =>
    api('/v1/payments', { payment_type: 'dynamic-qr', details: { amount, currency: 'TZS' } })

  /** Each page, what is done elsewhere, and the text that must then stand on the page. */
  const cases: Record<string, [path: string, action: () => Promise<unknown>, text: string | RegExp]> = {
    'the payments, of a new one': ['/payments', () => pay(81_234), '81,234'],
    'the first page, of a new one': ['/', () => pay(81_235), '81,235'],
    'the first page, of an unknown outcome': [
      '/',
      async () => {
        const json = {
          payment_type: 'mobile',
          details: { amount: 6_000, currency: 'TZS' },
          phone_number: '0754000129',
        }
        await api(`/v1/sandbox/payments/${await api('/v1/payments', json)}`, { outcome: 'unknown' })
      },
      /awaiting confirmation/,
    ],
    'unmatched money': [
      '/unmatched',
      async () => api(`/v1/sandbox/payments/${await pay(7_000)}`, { outcome: 'completed', amount: 6_543 }),
      '6,543',
    ],
    'payment links': ['/links', () => api('/api/v1/sessions', { amount: 82_345 }), '82,345'],
    keys: [
      '/keys',
      () => admin('post', '/api/v1/keys', { name: 'Mtandao', scopes: ['collection:read'] }),
      'Mtandao',
    ],
    staff: [
      '/staff',
      () => admin('post', '/api/v1/invitations', { name: 'Zawadi', role: 'cashier' }),
      'Zawadi',
    ],
    tills: ['/tills', () => admin('post', '/api/v1/tills', { name: 'Mlangoni' }), 'Mlangoni'],
    branding: ['/settings/branding', () => admin('post', '/api/v1/profiles', { name: 'Sokoni' }), 'Sokoni'],
    'the audit log': [
      '/settings/audit-log',
      () => admin('post', '/api/v1/keys', { name: 'Kwa Juma', scopes: ['metrics:read'] }),
      'Kwa Juma',
    ],
  }

  test('send no requests while nothing changes', async () => {
    await pay(80_000)
    const page = await newPage()
    const asked: string[] = []
    page.on('request', request => asked.push(new URL(request.url()).pathname))
    let lists = 0
    // The stream begins after the list was asked for: what changed between them is asked for once more.
    const again = page.waitForResponse(
      answer => new URL(answer.url()).pathname === '/api/v1/sales' && ++lists === 2,
    )
    await page.goto(`${box.url}/admin/payments?account=${box.account}`)
    await page.locator('.list tbody tr').first().waitFor()
    await again
    await page.waitForResponse(/\/health/)
    const before = asked.filter(path => path !== '/health')
    // The page checks every two seconds whether the server is there; in that time it asks nothing else.
    for (let beats = 0; beats < 3; beats++) await page.waitForResponse(/\/health/)
    expect(asked.filter(path => path !== '/health')).toEqual(before)
    await page.close()
  })

  test('do not overwrite what was changed elsewhere', async () => {
    const page = await newPage()
    await page.goto(`${box.url}/admin/settings/money?account=${box.account}`)
    const percent = page.locator('[name="card.basis_points"]')
    const fixed = page.locator('[name="card.fixed"]')
    await percent.fill('4')
    expect(
      (
        await admin('patch', '/api/v1/settings', {
          city: 'Arusha',
          fees: { card: { basis_points: 0, fixed: 200 } },
        })
      ).status,
    ).toBe(200)
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('[name="card.fixed"]')?.value === '200',
    )
    expect([await percent.inputValue(), await fixed.inputValue()]).toEqual(['4', '200'])
    const saved = page.waitForResponse(response => response.request().method() === 'PATCH')
    await percent.press('Enter')
    await saved
    const { data } = (await admin('get', '/api/v1/settings')).body
    expect(data).toMatchObject({ city: 'Arusha', fees: { card: { basis_points: 400, fixed: 200 } } })
    await page.close()
  })

  test('report to the server that no one uses them', async () => {
    await pay(80_000)
    const page = await newPage()
    await page.clock.install()
    await page.goto(`${box.url}/admin/payments?account=${box.account}`)
    await page.locator('.list tbody tr').first().waitFor()
    const asks = async (action: () => Promise<unknown>) => {
      const asked = page.waitForRequest(/\/api\/v1\/sales\?/)
      await action()
      return (await asked).headers()['kaunta-idle']
    }
    expect(await asks(() => pay(80_001))).toBeUndefined()
    await page.clock.fastForward(61_000)
    expect(await asks(() => pay(80_002))).toBe('1')
    await page.mouse.move(100, 100)
    await page.mouse.move(120, 120)
    expect(await asks(() => pay(80_003))).toBeUndefined()
    await page.close()
  })

  test('ask for a login after theirs was ended elsewhere', async () => {
    const other = await openConsole(box, asha, { newLogin: true })
    await other.page.goto(`${box.url}/admin/payments?account=${box.account}`)
    await other.page.locator('.list').waitFor()
    expect((await admin('delete', '/api/v1/logins')).status).toBe(200)
    await other.page.locator('input[type=password]').waitFor()
    expect(await other.page.locator('.list').count()).toBe(0)
    await other.context.close()
  })

  test.each(Object.entries(cases))('show %s', async (_, [path, action, text]) => {
    const page = await newPage()
    const asked = page.waitForRequest(/\/events\/stream/)
    await page.goto(`${box.url}/admin${path}?account=${box.account}`)
    await asked
    await page.locator('main h1').waitFor()
    await page.locator('main [aria-busy=true]').waitFor({ state: 'detached' })
    expect(await page.locator('main').getByText(text).count()).toBe(0)
    await action()
    await page.locator('main').getByText(text).filter({ visible: true }).first().waitFor()
    await page.close()
  })
})

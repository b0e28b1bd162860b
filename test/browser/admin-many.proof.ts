// The console over 1,000 payments, 10,000 in the proof, on the real binary in a real browser: pages of a
// list, filters and searches, the keyboard, its size, and its behaviour without a server. admin-pages.test.ts
// tests how each page looks.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { dayAfter, dayOf, daySpan, dayText } from '../../src/domain/day.ts'
import { assert } from '../../src/domain/fault.ts'
import { type Binary, type Initial, startBinary } from '../kit/binary.ts'
import { browserHere, closeBrowser } from '../kit/browser.ts'
import { asha, axeFaults, openConsole } from '../kit/console.ts'
import { moveToNoon } from '../kit/noon-zone.ts'
import { seedFolder } from '../kit/seeded.ts'
import { settles, until } from '../kit/wait.ts'

const payments = 10_000
const count = payments.toLocaleString('en')
/** What all that the first view loads may weigh on the wire. */
const firstViewMax = 250_000

describe.skipIf(!browserHere)('the console over many payments', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-admin-many-'))
  let box: Binary
  let seeded: Initial
  let context: BrowserContext
  let page: Page
  let complaints: string[]
  let zone: string
  /** Returns the day YYYYMMDD some days before today, on the clocks of the shop. */
  const dayBack = (days: number) => dayAfter(dayOf(Date.now(), zone), -days)
  const rows = () => page.locator('tbody tr')
  const tab = (name: RegExp) =>
    page.getByRole('navigation', { name: 'By status' }).getByRole('link', { name })
  const open = async (path: string) => {
    await page.goto(`${box.url}/admin${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
  /** Asks the API for what the pages are compared with. */
  const asked = async (path: string) => {
    const answer = await fetch(`${box.url}${path}`, {
      headers: { authorization: `Bearer ${seeded.sandbox_api_key}` },
    })
    return (await answer.json()) as {
      data: { total: number; items: { reference: string; payment_token: string }[] }
    }
  }
  /** Sells now, so that today has a sale. */
  const sellNow = async () => {
    const headers = { authorization: `Bearer ${seeded.sandbox_api_key}`, 'content-type': 'application/json' }
    const post = async (path: string, body: unknown) =>
      (
        await fetch(`${box.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      ).json() as Promise<{ data: { reference: string } }>
    const sale = { payment_type: 'dynamic-qr', details: { amount: 12_000, currency: 'TZS' } }
    const { data } = await post('/v1/payments', sale)
    await post(`/v1/sandbox/payments/${data.reference}`, { outcome: 'completed' })
    const paid = async () =>
      (await asked('/v1/payments?status=completed&limit=1')).data.items[0]?.reference === data.reference
    await until(paid)
  }
  const counted = async (text: RegExp) =>
    Number((await page.locator('.pager p').textContent())?.match(text)?.[1]?.replaceAll(',', ''))

  beforeAll(async () => {
    seeded = await seedFolder(join(folder, 'data'), payments - 1, 40)
    box = await startBinary({ data: join(folder, 'data') })
    zone = await moveToNoon(box, seeded.sandbox_account.id)
    await sellNow()
    ;({ context, page, complaints } = await openConsole(box, asha))
  }, 240_000)
  afterAll(async () => {
    await closeBrowser()
    await box.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('the first view is light', async () => {
    const fresh = await openConsole(box, asha)
    let bytes = 0
    const session = await fresh.context.newCDPSession(fresh.page)
    await session.send('Network.enable')
    // The typeface counts apart, and what the page reads again once its news stream is open is no first view.
    const counted = new Map<string, string>()
    session.on('Network.requestWillBeSent', ({ requestId, request: { url } }) => {
      if (!url.endsWith('.woff2') && ![...counted.values()].includes(url)) counted.set(requestId, url)
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (counted.has(requestId)) bytes += encodedDataLength
    })
    const files: { name: string; squeezed: string | undefined; kept: string | undefined }[] = []
    fresh.page.on('response', response => {
      const [{ 'content-encoding': squeezed, 'cache-control': kept }, name] = [
        response.headers(),
        new URL(response.url()).pathname,
      ]
      if (/\.(js|css)$/.test(name)) files.push({ name, squeezed, kept })
    })
    const html = await (await fresh.page.goto(`${box.url}/admin`))?.text()
    await fresh.page.getByTestId('sales').waitFor()
    await fresh.page.locator('.hour-bar').filter({ visible: true }).first().waitFor()
    const linked = [...(html ?? '').matchAll(/modulepreload[^>]* href="([^"]+)"/g)].map(([, path]) => path)
    await until(() => linked.every(path => files.some(({ name }) => name === path)))
    expect(bytes).toBeGreaterThan(50_000)
    expect(bytes).toBeLessThanOrEqual(firstViewMax)
    expect(files.length).toBeGreaterThan(5)
    for (const file of files)
      expect(file).toMatchObject({ squeezed: 'gzip', kept: 'public, max-age=31536000, immutable' })
    expect(linked.length).toBeGreaterThan(2)
    expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(linked))
    await fresh.context.close()
  })

  test('the list is paged: the second page is in the address, and goes back', async () => {
    await open('/payments')
    await rows().first().waitFor()
    expect(await rows().count()).toBe(25)
    expect(await counted(/of (?:more than )?([\d,]+)/)).toBe(payments)
    const first = await rows().first().textContent()
    await page.getByRole('link', { name: 'Older' }).click()
    await page.getByText(/^26–50 of/).waitFor()
    expect(new URL(page.url()).searchParams.get('after')).toMatch(/^[0-9a-f-]{36}$/)
    expect(await rows().first().textContent()).not.toBe(first)
    await page.goBack()
    await page.getByText(/^1–25 of/).waitFor()
    expect(await rows().first().textContent()).toBe(first)
    const [oldest] = (await asked(`/v1/payments?limit=1&offset=${payments - 1}`)).data.items
    await open(`/payments?before=${oldest?.reference}`)
    await page.getByText(/^[\d,]+–[\d,]+ of/).waitFor()
    expect(await rows().count()).toBe(25)
  })

  test('an address with invalid filters shows the list without them', async () => {
    const lists = ['status=bogus', 'after=a%20b', 'page=-1', 'before=', 'from=2026-13-99&type=cheque']
    for (const query of lists) {
      await open(`/payments?${query}`)
      await page.getByText(`1–25 of ${count}`, { exact: true }).waitFor()
      expect(await page.getByRole('alert').filter({ visible: true }).count()).toBe(0)
    }
    await open('/unmatched?status=bogus&page=x')
    await page.getByRole('heading', { name: 'Nothing to resolve' }).waitFor()
    await open('?day=2026-13-99')
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
    await page.locator('.hour-bar').filter({ visible: true }).first().waitFor()
    const [oldest] = (await asked(`/v1/payments?limit=1&offset=${payments - 1}`)).data.items
    await open(`/payments?after=${oldest?.reference}`)
    await page.getByRole('link', { name: 'First page' }).click()
    await page.getByText(/^1–25 of/).waitFor()
  })

  test('a payment’s page leads back to the list as it was, and Back undoes one filter at a time', async () => {
    await open('/payments')
    await rows().first().waitFor()
    await tab(/^Paid/).click()
    await page.waitForURL(/status=completed/)
    await page.getByRole('combobox', { name: 'Any method' }).selectOption('mobile')
    await page.waitForURL(/type=mobile/)
    const query = 'status=completed&payment_type=mobile&limit=1'
    const { total } = (await asked(`/v1/payments?${query}`)).data
    // Until then the links are of the list before.
    await page.getByText(`1–25 of ${total.toLocaleString('en')}`, { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Older' }).click()
    await page.getByText(/^26–50 of/).waitFor()
    const where = page.url()
    await rows().first().getByRole('link').click()
    await page.getByRole('heading', { name: 'Timeline' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Timeline' }).waitFor()
    await page.locator('.back-link').click()
    await page.getByText(/^26–50 of/).waitFor()
    expect(new URL(page.url()).search.slice(1).split('&').toSorted()).toEqual(
      new URL(where).search.slice(1).split('&').toSorted(),
    )
    await open('/payments?type=mobile')
    await tab(/^Paid/).click()
    await page.waitForURL(/status=completed/)
    await page.getByRole('combobox', { name: 'Any method' }).selectOption('card')
    await page.waitForURL(/type=card/)
    await page.goBack()
    await page.waitForURL(
      url => url.searchParams.get('type') === 'mobile' && url.searchParams.get('status') === 'completed',
    )
    await page.goBack()
    await page.waitForURL(url => url.searchParams.get('type') === 'mobile' && !url.searchParams.has('status'))
  })

  test('the number of a payment is found as it is shown', async () => {
    const { payment_token: token } = (await asked('/v1/payments?limit=1&offset=500')).data.items[0] ?? {}
    assert(token, 'there are so many payments')
    for (const between of ['\u2009', ' ', '-']) {
      await open('/payments')
      await page.getByRole('searchbox').fill(`${token.slice(0, 4)}${between}${token.slice(4)}`)
      await page.keyboard.press('Enter')
      await page.getByText(/^1–1 of 1$/).waitFor()
    }
  })

  test('an hour’s figure is shown when it is tapped or chosen with the keyboard', async () => {
    await open('')
    const chart = page.getByRole('slider', { name: 'Sales by hour' })
    const told = page.locator('.hours-value')
    await chart.locator('.hour').nth(5).hover()
    await told.getByText(/^05:00–06:00: TZS/).waitFor()
    await page.getByRole('heading', { level: 1 }).hover()
    await told.getByText(/:/).waitFor({ state: 'detached' })
    await chart.focus()
    await page.keyboard.press('End')
    await told.getByText(/^23:00–24:00: TZS/).waitFor()
    await page.keyboard.press('ArrowLeft')
    expect(await chart.getAttribute('aria-valuetext')).toMatch(/^22:00–23:00: TZS/)
    const touch = await context.newCDPSession(page)
    const box = await chart.locator('.hour').nth(9).boundingBox()
    assert(box, 'the hour is on the page')
    const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await told.getByText(/^09:00–10:00: TZS/).waitFor()
  })

  test('an earlier day has its own payments', async () => {
    const day = dayText(dayBack(3))
    await open(`?day=${day}`)
    const card = page
      .locator('.card')
      .filter({ has: page.getByRole('heading', { name: 'Payments on this day' }) })
    await card.locator('.recent-row').first().waitFor()
    const times = await card
      .locator('time')
      .evaluateAll(all => all.map(element => element.getAttribute('datetime') ?? ''))
    expect(times.map(stamp => dayText(dayOf(Date.parse(stamp), zone)))).toEqual(times.map(() => day))
    await card.getByRole('link', { name: 'View all' }).click()
    await page.waitForURL(url => url.searchParams.get('from') === day && url.searchParams.get('to') === day)
  })

  test('filters narrow it down, begin at the first page and can be linked to', async () => {
    const [one] = (await asked('/v1/payments?limit=1&offset=50')).data.items
    await open(`/payments?after=${one?.reference}`)
    await tab(/^Failed/).click()
    await page.getByText(/^1–25 of/).waitFor()
    expect(new URL(page.url()).searchParams.get('status')).toBe('failed')
    expect(new URL(page.url()).searchParams.get('after')).toBeNull()
    const { total } = (await asked('/v1/payments?status=failed&limit=1')).data
    expect(await counted(/of ([\d,]+)/)).toBe(total)
    const failed = tab(/^Failed/).locator('.status-count')
    // The sums of the tabs come in another answer than the list.
    await settles(
      () => failed.textContent(),
      text => expect(Number(text?.replaceAll(',', ''))).toBe(total),
    )
    expect(await rows().getByText('Failed').count()).toBe(25)
    await page.reload()
    await rows().getByText('Failed').first().waitFor()
    await page.getByRole('link', { name: 'Clear' }).click()
    await page.getByText(new RegExp(`of ${count}$`)).waitFor()
  })

  test('days are those of the account', async () => {
    const day = dayText(dayBack(5))
    const span = daySpan(dayBack(5), zone)
    const [from, to] = [span.from, span.to - 1].map(time => encodeURIComponent(new Date(time).toISOString()))
    const { total } = (await asked(`/v1/payments?from=${from}&to=${to}&limit=1`)).data
    expect(total).toBeGreaterThan(payments / 100)
    await open(`/payments?from=${day}&to=${day}`)
    await page.getByText(/^1–25 of/).waitFor()
    expect(await counted(/of ([\d,]+)/)).toBe(total)
  })

  test('the search finds by reference, its last digits, number and phone', async () => {
    const [wanted] = (
      await asked(`/v1/payments?status=completed&payment_type=mobile&limit=1&offset=${payments / 20}`)
    ).data.items
    assert(wanted, 'there is such a payment')
    for (const text of [wanted.reference, wanted.reference.slice(-6), wanted.payment_token]) {
      await open('/payments')
      await page.keyboard.press('/')
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
      await page.locator(`tbody a[href*="${wanted.reference}"]`).waitFor()
    }
    await open('/payments?q=nobody-knows-this')
    await page.getByRole('heading', { name: 'No results' }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await rows().first().waitFor()
  })

  test('the keyboard is enough: skip link, rows, Escape', async () => {
    await open('/payments')
    await rows().first().waitFor()
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
    await page.locator('tbody a').first().focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: /TZS/ }).waitFor()
    await page.locator('.side button.account-switch').focus()
    await page.keyboard.press('Enter')
    // The menu takes the focus a moment after it is drawn, and then closes on Escape.
    await page.locator('.account-choice:focus').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.account-choice').first().waitFor({ state: 'detached' })
  })

  test('the totals of Home are the sums of its hours and payment methods', async () => {
    await open('')
    const amount = (text: string | null) => Number(text?.replace(/\D/g, ''))
    const total = amount(await page.getByTestId('sales').textContent())
    expect(total).toBeGreaterThan(0)
    const methods = await page.locator('.method-sum').allTextContents()
    expect(methods.map(amount).reduce((a, b) => a + b)).toBe(total)
    await page.getByRole('link', { name: 'Previous day' }).click()
    await page.getByRole('link', { name: 'Back to today' }).waitFor()
    expect(new URL(page.url()).searchParams.get('day')).toMatch(/^\d{4}-\d\d-\d\d$/)
  })

  test('the page shows that the server is out of reach, and recovers by itself', async () => {
    await open('/payments')
    await rows().first().waitFor()
    await context.setOffline(true)
    await page.getByRole('alert').getByText('Can’t reach Kaunta').waitFor()
    await context.setOffline(false)
    await page.getByRole('alert').getByText('Can’t reach Kaunta').waitFor({ state: 'hidden' })
    expect(complaints.filter(complaint => !complaint.startsWith('Failed to load resource'))).toEqual([])
  })
})

// Home as a day, a week, a month and a range of days, on the real binary: what it shows is kept in the
// address, and equals the payments in the database. Pictures for people to look at:
// dist/screens/admin-period/.
import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { readDay } from '../../src/domain/calendar.ts'
import { dayAfter, dayOf, daySpan, dayText } from '../../src/domain/day.ts'
import { digitsOf } from '../../ui/kit/money.ts'
import { type Binary, type Initial, startBinary } from '../kit/binary.ts'
import { browserHere, closeBrowser } from '../kit/browser.ts'
import { asha, axeFaults, openConsole, sidewaysScroll } from '../kit/console.ts'
import { moveToNoon } from '../kit/noon-zone.ts'
import { looks, newScreens, shoot, wordsOn } from '../kit/screens.ts'
import { seedFolder } from '../kit/seeded.ts'

interface Compared {
  readonly gross: number
  readonly before: { readonly gross: number }
}

const periods = ['day', 'week', 'month', 'range'] as const

describe.skipIf(!browserHere)('Home by day, week and month', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-admin-period-'))
  let box: Binary
  let seeded: Initial
  let screens: string
  let zone: string

  beforeAll(async () => {
    screens = newScreens('admin-period')
    seeded = await seedFolder(join(folder, 'data'), 2_000, 70)
    box = await startBinary({ data: join(folder, 'data') })
    zone = await moveToNoon(box, seeded.sandbox_account.id)
  }, 240_000)
  afterAll(async () => {
    await closeBrowser()
    await box?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const ask = async (query: string) => {
    const headers = { authorization: `Bearer ${seeded.sandbox_api_key}` }
    const answer = await fetch(`${box.url}/v1/payments?${query}`, { headers })
    return (await answer.json()) as { data: { items: { amount: { value: number } }[] } }
  }
  /** Returns the sum of the completed payments of these days, read from the database. */
  function paidIn(from: string, to: string): number {
    using db = new Database(join(folder, 'data', 'kaunta.db'), { readonly: true })
    const [begin, end] = [daySpan(readDay(from) ?? 0, zone).from, daySpan(readDay(to) ?? 0, zone).to]
    const text = `select coalesce(sum(amount), 0) as sum from (
      select amount, account_id, created_at from payment where status = 'completed'
      union all select amount, account_id, created_at from cash_sale)
      where created_at >= ? and created_at < ? and account_id = (select id from account where mode = 'sandbox')`
    return db.query<{ sum: number }, number[]>(text).get(begin, end)?.sum ?? -1
  }
  /** Returns the day some days before today, on the clocks of the shop. */
  const dayBack = (days: number) => dayText(dayAfter(dayOf(Date.now(), zone), -days))
  const salesOn = async (page: Page) =>
    Number((await page.getByTestId('sales').textContent())?.replace(/\D/g, ''))
  const search = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)

  test('the switch and the arrows are kept in the address, and the sums are those of the payments', async () => {
    expect((await ask('limit=1')).data.items).toHaveLength(1)
    const { context, page, complaints } = await openConsole(box, asha)
    await page.goto(`${box.url}/admin`)
    await page.getByTestId('sales').waitFor()
    for (const period of ['week', 'month'] as const) {
      await page.getByText(period === 'week' ? 'Week' : 'Month', { exact: true }).click()
      await page.getByRole('heading', { name: `This ${period}` }).waitFor()
      expect(search(page)).toMatchObject({ period })
      const [answer] = await Promise.all([
        page.waitForResponse(response => response.url().includes(`/overview/period?period=${period}&day=`)),
        page.getByRole('link', { name: `Previous ${period}` }).click(),
      ])
      const { data } = await answer.json()
      await page.getByRole('heading', { name: '–' }).waitFor()
      expect(search(page)).toMatchObject({ period, day: data.from })
      const paid = paidIn(data.from, data.to)
      expect(paid).toBeGreaterThan(0)
      expect([data.gross, await salesOn(page)]).toEqual([paid, paid])
      for (const { date, gross } of data.days) expect([date, gross]).toEqual([date, paidIn(date, date)])
      await page.reload()
      await page.getByRole('table', { name: 'Sales by day' }).waitFor()
      expect(await salesOn(page)).toBe(paid)
      await page.goBack()
      await page.getByRole('heading', { name: `This ${period}` }).waitFor()
    }
    await page.getByRole('radiogroup', { name: 'Period' }).getByText('Day').click()
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    expect(search(page).period).toBeUndefined()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a range is chosen by its days, kept in the address, and compared with as many days before', async () => {
    const { context, page, complaints } = await openConsole(box, asha)
    await page.goto(`${box.url}/admin`)
    await page.getByTestId('sales').waitFor()
    await page.getByRole('radiogroup', { name: 'Period' }).getByText('Dates').click()
    const field = (name: string) => page.getByLabel(`${name} date`)
    await field('From').waitFor()
    const { to = '' } = search(page)
    const dayBefore = (days: number) => dayText(dayAfter(readDay(to) ?? 0, -days))
    expect(search(page)).toMatchObject({ period: 'range', from: dayBefore(6) })
    const answerTo = (from: string) =>
      page.waitForResponse(response => response.url().includes(`/overview/period?from=${from}&to=`))
    for (const [days, rows] of [
      [12, 'Sales by day'],
      [69, 'Sales by week'],
    ] as const) {
      const from = dayBefore(days)
      const [answer] = await Promise.all([answerTo(from), field('From').fill(from)])
      const { data } = await answer.json()
      const paid = paidIn(from, to)
      expect(paid).toBeGreaterThan(0)
      expect([data.gross, data.before.gross]).toEqual([
        paid,
        paidIn(dayBefore(2 * days + 1), dayBefore(days + 1)),
      ])
      const table = page.getByRole('table', { name: rows })
      await table.waitFor()
      // Each till's sales are above those of the range before, if there were any then.
      const isCompared = data.tills.some(({ before }: Compared) => before.gross > 0)
      const tillRows = page.getByRole('table', { name: 'Tills' }).locator('tbody tr')
      expect(await tillRows.locator('td:nth-child(3)').allTextContents()).toEqual(
        data.tills.map(({ gross, before }: Compared) =>
          isCompared ? `${digitsOf(gross)}${digitsOf(before.gross)}` : digitsOf(gross),
        ),
      )
      expect(search(page)).toMatchObject({ period: 'range', from, to })
      await page.reload()
      await table.waitFor()
      expect(await salesOn(page)).toBe(paid)
      const bars = await page.locator('.hour').count()
      expect(bars).toBe(days === 12 ? 13 : 10)
    }
    const tills = page.locator('.card', { has: page.getByRole('table', { name: 'Tills' }) })
    const href = await tills.getByRole('link', { name: 'Export CSV: Tills' }).getAttribute('href')
    expect(new URL(href ?? '', box.url).searchParams.get('table')).toBe('tills')
    const file = await (await page.request.get(`${box.url}${href}`)).text()
    expect(file).toContain(`,${paidIn(dayBefore(69), to)},`)
    await Promise.all([answerTo(dayBefore(139)), page.getByRole('link', { name: 'Previous range' }).click()])
    expect(search(page)).toMatchObject({ from: dayBefore(139), to: dayBefore(70) })
    await page.getByRole('link', { name: 'Next range' }).click()
    await page.waitForURL(url => url.searchParams.get('to') === to)
    expect(complaints).toEqual([])
    // The browser reports the refused request.
    await page.goto(`${box.url}/admin?period=range&from=${to}&to=${dayBefore(1)}`)
    await page.getByText('The last day is before the first day.').waitFor()
    await page.goto(`${box.url}/admin?period=range`)
    await page.getByRole('heading', { name: 'Choose the first and the last day.' }).waitFor()
    await page.getByRole('radiogroup', { name: 'Period' }).getByText('Week').click()
    await page.getByRole('heading', { name: 'This week' }).waitFor()
    expect(search(page).from).toBeUndefined()
    await context.close()
  })

  test('the tables of a day never show another day', async () => {
    const { context, page } = await openConsole(box, asha)
    await page.setViewportSize({ width: 1280, height: 3_000 }) // the tables load once they are in the window
    await page.goto(`${box.url}/admin`)
    const tables = page.locator('table.report')
    await tables.first().waitFor()
    const answer = Promise.withResolvers<void>()
    await page.route('**/overview/period?**', async route => {
      await answer.promise
      await route.continue()
    })
    await page.getByRole('link', { name: 'Previous day' }).click()
    await page.getByRole('heading', { name: 'Today' }).waitFor({ state: 'hidden' })
    expect(await tables.count()).toBe(0)
    answer.resolve()
    await tables.first().waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    await context.close()
  })

  test.each(looks([360, 768, 1280]))(
    '$width $language $theme: fits, in words of its language',
    async look => {
      const { context, page, complaints } = await openConsole(box, asha, look)
      for (const period of periods) {
        const name = `home-${period}-${look.width}-${look.theme}-${look.language}`
        const days = period === 'range' ? `&from=${dayBack(60)}&to=${dayBack(1)}` : ''
        await page.goto(`${box.url}/admin${period === 'day' ? '' : `?period=${period}${days}`}`)
        await page.getByTestId('sales').waitFor()
        // A bar without sales has no height.
        await page.locator('.hour-bar').first().waitFor({ state: 'attached' })
        await wordsOn(page, name)
        await shoot(page, screens, name)
        expect([name, await axeFaults(page), await sidewaysScroll(page)]).toEqual([name, [], 0])
      }
      expect(complaints).toEqual([])
      await context.close()
    },
  )
})

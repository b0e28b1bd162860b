// A day of sales on the console's pages, on the real binary: no status in a table is cut, Home adds the day
// up by till, cashier and item, and a cash sale has a timeline. Pictures for people to look at:
// dist/screens/admin-sales/.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserHere, closeBrowser } from '../kit/browser.ts'
import { asha, axeFaults, openConsole, sidewaysScroll } from '../kit/console.ts'
import { moveToNoon } from '../kit/noon-zone.ts'
import { proofTest, sized } from '../kit/proof.ts'
import { dresses, newScreens, shoot, wordsOn } from '../kit/screens.ts'
import { type SoldDay, sellADay } from '../kit/sold-day.ts'
import { setLanguage } from '../kit/till-screenshot.ts'
import { openTillShop, type TillShop } from '../kit/till-shop.ts'
import { settles } from '../kit/wait.ts'

/**
 * Returns, in the page, statuses that are cut or wrapped, or whose table reaches over the edge of its card.
 */
const cutStates = () =>
  [...document.querySelectorAll('.list .state')].flatMap(state => {
    const edge = state.closest('.list-card')?.getBoundingClientRect().right ?? 0
    const isCut = [state, state.closest('td')].some(one => one && one.scrollWidth > one.clientWidth + 1)
    const isOver = (state.closest('table')?.getBoundingClientRect().right ?? 0) > edge + 0.5
    // On a phone, where rows are cards, a long one has two lines.
    const isWrapped = innerWidth >= 768 && state.getBoundingClientRect().height > 30
    return isCut || isOver || isWrapped ? [state.textContent] : []
  })

const digitsIn = (text: string | null) => Number(text?.replace(/\D/g, ''))

describe.skipIf(!browserHere)('a day of sales in the console', () => {
  const screens = newScreens('admin-sales')
  let shop: TillShop
  let day: SoldDay
  let page: Page
  let complaints: readonly string[]
  beforeAll(async () => {
    shop = await openTillShop()
    await moveToNoon(shop, shop.account)
    day = await sellADay(shop)
    ;({ page, complaints } = await openConsole(shop, asha, { theme: 'auto' }))
  })
  afterAll(async () => {
    await closeBrowser()
    await shop?.close()
  })

  const open = async (path: string, query = '') => {
    await page.goto(`${shop.url}/admin${path}?account=${shop.account}${query}`)
    await page.locator('main h1').waitFor()
  }
  /** Opens Home and scrolls to the day's tables, which are loaded only then. */
  const openHome = async () => {
    await open('')
    await page.getByTestId('sales').waitFor()
    await page.locator('.recent-row').first().waitFor()
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await page.getByRole('table').first().waitFor()
  }

  const statuses = [
    ['/payments', 'Different amount received', 'Kiasi tofauti kimeingia'],
    ['/payments/refunds', 'Refunded', 'Zimerudishwa'],
    ['/settings/branding', 'Default', 'Wa kawaida'],
    ['/tills', 'Paired', 'Imeunganishwa'],
  ] as const
  test.each(sized({ test: statuses.slice(0, 1), proof: [...statuses] }))(
    '%s shows every status in full',
    async (path, english, swahili) => {
      await open(path)
      for (const language of ['en', 'sw'] as const) {
        await setLanguage(page, language)
        await page
          .locator('.list .state', { hasText: language === 'en' ? english : swahili })
          .first()
          .waitFor()
        for (const width of [360, 768, 860, 1024, 1280, 1600]) {
          await page.setViewportSize({ width, height: 900 })
          expect([language, width, await page.evaluate(cutStates)]).toEqual([language, width, []])
          expect([language, width, await sidewaysScroll(page)]).toEqual([language, width, 0])
        }
      }
      await setLanguage(page, 'en')
    },
  )

  proofTest('the open status is in view, and all of them are on a wide screen', async () => {
    /** Returns, in the page, tabs that are not wholly in view. */
    const hiddenTabs = (selector: string) =>
      [...document.querySelectorAll(selector)].flatMap(tab => {
        const view = tab.parentElement?.getBoundingClientRect()
        const { left, right } = tab.getBoundingClientRect()
        return view && (left < view.left - 0.5 || right > view.right + 0.5) ? [tab.textContent] : []
      })
    for (const [width, selector] of [
      [360, '.status-tab[data-open]'],
      [1280, '.status-tab'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`${shop.url}/admin/payments?account=${shop.account}&status=refunded`)
      await page.locator('.status-tab[data-open] .status-sum').waitFor()
      // The open one scrolls into view after its sum is drawn.
      const hidden = () => page.evaluate(hiddenTabs, selector)
      await settles(hidden, tabs => expect([width, tabs]).toEqual([width, []]))
    }
    await setLanguage(page, 'sw')
    await page.locator('.status-tab').getByText('Imerudishwa').waitFor()
    expect(await page.evaluate(hiddenTabs, '.status-tab')).toEqual([])
  })

  proofTest('no name in a table of Home is broken inside a word on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 900 })
    await page.goto(`${shop.url}/admin?account=${shop.account}&period=week`)
    await setLanguage(page, 'sw')
    await page.locator('.report th[scope=row]').first().waitFor()
    /** Returns, in the page, names with a word that is wider than their column. */
    const brokenNames = () =>
      [...document.querySelectorAll('.report th[scope=row]')].flatMap(name => {
        const words = (name.textContent ?? '').split(' ')
        const measure = name.appendChild(document.createElement('span'))
        measure.style.whiteSpace = 'nowrap'
        measure.style.position = 'absolute'
        const isBroken = words.some(word => {
          measure.textContent = word
          return measure.getBoundingClientRect().width > name.clientWidth + 0.5
        })
        measure.remove()
        return isBroken ? [name.textContent] : []
      })
    expect(await page.evaluate(brokenNames)).toEqual([])
  })

  test('Home adds the day up by till, cashier and item', async () => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await openHome()
    const rowsOf = async (name: string) => {
      const table = page.getByRole('table', { name, exact: true })
      await table.waitFor()
      return (await table.locator('tbody tr').allInnerTexts()).map(text => text.replaceAll(/\s+/g, ' '))
    }
    const sales = Number((await page.getByTestId('sales').textContent())?.replace(/\D/g, ''))
    for (const name of ['Tills', 'Cashiers']) {
      const table = page.getByRole('table', { name, exact: true })
      const column = (await table.locator('thead th').allInnerTexts()).indexOf('Sales')
      const sums = await table.locator(`tbody tr > :nth-child(${column + 1})`).allInnerTexts()
      expect([name, sums.reduce((all, sum) => all + Number(sum.replaceAll(',', '')), 0)]).toEqual([
        name,
        sales,
      ])
    }
    expect((await rowsOf('Cashiers')).map(row => row.replace(/ [\d,].*/, ''))).toEqual([
      'Neema Kessy',
      'Juma Ally',
      'Without a cashier',
    ])
    expect(await rowsOf('Items')).toEqual(
      expect.arrayContaining(['Sabuni ya kufulia 4 9,405 –', 'Mchele wa Mbeya 6 22,095 5,295']),
    )
    expect(await rowsOf('Categories')).toEqual([
      'Nafaka 28,000 22,095 5,295',
      'Without a category 19,000 15,405 –',
    ])
    expect(await page.getByRole('table', { name: 'Sales by day' }).count()).toBe(0)
    expect(await axeFaults(page)).toEqual([])
  })

  proofTest('Home shows what a week earned, and how that adds up', async () => {
    await open('', '&period=week')
    // Six of the seven bags sold earn 1,200 each. The seventh came back, and a refund of 2,500 took a share
    // of its line: 2,500 x 8,000 / 10,500, rounded.
    await page.getByTestId('profit').waitFor()
    expect(digitsIn(await page.getByTestId('profit').textContent())).toBe(5_295)
    const sums = (await page.locator('.figure-sums dd').allTextContents()).map(digitsIn)
    const [net = 0, cost = 0, without = 0, profit] = sums.slice(-5)
    expect([cost, profit, net - cost - without]).toEqual([16_800, 5_295, 5_295])
    const file = page.waitForEvent('download')
    await page
      .locator('.card', { has: page.getByRole('table', { name: 'Items' }) })
      .getByRole('link')
      .click()
    expect((await file).suggestedFilename()).toMatch(/^sandbox-sales-items-\d{4}-\d\d-\d\d\.csv$/)
  })

  proofTest('a person in the audit log has room on a tablet', async () => {
    await page.setViewportSize({ width: 768, height: 900 })
    await open('/settings/audit-log')
    const person = page.locator('.audit-who', { hasText: 'Neema Kessy · till Counter 1' }).first()
    expect((await person.boundingBox())?.height).toBeLessThan(66)
    await page.setViewportSize({ width: 1280, height: 900 })
  })

  test('the page of a cash sale has its timeline', async () => {
    await open(`/payments/${day.refunded}`)
    await page.getByRole('heading', { name: 'Timeline' }).waitFor()
    await page.locator('.step').first().waitFor()
    const steps = (await page.locator('.step').allInnerTexts()).map(text => text.replaceAll(/\s+/g, ' '))
    expect(steps).toEqual([
      expect.stringMatching(/^Paid in cash by Neema Kessy Customer gave the exact amount /),
      expect.stringMatching(/^TZS 3,000 refunded in cash by you Mfuko umechanika /),
    ])
    await page.getByRole('link', { name: 'Shift 1' }).waitFor()
    await open(`/payments/${day.cash}`)
    await page.getByText('Customer gave TZS 20,000; change TZS 9,500').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await open(`/payments/${day.part}`)
    await page.locator('.step').getByText('TZS 2,500 refunded in cash').waitFor()
  })

  proofTest('fits every width, in both languages and themes', async () => {
    const paths = {
      home: '',
      week: '',
      payments: '/payments',
      refunds: '/payments/refunds',
      ...Object.fromEntries(Object.entries(day).map(([name, id]) => [`payment-${name}`, `/payments/${id}`])),
    }
    for (const [name, path] of Object.entries(paths)) {
      if (name === 'week') await open('', '&period=week')
      else if (name === 'home') await openHome()
      else await open(path)
      await page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
      for (const { theme, language, widths } of dresses([360, 768, 1280])) {
        await page.emulateMedia({ colorScheme: theme })
        await setLanguage(page, language)
        await wordsOn(page, `${name} ${language}`)
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 })
          expect([name, language, width, await sidewaysScroll(page)]).toEqual([name, language, width, 0])
          await shoot(page, screens, `${name}-${width}-${theme}-${language}`)
        }
        expect([name, theme, await axeFaults(page)]).toEqual([name, theme, []])
      }
      await setLanguage(page, 'en')
    }
    expect(complaints).toEqual([])
  })
})

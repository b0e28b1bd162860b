// Every page of the console on the real binary with nothing, with one row of its kind and with many: it
// shows its title and no failure, fits every width in both languages, passes axe in both themes, loads
// nothing from outside, and its list pages forward and back. Screenshots of all pages are kept in
// dist/screens/admin. A page of the router that is missing here fails the test.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { makeShops, type Shops, seedingMaxMs } from '../kit/admin-rows.ts'
import { type Binary, startBinary } from '../kit/binary.ts'
import { browserHere, closeBrowser } from '../kit/browser.ts'
import { asha, axeFaults, callAs, openConsole, sidewaysScroll } from '../kit/console.ts'
import { isProof } from '../kit/proof.ts'
import {
  dresses,
  type Language,
  newScreens,
  shoot,
  smallTargets,
  type Theme,
  wordsOn,
} from '../kit/screens.ts'

type Rows = keyof Shops['accounts']
interface View {
  readonly rows: readonly Rows[]
  /** Rows of its table with 0, 1 and many; pages hold 25, so a list with more goes on. */
  readonly shown?: Readonly<Record<Rows, number>>
  /** Whose own row fills the parameter of the path. */
  readonly of?: keyof Shops['one']
}
const home: View = { rows: [0, 1, 'many'] }
/** Counts the rows that exist before a person does anything, such as the owner. */
const list = (none: number, one: number, many = 25): View => ({
  rows: [0, 1, 'many'],
  shown: { 0: none, 1: one, many },
})
const oneOf = (of: keyof Shops['one']): View => ({ rows: [1], of })
const form: View = { rows: [1] }

const views: Readonly<Record<string, View>> = {
  '/': home,
  '/summary': home,
  // A mobile payment and a cash sale.
  '/payments': list(0, 2),
  '/payments/refunds': list(0, 1),
  '/payments/$reference': oneOf('payments'),
  '/payouts': list(0, 1),
  '/payouts/new': form,
  '/payouts/$reference': oneOf('payouts'),
  '/unmatched': list(0, 1),
  '/reconciliation': { rows: [0, 1], shown: { 0: 0, 1: 3, many: 0 } },
  '/links': list(0, 1),
  '/links/new': form,
  '/links/$reference': oneOf('sessions'),
  '/webhooks': list(0, 1),
  '/webhooks/$id': oneOf('webhooks'),
  '/webhooks/events': list(0, 1),
  '/webhooks/events/$id': oneOf('events'),
  '/keys': list(0, 1),
  '/settings/branding': list(1, 2),
  '/settings/branding/new': form,
  '/settings/branding/$id': oneOf('profiles'),
  '/staff': list(1, 1),
  '/staff/$id': oneOf('staff'),
  '/tills': list(0, 1),
  '/tills/$id': oneOf('tills'),
  '/products': list(0, 1),
  '/products/new': form,
  '/products/import': form,
  '/products/labels': form,
  '/products/shop-codes': form,
  '/products/tax-rates': form,
  '/products/$id': oneOf('products'),
  '/shifts': list(0, 1),
  '/shifts/$id': oneOf('shifts'),
  '/networks': form,
  '/networks/$name': oneOf('networks'),
  '/settings': form,
  '/settings/tills': form,
  '/settings/money': form,
  '/settings/developers': form,
  '/settings/server': form,
  '/settings/audit-log': list(1, 12),
  '/me': form,
  '/merchant': form,
}
/**
 * In `test` axe goes through one page of each structure: a list, a row of one, a form, and those like no
 * other.
 */
const structures = [
  '/',
  '/payments',
  '/payments/$reference',
  '/payouts/new',
  '/webhooks/$id',
  '/networks',
  '/settings/money',
  '/settings/server',
]
/** What the till needs, too: who one is, the shop's sales and links, and how links look. */
const forSelling =
  /^\/(api\/v1\/(me|logins|(sessions|profiles|products)(\/.+)?)|v1\/payments(\/[0-9a-f-]{36}(\/(events|qr\.svg|refunds))?)?)$/
const visits = ([0, 1, 'many'] as const).flatMap(count =>
  Object.entries(views).flatMap(([path, { rows }]) => (rows.includes(count) ? [[path, count] as const] : [])),
)
/**
 * In `test` each page that is no list, dark and in Swahili on a phone; lists are looked at in English below.
 */
const looked = isProof ? visits : visits.filter(([path, rows]) => rows === 1 && !views[path]?.shown)

test('every page of the router is tested here', async () => {
  const router = await Bun.file(join(import.meta.dir, '../../ui/admin/app/router.tsx')).text()
  const paths = [...router.matchAll(/(?:^ +path: |(?:page|searchPage)\(\s*)'([^']+)'/gm)].map(
    ([, path]) => path ?? '',
  )
  expect(Object.keys(views).toSorted()).toEqual(paths.toSorted())
})

describe.skipIf(!browserHere)('every page of the console', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-admin-pages-'))
  const screens = newScreens('admin')
  const times: string[] = []
  const strangers: string[] = []
  /** What the owner's pages read of the server: paths with their queries. */
  const asked = new Set<string>()
  const complaints: (() => readonly string[])[] = []
  /** By theme. */
  const eyes = new Map<Theme, Page>()
  let receiver: Bun.Server<undefined>
  let box: Binary
  let shops: Shops

  beforeAll(async () => {
    receiver = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('{"said":"asante"}') })
    shops = await makeShops(join(folder, 'data'), `http://127.0.0.1:${receiver.port}/hook`)
    box = await startBinary({ data: join(folder, 'data') })
    for (const theme of ['light', 'dark'] as const) {
      const eye = await openConsole(box, asha, { theme })
      eye.context.on('request', request => {
        const { origin, protocol, pathname, search } = new URL(request.url())
        if (request.method() === 'GET' && /^\/(api\/)?v1\//.test(pathname)) asked.add(pathname + search)
        if (origin !== box.url && protocol !== 'data:' && protocol !== 'blob:') strangers.push(request.url())
      })
      complaints.push(() => eye.complaints)
      eyes.set(theme, eye.page)
    }
  }, seedingMaxMs)
  afterAll(async () => {
    await closeBrowser()
    await box.stop()
    await receiver.stop(true)
    rmSync(folder, { recursive: true, force: true })
    console.log(`ms to content: ${times.join(', ')}`)
  })

  /** In the page: goes to another page of the console. The heading of this one is marked until it is gone. */
  const goTo = (to: string) => {
    document.querySelector('main h1')?.setAttribute('data-left', '')
    history.pushState({}, '', to)
  }
  const settled = (page: Page) =>
    page.waitForFunction(
      () =>
        document.querySelector('main h1:not([data-left])') !== null &&
        document.querySelector('[aria-busy=true], .loading, .status-banner:not([hidden])') === null &&
        [...document.images].every(({ complete }) => complete),
    )
  /** A banner that comes and goes says only that a busy machine answers late. */
  const alertsOn = (page: Page) => page.locator('[role=alert]:not(.status-banner):visible').allTextContents()
  async function open(page: Page, path: string, rows: Rows): Promise<void> {
    const of = views[path]?.of
    const address = of ? path.replace(/\$\w+/, shops.one[of]) : path
    const to = `/admin${address === '/' ? '' : address}?account=${shops.accounts[rows]}`
    // In `test` as by a link, because loading the console for each page takes most of the time.
    const [isOpen, isSame] = [`${box.url}/admin`, `${box.url}${to.split('?')[0]}?`].map(start =>
      page.url().startsWith(start),
    )
    if (!isProof && isOpen && !isSame) await page.evaluate(goTo, to)
    else await page.goto(box.url + to)
    await settled(page)
  }
  /**
   * Checks in the page whether its first row has these words. States are left out: they may change once
   * shown.
   */
  const beginsWith = ({ words, expected }: { readonly words: string; readonly expected: boolean }) => {
    const cells = [...document.querySelectorAll('main .list tbody tr:first-child td:not(:has(.state))')]
    return (cells.map(({ textContent }) => textContent).join() === words) === expected
  }
  /** Changes the language by the switch of every page, which changes it in place. */
  async function speak(page: Page, language: Language): Promise<void> {
    if ((await page.getAttribute('html', 'lang')) === language) return
    await page.locator('.side .person').click()
    await page
      .locator('.side .person-panel')
      .getByText(language === 'en' ? 'English' : 'Kiswahili', { exact: true })
      .click()
    await page.keyboard.press('Escape')
    await page.locator(`html[lang=${language}]`).waitFor()
  }

  describe.each(looked)('%s with %s', (path, rows) => {
    const name = `${path === '/' ? 'home' : path.slice(1).replaceAll('/', '-').replace(/\$\w+/, 'one')}-${rows}`

    test('is accessible and fits, light and dark', async () => {
      const startMs = performance.now()
      await Promise.all(
        [...eyes]
          .filter(([theme]) => isProof || theme === 'dark')
          .map(async ([theme, page]) => {
            await page.setViewportSize({ width: 1280, height: 800 })
            await open(page, path, rows)
            times.push(`${name} ${theme} ${Math.round(performance.now() - startMs)}`)
            expect([name, await alertsOn(page)]).toEqual([name, []])
            for (const { language, widths } of dresses().filter(screen => screen.theme === theme)) {
              await page.setViewportSize({ width: 1280, height: 800 })
              await speak(page, language)
              await wordsOn(page, `${name} ${language}`)
              for (const width of widths) {
                await page.setViewportSize({ width, height: 800 })
                expect([name, language, width, await sidewaysScroll(page)]).toEqual([
                  name,
                  language,
                  width,
                  0,
                ])
                expect([name, language, width, await page.evaluate(smallTargets)]).toEqual([
                  name,
                  language,
                  width,
                  [],
                ])
                await shoot(page, screens, `${name}-${width}-${theme}-${language}`, rows !== 'many')
              }
            }
            // Many rows are alike: they are gone through in one theme.
            if (isProof ? rows !== 'many' || theme === 'light' : structures.includes(path))
              expect([name, theme, await axeFaults(page)]).toEqual([name, theme, []])
          }),
      )
    })
  })

  const table = (page: Page) => page.locator('main .list').first().locator('tbody tr')
  const longLists = ['/payments', '/products', '/settings/audit-log']
  const listed = visits.flatMap(([path, rows]) => {
    if (!isProof && (rows === 1 || (rows === 'many' && !longLists.includes(path)))) return []
    const shown = views[path]?.shown?.[rows]
    return shown === undefined ? [] : [[path, rows, shown] as const]
  })
  test.each(listed)(
    '%s with %s shows %d rows, goes on and back, or shows what to do',
    async (path, rows, shown) => {
      const page = eyes.get('light')
      if (!page) return expect.unreachable()
      await page.setViewportSize({ width: 1280, height: 800 })
      await open(page, path, rows)
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        expect([width, await sidewaysScroll(page)]).toEqual([width, 0])
        expect([width, await page.evaluate(smallTargets)]).toEqual([width, []])
      }
      await wordsOn(page, path)
      if (structures.includes(path)) expect(await axeFaults(page)).toEqual([])
      expect(await table(page).count()).toBe(shown)
      if (shown === 0)
        expect(await page.locator('main .empty').locator('a, button').count()).toBeGreaterThan(0)
      const pager = page.locator('.pager-actions').first()
      expect(await pager.count()).toBe(shown === 25 ? 1 : 0)
      if (shown !== 25) return
      const words = (await table(page).first().locator('td:not(:has(.state))').allTextContents()).join()
      await pager.locator('a').last().click()
      await page.waitForURL(/[?&](page=2|after=[\w-]+)/)
      await page.waitForFunction(beginsWith, { words, expected: false })
      await settled(page)
      expect(await table(page).count()).toBe(25)
      await page.goBack()
      await page.waitForFunction(beginsWith, { words, expected: true })
    },
  )

  test('the side navigation shows all its pages, and folds to icons where one wants it', async () => {
    const page = eyes.get('light')
    if (!page) return expect.unreachable()
    const side = page.locator('.side')
    const hidden = () => side.locator('.side-nav').evaluate(nav => nav.scrollHeight - nav.clientHeight)
    await page.setViewportSize({ width: 1280, height: 800 })
    await open(page, '/settings', 1)
    expect(await hidden()).toBe(0)
    const devtools = await page.context().newCDPSession(page)
    const touch = (enabled: boolean) => devtools.send('Emulation.setTouchEmulationEnabled', { enabled })
    try {
      await page.setViewportSize({ width: 768, height: 800 })
      await page.locator('.side[data-narrow]').waitFor()
      expect(await hidden()).toBe(0)
      await side.getByRole('button', { name: 'Expand menu' }).click()
      await page.locator('.side:not([data-narrow])').waitFor()
      await page.reload()
      await settled(page)
      await side.getByRole('button', { name: 'Collapse menu' }).click()
      await page.locator('.side[data-narrow]').waitFor()
      // A finger needs more of a row than a mouse.
      for (const isTouch of [false, true]) {
        await touch(isTouch)
        expect([isTouch, await page.evaluate(smallTargets)]).toEqual([isTouch, []])
      }
    } finally {
      await touch(false)
      await devtools.detach()
      await page.setViewportSize({ width: 1280, height: 800 })
    }
  })

  test('the receipt of a cash sale is printed, or sent with the words ready', async () => {
    const { page } = await openConsole(box, asha)
    await page.goto(`${box.url}/admin/payments?account=${shops.accounts[1]}&type=cash`)
    await page.locator('table a').filter({ hasText: /\d/ }).first().click()
    await page.getByRole('button', { name: 'Print receipt' }).waitFor()
    const whatsApp = await page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')
    expect(decodeURIComponent(whatsApp ?? '')).toMatch(
      /^https:\/\/wa\.me\/\?text=Receipt: TZS.[\d,]+ paid in cash to .+20\d\d, \d\d:\d\d\. Thank you\.$/,
    )
    expect(await page.getByRole('link', { name: 'SMS' }).getAttribute('href')).toStartWith('sms:')
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByTestId('cash-paper').innerText()).toMatch(/RECEIPT.*TZS [\d,]+.*Paid - Cash/s)
    expect(await page.locator('h1').isVisible()).toBe(false)
    await page.context().close()
  })

  test('a cashier sees none of it: no page, and 403 for all requests but sales', async () => {
    const owner = await callAs(eyes.get('light')?.context() ?? expect.unreachable(), box, shops.accounts[1])
    const made = await owner('post', '/api/v1/invitations', { name: 'Neema', role: 'cashier' })
    const code = new URL((made.body.data as { url: string }).url).searchParams.get('code')
    const cashier = await openConsole(box, undefined)
    const join = { code, name: 'Neema', email: 'neema@duka.example', password: 'embe bichi mbili' }
    const headers = { origin: box.url }
    expect(
      (await cashier.context.request.post(`${box.url}/api/v1/join`, { headers, data: join })).status(),
    ).toBe(201)
    const call = await callAs(cashier.context, box, shops.accounts[1])
    const closed = [...asked].filter(path => !forSelling.test(path.split('?')[0] ?? ''))
    expect(closed.length).toBeGreaterThan(20)
    for (const path of closed) expect([path, (await call('get', path)).status]).toEqual([path, 403])
    const paths = Object.keys(views).filter(path => path !== '/me')
    // One page decides for all of them: in `test` a few are opened.
    for (const path of isProof ? paths : paths.slice(0, 3)) {
      await cashier.page.goto(`${box.url}/admin${path.replace(/\$\w+/, 'x')}?account=${shops.accounts[1]}`)
      await cashier.page.getByRole('link', { name: /Open the till/ }).waitFor()
      expect([path, await cashier.page.getByRole('navigation').count()]).toEqual([path, 0])
    }
    await cashier.context.close()
  })

  test('nothing was loaded from outside the server, and no page logged an error', () => {
    expect(strangers).toEqual([])
    expect(complaints.flatMap(all => all())).toEqual([])
  })
})

// The oldest supported browsers (docs/browsers.md): functions that came later are removed before a page's
// first script, and the till and the console are used. Older browsers get a page that explains it. The syntax
// of all scripts: test/binary/script-floor.test.ts.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { BrowserContext } from 'playwright-core'
import { browserHere, openBrowser } from '../kit/browser.ts'
import { asha, openConsole } from '../kit/console.ts'
import { proofTest } from '../kit/proof.ts'
import { charge, neema, openTillShop, signIn, type TillShop } from '../kit/till-shop.ts'

/** Removes what came after Chrome 97 and Safari 15.4. */
function removeNewer() {
  const remove = (target: object, ...names: string[]) => {
    for (const name of names) Reflect.deleteProperty(target, name)
  }
  remove(Array.prototype, 'toSorted', 'toReversed', 'toSpliced', 'with')
  remove(Array, 'fromAsync')
  remove(Object, 'groupBy')
  remove(Map, 'groupBy')
  remove(String.prototype, 'isWellFormed', 'toWellFormed')
  remove(Promise, 'withResolvers', 'try')
  remove(AbortSignal, 'timeout', 'any')
  remove(AbortSignal.prototype, 'throwIfAborted')
  remove(URL, 'parse', 'canParse')
  remove(Intl, 'supportedValuesOf', 'DurationFormat')
  remove(Set.prototype, 'union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom')
  remove(
    Object.getPrototypeOf(Object.getPrototypeOf([].values())),
    'map',
    'filter',
    'toArray',
    'some',
    'find',
  )
  remove(globalThis, 'structuredClone', 'requestIdleCallback', 'scheduler', 'Iterator')
}

describe.skipIf(!browserHere)('a browser of the floor', () => {
  let shop: TillShop
  const complaints: string[] = []
  const watch = (context: BrowserContext) => {
    context.on('weberror', error => complaints.push(error.error().message))
  }

  beforeAll(async () => {
    shop = await openTillShop()
  })
  afterAll(() => shop.close())

  test('sells on the till', async () => {
    const browser = await openBrowser()
    const context = await browser.newContext({ viewport: { width: 768, height: 1024 } })
    watch(context)
    await context.addInitScript(removeNewer)
    const till = await shop.newTill('Counter 1')
    const page = await context.newPage()
    await page.goto(`${shop.url}/till?pair=${till.pairing_code}`)
    await page.getByTestId('cashier').first().waitFor()
    await signIn(page, neema)
    await charge(page, 5_000)
    await shop.decide((await shop.newest()).reference, { outcome: 'completed' })
    await page.locator('.result').waitFor()
    await page.getByTestId('new-sale').click()
    await page.getByTestId('settings').click()
    await page.getByTestId('shift').click()
    await page.getByTestId('open-shift').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  proofTest('opens the pages of the console', async () => {
    const { context, page } = await openConsole(shop, asha)
    watch(context)
    await context.addInitScript(removeNewer)
    const paths = [
      '',
      'payments',
      'links',
      'links/new',
      'payouts',
      'tills',
      'shifts',
      'staff',
      'keys',
      'webhooks',
    ]
    for (const path of [
      ...paths,
      'networks',
      'profiles',
      'settings',
      'settings/audit-log',
      'reconciliation',
    ]) {
      await page.goto(`${shop.url}/admin${path && `/${path}`}`)
      await page.locator('main h1').first().waitFor()
      await page.waitForFunction(() => document.querySelector('[aria-busy=true], .loading') === null)
      expect([path, await page.locator('.error-page, .error-notice').count()]).toEqual([path, 0])
    }
    expect(complaints).toEqual([])
  })

  test('a browser below the floor is shown that it is too old', async () => {
    const context = await (await openBrowser()).newContext()
    await context.route('**/*.js', route =>
      route.fulfill({ contentType: 'text/javascript', body: 'let too new =' }),
    )
    const page = await context.newPage()
    for (const path of ['till', 'admin', 'display', 'phone']) {
      await page.goto(`${shop.url}/${path}`)
      const notice = page.locator('.old-browser')
      await notice.evaluate(element => {
        for (const animation of element.getAnimations()) animation.finish()
      })
      await notice.getByText('this browser is too old for Kaunta').waitFor()
      await notice.getByText('kivinjari hiki ni cha zamani mno').waitFor()
    }
    await context.close()
  })
})

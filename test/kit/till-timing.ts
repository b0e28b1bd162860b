// Times a sale on the till as its cashier sees it: from the press on Charge until the QR is on the screen,
// and from the payment's completion until the green is. Chromium itself reports when it painted them (Element
// Timing).
import type { BrowserContext, Page } from 'playwright-core'
import { assert } from '../../src/domain/fault.ts'
import type { TillShop } from './till-shop.ts'

/** In milliseconds of this machine's one clock. */
export interface SaleTimes {
  readonly qrMs: number // the finger on Charge, until the QR was painted
  /**
   * From the payment's `completed_at`, which is when the server received it from the network, before the
   * commit, until the green was painted.
   */
  readonly greenMs: number
  /**
   * From the request that approves in the sandbox until the green was painted, including the server's status
   * check.
   */
  readonly approvedMs: number
}

/**
 * Runs in the page before anything else: records presses on Charge, and when it, the QR and the word on the
 * green were painted.
 */
const watching = `{
  const seen = new Map(), waiting = new Map()
  const wall = at => at + Date.now() - performance.now()
  const note = (name, at) => {
    seen.set(name, wall(at))
    waiting.get(name)?.(wall(at))
  }
  const marks = { keypad: '[data-testid=charge] span', qr: 'img[data-testid=qr]', paid: '[data-testid=paid] h1' }
  window.whenPainted = name => new Promise(resolve => (seen.has(name) ? resolve(seen.get(name)) : waiting.set(name, resolve)))
  window.forgetPaints = () => { seen.clear(); waiting.clear() }
  addEventListener('pointerdown', event => event.target.closest('[data-testid=charge]') && note('tap', event.timeStamp), true)
  new PerformanceObserver(list => {
    for (const { identifier, renderTime } of list.getEntries()) note(identifier, renderTime)
  }).observe({ type: 'element' })
  new MutationObserver(() => {
    for (const [name, selector] of Object.entries(marks)) {
      const element = document.querySelector(selector)
      if (element && !element.hasAttribute('elementtiming')) element.setAttribute('elementtiming', name)
    }
  }).observe(document, { childList: true, subtree: true })
}`

/** Watches the paint of pages that are opened from now on. */
export async function watchPaint(context: BrowserContext): Promise<void> {
  await context.addInitScript(watching)
}

const painted = (page: Page, name: 'keypad' | 'tap' | 'qr' | 'paid') =>
  page.evaluate<number>(`whenPainted('${name}')`)

export interface LoadTimes {
  readonly keypadMs: number // from the navigation until the keypad was painted
  /** Bytes of the page's own files that came over the wire, headers included. */
  readonly pageBytes: number
  readonly dataBytes: number // bytes of its requests: who it is, the last sales
}

/** Measures the cost of loading the open page again, with someone signed in. */
export async function timeLoad(page: Page): Promise<LoadTimes> {
  const keypadAt = await painted(page, 'keypad')
  await page.waitForLoadState('networkidle')
  const [startedAt = 0, pageBytes = 0, dataBytes = 0] = await page.evaluate<number[]>(`{
    const all = ['navigation', 'resource'].flatMap(kind => performance.getEntriesByType(kind))
    const sum = some => some.reduce((bytes, one) => bytes + one.transferSize, 0)
    const isData = ({ name }) => /^\\/(api|health|v1)/.test(new URL(name).pathname)
    ;[performance.timeOrigin, sum(all.filter(one => !isData(one))), sum(all.filter(isData))]
  }`)
  return { keypadMs: keypadAt - startedAt, pageBytes, dataBytes }
}

/**
 * Sells for the first quick amount, pays, and returns to the keypad. The page must be opened after
 * `watchPaint`.
 */
export async function timeSale(page: Page, shop: TillShop): Promise<SaleTimes> {
  await page.locator('.quick-amount').first().click()
  await page.evaluate('forgetPaints()')
  await page.getByTestId('charge').click()
  const [tappedAt, qrAt] = [await painted(page, 'tap'), await painted(page, 'qr')]
  const { reference } = await shop.newest()
  const approvedAt = Date.now()
  await shop.decide(reference, { outcome: 'completed' })
  const greenAt = await painted(page, 'paid')
  const { body } = await shop.asKey('GET', `/v1/payments/${reference}`)
  assert(body.data.status === 'completed', 'what is green is completed')
  await page.getByTestId('new-sale').press('Enter')
  await page.getByTestId('charge').waitFor()
  return {
    qrMs: qrAt - tappedAt,
    greenMs: greenAt - Date.parse(body.data.completed_at),
    approvedMs: greenAt - approvedAt,
  }
}

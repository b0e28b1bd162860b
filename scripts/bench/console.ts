// How soon the console can be used on a slow machine: a real browser with its processor slowed down four
// times and an empty cache opens /admin, once without a login and once with one, over 10,000 payments. Run by
// bench.ts --console.
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext } from 'playwright-core'
import { closeBrowser, openBrowser } from '../../test/kit/browser.ts'
import { asha, logInBrowser } from '../../test/kit/console.ts'
import { seedFolder } from '../../test/kit/seeded.ts'
import { median } from './machine.ts'
import { serve } from './server.ts'
import { table } from './table.ts'

/** Payments in the shop. */
const payments = 10_000
/** How many times slower the processor is. */
const slowdown = 4
/** What loads within this time belongs to the first view. */
const firstViewMs = 1_500
const goals = { usableMs: 1_000, kilobytes: 250 } as const

interface View {
  readonly name: string
  readonly loggedIn: boolean
  /** It can be used once all of these are painted and the page has time for more. */
  readonly selectors: readonly string[]
}
const views: readonly View[] = [
  { name: 'login', loggedIn: false, selectors: ['input[name=email]:enabled'] },
  {
    name: 'home',
    loggedIn: true,
    selectors: ['[data-testid=sales]', '.hour-bar', '.nav-link[href*="/payments"]'],
  },
]

interface Load {
  readonly usableMs: number // from the start of the navigation, milliseconds
  /** From a press on Payments until its page is painted; undefined without a login. */
  readonly pressMs: number | undefined
  readonly kilobytes: number
}

export interface ConsoleBench {
  readonly kaunta: string
  readonly scratch: string
  readonly rounds: number
  readonly markdown: boolean
}

/** Prints the figures of both views. Resolves to whether the goals were met. */
export async function measureConsole({ kaunta, scratch, rounds, markdown }: ConsoleBench): Promise<boolean> {
  const folder = mkdtempSync(join(scratch, 'console-'))
  await seedFolder(join(folder, 'data'), payments)
  const server = await serve(kaunta, join(folder, 'data'))
  const url = `http://127.0.0.1:${server.port}`
  const loads = new Map<View, Load[]>(views.map(view => [view, []]))
  const browser = await openBrowser()
  const known = await logIn(browser, url)
  // The first of each is discarded, because the server compresses each file once.
  for (let round = 0; round <= rounds; round++)
    for (const view of views) {
      const load = await loadOnce(browser, url, view, known)
      if (round > 0) loads.get(view)?.push(load)
    }
  await closeBrowser()
  await server.stop()
  rmSync(folder, { recursive: true })
  console.log(`The console, processor ${slowdown} times slower, nothing in the cache, ${rounds} loads each\n`)
  console.log(
    table(
      [
        ['', 'usable p50 / p95, ms', 'press p50 / p95, ms', 'kB in the first 1.5 s'],
        ...[...loads].map(rowOf),
      ],
      markdown,
    ),
  )
  console.log('')
  let met = true
  for (const [{ name }, all] of loads) {
    const [usable, kilobytes] = [
      median(all.map(load => load.usableMs)),
      Math.max(...all.map(load => load.kilobytes)),
    ]
    const isMet = usable < goals.usableMs && kilobytes <= goals.kilobytes
    console.log(
      `${name}: usable after ${usable.toFixed(0)} ms (goal < ${goals.usableMs}), ${kilobytes.toFixed(0)} kB (goal ≤ ${goals.kilobytes})${isMet ? '' : '   MISSED'}`,
    )
    met &&= isMet
  }
  return met
}

/** The 95th percentile; NaN without values. */
const p95 = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN
/** The median and the 95th percentile as a text; empty without values. */
const quantiles = (values: readonly number[]) =>
  values.length === 0 ? '' : `${median(values).toFixed(0)} / ${p95(values).toFixed(0)}`
/** The row of a view in the table. */
const rowOf = ([{ name }, all]: [View, readonly Load[]]) => [
  name,
  quantiles(all.map(load => load.usableMs)),
  quantiles(all.flatMap(load => load.pressMs ?? [])),
  Math.max(...all.map(load => load.kilobytes)).toFixed(0),
]

/** What a browser stores after a login. */
type LoginState = Awaited<ReturnType<BrowserContext['storageState']>>

/**
 * Returns a time zone in which it is three in the afternoon, so that the day has sales whenever this runs.
 */
function afternoonZone(): string {
  const hoursEast = 15 - new Date().getUTCHours()
  if (hoursEast === 0) return 'Etc/UTC'
  // The sign of these names is inverted: Etc/GMT-3 is three hours east of Greenwich.
  return `Etc/GMT${hoursEast > 0 ? '-' : '+'}${Math.abs(hoursEast)}`
}

/** Logs in once and returns the cookie and the last account, which the measured browsers start with. */
async function logIn(browser: Browser, url: string): Promise<LoginState> {
  const context = await browser.newContext()
  await logInBrowser(context, url, asha)
  const moved = await context.request.patch(`${url}/api/v1/settings`, {
    headers: { origin: url },
    data: { time_zone: afternoonZone() },
  })
  if (!moved.ok()) throw new Error(`the time zone was refused: ${moved.status()} ${await moved.text()}`)
  const page = await context.newPage()
  await page.goto(`${url}/admin`)
  await page.locator('.hour-bar').first().waitFor()
  const known = await context.storageState()
  await context.close()
  return known
}

/**
 * Opens /admin in a browser with an empty cache and measures that load, and a press on Payments when logged
 * in.
 */
async function loadOnce(browser: Browser, url: string, view: View, known: LoginState): Promise<Load> {
  const viewport = { width: 1280, height: 800 }
  const context = await browser.newContext({ viewport, ...(view.loggedIn ? { storageState: known } : {}) })
  const page = await context.newPage()
  await page.addInitScript(recordWhenUsable, view.selectors)
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  let bytes = 0
  const count = ({ encodedDataLength }: { encodedDataLength: number }) => {
    bytes += encodedDataLength
  }
  session.on('Network.loadingFinished', count)
  const loadingEnded = Bun.sleep(firstViewMs).then(() => session.off('Network.loadingFinished', count))
  await page.goto(`${url}/admin`, { waitUntil: 'commit' })
  const usableMs = await page.evaluate(() => (window as unknown as { usable: Promise<number> }).usable)
  await loadingEnded
  const pressMs = view.loggedIn ? await page.evaluate(pressPayments) : undefined
  await context.close()
  return { usableMs, pressMs, kilobytes: bytes / 1_000 }
}

/**
 * Runs in the page. Sets `window.usable`, which resolves to the ms until all selectors are painted and the
 * page can respond.
 */
const recordWhenUsable = (selectors: readonly string[]) => {
  const usable = Promise.withResolvers<number>()
  Object.assign(window, { usable: usable.promise })
  const observer = new MutationObserver(() => {
    if (!selectors.every(selector => document.querySelector(selector))) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => usable.resolve(performance.now())))
  })
  observer.observe(document, { childList: true, subtree: true, attributes: true })
}

/** Runs in the page. Presses Payments and resolves to the ms until the first row is painted. */
const pressPayments = () => {
  const usable = Promise.withResolvers<number>()
  const start = performance.now()
  const observer = new MutationObserver(() => {
    if (!document.querySelector('.list tbody tr')) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => usable.resolve(performance.now() - start)))
  })
  observer.observe(document, { childList: true, subtree: true })
  document.querySelector<HTMLElement>('.side .nav-link[href*="/payments"]')?.click()
  return usable.promise
}

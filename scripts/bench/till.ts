// How long a cashier waits: the till in Chromium with the real binary, from the press on Charge until the QR
// is on the screen, and from the payment's completion until the green is; with the tone and without, in turn;
// and the first sale of freshly loaded pages. test/kit/till-timing.ts explains the measures. Browser, server
// and bench share one machine. Run by bench.ts.
import type { BrowserContext, Page } from 'playwright-core'
import { browserHere, closeBrowser, openBrowser } from '../../test/kit/browser.ts'
import { neema, openTillShop, p95, pairTablet, signIn, type TillShop } from '../../test/kit/till-shop.ts'
import { type LoadTimes, type SaleTimes, timeLoad, timeSale, watchPaint } from '../../test/kit/till-timing.ts'
import { median } from './machine.ts'
import { environment } from './server.ts'
import { table } from './table.ts'

const qrGoalMs = 150
const greenGoalMs = 300
const firstLoadGoalKb = 200
/** Cold loads, and as many warm ones. */
const loadRounds = 10

type BrowserState = Awaited<ReturnType<BrowserContext['storageState']>>

export interface TillBench {
  readonly scratch: string // where the data folder is made
  readonly sales: number // with the tone, and as many without
  readonly markdown: boolean
}

/** Measures warm and cold sales and prints them. Resolves to whether all goals were met. */
export async function measureTill({ scratch, sales, markdown }: TillBench): Promise<boolean> {
  if (!browserHere) throw new Error('there is no Chromium to measure in')
  const shop = await openTillShop({ scratch, env: environment })
  try {
    const { context, page } = await pairTablet(shop)
    await signIn(page, neema)
    await watchPaint(context)
    await context.addInitScript(countTones)
    const warmLoads: LoadTimes[] = []
    for (let load = 0; load < loadRounds; load++) {
      await page.reload()
      warmLoads.push(await timeLoad(page))
    }
    const warm = await sellWarm(page, shop, sales)
    const kept = await context.storageState()
    await context.close()
    const cold = await sellCold(shop, kept)
    process.stderr.write('\r\x1b[K')
    return print({ ...warm, ...cold, warmLoads, markdown })
  } finally {
    await closeBrowser()
    await shop.close()
  }
}

/**
 * Makes this many sales with the tone and as many without, in turn, on one page. The page's first sale is
 * left out.
 */
async function sellWarm(
  page: Page,
  shop: TillShop,
  sales: number,
): Promise<Pick<Measured, 'silent' | 'toned'>> {
  const silent: SaleTimes[] = []
  const toned: SaleTimes[] = []
  await timeSale(page, shop)
  for (let sale = 0; sale < sales * 2; sale++) {
    process.stderr.write(`\rtill, sale ${sale + 1} of ${sales * 2} `)
    const hasTone = sale % 2 === 1
    await page.evaluate(`tones = 0; localStorage.setItem('kaunta.sound', ${hasTone})`)
    ;(hasTone ? toned : silent).push(await timeSale(page, shop))
    if ((await page.evaluate<number>('tones')) > 0 !== hasTone)
      throw new Error(`sale ${sale + 1} was not heard as asked for`)
  }
  return { silent, toned }
}

/**
 * Loads the till in browsers that never loaded it, with a cashier signed in, and makes the first sale in
 * each.
 */
async function sellCold(
  shop: TillShop,
  storageState: BrowserState,
): Promise<Pick<Measured, 'loads' | 'first'>> {
  const loads: LoadTimes[] = []
  const first: SaleTimes[] = []
  for (let load = 0; load < loadRounds; load++) {
    process.stderr.write(`\rtill, cold load ${load + 1} of ${loadRounds}   `)
    const context = await (await openBrowser()).newContext({
      storageState,
      viewport: { width: 768, height: 1024 },
    })
    await watchPaint(context)
    const page = await context.newPage()
    await page.goto(`${shop.url}/till`)
    loads.push(await timeLoad(page))
    first.push(await timeSale(page, shop))
    await context.close()
  }
  return { loads, first }
}

/** Script for the page: counts in `tones` the tones that are really started. */
const countTones = `{
  window.tones = 0
  const start = OscillatorNode.prototype.start
  OscillatorNode.prototype.start = function (...when) {
    window.tones++
    return start.apply(this, when)
  }
}`

interface Measured {
  readonly silent: readonly SaleTimes[]
  readonly toned: readonly SaleTimes[]
  readonly first: readonly SaleTimes[]
  readonly loads: readonly LoadTimes[]
  readonly warmLoads: readonly LoadTimes[]
  readonly markdown: boolean
}

/** Prints the table and the goals. Returns whether all goals were met. */
function print({ silent, toned, first, loads, warmLoads, markdown }: Measured): boolean {
  const row = (name: string, times: readonly number[], goal = '') => [
    name,
    String(times.length),
    ...[median(times), p95(times), Math.max(...times)].map(ms => ms.toFixed(0)),
    goal,
  ]
  const each = (all: readonly SaleTimes[], name: keyof SaleTimes) => all.map(saleTimes => saleTimes[name])
  const keypad = (all: readonly LoadTimes[]) => all.map(loadTimes => loadTimes.keypadMs)
  const qrGoal = `< ${qrGoalMs}`
  const greenGoal = `< ${greenGoalMs}`
  const rows = [
    ['till, milliseconds', 'sales', 'p50', 'p95', 'most', 'goal of p95'],
    row('Charge tapped → QR painted', each(silent, 'qrMs'), qrGoal),
    row('Charge tapped → QR painted, tone on', each(toned, 'qrMs'), qrGoal),
    row('completed → green painted', each(silent, 'greenMs'), greenGoal),
    row('completed → green painted, tone on', each(toned, 'greenMs'), greenGoal),
    row('approved in the sandbox → green painted, tone on', each(toned, 'approvedMs')),
    row('first sale after a cold load: Charge → QR', each(first, 'qrMs')),
    row('first sale after a cold load: completed → green', each(first, 'greenMs')),
    row('cold load → keypad painted', keypad(loads)),
    row('warm load → keypad painted', keypad(warmLoads)),
  ]
  const maxKb = (all: readonly LoadTimes[], name: 'pageBytes' | 'dataBytes') =>
    Math.max(...all.map(loadTimes => loadTimes[name])) / 1_000
  const coldKb = maxKb(loads, 'pageBytes')
  console.log(table(rows, markdown))
  console.log(
    '\nTaken by Chromium’s own paint times. Tapped: the finger touches. Completed: the payment’s completed_at, which is when Kaunta got it from the network, before its commit.\n',
  )
  const goals = [
    {
      says: `QR p95 ${p95(each(silent, 'qrMs')).toFixed(0)} ms (goal ${qrGoal})`,
      met: p95(each(silent, 'qrMs')) < qrGoalMs,
    },
    {
      says: `QR p95 with tone ${p95(each(toned, 'qrMs')).toFixed(0)} ms (goal ${qrGoal})`,
      met: p95(each(toned, 'qrMs')) < qrGoalMs,
    },
    {
      says: `green p95 ${p95(each(silent, 'greenMs')).toFixed(0)} ms (goal ${greenGoal})`,
      met: p95(each(silent, 'greenMs')) < greenGoalMs,
    },
    {
      says: `green p95 with tone ${p95(each(toned, 'greenMs')).toFixed(0)} ms (goal ${greenGoal})`,
      met: p95(each(toned, 'greenMs')) < greenGoalMs,
    },
    {
      says:
        `first load ${coldKb.toFixed(0)} kB compressed (goal ≤ ${firstLoadGoalKb}) and ${maxKb(loads, 'dataBytes').toFixed(0)} kB of sales; ` +
        `cached, ${maxKb(warmLoads, 'pageBytes').toFixed(0)} kB`,
      met: coldKb <= firstLoadGoalKb,
    },
  ]
  for (const { says, met } of goals) console.log(`${says}${met ? '' : '   MISSED'}`)
  return goals.every(({ met }) => met)
}

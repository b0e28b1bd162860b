// The summary of a day: its figures, and its text for a message. The text contains no customer and no phone
// number.
import { readDay } from '../../../src/domain/calendar.ts'
import { dayAfter, dayText } from '../../../src/domain/day.ts'
import { isOpen, sessionStatuses } from '../../../src/domain/session-status.ts'
import type { Language } from '../../kit/language.ts'
import { digitsOf, moneyOf } from '../../kit/money.ts'
import { dayNameOf } from '../parts/time.model.ts'
import { differenceOf, drawerResultOf, type Shift } from '../shifts/shift.model.ts'
import { shifts as shiftTexts } from '../shifts/shifts.text.ts'
import type { MoneyAttention } from './attention.model.ts'
import { daySummary } from './day-summary.text.ts'
import { home } from './home.text.ts'
import { type PeriodSales, showsProfit } from './period.model.ts'

/** The cash drawer of a shift that was open on the day. */
type Drawer = Pick<Shift, 'till' | 'number' | 'state'> & {
  readonly report: { readonly cash: Pick<Shift['report']['cash'], 'expected' | 'counted' | 'difference'> }
}

export interface DaySummary {
  readonly date: string
  readonly sales: Pick<
    PeriodSales,
    'gross' | 'count' | 'refunded' | 'refunds' | 'net' | 'cost' | 'profit'
  > & {
    readonly methods: readonly Omit<PeriodSales['methods'][number], 'before'>[]
    readonly before: Pick<PeriodSales['before'], 'gross' | 'count'>
  }
  /** How many payments of this day or earlier days have an unknown outcome. */
  readonly unknown: number
  /** How many payment links can be paid now; 0 for an earlier day. */
  readonly links: number
  /** What else waits about money now; empty for an earlier day. */
  readonly waiting: readonly Pick<MoneyAttention, 'name' | 'count' | 'amount'>[]
  readonly drawers: readonly Drawer[]
}

/**
 * Returns the API filter of the shifts that were open at some time of this day, also of those that were
 * opened earlier: a till that is not closed at night has one shift for many days. `to` is the next day, which
 * the filter excludes.
 */
export const shiftsOpenOn = (date: string): { readonly open_from: string; readonly to: string } => ({
  open_from: date,
  to: dayText(dayAfter(readDay(date) ?? 0, 1)),
})

/** Returns shifts sorted by till and then by number. */
export const sortedByTill = (shifts: readonly Shift[]): Shift[] =>
  shifts.toSorted((a, b) => {
    if (a.till.name === b.till.name) return a.number - b.number
    return a.till.name < b.till.name ? -1 : 1
  })

interface StatusCount {
  readonly status: string
  readonly count: number
}
/** Returns how many payment links a customer can still pay, from the count of links in each status. */
export function openLinksIn(statuses: readonly StatusCount[]): number {
  const openStatuses: readonly string[] = sessionStatuses.filter(isOpen)
  const openCounts = statuses.filter(({ status }) => openStatuses.includes(status))
  return openCounts.reduce((sum, { count }) => sum + count, 0)
}

/** Returns the language of an i18next language code: Swahili for `sw`, else English. */
export const languageOf = (language: string): Language => (language === 'sw' ? 'sw' : 'en')

/** Formats an amount in shillings: `TZS 1,200`, or `− TZS 1,200` for a negative one. */
const signedMoney = (amount: number) => `${amount < 0 ? '− ' : ''}${moneyOf(Math.abs(amount))}`
/** Replaces each `{{name}}` in a text with its value; with nothing if there is no value of that name. */
const fillBlanks = (text: string, values: Readonly<Record<string, string | number>>) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))

/** What the text begins with. */
export interface SummaryHead {
  readonly shop: string
  readonly isPractice: boolean
  /** The time, `20:15`, while the day is not over. */
  readonly until: string | undefined
}

/**
 * Returns the summary as a text to send: head, sales, drawers and what needs attention, each in a paragraph.
 * A paragraph without lines is left out.
 */
export function summaryText(head: SummaryHead, summary: DaySummary, language: Language): string {
  const paragraphs = [
    headLines(head, summary, language),
    salesLines(summary, language),
    drawerLines(summary, language),
    attentionLines(summary, language),
  ]
  return paragraphs
    .filter(lines => lines.length > 0)
    .map(lines => lines.join('\n'))
    .join('\n\n')
}

/** Returns the lines of the shop and the day, with the time while the day is not over. Practice is marked. */
function headLines({ shop, isPractice, until }: SummaryHead, { date }: DaySummary, language: Language) {
  const day = `${dayNameOf(date, language)} ${date.slice(0, 4)}`
  const time = until === undefined ? '' : `, ${fillBlanks(daySummary[language].until, { time: until })}`
  const lines = [shop, `${day}${time}`]
  return isPractice ? [home[language].practice, ...lines] : lines
}

/** Returns the lines of sales in total and by method, refunds, profit, and the day before. */
function salesLines({ sales }: DaySummary, language: Language) {
  const homeTexts = home[language]
  const summaryTexts = daySummary[language]
  const { gross, count, methods, refunds, refunded, net, profit, before } = sales
  const moneyWithCount = (money: string, number: number) => `${money} (${digitsOf(number)})`
  const salesName = refunds > 0 ? homeTexts.sales_before : homeTexts.sales
  const lines = [`${salesName}: ${moneyWithCount(moneyOf(gross), count)}`]
  for (const { method, gross, count } of methods)
    if (count > 0) lines.push(`• ${homeTexts[`method_${method}`]}: ${moneyWithCount(moneyOf(gross), count)}`)
  if (refunds > 0) {
    lines.push(`${summaryTexts.refunds}: ${moneyWithCount(signedMoney(-refunded), refunds)}`)
    lines.push(`${homeTexts.sales_after}: ${signedMoney(net)}`)
  }
  if (showsProfit([sales])) lines.push(`${summaryTexts.profit}: ${signedMoney(profit ?? 0)}`)
  lines.push(`${summaryTexts.day_before}: ${moneyWithCount(moneyOf(before.gross), before.count)}`)
  return lines
}

/**
 * Returns a heading and a line for each drawer: by how much its cash differs, and what was counted and
 * expected. Returns no lines if there are no drawers.
 */
function drawerLines({ drawers }: DaySummary, language: Language) {
  if (drawers.length === 0) return []
  const texts = shiftTexts[language]
  const lines = drawers.map(drawer => {
    const { till, number } = drawer
    const result = texts[`difference_${drawerResultOf(drawer)}`]
    const name = fillBlanks(texts.name, { till: till.name, number })
    const difference = fillBlanks(result, { money: moneyOf(differenceOf(drawer)) })
    return `• ${name}: ${difference}, ${drawerText(drawer, language)}`
  })
  return [daySummary[language].drawers, ...lines]
}

/** Returns `counted TZS 44,000, expected TZS 45,000`; only the expected sum if the cash was not counted. */
export function drawerText({ report: { cash } }: Drawer, language: Language): string {
  const texts = daySummary[language]
  const expected = signedMoney(cash.expected)
  if (cash.counted === null) return fillBlanks(texts.drawer, { expected })
  return fillBlanks(texts.drawer_counted, { expected, counted: moneyOf(cash.counted) })
}

/**
 * Returns a heading and a line for each kind of item that needs attention: payments with an unknown outcome,
 * other money, and open links. Returns no lines if there are no such items.
 */
function attentionLines({ unknown, links, waiting }: DaySummary, language: Language) {
  const homeTexts = home[language]
  const summaryTexts = daySummary[language]
  const lines: string[] = []
  const addLine = (count: number, singular: string, plural: string, amount = 0) => {
    if (count <= 0) return
    const values = { number: digitsOf(count), money: moneyOf(amount) }
    lines.push(`• ${fillBlanks(count === 1 ? singular : plural, values)}`)
  }
  addLine(unknown, homeTexts.attention_unknown_one, homeTexts.attention_unknown_other)
  for (const { name, count, amount } of waiting)
    addLine(count, homeTexts[`attention_${name}_one`], homeTexts[`attention_${name}_other`], amount)
  addLine(links, summaryTexts.links_one, summaryTexts.links_other)
  return lines.length > 0 ? [homeTexts.attention, ...lines] : []
}

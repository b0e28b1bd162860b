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
 * Returns the filter of shifts that were open at some time of this day, however long ago they were opened: a
 * till that is not closed at night has one shift for many days. `to` is excluded.
 */
export const shiftsOpenOn = (date: string): { readonly open_from: string; readonly to: string } => ({
  open_from: date,
  to: dayText(dayAfter(readDay(date) ?? 0, 1)),
})

/** Returns shifts sorted by till and then by number. */
export const sortedByTill = (all: readonly Shift[]): Shift[] =>
  all.toSorted((a, b) => {
    if (a.till.name === b.till.name) return a.number - b.number
    return a.till.name < b.till.name ? -1 : 1
  })

interface StatusCount {
  readonly status: string
  readonly count: number
}
/** Returns how many payment links a customer can still pay, from the count of each status. */
export const openLinksIn = (statuses: readonly StatusCount[]): number =>
  statuses
    .filter(({ status }) => sessionStatuses.some(name => name === status && isOpen(name)))
    .reduce((sum, { count }) => sum + count, 0)

/** Returns the language of an i18next language code: Swahili for `sw`, else English. */
export const languageOf = (language: string): Language => (language === 'sw' ? 'sw' : 'en')

/** Formats an amount in shillings: `TZS 1,200`, or `− TZS 1,200` for a negative one. */
const signedMoney = (amount: number) => `${amount < 0 ? '− ' : ''}${moneyOf(Math.abs(amount))}`
/** Replaces each `{{name}}` in a text with its value. */
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
  const parts = [
    headLines(head, summary, language),
    salesLines(summary, language),
    drawerLines(summary, language),
    attentionLines(summary, language),
  ]
  return parts.flatMap(lines => (lines.length > 0 ? [lines.join('\n')] : [])).join('\n\n')
}

/** Returns the shop and the day; with the time while the day is not over, and a mark for practice. */
function headLines({ shop, isPractice, until }: SummaryHead, { date }: DaySummary, language: Language) {
  const day = `${dayNameOf(date, language)} ${date.slice(0, 4)}`
  const time = until === undefined ? '' : `, ${fillBlanks(daySummary[language].until, { time: until })}`
  return [...(isPractice ? [home[language].practice] : []), shop, `${day}${time}`]
}

/** Returns the sales, refunds and profit, and the sales of the day before. */
function salesLines({ sales }: DaySummary, language: Language) {
  const [homeWords, summaryWords] = [home[language], daySummary[language]]
  const { gross, count, methods, refunds, refunded, net, profit, before } = sales
  const moneyWithCount = (money: string, number: number) => `${money} (${digitsOf(number)})`
  return [
    `${refunds > 0 ? homeWords.sales_before : homeWords.sales}: ${moneyWithCount(moneyOf(gross), count)}`,
    ...methods
      .filter(({ count }) => count > 0)
      .map(
        ({ method, gross, count }) =>
          `• ${homeWords[`method_${method}`]}: ${moneyWithCount(moneyOf(gross), count)}`,
      ),
    ...(refunds > 0
      ? [
          `${summaryWords.refunds}: ${moneyWithCount(signedMoney(-refunded), refunds)}`,
          `${homeWords.sales_after}: ${signedMoney(net)}`,
        ]
      : []),
    ...(showsProfit([sales]) ? [`${summaryWords.profit}: ${signedMoney(profit ?? 0)}`] : []),
    `${summaryWords.day_before}: ${moneyWithCount(moneyOf(before.gross), before.count)}`,
  ]
}

/** Returns a line for each drawer: what was counted and expected, and by how much that differs. */
function drawerLines({ drawers }: DaySummary, language: Language) {
  const [shiftWords, summaryWords] = [shiftTexts[language], daySummary[language]]
  if (drawers.length === 0) return []
  const lines = drawers.map(drawer => {
    const { till, number } = drawer
    const result = shiftWords[`difference_${drawerResultOf(drawer)}`]
    const name = fillBlanks(shiftWords.name, { till: till.name, number })
    const difference = fillBlanks(result, { money: moneyOf(differenceOf(drawer)) })
    return `• ${name}: ${difference}, ${drawerText(drawer, language)}`
  })
  return [summaryWords.drawers, ...lines]
}

/** Returns `counted TZS 44,000, expected TZS 45,000`; without a count only the expected sum. */
export function drawerText({ report: { cash } }: Drawer, language: Language): string {
  const words = daySummary[language]
  const expected = signedMoney(cash.expected)
  if (cash.counted === null) return fillBlanks(words.drawer, { expected })
  return fillBlanks(words.drawer_counted, { expected, counted: moneyOf(cash.counted) })
}

/** Returns a line for each thing that waits: unknown outcomes, other money, and open links. */
function attentionLines({ unknown, links, waiting }: DaySummary, language: Language) {
  const [homeWords, summaryWords] = [home[language], daySummary[language]]
  const countLine = (count: number, singular: string, plural: string, amount = 0) => {
    const values = { number: digitsOf(count), money: moneyOf(amount) }
    return count > 0 ? [`• ${fillBlanks(count === 1 ? singular : plural, values)}`] : []
  }
  const lines = [
    ...countLine(unknown, homeWords.attention_unknown_one, homeWords.attention_unknown_other),
    ...waiting.flatMap(({ name, count, amount }) =>
      countLine(count, homeWords[`attention_${name}_one`], homeWords[`attention_${name}_other`], amount),
    ),
    ...countLine(links, summaryWords.links_one, summaryWords.links_other),
  ]
  return lines.length > 0 ? [homeWords.attention, ...lines] : []
}

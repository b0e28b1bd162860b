// The summary of a day: what it is made of, and its text for a message. The text names no customer and no
// phone number.
import { readDay } from '../../../src/domain/calendar.ts'
import { dayAfter, dayText } from '../../../src/domain/day.ts'
import { isOpen, sessionStatuses } from '../../../src/domain/session.ts'
import type { Language } from '../../kit/language.ts'
import { digitsOf, moneyOf } from '../../kit/money.ts'
import { dayNameOf, dayTextOf } from '../parts/time.model.ts'
import { differenceOf, drawerResultOf, type Shift } from '../shifts/shift.model.ts'
import { shifts as shiftTexts } from '../shifts/shifts.text.ts'
import { daySummary } from './day-summary.text.ts'
import { home } from './home.text.ts'
import { type PeriodSales, showsProfit } from './period.model.ts'

/** A shift that was open on the day. */
type Drawer = Pick<Shift, 'till' | 'number' | 'state'> & {
  readonly report: { readonly cash: Pick<Shift['report']['cash'], 'expected' | 'counted' | 'difference'> }
}

export interface DaySummary {
  readonly date: string
  readonly sales: Pick<
    PeriodSales,
    'gross' | 'count' | 'refunded' | 'refunds' | 'net' | 'cost' | 'profit' | 'methods'
  > & { readonly before: Pick<PeriodSales['before'], 'gross' | 'count'> }
  /** How many payments of this day or earlier days have an unknown outcome. */
  readonly unknown: number
  /** How many payment links can be paid now; 0 for an earlier day. */
  readonly links: number
  readonly drawers: readonly Drawer[]
}

/** A till that is not closed at night has one shift for several days. */
const shiftDaysMax = 7

/** The days at which shifts were opened that may have been open on this day; the last is excluded. */
export function shiftDays(date: string): { readonly from: string; readonly to: string } {
  const day = readDay(date) ?? 0
  return { from: dayText(dayAfter(day, 1 - shiftDaysMax)), to: dayText(dayAfter(day, 1)) }
}

/** The shifts that were open at some time of this day, by till. */
export const shiftsOn = (all: readonly Shift[], date: string, timeZone: string): Shift[] =>
  all
    .filter(({ closed_at }) => closed_at === null || dayTextOf(closed_at, timeZone) >= date)
    .toSorted((one, other) =>
      one.till.name === other.till.name
        ? one.number - other.number
        : one.till.name < other.till.name
          ? -1
          : 1,
    )

interface StatusCount {
  readonly status: string
  readonly count: number
}
/** How many sessions a customer can still pay. */
export const openLinksIn = (statuses: readonly StatusCount[]): number =>
  statuses
    .filter(({ status }) => sessionStatuses.some(name => name === status && isOpen(name)))
    .reduce((sum, { count }) => sum + count, 0)

export const languageOf = (language: string): Language => (language === 'sw' ? 'sw' : 'en')

/** `TZS 1,200`, or `− TZS 1,200`. */
const signedMoney = (amount: number) => `${amount < 0 ? '− ' : ''}${moneyOf(Math.abs(amount))}`
const fillText = (text: string, values: Readonly<Record<string, string | number>>) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))

export interface TextHead {
  readonly shop: string
  readonly isPractice: boolean
  /** The time, `20:15`, while the day is not over. */
  readonly until: string | undefined
}

/** The summary as a short text. */
export function summaryText(head: TextHead, summary: DaySummary, language: Language): string {
  const parts = [
    headLines(head, summary, language),
    salesLines(summary, language),
    drawerLines(summary, language),
    lookLines(summary, language),
  ]
  return parts.flatMap(lines => (lines.length > 0 ? [lines.join('\n')] : [])).join('\n\n')
}

function headLines({ shop, isPractice, until }: TextHead, { date }: DaySummary, language: Language) {
  const day = `${dayNameOf(date, language)} ${date.slice(0, 4)}`
  const time = until === undefined ? '' : `, ${fillText(daySummary[language].until, { time: until })}`
  return [...(isPractice ? [home[language].practice] : []), shop, `${day}${time}`]
}

function salesLines({ sales }: DaySummary, language: Language) {
  const [words, summary] = [home[language], daySummary[language]]
  const { gross, count, methods, refunds, refunded, net, profit, before } = sales
  const moneyWithCount = (money: string, number: number) => `${money} (${digitsOf(number)})`
  return [
    `${refunds > 0 ? words.sales_before : words.sales}: ${moneyWithCount(moneyOf(gross), count)}`,
    ...methods
      .filter(({ count }) => count > 0)
      .map(
        ({ method, gross, count }) =>
          `• ${words[`method_${method}`]}: ${moneyWithCount(moneyOf(gross), count)}`,
      ),
    ...(refunds > 0
      ? [
          `${summary.refunds}: ${moneyWithCount(signedMoney(-refunded), refunds)}`,
          `${words.sales_after}: ${signedMoney(net)}`,
        ]
      : []),
    ...(showsProfit([sales]) ? [`${summary.profit}: ${signedMoney(profit ?? 0)}`] : []),
    `${summary.day_before}: ${moneyWithCount(moneyOf(before.gross), before.count)}`,
  ]
}

function drawerLines({ drawers }: DaySummary, language: Language) {
  const [words, summary] = [shiftTexts[language], daySummary[language]]
  if (drawers.length === 0) return []
  const lines = drawers.map(drawer => {
    const { till, number } = drawer
    const result = words[`difference_${drawerResultOf(drawer)}`]
    const name = fillText(words.name, { till: till.name, number })
    return `• ${name}: ${fillText(result, { money: moneyOf(differenceOf(drawer)) })}, ${drawerText(drawer, language)}`
  })
  return [summary.drawers, ...lines]
}

/** `counted TZS 44,000, expected TZS 45,000` */
export function drawerText({ report: { cash } }: Drawer, language: Language): string {
  const words = daySummary[language]
  const expected = signedMoney(cash.expected)
  if (cash.counted === null) return fillText(words.drawer, { expected })
  return fillText(words.drawer_counted, { expected, counted: moneyOf(cash.counted) })
}

function lookLines({ unknown, links }: DaySummary, language: Language) {
  const [words, summary] = [home[language], daySummary[language]]
  const countLine = (count: number, one: string, other: string) =>
    count > 0 ? [`• ${fillText(count === 1 ? one : other, { number: digitsOf(count) })}`] : []
  const lines = [
    ...countLine(unknown, words.attention_unknown_one, words.attention_unknown_other),
    ...countLine(links, summary.links_one, summary.links_other),
  ]
  return lines.length > 0 ? [words.attention, ...lines] : []
}

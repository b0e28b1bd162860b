// The calculations of Home: comparisons, chart scales, and the items that need attention.
import { readDay } from '../../../src/domain/calendar.ts'
import { dayAfter, dayText } from '../../../src/domain/day.ts'
import type { api } from '../../kit/api.ts'
import type { IconName } from '../parts/icon.tsx'
import { choiceParam, dayParam, type Query } from '../parts/query.model.ts'
import { dayTextOf } from '../parts/time.model.ts'

type OverviewReply = NonNullable<Awaited<ReturnType<typeof api.api.v1.overview.get>>['data']>
export type Overview = OverviewReply['data']
export type OwnerNotice = Overview['attention']['owner_notices'][number]

/** The period and the day looked at, when it is not today. */
export const homeSearch = (query: Query) => ({
  ...choiceParam(query, 'period', ['week', 'month']),
  ...dayParam(query, 'day'),
})

/** The day whose summary is shown, when it is not today. */
export const summarySearch = (query: Query) => dayParam(query, 'day')

export interface SalesChange {
  readonly kind: 'more' | 'less' | 'same' | 'nothing'
  /** Whole percent of what it was; 0 unless more or less. */
  readonly percent: number
}

/** `nothing`: there is nothing to compare with. */
export function salesChangeOf(now: number, before: number): SalesChange {
  if (before === 0) return { kind: 'nothing', percent: 0 }
  const percent = Math.round(((now - before) / before) * 100)
  return { kind: percent === 0 ? 'same' : percent > 0 ? 'more' : 'less', percent: Math.abs(percent) }
}

/** What the earlier day had brought by this time of day; of a day that is over, all of it. */
export const comparable = (earlier: Overview['yesterday']): number => earlier.so_far?.gross ?? earlier.gross

/** The top of a scale that shows `max`, round like its half. */
export function chartTopOf(max: number): number {
  if (max <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(max))
  return [1, 1.2, 1.6, 2, 3, 4, 6, 8, 10].map(step => step * power).find(top => top >= max) ?? max
}

const moneyUnits: readonly (readonly [number, string])[] = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
]
/** `120k`, `1.5M`: an amount where there is little room. */
export function shortMoneyOf(amount: number): string {
  const [unit, name] = moneyUnits.find(([least]) => amount >= least) ?? [1, '']
  return `${Math.round((amount / unit) * 10) / 10}${name}`
}

type Hours = Overview['day']['hours']

/** A chart shows this many hours at least. */
const hoursMin = 8

/**
 * The opening hours: from the first to the last with a sale, on the day or a week before it. @returns both
 * ends
 */
export function openingHours(day: Hours, lastWeek: Hours): { readonly first: number; readonly last: number } {
  const sold = [...day, ...lastWeek].filter(({ gross }) => gross > 0).map(({ hour }) => hour)
  const from = Math.min(...sold, 23)
  const to = Math.max(...sold, 0)
  const missing = Math.max(0, hoursMin - (to - from + 1))
  const first = Math.max(0, Math.min(from - Math.ceil(missing / 2), 24 - hoursMin))
  return { first, last: Math.min(23, Math.max(to, first + hoursMin - 1)) }
}

/** The hour that a key leads to; undefined for keys that lead nowhere. */
export function nextHour(key: string, hour: number, first: number, last: number): number | undefined {
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(first, hour - 1)
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(last, hour + 1)
  return key === 'Home' ? first : key === 'End' ? last : undefined
}

/** Where a first step is done. */
export const stepPages = {
  sale: '/till',
  till: '/tills',
  pin: '/staff',
  backup: '/settings/server',
  network: '/networks',
} as const

/** With less free space on the disk than this, the owner is warned. */
const diskLow = 500_000_000

export interface AttentionItem {
  readonly name:
    | 'unknown'
    | 'unknown_payouts'
    | 'unknown_refunds'
    | 'unmatched'
    | 'differences'
    | 'abandoned'
    | 'paused'
    | 'payouts'
    | 'refunds'
    | 'parked'
    | 'phone'
    | 'ledger'
    | 'records'
    | 'clock'
    | 'disk'
    | 'backup_failed'
    | 'backup_old'
    | 'backup_none'
    | 'drill_late'
    | 'backup_log'
  readonly icon: IconName
  readonly urgent: boolean
  readonly count: number
  readonly amount: number
  /** The day that its page begins with. */
  readonly day?: string
  /** Where it is solved; undefined when it is not in the console. */
  readonly to:
    | '/payments'
    | '/payments/refunds'
    | '/payouts'
    | '/unmatched'
    | '/reconciliation'
    | '/webhooks'
    | '/networks'
    | '/settings/server'
    | undefined
}

/** A back-up that failed or is late; the amount is the age of the last good one, in hours. */
function backupItems(backup: Overview['server']['backup'], now: string): AttentionItem[] {
  if (!backup) return []
  if (!backup.failure && !backup.late && backup.log?.behind)
    return [{ name: 'backup_log', icon: 'warn', urgent: true, count: 1, amount: 0, to: '/settings/server' }]
  if (!backup.failure && !backup.late)
    return backup.drill_late
      ? [{ name: 'drill_late', icon: 'save', urgent: false, count: 1, amount: 0, to: '/settings/server' }]
      : []
  const hours = backup.taken_at ? Math.floor((Date.parse(now) - Date.parse(backup.taken_at)) / 3_600_000) : 0
  const name = backup.failure ? 'backup_failed' : backup.taken_at ? 'backup_old' : 'backup_none'
  return [{ name, icon: 'warn', urgent: true, count: 1, amount: hours, to: '/settings/server' }]
}

/**
 * What waits for a person, the most urgent first. @param maySettle whether unmatched money is theirs to
 * settle
 */
export function attentionOf({ attention, server, now }: Overview, maySettle: boolean): AttentionItem[] {
  const all = [...serverItems(server, now), ...accountItems(attention, maySettle)]
  return all.filter(({ count }) => count > 0).sort((a, b) => Number(b.urgent) - Number(a.urgent))
}

function serverItems(server: Overview['server'], now: string): AttentionItem[] {
  return [
    ...backupItems(server.backup, now),
    {
      name: 'ledger',
      icon: 'warn',
      urgent: true,
      count: server.ledger === 'wrong' ? 1 : 0,
      amount: 0,
      to: '/settings/server',
    },
    {
      name: 'records',
      icon: 'warn',
      urgent: true,
      count: server.records === 'changed' ? 1 : 0,
      amount: 0,
      to: '/settings/server',
    },
    {
      name: 'disk',
      icon: 'warn',
      urgent: true,
      count: server.disk_free !== null && server.disk_free < diskLow ? 1 : 0,
      amount: Math.floor((server.disk_free ?? 0) / 1_000_000),
      to: '/settings/server',
    },
    {
      name: 'clock',
      icon: 'clock',
      urgent: true,
      count: server.clock === 'unreliable' ? 1 : 0,
      amount: 0,
      to: '/settings/server',
    },
  ]
}

function accountItems(attention: Overview['attention'], maySettle: boolean): AttentionItem[] {
  return [
    ...moneyItems(attention, maySettle),
    {
      name: 'abandoned',
      icon: 'hook',
      urgent: false,
      count: attention.abandoned_deliveries,
      amount: 0,
      to: '/webhooks',
    },
    {
      name: 'paused',
      icon: 'hook',
      urgent: false,
      count: attention.paused_addresses,
      amount: 0,
      to: '/webhooks',
    },
    {
      name: 'payouts',
      icon: 'send',
      urgent: false,
      count: attention.waiting_payouts,
      amount: 0,
      to: '/payouts',
    },
    {
      name: 'refunds',
      icon: 'again',
      urgent: false,
      count: attention.waiting_refunds,
      amount: 0,
      to: '/payouts',
    },
    {
      name: 'phone',
      icon: 'phone',
      urgent: true,
      count: attention.silent_phones,
      amount: 0,
      to: '/networks',
    },
    { name: 'parked', icon: 'warn', urgent: true, count: attention.parked_jobs, amount: 0, to: undefined },
  ]
}

/** Money that is not, or may not be, where it should be. */
function moneyItems(attention: Overview['attention'], maySettle: boolean): AttentionItem[] {
  return [
    {
      name: 'unknown',
      icon: 'question',
      urgent: false,
      count: attention.unknown_payments,
      amount: 0,
      to: maySettle ? '/unmatched' : '/payments',
    },
    {
      name: 'unknown_payouts',
      icon: 'question',
      urgent: false,
      count: attention.unknown_payouts,
      amount: 0,
      to: maySettle ? '/unmatched' : '/payouts',
    },
    {
      name: 'unknown_refunds',
      icon: 'question',
      urgent: false,
      count: attention.unknown_refunds,
      amount: 0,
      to: maySettle ? '/unmatched' : '/payments/refunds',
    },
    {
      name: 'unmatched',
      icon: 'inbox',
      urgent: false,
      count: attention.unmatched.count,
      amount: attention.unmatched.amount,
      to: maySettle ? '/unmatched' : undefined,
    },
    {
      name: 'differences',
      icon: 'warn',
      urgent: false,
      count: attention.differences.count,
      amount: 0,
      to: maySettle ? '/reconciliation' : undefined,
      ...(attention.differences.date === null ? {} : { day: attention.differences.date }),
    },
  ]
}

/** Today's date; the overview knows it when it shows today. */
export const todayOf = ({ day, yesterday, now }: Overview, timeZone: string): string =>
  yesterday.so_far ? day.date : dayTextOf(now, timeZone)

/** The days before and after the one shown; none after today. */
export function neighbourDaysOf(shown: string, today: string): { before: string; after: string | undefined } {
  const day = readDay(shown) ?? 0
  const after = dayText(dayAfter(day, 1))
  return { before: dayText(dayAfter(day, -1)), after: after <= today ? after : undefined }
}

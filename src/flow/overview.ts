// The overview: the sales of a day compared with earlier days, and what needs attention.

import type { Account } from '../domain/account.ts'
import { dayAfter, dayOf, daySpan, hoursOf, type Span } from '../domain/day.ts'
import { paymentTypes } from '../domain/payment-type.ts'
import { type SaleMethod, saleMethodOf } from '../domain/shift.ts'
import { tillNumberConnector } from '../domain/till-number.ts'
import {
  type DayTotal,
  type RefundsSum,
  type SalesSum,
  sumCashBetween,
  sumRefundsBetween,
  sumSalesBetween,
  totalsOfDay,
} from '../store/overview.ts'
import type { Appliance } from './appliance.ts'
import { type AttentionItems, attentionItemsOf } from './attention.ts'
import { type BackupState, backupState } from './backup.ts'
import { type LedgerCheckResult, lastLedgerCheck } from './ledger-check.ts'
import { recordProblems } from './record-check.ts'
import { findTillNumber, isTillPhoneSilent } from './till-number.ts'

/** One payment method on one day; all cash is one method, as in a shift. */
interface MethodDay extends SalesSum {
  readonly method: SaleMethod
  readonly ended: number // the number of payments that are no longer pending; all cash sales
}

/** The sales of an earlier day, for comparison. */
interface EarlierDay extends SalesSum {
  readonly day: number
  /** The sales up to the current time of day; null when the requested day is over. */
  readonly soFar: SalesSum | null
}

/** What Home shows of a day; amounts are whole shillings. */
export interface Overview {
  readonly day: number
  readonly methods: readonly MethodDay[]
  readonly refunds: RefundsSum // given back on this day, or being given back
  readonly hours: readonly SalesSum[] // by hour of creation, 0 to 23
  readonly yesterday: EarlierDay
  /** The hours of the day before the requested one. */
  readonly yesterdayHours: readonly SalesSum[]
  readonly lastWeek: EarlierDay
  /** The hours of the same weekday a week before. */
  readonly lastWeekHours: readonly SalesSum[]
  readonly attention: AttentionItems
  /** Whether the phone of the account's till number sends nothing although sales go on. */
  readonly isPhoneSilent: boolean
  readonly ledgerCheck: LedgerCheckResult | undefined
  /** Whether a program other than Kaunta changed postings or the audit log. */
  readonly recordsChanged: boolean
  readonly clockUnreliable: boolean
  readonly backup: BackupState | undefined
  readonly diskFree: number | undefined // undefined when there is no disk
}

/** Returns the sum of the completed payments in a day's stored totals. */
const sumOfCompleted = (rows: readonly DayTotal[]): SalesSum => {
  const completed = rows.filter(({ status }) => status === 'completed')
  return {
    count: completed.reduce((sum, row) => sum + row.count, 0),
    gross: completed.reduce((sum, row) => sum + row.amount, 0),
  }
}

/** Returns the sums of each payment method, and cash as the last one. @param rows a day's stored totals */
const methodsOf = (rows: readonly DayTotal[], cash: SalesSum): MethodDay[] => [
  ...paymentTypes.map(type => {
    const rowsOfType = rows.filter(row => row.type === type)
    const endedRows = rowsOfType.filter(({ status }) => status !== 'pending')
    const ended = endedRows.reduce((sum, row) => sum + row.count, 0)
    return { method: saleMethodOf[type], ended, ...sumOfCompleted(rowsOfType) }
  }),
  { method: 'cash', ended: cash.count, ...cash },
]

const addSums = (one: SalesSum, other: SalesSum): SalesSum => ({
  count: one.count + other.count,
  gross: one.gross + other.gross,
})

interface OverviewRequest {
  readonly day?: number | undefined // YYYYMMDD; today if absent
  /** Whose stuck jobs count: those of the whole server for its administrators. */
  readonly jobsOf: 'account' | 'server'
}

/**
 * Returns the sales of a day, in total and by hour, compared with the day before and with the same weekday a
 * week before, and what needs attention now.
 */
export async function overviewOf(
  appliance: Appliance,
  account: Account,
  { day, jobsOf }: OverviewRequest,
): Promise<Overview> {
  const { store, world } = appliance
  const { id, timeZone } = account
  const { read } = store
  const now = world.clock.now()
  const today = dayOf(now, timeZone)
  const shownDay = day ?? today
  const shownSpan = daySpan(shownDay, timeZone)
  const cashIn = (span: Span) => sumCashBetween(read, id, span)
  const salesIn = async (span: Span): Promise<SalesSum> => {
    if (span.to <= span.from) return { count: 0, gross: 0 } // an hour that the clocks skip is empty
    const paymentSum = await sumSalesBetween(read, id, span)
    return addSums(paymentSum, await cashIn(span))
  }
  const sinceMidnightMs = now - shownSpan.from

  /** Returns the sales of the day that is this many days before the shown one. */
  async function dayBefore(days: number): Promise<EarlierDay> {
    const earlierDay = dayAfter(shownDay, -days)
    const span = daySpan(earlierDay, timeZone)
    const spanSoFar = { from: span.from, to: span.from + sinceMidnightMs }
    const soFar = shownDay === today ? await salesIn(spanSoFar) : null
    // The totals of a whole day are stored; those of a part of it had to be added up.
    const paymentSum = sumOfCompleted(await totalsOfDay(read, id, earlierDay))
    return { day: earlierDay, soFar, ...addSums(paymentSum, await cashIn(span)) }
  }

  const hoursIn = async (spans: readonly Span[]): Promise<SalesSum[]> => {
    const hours: SalesSum[] = []
    for (const span of spans) hours.push(await salesIn(span))
    return hours
  }
  return {
    day: shownDay,
    methods: methodsOf(await totalsOfDay(read, id, shownDay), await cashIn(shownSpan)),
    refunds: await sumRefundsBetween(read, id, shownSpan),
    hours: await hoursIn(hoursOf(shownDay, timeZone)),
    yesterday: await dayBefore(1),
    yesterdayHours: await hoursIn(hoursOf(dayAfter(shownDay, -1), timeZone)),
    lastWeek: await dayBefore(7),
    lastWeekHours: await hoursIn(hoursOf(dayAfter(shownDay, -7), timeZone)),
    attention: await attentionItemsOf(read, id, now, jobsOf),
    isPhoneSilent: await isPhoneSilentOf(appliance, account),
    ledgerCheck: await lastLedgerCheck(appliance),
    recordsChanged: (await recordProblems(read)).length > 0,
    clockUnreliable: world.clock.isUnreliable(),
    backup: await backupState(appliance),
    diskFree: store.freeBytes(),
  }
}

/** Returns whether the phone of the account's till number forwards no messages although sales go on. */
async function isPhoneSilentOf(appliance: Appliance, account: Account): Promise<boolean> {
  const row = appliance.networks.rowOf(account.id, tillNumberConnector)
  if (!row?.enabled) return false
  const tillNumber = findTillNumber(appliance, row.id)
  return tillNumber !== undefined && isTillPhoneSilent(appliance, tillNumber, row.createdAt)
}

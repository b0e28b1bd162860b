// A shift's report as a table for spreadsheets: its header, its lines by method and cashier, its items, its
// cash, its drawer. The console downloads it; a till builds it from the report on its screen.

import { type Cell, csvLine, csvMark } from './csv.ts'
import { gramsPerKilogram } from './price-line.ts'

interface Named {
  readonly name: string
}
interface Sums {
  readonly count: number
  readonly gross: number
  readonly fees: number
  readonly net: number
}
const cashLines = [
  'float',
  'sales',
  'pay_ins',
  'drops',
  'refunds',
  'expected',
  'counted',
  'difference',
] as const

/** The fields of a shift, as in the API, that the table contains; times are already formatted. */
export interface ShiftFacts {
  readonly id: string
  readonly number: number
  readonly till: Named
  readonly opened_at: string
  readonly opened_by: Named
  readonly closed_at: string | null
  readonly closed_by: Named | null
  readonly short_reason: string | null
  readonly report: {
    readonly by_cashier: readonly {
      readonly cashier: Named
      readonly by_method: readonly (Sums & { readonly method: string })[]
    }[]
    readonly total: Sums
    readonly cash: Readonly<Record<Exclude<(typeof cashLines)[number], 'refunds'>, number | null>> & {
      /** Missing in reports that a till stored under an earlier release. */
      readonly refunds?: number
    }
    readonly drawer: readonly {
      readonly kind: string
      readonly amount: number
      readonly reason: string
      readonly cashier: Named
      readonly created_at: string
    }[]
    /** Missing in reports that a till stored under an earlier release, like the next field. */
    readonly refunds?: readonly RefundFacts[]
    readonly sent_refunds?: readonly RefundFacts[]
    readonly sold?: SoldFacts | null
  }
}

interface SoldFacts {
  readonly items: readonly {
    readonly name: string
    readonly by_weight: boolean
    readonly quantity: number
    readonly gross: number
  }[]
  readonly other_items: { readonly count: number; readonly gross: number }
  readonly without_items: number
}

/** Returns the rows of the items that were sold; none if no sale had items. */
function soldRows(sold: SoldFacts | null | undefined): Cell[][] {
  if (!sold || sold.items.length === 0) return []
  const { items, other_items: others, without_items } = sold
  return [
    [],
    ['', 'item', 'quantity', 'unit', 'gross'],
    ...items.map(({ name, by_weight, quantity, gross }) => [
      'item',
      name,
      by_weight ? quantity / gramsPerKilogram : quantity,
      by_weight ? 'kg' : '',
      gross,
    ]),
    ...(others.count > 0 ? [['other items', '', others.count, '', others.gross]] : []),
    ...(without_items > 0 ? [['without items', '', null, '', without_items]] : []),
  ]
}

interface RefundFacts {
  readonly sale: string
  /** Missing in reports that a till stored before unmatched money was listed. */
  readonly unmatched_id?: string | null
  readonly amount: number
  /** Missing in reports that a till stored when all refunds were cash. */
  readonly way?: string
  readonly reason: string
  readonly cashier: Named
  readonly approved_by?: Named | null
  readonly created_at: string
}

type SumFacts = Pick<RefundFacts, 'amount' | 'unmatched_id'>
/** The facts of a report that its refund lines need. */
interface RefundedFacts {
  readonly cash: Pick<ShiftFacts['report']['cash'], 'refunds'>
  /** Those in cash, whose sum is `cash.refunds`. */
  readonly refunds?: readonly SumFacts[]
  readonly sent_refunds?: readonly SumFacts[]
}

/**
 * Returns what was refunded of a shift's sales, in cash and by networks, in whole shillings. Refunds of
 * unmatched money do not count, because that money was no sale.
 */
export function refundedOfSales({ cash, refunds = [], sent_refunds: sent = [] }: RefundedFacts): number {
  const sum = (listed: readonly SumFacts[]) => listed.reduce((total, { amount }) => total + amount, 0)
  const unmatched = [...refunds, ...sent].filter(({ unmatched_id }) => (unmatched_id ?? null) !== null)
  return (cash.refunds ?? 0) + sum(sent) - sum(unmatched)
}

/** Writes a shift's report as a CSV file, with empty rows between its sections. */
export function shiftTable({ report, ...shift }: ShiftFacts): string {
  const { total, cash } = report
  const refunded = refundedOfSales(report)
  const refunds = [...(report.refunds ?? []), ...(report.sent_refunds ?? [])]
  const rows: Cell[][] = [
    ['shift', shift.number, shift.id],
    ['till', shift.till.name],
    ['opened', shift.opened_at, shift.opened_by.name],
    ['closed', shift.closed_at, shift.closed_by?.name ?? null],
    [],
    ['', 'cashier', 'method', 'count', 'gross', 'fees', 'net'],
    ...report.by_cashier.flatMap(({ cashier, by_method }) =>
      by_method.map(({ method, count, gross, fees, net }) => [
        'sales',
        cashier.name,
        method,
        count,
        gross,
        fees,
        net,
      ]),
    ),
    ['total', '', '', total.count, total.gross, total.fees, total.net],
    ['refunded', '', '', null, refunded],
    ['after refunds', '', '', null, total.gross - refunded],
    ...soldRows(report.sold),
    [],
    ...cashLines.map(name => ['cash', name, cash[name] ?? null]),
    ...(shift.short_reason === null ? [] : [['cash', 'reason', shift.short_reason]]),
    [],
    ...report.drawer.map(({ kind, amount, reason, cashier, created_at }) => [
      kind,
      amount,
      reason,
      cashier.name,
      created_at,
    ]),
    ...refunds.map(({ sale, amount, way = 'cash', reason, cashier, approved_by, created_at }) => [
      'refund',
      amount,
      reason,
      cashier.name,
      created_at,
      sale,
      approved_by?.name ?? null,
      way,
    ]),
  ]
  return csvMark + rows.map(csvLine).join('')
}

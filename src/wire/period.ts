// The sales of a day, week, month or range in the API. Amounts are plain whole shillings, for charts.
import { type Static, Type } from '@sinclair/typebox'
import { dayText } from '../domain/day.ts'
import { type Days, reportPeriods } from '../domain/period.ts'
import { profitOf, salesWithoutCost } from '../domain/sale-profit.ts'
import type { ComparedSum, SaleSum } from '../domain/sale-total.ts'
import { saleMethods } from '../domain/shift.ts'
import { taxCodes } from '../domain/tax-code.ts'
import { taxIn } from '../domain/tax-rate.ts'
import { choice, nullable } from './choice.ts'
import { type NameOf, Shillings, StaffName } from './till.ts'

const Day = Type.String({ description: 'Such as 2026-11-21' })

const sums = {
  gross: Type.Integer({ description: 'Completed payments and cash sales, whole shillings' }),
  count: Type.Integer({ minimum: 0, description: 'How many these are' }),
  refunded: Type.Integer({
    description: 'Refunds requested in this time that have not failed, whole shillings',
  }),
  refunds: Type.Integer({ minimum: 0, description: 'How many these are' }),
  net: Type.Integer({ description: '`gross` less `refunded`; may be below zero' }),
}
const wholeNumber = (description: string) => nullable(Type.Integer({ description }))
const earned = {
  cost: wholeNumber(
    'What sold lines with a cost price cost the shop, less the cost of sales refunded as a whole and of refunded lines',
  ),
  profit: wholeNumber('`net` less `cost` and less `sales_without_cost`; may be below zero'),
  sales_without_cost: wholeNumber('What lines without a cost price made, less their share of refunds'),
}
const allSums = { ...sums, ...earned }
const lines = {
  gross: Shillings,
  count: Type.Integer({ minimum: 0, description: 'Lines of sales' }),
  refunded: Type.Integer({ description: 'Lines of refunds that have not failed, whole shillings' }),
  refunds: Type.Integer({ minimum: 0, description: 'How many these are' }),
  net: sums.net,
  ...earned,
}
const SalesSumView = Type.Object(allSums, { title: 'PeriodSum' })
const beforeText =
  'The same in the period before; while the requested period lasts, up to the corresponding day'
/** The sums of a row, and those of the same row in the period before. */
const comparedSums = {
  ...allSums,
  before: Type.Object(allSums, { title: 'PeriodSumBefore', description: beforeText }),
}
const comparedLines = {
  ...lines,
  before: Type.Object(lines, { title: 'PeriodLinesBefore', description: beforeText }),
}
const soldQuantity = Type.Integer({ description: 'Less what refunds brought back; may be below zero' })
const containedTax = Type.Integer({
  description: 'The tax that `net` contains, whole shillings; 0 without a code',
})
const DayViews = Type.Array(Type.Object({ date: Day, ...allSums }, { title: 'PeriodDay' }), {
  description: 'Every day, also those without sales',
})

export const PeriodView = Type.Object(
  {
    period: choice(reportPeriods),
    from: Day,
    to: Type.String({ description: 'The last day of the period' }),
    today: Day,
    ...allSums,
    days: DayViews,
    methods: Type.Array(Type.Object({ method: choice(saleMethods), ...comparedSums })),
    tills: Type.Array(
      Type.Object({
        till: nullable(Type.Object({ id: Type.String(), name: Type.String() }), {
          description: 'Null for sales without a till, such as those of links and of the API',
        }),
        ...comparedSums,
      }),
    ),
    cashiers: Type.Array(
      Type.Object({
        cashier: nullable(StaffName, { description: 'Null for sales that no person of the shop started' }),
        ...comparedSums,
      }),
    ),
    hours: Type.Array(
      Type.Object({
        hour: Type.Integer({ minimum: 0, maximum: 23, description: '8 is 8:00 to 8:59' }),
        ...comparedSums,
      }),
      { description: 'Hours with sales or refunds in either period, in the account’s time zone' },
    ),
    items: Type.Array(
      Type.Object({
        name: Type.String(),
        by_weight: Type.Boolean({ description: 'Whether `quantity` is in grams' }),
        quantity: soldQuantity,
        ...lines,
        before: Type.Object(
          { quantity: soldQuantity, ...lines },
          { title: 'PeriodItemBefore', description: beforeText },
        ),
      }),
      {
        description:
          'The 100 items with the highest sums in this period, then those sold only before, by their name at the sale. Refunds of a sum without lines are not subtracted',
      },
    ),
    item_count: Type.Integer({
      minimum: 0,
      description: 'How many different items were sold in either period',
    }),
    categories: Type.Array(
      Type.Object({
        category: nullable(Type.String(), { description: 'Null for items without a category' }),
        ...comparedLines,
      }),
      { description: 'Of the same lines as `items`; empty where none has a category' },
    ),
    taxes: Type.Array(
      Type.Object({
        tax_code: nullable(choice(taxCodes), { description: 'Null for items without a code' }),
        percent: nullable(Type.Integer(), {
          description: 'The rate of these sales: of the code, the method and the day. Null without a code',
        }),
        tax: containedTax,
        ...lines,
        before: Type.Object(
          { tax: containedTax, ...lines },
          { title: 'PeriodTaxBefore', description: beforeText },
        ),
      }),
      {
        description:
          'Of the same lines as `items`, a row for each code and rate; empty where none has a tax code.',
      },
    ),
    before: Type.Object({
      from: Day,
      to: Day,
      ...allSums,
      so_far: nullable(SalesSumView, {
        description: 'Until the same day of that period; null when the requested period is over',
      }),
      days: DayViews,
    }),
  },
  {
    title: 'PeriodSales',
    description:
      'Sales belong to the day and hour of their creation. Refunds belong to their own, and to the method, till and cashier of their sale. `cost`, `profit` and `sales_without_cost` are null for callers who may not see what products cost. A refund of a whole sale or of lines takes their cost back; one of another sum lowers profit by it',
  },
)
export type PeriodView = Static<typeof PeriodView>

interface CostView {
  /** Whether the caller may see the cost of products. */
  readonly showsCost: boolean
}

/** Returns the cost and profit of sales; null if the caller may not see the cost of products. */
const profitView = (sum: SaleSum, { showsCost }: CostView) => ({
  cost: showsCost ? sum.cost : null,
  profit: showsCost ? profitOf(sum) : null,
  sales_without_cost: showsCost ? salesWithoutCost(sum) : null,
})

/** Returns a sum of sales and refunds, with `net`, and with the profit if the caller may see costs. */
const sumView = (sum: SaleSum, options: CostView) => ({
  gross: sum.gross,
  count: sum.count,
  refunded: sum.refunded,
  refunds: sum.refunds,
  net: sum.gross - sum.refunded,
  ...profitView(sum, options),
})

/** A period with its total and the sums of each day. */
interface SummedDays extends Days {
  readonly total: SaleSum
  readonly days: readonly (SaleSum & { readonly day: number })[]
}
/** Returns the first and last day of a period, its total and the sums of its days. */
const daysView = ({ first, last, total, days }: SummedDays, options: CostView) => ({
  from: dayText(first),
  to: dayText(last),
  ...sumView(total, options),
  days: days.map(({ day, ...sum }) => ({ date: dayText(day), ...sumView(sum, options) })),
})

/** Returns the sums of a row, and in `before` the sums of the same row in the period before. */
const comparedView = ({ before, ...sum }: ComparedSum, options: CostView) => ({
  ...sumView(sum, options),
  before: sumView(before, options),
})

/** Returns the sums of a tax code, and the tax that `net` contains. @param percent null without a tax code */
const taxView = (sum: SaleSum, percent: number | null, options: CostView) => ({
  tax: taxIn(sum.gross - sum.refunded, percent ?? 0),
  ...sumView(sum, options),
})

interface PeriodSums extends SummedDays {
  readonly period: PeriodView['period']
  readonly methods: readonly (ComparedSum & { readonly method: PeriodView['methods'][number]['method'] })[]
  readonly tills: readonly (ComparedSum & { readonly till: PeriodView['tills'][number]['till'] })[]
  readonly cashiers: readonly (ComparedSum & { readonly cashier: string | null })[]
  readonly hours: readonly (ComparedSum & { readonly hour: number })[]
  readonly items: readonly (ComparedSum & { readonly name: string; readonly isByWeight: boolean })[]
  readonly itemCount: number
  readonly categories: readonly (ComparedSum & { readonly category: string | null })[]
  readonly taxes: readonly (ComparedSum & {
    readonly taxCode: string | null
    readonly percent: number | null
  })[]
  /** The period before. `soFar` is its sum up to the corresponding day; null when this period is over. */
  readonly before: SummedDays & { readonly soFar: SaleSum | null }
}
interface ViewOptions extends CostView {
  /** YYYYMMDD in the account's time zone. */
  readonly today: number
  readonly nameOf: NameOf
}

/**
 * Returns the sales of a period: in total, and by day, method, till, cashier, hour, item, category and tax
 * code. Every row, except the days, also has its sums in the period before (`before`).
 */
export function periodView(sales: PeriodSums, { today, nameOf, ...options }: ViewOptions): PeriodView {
  return {
    period: sales.period,
    today: dayText(today),
    ...daysView(sales, options),
    methods: sales.methods.map(({ method, ...sum }) => ({ method, ...comparedView(sum, options) })),
    tills: sales.tills.map(({ till, ...sum }) => ({ till, ...comparedView(sum, options) })),
    cashiers: sales.cashiers.map(({ cashier, ...sum }) => ({
      cashier: cashier === null ? null : nameOf(cashier),
      ...comparedView(sum, options),
    })),
    hours: sales.hours.map(({ hour, ...sum }) => ({ hour, ...comparedView(sum, options) })),
    items: sales.items.map(({ name, isByWeight, before, ...sum }) => ({
      name,
      by_weight: isByWeight,
      quantity: sum.quantity,
      ...sumView(sum, options),
      before: { quantity: before.quantity, ...sumView(before, options) },
    })),
    item_count: sales.itemCount,
    categories: sales.categories.map(({ category, ...sum }) => ({ category, ...comparedView(sum, options) })),
    taxes: sales.taxes.map(({ taxCode, percent, before, ...sum }) => ({
      tax_code: taxCodes.find(code => code === taxCode) ?? null,
      percent,
      ...taxView(sum, percent, options),
      before: taxView(before, percent, options),
    })),
    before: {
      ...daysView(sales.before, options),
      so_far: sales.before.soFar && sumView(sales.before.soFar, options),
    },
  }
}

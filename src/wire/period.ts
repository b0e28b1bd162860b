// The sales of a day, week or month in the API. Amounts are plain whole shillings, for charts.
import { type Static, Type } from '@sinclair/typebox'
import { dayText } from '../domain/day.ts'
import { type Days, periods } from '../domain/period.ts'
import type { SaleSum } from '../domain/sale-total.ts'
import { saleMethods } from '../domain/shift.ts'
import { choice, nullable } from './choice.ts'
import { type NameOf, Shillings, StaffName } from './till.ts'

const Count = Type.Integer({ minimum: 0 })
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
const SalesSumView = Type.Object(sums, { title: 'PeriodSum' })
const DayViews = Type.Array(Type.Object({ date: Day, ...sums }, { title: 'PeriodDay' }), {
  description: 'Every day, also those without sales',
})

export const PeriodView = Type.Object(
  {
    period: choice(periods),
    from: Day,
    to: Type.String({ description: 'The last day of the period' }),
    today: Day,
    ...sums,
    days: DayViews,
    methods: Type.Array(Type.Object({ method: choice(saleMethods), ...sums })),
    tills: Type.Array(
      Type.Object({
        till: nullable(Type.Object({ id: Type.String(), name: Type.String() }), {
          description: 'Null for sales without a till, such as those of links and of the API',
        }),
        ...sums,
      }),
    ),
    cashiers: Type.Array(
      Type.Object({
        cashier: nullable(StaffName, { description: 'Null for sales that no person of the shop started' }),
        ...sums,
      }),
    ),
    items: Type.Array(
      Type.Object({
        name: Type.String(),
        by_weight: Type.Boolean({ description: 'Whether `quantity` is in grams' }),
        quantity: Count,
        gross: Shillings,
        count: Type.Integer({ minimum: 0, description: 'Lines of sales' }),
      }),
      {
        description:
          'The 100 items with the highest sums, by their name at the sale. Refunds are of amounts, so they are not subtracted',
      },
    ),
    item_count: Type.Integer({ minimum: 0, description: 'How many different items were sold' }),
    before: Type.Object({
      from: Day,
      to: Day,
      ...sums,
      so_far: nullable(SalesSumView, {
        description: 'Until the same day of that period; null when the requested period is over',
      }),
      days: DayViews,
    }),
  },
  {
    title: 'PeriodSales',
    description:
      'Sales belong to the day of their creation. Refunds belong to their own day, and to the method, till and cashier of their sale',
  },
)
export type PeriodView = Static<typeof PeriodView>

const sumView = ({ gross, count, refunded, refunds }: SaleSum) => ({
  gross,
  count,
  refunded,
  refunds,
  net: gross - refunded,
})

interface Summed extends Days {
  readonly total: SaleSum
  readonly days: readonly (SaleSum & { readonly day: number })[]
}
const daysView = ({ first, last, total, days }: Summed) => ({
  from: dayText(first),
  to: dayText(last),
  ...sumView(total),
  days: days.map(({ day, ...sum }) => ({ date: dayText(day), ...sumView(sum) })),
})

interface PeriodSums extends Summed {
  readonly period: PeriodView['period']
  readonly methods: readonly (SaleSum & { readonly method: PeriodView['methods'][number]['method'] })[]
  readonly tills: readonly (SaleSum & { readonly till: PeriodView['tills'][number]['till'] })[]
  readonly cashiers: readonly (SaleSum & { readonly cashier: string | null })[]
  readonly items: readonly (SaleSum & { readonly name: string; readonly isByWeight: boolean })[]
  readonly itemCount: number
  readonly before: Summed & { readonly soFar: SaleSum | null }
}

export const periodView = (sales: PeriodSums, today: number, nameOf: NameOf): PeriodView => ({
  period: sales.period,
  today: dayText(today),
  ...daysView(sales),
  methods: sales.methods.map(({ method, ...sum }) => ({ method, ...sumView(sum) })),
  tills: sales.tills.map(({ till, ...sum }) => ({ till, ...sumView(sum) })),
  cashiers: sales.cashiers.map(({ cashier, ...sum }) => ({
    cashier: cashier === null ? null : nameOf(cashier),
    ...sumView(sum),
  })),
  items: sales.items.map(({ name, isByWeight, quantity, gross, count }) => ({
    name,
    by_weight: isByWeight,
    quantity,
    gross,
    count,
  })),
  item_count: sales.itemCount,
  before: { ...daysView(sales.before), so_far: sales.before.soFar && sumView(sales.before.soFar) },
})

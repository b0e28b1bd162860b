// The totals above a list in the API. Amounts are plain whole shillings.
import { type Static, Type } from '@sinclair/typebox'

const Count = Type.Integer({ minimum: 0 })
const Amount = Type.Integer({ minimum: 0, description: 'Whole shillings' })

export const ListTotalsView = Type.Object(
  {
    statuses: Type.Array(
      Type.Object({
        status: Type.String(),
        count: Count,
        amount: Type.Union([Amount, Type.Null()], { description: 'Null for sessions' }),
      }),
      { description: 'Statuses without a row are left out' },
    ),
    outcome_unknown: Type.Object(
      { count: Count, amount: Amount },
      { description: 'Of payments: those whose outcome is unknown, whatever their status' },
    ),
    refunded: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Of sales: what was given back of them, in whole shillings' }),
    ),
    capped: Type.Boolean({
      description: 'Whether there may be more rows: only the newest 10,000 were added up',
    }),
  },
  { title: 'ListTotals' },
)
export type ListTotalsView = Static<typeof ListTotalsView>

// The console's first page on HTTP. Amounts are plain whole shillings: it draws charts of them.
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { dayText } from '../domain/day.ts'
import { BackupStateView } from './backup.ts'
import { Stamp } from './money.ts'

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const Count = Type.Integer({ minimum: 0 })
const Gross = Type.Integer({ description: 'Whole shillings' })
const Day = Type.String({ description: 'As 2026-11-21' })
const takings = { gross: Gross, count: Count }

const EarlierView = Type.Object(
  {
    date: Day,
    ...takings,
    so_far: nullable(
      Type.Object(takings, { description: 'By the time of day it is now; null when the day shown is over' }),
    ),
  },
  { title: 'EarlierDay' },
)

export const OverviewView = Type.Object(
  {
    mode: Type.Union([Type.Literal('live'), Type.Literal('sandbox')]),
    time_zone: Type.String(),
    now: Stamp,
    day: Type.Object(
      {
        date: Day,
        ...takings,
        ended: Type.Integer({ description: 'Payments of the day that are no longer pending' }),
        success_rate: nullable(
          Type.Number({ description: '`count` of `ended`, 0 to 1; null while none ended' }),
        ),
        methods: Type.Array(
          Type.Object({
            payment_type: Type.Union([
              Type.Literal('mobile'),
              Type.Literal('card'),
              Type.Literal('dynamic-qr'),
            ]),
            ...takings,
            ended: Count,
          }),
        ),
        hours: Type.Array(Type.Object({ hour: Type.Integer({ minimum: 0, maximum: 23 }), ...takings }), {
          description: 'All 24, in the account’s time zone',
        }),
      },
      { description: 'Payments belong to the day and hour they were made in; completed ones bring `gross`' },
    ),
    yesterday: EarlierView,
    last_week: EarlierView,
    needs: Type.Object(
      {
        unknown_payments: Type.Integer({ description: 'The network has said neither yes nor no' }),
        unmatched: Type.Object(
          { count: Count, amount: Gross },
          { description: 'Confirmed money that fits no open payment' },
        ),
        abandoned_deliveries: Type.Integer({ description: 'Webhooks given up in the last seven days' }),
        paused_addresses: Type.Integer({
          description: 'Webhook addresses that answered 410 Gone and wait to be resumed',
        }),
        parked_jobs: Type.Integer({ description: 'Work of the box that failed too often' }),
      },
      { description: 'What waits for a person' },
    ),
    box: Type.Object({
      books: Type.Union([
        Type.Literal('add up'),
        Type.Literal('do not add up'),
        Type.Literal('not audited yet'),
      ]),
      audited_at: nullable(Stamp),
      clock: Type.Union([Type.Literal('steady'), Type.Literal('in doubt')]),
      disk_free: nullable(Type.Integer({ description: 'Bytes' })),
      backup: nullable(BackupStateView),
    }),
  },
  { title: 'Overview', description: 'A day at a glance' },
)
export type OverviewView = Static<typeof OverviewView>

interface Takings {
  readonly gross: number
  readonly count: number
}
interface Earlier extends Takings {
  readonly day: number
  readonly soFar: Takings | null
}

const takingsView = ({ gross, count }: Takings) => ({ gross, count })
export const earlierView = ({ day, soFar, ...sum }: Earlier): OverviewView['yesterday'] => ({
  date: dayText(day),
  ...takingsView(sum),
  so_far: soFar && takingsView(soFar),
})

/** Shows a day by its ways of paying and its hours. */
export function dayView(
  day: number,
  methods: readonly (Takings & { readonly type: 'mobile' | 'card' | 'dynamic-qr'; readonly ended: number })[],
  hours: readonly Takings[],
): OverviewView['day'] {
  const sum = (name: 'gross' | 'count' | 'ended') => methods.reduce((all, method) => all + method[name], 0)
  const [count, ended] = [sum('count'), sum('ended')]
  return {
    date: dayText(day),
    gross: sum('gross'),
    count,
    ended,
    success_rate: ended === 0 ? null : count / ended,
    methods: methods.map(({ type, ended, ...taken }) => ({
      payment_type: type,
      ...takingsView(taken),
      ended,
    })),
    hours: hours.map((taken, hour) => ({ hour, ...takingsView(taken) })),
  }
}

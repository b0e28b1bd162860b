// The overview in the API. Amounts are plain whole shillings, for charts.
import { type Static, Type } from '@sinclair/typebox'
import { dayText } from '../domain/day.ts'
import { firstSteps } from '../domain/first-step.ts'
import { moneyNotices, type OwnerNotice } from '../domain/owner-notice.ts'
import { type SaleMethod, saleMethods } from '../domain/shift.ts'
import { ClockStatus, LedgerStatus } from './answer.ts'
import { BackupStateView } from './backup.ts'
import { choice, nullable } from './choice.ts'
import { Stamp, stamp } from './money.ts'

const Count = Type.Integer({ minimum: 0 })
const Gross = Type.Integer({ description: 'Whole shillings' })
const Day = Type.String({ description: 'Such as 2026-11-21' })
const sales = { gross: Gross, count: Count }

const HourViews = Type.Array(Type.Object({ hour: Type.Integer({ minimum: 0, maximum: 23 }), ...sales }), {
  description: 'All 24, in the account’s time zone',
})

const earlier = {
  date: Day,
  ...sales,
  so_far: nullable(
    Type.Object(sales, { description: 'Until the same time of day; null when the requested day is over' }),
  ),
}
const EarlierView = Type.Object({ ...earlier, hours: HourViews }, { title: 'EarlierDay' })
const LastWeekView = Type.Object({ ...earlier, hours: HourViews }, { title: 'SameDayLastWeek' })

const notice = {
  id: Type.String({ description: 'The id of the audit log’s entry' }),
  created_at: Stamp,
}
const WebhookChangeView = Type.Object(
  {
    ...notice,
    kind: Type.Literal('webhook_change'),
    what: choice(['address', 'hosts', 'key', 'profile_address'] as const),
    name: Type.String({ description: 'Who changed it' }),
    to: nullable(
      Type.String({ description: 'The host of the new address, or the allowed hosts; null for none' }),
    ),
  },
  { title: 'WebhookChange' },
)
const RestoreNoticeView = Type.Object(
  {
    ...notice,
    kind: Type.Literal('data_restored'),
    copied_at: Type.String({ description: 'When the back-up was taken' }),
    live_keys: Type.Integer({ minimum: 0, description: 'API keys of the account that work again' }),
  },
  { title: 'RestoreNotice' },
)
const MoneyNoticeView = Type.Object(
  {
    ...notice,
    kind: choice(moneyNotices, {
      description:
        '`sale_paid_twice`: a sale was paid in cash and then over a network, too. `payout_paid_late`: a payout that had failed was paid. `payout_not_sent_late`: one that an owner marked as sent was not. `refund_paid_late` and `refund_not_sent_late`: the same of a refund. `sale_reversed`: the network or a payment SMS says that the money of a paid sale was taken back. `reversal_unknown`: an SMS reports a reversal of no known sale. `balance_dropped`: by its SMS, money left a till number’s account that no message explains',
    }),
    amount: Gross,
    reference: Type.String({
      description:
        'Of the payout or payment; of the till number’s connection for `balance_dropped` and `reversal_unknown`',
    }),
  },
  { title: 'MoneyNotice' },
)
const OwnerNoticeView = Type.Union([WebhookChangeView, RestoreNoticeView, MoneyNoticeView])
type OwnerNoticeView = Static<typeof OwnerNoticeView>

export const OverviewView = Type.Object(
  {
    mode: Type.Union([Type.Literal('live'), Type.Literal('sandbox')]),
    time_zone: Type.String(),
    now: Stamp,
    day: Type.Object(
      {
        date: Day,
        ...sales,
        ended: Type.Integer({
          description: 'Payments of the day that are no longer pending, without cash sales',
        }),
        success_rate: nullable(
          Type.Number({
            description: 'Completed payments divided by `ended`, 0 to 1; null while none ended',
          }),
        ),
        methods: Type.Array(
          Type.Object({
            method: choice(saleMethods),
            ...sales,
            ended: Count,
          }),
        ),
        refunds: Type.Object(
          {
            ...sales,
            fees: Type.Integer({
              description:
                'Cost of refunds in whole shillings: their own fees, also of money that fitted no payment, plus the share of their payments’ fees that the networks keep',
            }),
          },
          { description: 'Refunds of sales requested on this day that have not failed' },
        ),
        hours: HourViews,
      },
      {
        description:
          'Payments belong to the day and hour of their creation; `gross` sums the completed ones and the cash sales. What was refunded stays in it',
      },
    ),
    yesterday: EarlierView,
    last_week: LastWeekView,
    first_steps: Type.Array(Type.Object({ step: choice(firstSteps), done: Type.Boolean() }), {
      description:
        'For owners and admins: what a new shop does before it sells for real; empty when all is done, or after 30 days',
    }),
    attention: Type.Object(
      {
        unknown_payments: Type.Integer({ description: 'Payments whose outcome is unknown' }),
        unknown_payouts: Type.Integer({ description: 'Payouts whose outcome is unknown' }),
        unknown_refunds: Type.Integer({ description: 'Refunds whose outcome is unknown' }),
        unmatched: Type.Object(
          { count: Count, amount: Gross },
          { description: 'Confirmed money that fits no open payment' },
        ),
        abandoned_deliveries: Type.Integer({
          description: 'Webhook deliveries abandoned in the last seven days',
        }),
        paused_addresses: Type.Integer({
          description: 'Webhook addresses that are paused after 410 Gone',
        }),
        waiting_payouts: Type.Integer({ description: 'Payouts that wait for a second person' }),
        waiting_refunds: Type.Integer({ description: 'Refunds that wait for a second person' }),
        differences: Type.Object(
          { count: Count, date: nullable(Day) },
          {
            description:
              'Differences between our books and a network that wait for a person, and the newest day with such',
          },
        ),
        parked_jobs: Type.Integer({
          description:
            'Jobs of the account that failed too often; for the owner and admins of the server’s first merchant, jobs of the whole server',
        }),
        silent_phones: Type.Integer({
          minimum: 0,
          description: 'Phones of till numbers that have forwarded nothing for an hour, though sales went on',
        }),
        owner_notices: Type.Array(OwnerNoticeView, {
          description:
            'For owners: changes of the live webhooks by others, and restores, oldest first, until an owner acknowledges them; at most 20',
        }),
      },
      { description: 'What needs a person’s attention' },
    ),
    server: Type.Object({
      ledger: LedgerStatus,
      records: Type.Union([Type.Literal('ok'), Type.Literal('changed')], {
        description:
          '`changed`: something else than Kaunta changed postings or the audit log. Run `kaunta doctor`',
      }),
      ledger_checked_at: nullable(Stamp),
      clock: ClockStatus,
      disk_free: nullable(Type.Integer({ description: 'Bytes' })),
      backup: nullable(BackupStateView),
    }),
  },
  { title: 'Overview', description: 'The sales of a day, and what needs attention' },
)
export type OverviewView = Static<typeof OverviewView>

interface Sales {
  readonly gross: number
  readonly count: number
}
interface EarlierDay extends Sales {
  readonly day: number // YYYYMMDD
  readonly soFar: Sales | null // until the same time of day; null when the requested day is over
}

/** Returns the sum (`gross`, whole shillings) and the number of sales, without other fields of the row. */
const salesView = ({ gross, count }: Sales) => ({ gross, count })

/** Returns the sales by hour. @param hours the 24 hours of a day, from midnight in the account's time zone */
export const hourViews = (hours: readonly Sales[]) =>
  hours.map((salesOfHour, hour) => ({ hour, ...salesView(salesOfHour) }))

/**
 * Returns the sales of an earlier day: of the whole day, and (`so_far`) until the current time of day, which
 * is null when the requested day is over.
 */
export const earlierDayView = ({
  day,
  soFar,
  ...wholeDay
}: EarlierDay): Omit<OverviewView['yesterday'], 'hours'> => ({
  date: dayText(day),
  ...salesView(wholeDay),
  so_far: soFar && salesView(soFar),
})

/**
 * Returns the sales of a day: in total, by payment method and by hour.
 * @param day YYYYMMDD in the account's time zone
 * @param hours the 24 hours of the day
 */
export function dayView(
  day: number,
  methods: readonly (Sales & { readonly method: SaleMethod; readonly ended: number })[],
  refunds: Sales & { readonly fees: number },
  hours: readonly Sales[],
): OverviewView['day'] {
  const sumOf = (rows: typeof methods, name: 'gross' | 'count' | 'ended') =>
    rows.reduce((total, row) => total + row[name], 0)
  // Cash always succeeds, so it is left out of the success rate of networks.
  const networkMethods = methods.filter(({ method }) => method !== 'cash')
  const ended = sumOf(networkMethods, 'ended')
  return {
    date: dayText(day),
    gross: sumOf(methods, 'gross'),
    count: sumOf(methods, 'count'),
    ended,
    success_rate: ended === 0 ? null : sumOf(networkMethods, 'count') / ended,
    methods: methods.map(row => ({ method: row.method, ...salesView(row), ended: row.ended })),
    refunds: { ...salesView(refunds), fees: refunds.fees },
    hours: hourViews(hours),
  }
}

/** Returns a notice to the owners for the API, with the fields of its kind. */
export function ownerNoticeView(notice: OwnerNotice): OwnerNoticeView {
  const { id, createdAt } = notice
  const view = { id, created_at: stamp(createdAt) }
  if (notice.kind === 'webhook_change') {
    const { kind, what, name, to } = notice
    return { ...view, kind, what, name, to }
  }
  if (notice.kind === 'data_restored') {
    const { kind, copiedAt, liveKeys } = notice
    return { ...view, kind, copied_at: copiedAt, live_keys: liveKeys }
  }
  const { kind, amount, subject } = notice
  return { ...view, kind, amount, reference: subject }
}

/** Returns how many differences wait for a person, and the newest day with a difference; null for none. */
export const differencesView = ({ count, day }: { readonly count: number; readonly day: number | null }) => ({
  count,
  date: day === null ? null : dayText(day),
})

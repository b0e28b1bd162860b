// A reconciliation in the API: the result of a day, and each difference. Amounts are plain whole shillings.
import { type Static, Type } from '@sinclair/typebox'
import { staffActor } from '../domain/actor.ts'
import { dayText } from '../domain/day.ts'
import {
  differenceState,
  type ReconciledDay,
  reconciliationErrors,
  type StoredDifference,
} from '../domain/difference.ts'
import { differenceResults } from '../domain/reconciliation.ts'
import { type UnreadableRow, unreadableCauses } from '../domain/settlement-file.ts'
import { type ActorNames, NamedActorView, namedActorView } from './actor.ts'
import { choice, nullable } from './choice.ts'
import { Stamp, stamp } from './money.ts'

const Count = Type.Integer({ minimum: 0 })
const Amount = Type.Integer({ description: 'Whole shillings' })
const Text = Type.String()
const Day = Type.String({ description: 'Such as 2026-11-21' })
const Matched = Type.Object(
  { count: Count, amount: Amount },
  { description: 'Payments, payouts and refunds that both sides have, with the same amount' },
)
const Source = choice(['network', 'file'] as const, {
  description: '`network`: its list and its answers. `file`: a settlement file that was uploaded',
})
const MoneyState = choice(['paid', 'open', 'not_paid'] as const)

const HereView = Type.Object(
  {
    kind: choice(['payment', 'payout', 'refund'] as const),
    reference: Type.String({ description: 'Of the payment, payout or refund' }),
    network_reference: Type.String({ description: 'What the network was given as its reference' }),
    amount: Amount,
    state: MoneyState,
    receipt: nullable(Text),
  },
  { description: 'Our record' },
)
const ThereView = Type.Object(
  { reference: nullable(Text), amount: nullable(Amount), state: MoneyState, receipt: nullable(Text) },
  { description: 'What the network says' },
)

export const DifferenceView = Type.Object(
  {
    id: Text,
    date: Day,
    result: choice(differenceResults, {
      description:
        '`missing_here`: money of the network without an order of ours. `missing_there`: the network does not know it. `other_amount`, `other_state`: both know it and do not agree. `refund_missing_here`: the network gave money back that was not refunded here',
    }),
    state: choice(['open', 'seen', 'cured'] as const, {
      description: '`seen`: a person wrote down why it stays. `cured`: both sides agree by now',
    }),
    network: Type.String({ description: 'The network’s name' }),
    source: Source,
    here: nullable(HereView),
    there: nullable(ThereView),
    found_at: Stamp,
    cured_at: nullable(Stamp),
    seen_at: nullable(Stamp),
    seen_by: nullable(NamedActorView),
    note: nullable(Text),
  },
  { title: 'Difference' },
)
export type DifferenceView = Static<typeof DifferenceView>

export const SettlementFileView = Type.Object(
  {
    rows: Type.Integer({ description: 'Rows of the day' }),
    other_days: Type.Integer({ description: 'Rows of other days, which were left out' }),
    unreadable: Type.Integer({
      description:
        'Rows with a cell that could not be read. A row of which only the date is unreadable still counts for an order of ours',
    }),
    unreadable_causes: Type.Array(
      Type.Object({
        cause: choice(unreadableCauses, {
          description:
            'The cell. `number_rounded`: a spreadsheet turned the reference or receipt into one such as 2.82509E+13. `name`: neither a reference nor a receipt',
        }),
        rows: Count,
        first_row: Type.Integer({ description: 'The first such row of the file, counted from 1' }),
      }),
      { description: 'Why, the most frequent first' },
    ),
  },
  { title: 'SettlementFile' },
)

const Differences = Type.Array(DifferenceView)

const ComparisonView = Type.Object({
  network: Text,
  title: Text,
  source: Source,
  checked_at: Stamp,
  matched: Matched,
  unpaid: Count,
  unanswered: Count,
  error: nullable(
    choice(reconciliationErrors, {
      description:
        'Why not everything was compared. `network_silent`: it gave no answer, or none about some orders. `network_removed`: its credentials were removed',
    }),
  ),
})

export const ReconciliationView = Type.Object(
  {
    date: Day,
    time_zone: Text,
    running: Type.Boolean({ description: 'A comparison is under way; ask again in a few seconds' }),
    matched: Matched,
    unpaid: Type.Integer({ description: 'Orders that neither side has paid' }),
    unanswered: Type.Integer({ description: 'Orders about which their network gave no answer' }),
    missing_here: Differences,
    missing_there: Differences,
    other_amount: Differences,
    other_state: Differences,
    refund_missing_here: Differences,
    cured: Type.Array(DifferenceView, { description: 'Differences that were found and are none any more' }),
    capped: Type.Boolean({ description: 'There are more differences than are shown' }),
    networks: Type.Array(ComparisonView, {
      description: 'Each comparison of the day: one for a network, one for a file of it',
    }),
    days: Type.Array(
      Type.Object({ date: Day, open: Type.Integer({ description: 'Differences that wait for a person' }) }),
      { description: 'Days with differences that wait for a person, newest first' },
    ),
  },
  { title: 'Reconciliation' },
)
export type ReconciliationView = Static<typeof ReconciliationView>

/** Returns our record of a difference; null when the order is missing here. */
function hereView(difference: StoredDifference) {
  const { kind, subject, reference, ownState, ownAmount, receipt } = difference
  if (kind === null || subject === null || reference === null || ownState === null) return null
  return {
    kind,
    reference: subject,
    network_reference: reference,
    amount: ownAmount ?? 0,
    state: ownState,
    receipt,
  }
}

/** Returns the network's record of a difference; null when the network has no record. */
function thereView({ networkReference, networkAmount, networkState, networkReceipt }: StoredDifference) {
  if (networkState === null) return null
  return {
    reference: networkReference,
    amount: networkAmount,
    state: networkState,
    receipt: networkReceipt,
  }
}

/**
 * Returns why rows of a settlement file are unreadable: for each cause the number of its rows and the first
 * such row of the file, most frequent cause first.
 */
export function unreadableCausesView(rows: readonly UnreadableRow[]) {
  const rowsByCause = [...Map.groupBy(rows, ({ cause }) => cause)]
  const views = rowsByCause.map(([cause, rowsOfCause]) => ({
    cause,
    rows: rowsOfCause.length,
    first_row: rowsOfCause[0]?.row ?? 0,
  }))
  return views.toSorted((left, right) => right.rows - left.rows)
}

/** Returns a difference for the API, with our record and the network's, and who wrote the note about it. */
export const differenceView = (difference: StoredDifference, names: ActorNames): DifferenceView => ({
  id: difference.id,
  date: dayText(difference.day),
  result: difference.result,
  state: differenceState(difference),
  network: difference.network,
  source: difference.source,
  here: hereView(difference),
  there: thereView(difference),
  found_at: stamp(difference.foundAt),
  cured_at: stamp(difference.curedAt),
  seen_at: stamp(difference.seenAt),
  seen_by: difference.seenBy === null ? null : namedActorView(staffActor(difference.seenBy), names),
  note: difference.note,
})

/** Returns the result of one comparison. @param title the title of its network */
const comparisonView = (comparison: ReconciledDay['results'][number], title: string) => ({
  network: comparison.network,
  title,
  source: comparison.source,
  checked_at: stamp(comparison.checkedAt),
  matched: { count: comparison.matchedCount, amount: comparison.matchedAmount },
  unpaid: comparison.unpaid,
  unanswered: comparison.unanswered,
  error: comparison.error,
})

/**
 * Returns the reconciliation of a day: its differences by result, and the sums of the comparisons with the
 * networks' own lists. The sums leave out settlement files, because a file repeats the rows of a list.
 * @param titleOf returns the title of a network by its name
 */
export function reconciliationView(
  reconciled: ReconciledDay,
  names: ActorNames,
  titleOf: (network: string) => string,
): ReconciliationView {
  const { day, timeZone, isRunning, results, differences, isCapped, openDays } = reconciled
  const networkResults = results.filter(({ source }) => source === 'network')
  const sum = (name: 'matchedCount' | 'matchedAmount' | 'unpaid' | 'unanswered') =>
    networkResults.reduce((total, result) => total + result[name], 0)
  const views = differences.map(difference => differenceView(difference, names))
  const viewsWithResult = (result: DifferenceView['result']) =>
    views.filter(view => view.state !== 'cured' && view.result === result)
  return {
    date: dayText(day),
    time_zone: timeZone,
    running: isRunning,
    matched: { count: sum('matchedCount'), amount: sum('matchedAmount') },
    unpaid: sum('unpaid'),
    unanswered: sum('unanswered'),
    missing_here: viewsWithResult('missing_here'),
    missing_there: viewsWithResult('missing_there'),
    other_amount: viewsWithResult('other_amount'),
    other_state: viewsWithResult('other_state'),
    refund_missing_here: viewsWithResult('refund_missing_here'),
    cured: views.filter(({ state }) => state === 'cured'),
    capped: isCapped,
    networks: results.map(comparison => comparisonView(comparison, titleOf(comparison.network))),
    days: openDays.map(({ day: openDay, count }) => ({ date: dayText(openDay), open: count })),
  }
}

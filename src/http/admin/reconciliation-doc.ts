// API reference of reconciliation. The routes are in reconciliation.ts.
import { Type } from '@sinclair/typebox'
import { Success } from '../../wire/answer.ts'
import { DifferenceView, ReconciliationView, SettlementFileView } from '../../wire/reconciliation.ts'
import { inPath, inQuery, json, jsonAnswer, requiredInQuery, routeDocs } from '../docs/doc.ts'
import * as example from '../docs/example.ts'

const { guarded, guardedList } = routeDocs('Reports')

const Day = Type.String({ examples: ['2026-11-21'] })
const date = inQuery('date', 'A day in the account’s time zone. Default: today', Day)
const view = jsonAnswer('The day', Success(200, ReconciliationView))
const difference = jsonAnswer('The difference', Success(200, DifferenceView))
const inId = [inPath('id', 'The difference’s `id`')]

export const Reconcile = Type.Object(
  { date: Type.Optional(Type.String({ description: 'Default: today' })) },
  { title: 'Reconcile' },
)
export const SeenDifference = Type.Object(
  { note: Type.String({ minLength: 1, maxLength: 500, description: 'Why it stays' }) },
  { title: 'SeenDifference' },
)

export const read = guardedList('reconcile', {
  id: 'getReconciliation',
  summary: 'Reconcile a day with the networks',
  description:
    'Each attempt and payout that began on the day beside what its network says: its list where it has one, its answers about single orders else, and the messages of a till number. A day that is over is compared each night and read as it was found then; one that is not is compared now. `running`: the networks take longer than a request waits.',
  parameters: [date],
  answers: { 200: view },
  writes: true,
})
export const run = guarded('reconcile', {
  id: 'runReconciliation',
  summary: 'Reconcile a day again',
  description: 'Compares the day with the networks now, also one that was compared before.',
  body: json(Reconcile, example.reconcile),
  answers: { 200: view },
  writes: true,
})
export const check = guarded('reconcile', {
  id: 'checkDifference',
  summary: 'Ask the network about a difference',
  description:
    'Money that the network confirms is booked, as after any status check. The difference is `cured` when both sides agree then.',
  parameters: inId,
  answers: { 200: difference },
  faults: ['not_found', 'network_unavailable'],
  writes: true,
})
export const seen = guarded('reconcile', {
  id: 'markDifferenceSeen',
  summary: 'Mark a difference as seen',
  description: 'Writes down why it stays, in the audit log too. No money moves.',
  parameters: inId,
  body: json(SeenDifference, example.seenDifference),
  answers: { 200: difference },
  faults: ['not_found', 'invalid_state'],
  writes: true,
})
export const file = guarded('reconcile', {
  id: 'matchSettlementFile',
  summary: 'Reconcile a day with a settlement file',
  description:
    'The body is the CSV that a merchant downloads from the network, at most 8 MiB and 50,000 rows. Columns are found by their heads: an amount, and an order id, transaction id or receipt; a status and a time where the file has them. Rows of other days are left out. Of a receipt the last state counts: money with a minus sign, in a column of money out, or reversed is not paid. UTF-8, UTF-16 and Windows-1252 are read.',
  parameters: [
    requiredInQuery('network', 'The network’s `name`', Type.String({ examples: ['selcom'] })),
    requiredInQuery('date', 'The day of the file, in the account’s time zone', Day),
  ],
  body: { required: true, content: { 'text/csv': { schema: { type: 'string' } } } },
  answers: { 200: jsonAnswer('What was read', Success(200, SettlementFileView)) },
  faults: ['not_found'],
  writes: true,
})
export const csv = guardedList('export', {
  id: 'exportReconciliation',
  summary: 'Export the differences of a day as CSV',
  description:
    'As they were found last; `GET /api/v1/reconciliation` compares. UTF-8 with a byte order mark, amounts in whole shillings. A cell that a spreadsheet would read as a formula starts with an apostrophe.',
  parameters: [date],
  answers: {
    200: { description: 'The file', content: { 'text/csv': { schema: { type: 'string' } } } },
  },
  writes: true,
})

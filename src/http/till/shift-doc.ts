// API reference of shifts and cash. The routes are in shift.ts.
import { Type } from '@sinclair/typebox'
import { Answer, Items } from '../../wire/answer.ts'
import {
  CashView,
  CloseShiftBody,
  MoveCashBody,
  OpenShiftBody,
  SellForCash,
  ShiftView,
  TillShiftView,
  VoidCash,
} from '../../wire/shift.ts'
import { AfterShift } from '../../wire/till.ts'
import {
  createJson,
  cursorParameters,
  inPath,
  inQuery,
  json,
  jsonAnswer,
  pageParameters,
  rangeParameters,
  routeDocs,
  timeFilterPattern,
} from '../docs/doc.ts'
import * as example from '../docs/example.ts'

const { guarded, guardedList, tillGuarded } = routeDocs('Till')

const id = inPath('id', 'The shift’s `id`')
const shift = jsonAnswer('The shift with its totals', Answer(200, ShiftView))
const closed = jsonAnswer('The closed shift', Answer(200, TillShiftView))

export const open = tillGuarded({
  id: 'openShift',
  summary: 'Open a shift',
  description:
    'A payment belongs to the shift of its till when it completes. Payments that completed after the last shift closed belong to the new one.',
  body: json(OpenShiftBody, example.openShift),
  answers: { 201: jsonAnswer('The shift', Answer(201, TillShiftView)) },
  idempotent: true,
  writes: true,
})

export const current = tillGuarded({
  id: 'getOpenShift',
  summary: 'Read the open shift (X report)',
  answers: {
    200: jsonAnswer(
      'The open shift or null, and the sales that the next shift will include',
      Answer(200, Type.Object({ shift: Type.Union([TillShiftView, Type.Null()]), after_shift: AfterShift })),
    ),
  },
})

export const move = tillGuarded({
  id: 'moveCash',
  summary: 'Record cash put into or taken out of the drawer',
  body: json(MoveCashBody, example.moveCash),
  answers: { 201: jsonAnswer('The shift, with this movement', Answer(201, TillShiftView)) },
  faults: ['invalid_state'],
  idempotent: true,
  writes: true,
})

export const close = tillGuarded({
  id: 'closeShift',
  summary: 'Count the drawer and close the shift (Z report)',
  description:
    'The report is final. Payments that complete later belong to the next shift of this till, and so do fees that a network reports later, as a line of count 0. The reports of a till add up to its completed payments and cash. A count below what is expected needs a `reason`; without one it is refused and recorded.',
  body: json(CloseShiftBody, example.closeShift),
  answers: { 200: closed },
  faults: ['invalid_state'],
  idempotent: true,
  writes: true,
})

/** The query parameters of the list, which its export also takes. */
export const listParameters = [
  ...pageParameters,
  inQuery('till', 'Shifts of this till', Type.String()),
  inQuery('cashier', 'Shifts that this person opened: a staff `id`', Type.String()),
  inQuery('state', 'Shifts in this state', Type.Union([Type.Literal('open'), Type.Literal('closed')])),
  inQuery(
    'open_from',
    'Shifts that are open, or were closed at this time or later: a date or a time, like `from`',
    Type.String({ pattern: timeFilterPattern, examples: ['2026-11-21'] }),
  ),
  ...rangeParameters,
]

export const list = guardedList('shifts', {
  id: 'listShifts',
  summary: 'List the shifts of all tills',
  description:
    '`from` and `to` are compared with the time at which a shift was opened. `open_from` and `to` together find the shifts that were open at some time in between.',
  parameters: [...listParameters, ...cursorParameters],
  answers: { 200: jsonAnswer('A page, newest first', Answer(200, Items(ShiftView))) },
})

export const get = guarded('shifts', {
  id: 'getShift',
  summary: 'Read a shift',
  description: 'With `.csv` after the id, the answer is a CSV file in which no cell is a formula.',
  parameters: [id],
  answers: {
    200: {
      description: 'The shift with its totals',
      content: { ...shift.content, 'text/csv': { schema: Type.String() } },
    },
  },
  faults: ['not_found'],
})

const sale = (status: 200 | 201) => jsonAnswer('The sale', Answer(status, CashView))

export const sell = tillGuarded({
  id: 'sellForCash',
  summary: 'Take cash',
  description:
    'Needs an open shift. With `payment_reference` the payment of the same sale is voided if it is pending. That is rejected when the payment is completed or its outcome is unknown. A payment or payment link is paid in cash once, unless that sale was voided.',
  body: createJson(SellForCash, example.sellForCash),
  answers: { 201: sale(201) },
  faults: ['invalid_state', 'conflict'],
  idempotent: true,
  writes: true,
})

export const giveBack = tillGuarded({
  id: 'voidCash',
  summary: 'Void a cash sale',
  description:
    'All that is left of the sale is given back from the drawer of the till’s open shift, and counts in that shift, also when the sale is of a closed one. `pin` is that of the cashier who is signed in. A refund of more than `cash_refund_approval_above`, together with what the same sale gave back before without a second person, also needs `approver_id` and `approver_pin` of another owner or admin. Five wrong PINs lock a person out of this till for a while.',
  parameters: [inPath('id', 'The sale’s `id`')],
  body: json(VoidCash, example.voidCash),
  answers: { 200: sale(200) },
  faults: ['invalid_state', 'not_found'],
  writes: true,
})

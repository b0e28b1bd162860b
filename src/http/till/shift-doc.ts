// What the API reference tells of shifts and cash, beside the routes in http/till/shift.ts and http/cash.ts.
import { Type } from '@sinclair/typebox'
import { Answer, Items } from '../../wire/answer.ts'
import {
  CashView,
  CloseShiftBody,
  MoveCashBody,
  OpenShiftBody,
  SellForCash,
  ShiftView,
  VoidCash,
} from '../../wire/shift.ts'
import { AfterShift } from '../../wire/till.ts'
import { answer, guarded, inPath, inQuery, json, pageParameters, tillGuarded } from '../docs/doc.ts'
import * as example from '../docs/example.ts'

const id = inPath('id', 'The shift’s `id`')
const shift = answer('The shift and what it took', Answer(200, ShiftView))

export const open = tillGuarded({
  id: 'openShift',
  tag: 'Till',
  summary: 'Open a shift',
  description:
    'A payment belongs to the shift of its till at the moment it completes; what completed since the last close is in this one already.',
  body: json(OpenShiftBody, example.openShift),
  answers: { 201: answer('The shift', Answer(201, ShiftView)) },
  idempotent: true,
  writes: true,
})

export const current = tillGuarded({
  id: 'getOpenShift',
  tag: 'Till',
  summary: 'The open shift until now (X report)',
  answers: {
    200: answer(
      'The shift, if one is open; and what waits for the next',
      Answer(200, Type.Object({ shift: Type.Union([ShiftView, Type.Null()]), after_shift: AfterShift })),
    ),
  },
})

export const move = tillGuarded({
  id: 'moveCash',
  tag: 'Till',
  summary: 'Take money out of the drawer, or put some in',
  body: json(MoveCashBody, example.moveCash),
  answers: { 201: answer('The shift with it', Answer(201, ShiftView)) },
  faults: ['invalid_state'],
  idempotent: true,
  writes: true,
})

export const close = tillGuarded({
  id: 'closeShift',
  tag: 'Till',
  summary: 'Count the drawer and close the shift (Z report)',
  description:
    'The report never changes again. What completes later falls to the next shift of this till; so does a fee that a network tells of later, as a line of count 0. All reports of a till together are its completed payments and cash, to the shilling.',
  body: json(CloseShiftBody, example.closeShift),
  answers: { 200: shift },
  faults: ['invalid_state'],
  idempotent: true,
  writes: true,
})

export const listParameters = [
  ...pageParameters,
  inQuery('till', 'Only of this till', Type.String()),
  inQuery('cashier', 'Only those that this person opened: the `id` of a member of staff', Type.String()),
  inQuery('state', 'Only these', Type.Union([Type.Literal('open'), Type.Literal('closed')])),
]

export const list = guarded('shifts', {
  id: 'listShifts',
  tag: 'Till',
  summary: 'List the shifts of all tills',
  parameters: listParameters,
  answers: { 200: answer('A page, newest first', Answer(200, Items(ShiftView))) },
})

export const get = guarded('shifts', {
  id: 'getShift',
  tag: 'Till',
  summary: 'Read a shift',
  description: 'With `.csv` behind the id it is a table for spreadsheets, in which no cell is a formula.',
  parameters: [id],
  answers: {
    200: {
      description: 'The shift and what it took',
      content: { ...shift.content, 'text/csv': { schema: Type.String() } },
    },
  },
  faults: ['not_found'],
})

const sale = (status: 200 | 201) => answer('The sale', Answer(status, CashView))

export const sell = tillGuarded({
  id: 'sellForCash',
  tag: 'Till',
  summary: 'Take cash',
  description:
    'Needs an open shift. With `payment_reference` the pending payment of the same sale is voided in the same moment: refused while the network may still say that it was paid, and after it was.',
  body: json(SellForCash, example.sellForCash),
  answers: { 201: sale(201) },
  faults: ['invalid_state', 'conflict'],
  idempotent: true,
  writes: true,
})

export const giveBack = tillGuarded({
  id: 'voidCash',
  tag: 'Till',
  summary: 'Void a cash sale',
  description: 'In its own shift only, while that is open.',
  parameters: [inPath('id', 'The sale’s `id`')],
  body: json(VoidCash, example.voidCash),
  answers: { 200: sale(200) },
  faults: ['invalid_state', 'not_found'],
  writes: true,
})

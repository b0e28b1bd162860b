// What the API reference tells of printers and printing, beside the routes in http/till/print.ts.
import { Answer, Message } from '../../wire/answer.ts'
import { PrintAtTill, PrintedView, SetPrinter, TestPrinter } from '../../wire/printer.ts'
import { TillView } from '../../wire/till.ts'
import { answer, guarded, inPath, json, tillGuarded } from '../docs/doc.ts'
import * as example from '../docs/example.ts'

const id = inPath('id', 'The till’s `id`')
const till = answer('The till', Answer(200, TillView))
const printed = answer('The printer took the page and closed the connection', Message)
const tried =
  'Tried once, for ten seconds at most: `network_unavailable` means that nothing was printed, `outcome_unknown` that some of it may be on paper, so look before you ask again, `conflict` that the printer is busy.'

export const set = guarded('tills', {
  id: 'setPrinter',
  tag: 'Till',
  summary: 'Give a till its receipt printer',
  description:
    'An ESC/POS printer that takes bytes on a TCP port. It must stand in the shop’s own network; a name is resolved at each page.',
  parameters: [id],
  body: json(SetPrinter, example.setPrinter),
  answers: { 200: till },
  faults: ['invalid_state', 'not_found'],
  writes: true,
})

export const remove = guarded('tills', {
  id: 'removePrinter',
  tag: 'Till',
  summary: 'Take the receipt printer from a till',
  description: 'The till prints in its browser then.',
  parameters: [id],
  answers: { 200: till },
  faults: ['invalid_state', 'not_found'],
  writes: true,
})

export const test = guarded('tills', {
  id: 'testPrinter',
  tag: 'Till',
  summary: 'Print a test page',
  description: tried,
  parameters: [id],
  body: json(TestPrinter, example.testPrinter, false),
  answers: { 200: printed },
  faults: ['invalid_state', 'not_found', 'conflict', 'network_unavailable', 'outcome_unknown'],
})

export const print = tillGuarded({
  id: 'printAtTill',
  tag: 'Till',
  summary: 'Print a bill, a receipt or a report',
  description: `What this till sold, and its own shifts. A bill is of a pending payment, a receipt of a completed one. ${tried}`,
  body: json(PrintAtTill, example.printAtTill),
  answers: { 200: answer('The printer took the page and closed the connection', Answer(200, PrintedView)) },
  faults: ['invalid_state', 'not_found', 'conflict', 'network_unavailable', 'outcome_unknown'],
})

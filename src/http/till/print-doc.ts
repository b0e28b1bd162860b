// API reference of printers and printing. The routes are in print.ts.
import { Answer, Message } from '../../wire/answer.ts'
import { PrintAtTill, PrintedView, SetPrinter, TestPrinter } from '../../wire/printer.ts'
import { TillView } from '../../wire/till.ts'
import { createJson, inPath, json, jsonAnswer, routeDocs } from '../docs/doc.ts'
import * as example from '../docs/example.ts'

const { guarded, tillGuarded } = routeDocs('Till')

const id = inPath('id', 'The till’s `id`')
const till = jsonAnswer('The till', Answer(200, TillView))
const printed = jsonAnswer('The printer took the page and closed the connection', Message)
const printingNote =
  'Tried once, for at most ten seconds. `network_unavailable`: nothing was printed. `outcome_unknown`: part of the page may be printed, so look at the paper before you repeat the request. `conflict`: the printer is busy.'

export const set = guarded('tills', {
  id: 'setPrinter',
  summary: 'Set the receipt printer of a till',
  description:
    'An ESC/POS printer on a TCP port. It must be in the local network, on a port of printers (9100 to 9109). The owner of the first merchant may name another port, and this server’s own computer. A host name is resolved for each page.',
  parameters: [id],
  body: json(SetPrinter, example.setPrinter),
  answers: { 200: till },
  faults: ['invalid_state', 'not_found'],
  writes: true,
})

export const remove = guarded('tills', {
  id: 'removePrinter',
  summary: 'Remove the receipt printer of a till',
  description: 'The till then prints from its browser.',
  parameters: [id],
  answers: { 200: till },
  faults: ['invalid_state', 'not_found'],
  writes: true,
})

export const test = guarded('tills', {
  id: 'testPrinter',
  summary: 'Print a test page',
  description: printingNote,
  parameters: [id],
  body: createJson(TestPrinter, example.testPrinter, { required: false }),
  answers: { 200: printed },
  faults: ['invalid_state', 'not_found', 'conflict', 'network_unavailable', 'outcome_unknown'],
})

export const print = tillGuarded({
  id: 'printAtTill',
  summary: 'Print a bill, a receipt or a report',
  description: `Sales and shifts of this till. A pending payment has a bill; a completed payment and a refund have a receipt. ${printingNote}`,
  body: json(PrintAtTill, example.printAtTill),
  answers: {
    200: jsonAnswer('The printer took the page and closed the connection', Answer(200, PrintedView)),
  },
  faults: ['invalid_state', 'not_found', 'conflict', 'network_unavailable', 'outcome_unknown'],
})

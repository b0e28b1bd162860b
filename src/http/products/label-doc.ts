// API reference of labels. The route is in label.ts.
import { receiptLabelsMax } from '../../domain/label.ts'
import { Answer } from '../../wire/answer.ts'
import { LabelsPrintedView, PrintLabels } from '../../wire/printer.ts'
import { guardedDoc, inPath, json, jsonAnswer } from '../docs/doc.ts'
import * as example from '../docs/example-product.ts'

export const print = guardedDoc('products', {
  id: 'printLabels',
  tag: 'Products',
  summary: 'Print labels on a receipt printer',
  description: `Name, price and barcode of products, on the receipt printer of a till, with a line to cut along after each. At most ${receiptLabelsMax} labels in a request, so that receipts of the till do not wait for long. The barcode is the first one of the product, or its SKU: as EAN-13, EAN-8 or UPC-A if it is one, otherwise as Code 128. Tried once, for at most ten seconds. \`network_unavailable\`: nothing was printed. \`outcome_unknown\`: part of it may be printed, so look at the paper before you repeat the request. \`conflict\`: the printer is busy.`,
  parameters: [inPath('id', 'The till’s `id`')],
  body: json(PrintLabels, example.printLabels),
  answers: {
    200: jsonAnswer('The printer took the page and closed the connection', Answer(200, LabelsPrintedView)),
  },
  faults: ['invalid_state', 'not_found', 'conflict', 'network_unavailable', 'outcome_unknown'],
})

// Printers and printing in the API.
import { type Static, Type } from '@sinclair/typebox'
import { receiptLabelsMax } from '../domain/label.ts'
import { paperLanguages } from '../domain/paper-word.ts'
import { type Printer, paperWidths, printerPortDefault } from '../domain/printer.ts'
import { catalogMax } from '../domain/product.ts'

const Paper = Type.Union(
  paperWidths.map(paper => Type.Literal(paper)),
  { description: 'The paper width in millimetres' },
)
const Auto = Type.Boolean({ description: 'Print a receipt automatically when a sale is paid' })

export const PrinterView = Type.Object(
  { host: Type.String(), port: Type.Integer(), paper: Paper, auto: Auto },
  { title: 'Printer', description: 'An ESC/POS printer in the local network' },
)
export const TillPrinterView = Type.Object({ paper: Paper, auto: Auto }, { title: 'TillPrinter' })

export const SetPrinter = Type.Object(
  {
    host: Type.String({
      minLength: 1,
      maxLength: 260,
      description: 'An address or name in the local network: private or link-local',
    }),
    port: Type.Optional(Type.Integer({ default: printerPortDefault })),
    paper: Paper,
    auto: Type.Optional(
      Type.Boolean({ default: false, description: 'Print a receipt automatically when a sale is paid' }),
    ),
  },
  { title: 'SetPrinter' },
)

/** Returns the printer that a request sets, with the defaults: port 9100, no automatic receipts. */
export const readSetPrinter = ({ host, port, paper, auto }: Static<typeof SetPrinter>): Printer => ({
  host,
  port: port ?? printerPortDefault,
  paper,
  auto: auto ?? false,
})

const Language = Type.Union(
  paperLanguages.map(language => Type.Literal(language)),
  { default: 'en', description: 'The language of the printed text' },
)
export const TestPrinter = Type.Object({ language: Type.Optional(Language) }, { title: 'TestPrinter' })

const printedThings = ['bill', 'receipt', 'refund', 'report'] as const
export const PrintAtTill = Type.Object(
  {
    what: Type.Union(
      printedThings.map(what => Type.Literal(what)),
      {
        description:
          '`bill` of a pending payment · `receipt` of a completed payment or a cash sale · `refund` receipt · `report` of a shift',
      },
    ),
    reference: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 60,
        description: 'The payment or cash sale of a bill or receipt, or the refund',
      }),
    ),
    shift_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 60, description: 'For a report. Default: the open shift' }),
    ),
    once: Type.Optional(
      Type.Boolean({
        description:
          'Not if it was asked for with `once` before: for receipts that print by themselves, whichever tab hears first',
      }),
    ),
    language: Type.Optional(Language),
  },
  { title: 'PrintAtTill' },
)
export type PrintAtTill = Static<typeof PrintAtTill>

export const PrintLabels = Type.Object(
  {
    labels: Type.Array(
      Type.Object(
        {
          product_id: Type.String({ maxLength: 100 }),
          variation_id: Type.Optional(
            Type.String({ maxLength: 100, description: 'Default: a label of each variation' }),
          ),
          pack: Type.Optional(
            Type.String({
              maxLength: catalogMax.unit,
              description:
                'The name of a pack: the label shows its price and barcode instead of those of a piece',
            }),
          ),
          copies: Type.Optional(Type.Integer({ minimum: 1, maximum: receiptLabelsMax, default: 1 })),
        },
        { title: 'LabelOrder' },
      ),
      {
        minItems: 1,
        maxItems: receiptLabelsMax,
        description: `At most ${receiptLabelsMax} labels with all copies`,
      },
    ),
    wholesale: Type.Optional(
      Type.Boolean({ default: false, description: 'Print the wholesale price, too, if there is one' }),
    ),
    language: Type.Optional(Language),
  },
  { title: 'PrintLabels' },
)
export type PrintLabels = Static<typeof PrintLabels>

export const LabelsPrintedView = Type.Object(
  {
    printed: Type.Integer({ description: 'How many labels' }),
    without_bars: Type.Integer({
      description:
        'How many of them have no bars: their item has no code, one with letters that no barcode has, or one that is too long for the paper',
    }),
  },
  { title: 'LabelsPrinted' },
)

export const PrintedView = Type.Object(
  { printed: Type.Boolean({ description: 'False when `once` prevented a second print' }) },
  { title: 'Printed' },
)
export type PrintedView = Static<typeof PrintedView>

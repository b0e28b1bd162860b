// Printers and printing on HTTP.
import { type Static, Type } from '@sinclair/typebox'
import { paperLanguages } from '../domain/paper-word.ts'
import { type Printer, papers, usualPort } from '../domain/printer.ts'

const Paper = Type.Union(
  papers.map(paper => Type.Literal(paper)),
  { description: 'Millimetres of the roll' },
)
const Auto = Type.Boolean({ description: 'Receipts print by themselves when a sale is paid' })

export const PrinterView = Type.Object(
  { host: Type.String(), port: Type.Integer(), paper: Paper, auto: Auto },
  { title: 'Printer', description: 'An ESC/POS printer in the shop’s network' },
)
export const TillPrinterView = Type.Object({ paper: Paper, auto: Auto }, { title: 'TillPrinter' })

export const SetPrinter = Type.Object(
  {
    host: Type.String({
      minLength: 1,
      maxLength: 260,
      description: 'Its address or name in the shop’s own network: private, link-local or this computer',
    }),
    port: Type.Optional(Type.Integer({ default: usualPort })),
    paper: Paper,
    auto: Type.Optional(
      Type.Boolean({ default: false, description: 'Print receipts by themselves when a sale is paid' }),
    ),
  },
  { title: 'SetPrinter' },
)

/** What was asked for, with what is usual where nothing was said. */
export const readSetPrinter = ({ host, port, paper, auto }: Static<typeof SetPrinter>): Printer => ({
  host,
  port: port ?? usualPort,
  paper,
  auto: auto ?? false,
})

const Language = Type.Union(
  paperLanguages.map(language => Type.Literal(language)),
  { default: 'en', description: 'Of the words on the paper' },
)
export const TestPrinter = Type.Object({ language: Type.Optional(Language) }, { title: 'TestPrinter' })

const printedThings = ['bill', 'receipt', 'report'] as const
export const PrintAtTill = Type.Object(
  {
    what: Type.Union(
      printedThings.map(what => Type.Literal(what)),
      {
        description:
          '`bill` of a pending payment · `receipt` of a completed payment or a cash sale · `report` of a shift',
      },
    ),
    reference: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 60,
        description: 'Of the payment or the cash sale; for a bill or a receipt',
      }),
    ),
    shift_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 60, description: 'For a report; the open shift when left out' }),
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

export const PrintedView = Type.Object(
  { printed: Type.Boolean({ description: 'False where it was asked for with `once` before' }) },
  { title: 'Printed' },
)
export type PrintedView = Static<typeof PrintedView>

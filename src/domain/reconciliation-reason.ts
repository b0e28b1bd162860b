// Reasons of faults about reconciliation. Part of fault-reason.ts.
import type { FaultEntry } from './fault-entry.ts'

export const reconciliationReasons = {
  difference_not_found: {
    kind: 'not_found',
    message: 'there is no difference {id}',
    cure: 'GET /api/v1/reconciliation lists those of a day.',
  },
  difference_ended: {
    kind: 'invalid_state',
    message: 'this difference is cured, or marked as seen already',
    cure: 'Nothing is left to do; reload the day.',
  },
  difference_unanswered: {
    kind: 'network_unavailable',
    message: 'the network gave no answer',
    cure: 'Try again in a few minutes.',
  },
  settlement_file_unreadable: {
    kind: 'validation_error',
    message:
      'this file has no columns that name an amount and an order or a receipt: upload the CSV that the network gives, not a workbook or a PDF',
  },
  settlement_file_too_long: {
    kind: 'validation_error',
    field: 'body',
    message: 'the file has more than {max} rows, and none was compared: download the rows of this day only',
  },
  settlement_file_rows_unreadable: {
    kind: 'validation_error',
    message:
      'no row of this file could be compared, and {rows} could not be read: numbers that a spreadsheet rounded (2.82509E+13), dates, amounts or states',
    cure: 'Download the file again, and upload it without opening it in a spreadsheet.',
  },
  settlement_file_other_day: {
    kind: 'validation_error',
    message: 'no row of this file belongs to {date}',
    cure: 'Choose the day of the file.',
  },
} as const satisfies Readonly<Record<string, FaultEntry>>

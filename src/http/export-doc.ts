// What the API reference tells of exports.
import { actParameters } from './act.ts'
import { guarded, type Parameter } from './doc.ts'
import { searchParameters } from './payment-doc.ts'
import { listParameters as payoutParameters } from './payout-doc.ts'
import { listParameters as sessionParameters } from './session-doc.ts'

/** @param parameters of the list it exports; pages it has none */
const csv = (id: string, what: string, parameters: readonly Parameter[]) =>
  guarded('export', {
    id,
    tag: 'Desk',
    summary: `Export ${what} as CSV`,
    description:
      'Takes the filters of the list. UTF-8 with its mark, amounts in whole shillings; a cell that a spreadsheet would take for a formula begins with an apostrophe. A plain link works: a browser names its account by `?account=`.',
    parameters: parameters.filter(({ name }) => name !== 'limit' && name !== 'offset'),
    answers: { 200: { description: 'The file, newest first', content: { 'text/csv': { schema: { type: 'string' } } } } },
    writes: true,
  })

export const payments = csv('exportPayments', 'payments', searchParameters)
export const payouts = csv('exportPayouts', 'payouts', payoutParameters)
export const sessions = csv('exportSessions', 'sessions', sessionParameters)
export const acts = csv('exportActs', 'acts', actParameters)

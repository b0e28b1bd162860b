// API reference of the CSV exports. The routes are in export.ts and export-list.ts.

import { listParameters as profileParameters } from '../checkout/profile-doc.ts'
import { listParameters as sessionParameters } from '../checkout/session-doc.ts'
import { filtersOf, guardedListDoc, type Parameter } from '../docs/doc.ts'
import { searchParameters } from '../payments/payment-doc.ts'
import { listParameters as unmatchedParameters } from '../payments/unmatched.ts'
import { listParameters as payoutParameters } from '../payouts/payout-doc.ts'
import { listParameters as refundParameters } from '../refunds/refund-doc.ts'
import { listParameters as shiftParameters } from '../till/shift-doc.ts'
import { listParameters as deliveryParameters } from '../webhooks/delivery-doc.ts'
import { listParameters as eventParameters } from '../webhooks/event-doc.ts'
import { auditLogParameters } from './audit-log.ts'
import { parameters as saleParameters } from './sale-list-doc.ts'

/**
 * Describes a CSV export.
 * @param id of the operation
 * @param what the rows are, for the summary
 * @param parameters of the list; only its filters are taken
 */
export const csv = (id: string, what: string, parameters: readonly Parameter[]) =>
  guardedListDoc('export', {
    id,
    tag: 'Reports',
    summary: `Export ${what} as CSV`,
    description:
      'Takes the filters of the list. UTF-8 with a byte order mark, amounts in whole shillings. A cell that a spreadsheet would read as a formula starts with an apostrophe. Browsers can link to it and select the account with `?account=`.',
    parameters: filtersOf(parameters),
    answers: {
      200: { description: 'The file, newest first', content: { 'text/csv': { schema: { type: 'string' } } } },
    },
    writes: true,
  })

export const payments = csv('exportPayments', 'payments', searchParameters)
export const sales = csv('exportSales', 'payments and cash sales', saleParameters)
export const payouts = csv('exportPayouts', 'payouts', payoutParameters)
export const refunds = csv('exportRefunds', 'refunds', refundParameters)
export const sessions = csv('exportSessions', 'sessions', sessionParameters)
export const auditLog = csv('exportAuditLog', 'the audit log', auditLogParameters)
export const deliveries = csv('exportDeliveries', 'webhook deliveries', deliveryParameters)
export const events = csv('exportEvents', 'events', eventParameters)
export const shifts = csv('exportShifts', 'shifts', shiftParameters)
export const unmatched = csv('exportUnmatched', 'unmatched money', unmatchedParameters)
export const keys = csv('exportKeys', 'the API keys', [])
export const staff = csv('exportStaff', 'the staff', [])
export const tills = csv('exportTills', 'the tills', [])
export const profiles = csv('exportProfiles', 'the profiles', profileParameters)

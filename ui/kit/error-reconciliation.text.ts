// What a page says of errors of reconciliation. Part of errors.text.ts.
import type { reconciliationReasons } from '../../src/domain/reconciliation-reason.ts'
import { gone, type Text } from './error-shared.text.ts'

export const reconciliationTexts = {
  difference_not_found: gone,
  difference_ended: [
    'This was already resolved. Reload the page.',
    'Hili limeshaamuliwa. Pakia ukurasa upya.',
  ],
  difference_unanswered: [
    'The network did not answer. Try again in a few minutes.',
    'Mtandao haujajibu. Jaribu tena baada ya dakika chache.',
  ],
  settlement_file_unreadable: [
    'No amount and reference columns found. Upload the CSV from the network.',
    'Safu za kiasi na kumbukumbu hazijapatikana. Pakia CSV ya mtandao.',
  ],
  settlement_file_other_day: [
    'No row of this file is from {{date}}. Choose its day.',
    'Hakuna mstari wa {{date}} kwenye faili hili. Chagua siku yake.',
  ],
} as const satisfies Readonly<Record<keyof typeof reconciliationReasons, Text>>

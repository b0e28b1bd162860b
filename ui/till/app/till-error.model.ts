// Why the box refused what a cashier did, in the till's own words: its messages are for whoever reads English
// and field names.
import type { ApiError } from '../../kit/api.ts'

export type TillAction = 'charge' | 'cash' | 'void_cash' | 'push' | 'complete'
export type TillErrorText =
  | 'refused_cash_state'
  | 'refused_cash_wait'
  | 'refused_void_cash'
  | 'refused_push'
  | 'refused_complete_receipt'
  | 'refused_complete_form'
  | 'refused_complete'

const words: Readonly<Record<TillAction, Readonly<Record<string, TillErrorText>>>> = {
  charge: {},
  cash: { invalid_state: 'refused_cash_state', conflict: 'refused_cash_wait' },
  void_cash: { invalid_state: 'refused_void_cash' },
  push: { invalid_state: 'refused_push', conflict: 'refused_push' },
  complete: {
    invalid_state: 'refused_complete',
    conflict: 'refused_complete_receipt',
    'validation_error receipt_number': 'refused_complete_form',
  },
}

/** The word for it; undefined where what all pages say of such trouble is as good. */
export function tillErrorOf(apiError: ApiError, act: TillAction): TillErrorText | undefined {
  if (apiError.kind !== 'refused') return undefined
  const { errorCode, fields } = apiError
  return words[act][errorCode] ?? words[act][`${errorCode} ${fields[0]}`]
}

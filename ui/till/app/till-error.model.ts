// API errors that the till explains in its own words, by what the cashier was doing.
import type { ApiError } from '../../kit/api.ts'

export type TillAction = 'charge' | 'cash' | 'void_cash' | 'push' | 'confirm'
export type TillErrorText =
  | 'error_cash_state'
  | 'error_cash_wait'
  | 'error_void_cash'
  | 'error_push'
  | 'error_confirm_receipt'
  | 'error_confirm_form'
  | 'error_confirm'

const textKeys: Readonly<Record<TillAction, Readonly<Record<string, TillErrorText>>>> = {
  charge: {},
  cash: { invalid_state: 'error_cash_state', conflict: 'error_cash_wait' },
  void_cash: { invalid_state: 'error_void_cash' },
  push: { invalid_state: 'error_push', conflict: 'error_push' },
  confirm: {
    invalid_state: 'error_confirm',
    conflict: 'error_confirm_receipt',
    'validation_error receipt_number': 'error_confirm_form',
  },
}

/** The text key; undefined where the general error text of all pages fits. */
export function tillErrorOf(apiError: ApiError, action: TillAction): TillErrorText | undefined {
  if (apiError.kind !== 'refused') return undefined
  const { errorCode, fields } = apiError
  return textKeys[action][errorCode] ?? textKeys[action][`${errorCode} ${fields[0]}`]
}

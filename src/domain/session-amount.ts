// The amount of a session: fixed by the merchant, or chosen by the customer between two bounds. Whole
// shillings.
import { badField } from './fault.ts'
import { amountMax, amountMin } from './payment-limit.ts'
import type { Session } from './session.ts'

type SessionAmount = Pick<Session, 'amount' | 'allowCustomAmount' | 'amountMin' | 'amountMax'>

/** The fields of a merchant's request. */
export interface AmountFields {
  readonly amount?: number
  readonly allow_custom_amount?: boolean
  readonly min_amount?: number
  readonly max_amount?: number
}

const amountBounds = { min: amountMin, max: amountMax }

/**
 * Reads the amount of a request in whole shillings: fixed, or two bounds between which the customer chooses.
 * With bounds, `amount` is only a suggestion, and 0 if there is none.
 * @throws Fault `validation_error` naming the field that is missing or out of range
 */
export function sessionAmount(fields: AmountFields): SessionAmount {
  const { amount = 0, min_amount: min, max_amount: max } = fields
  if (!fields.allow_custom_amount) {
    if (fields.amount === undefined) throw badField('amount', 'required_for_fixed_amount')
    if (amount < amountMin) throw badField('amount', 'out_of_range', amountBounds)
    return { amount, allowCustomAmount: false, amountMin: 0, amountMax: 0 }
  }
  if (min === undefined) throw badField('min_amount', 'required_for_custom_amount')
  if (max === undefined) throw badField('max_amount', 'required_for_custom_amount')
  if (min < amountMin) throw badField('min_amount', 'out_of_range', amountBounds)
  if (max <= min) throw badField('max_amount', 'max_not_above_min', { min: min + 1, max: amountMax })
  if (amount !== 0 && amount < amountMin) throw badField('amount', 'out_of_range', amountBounds)
  if (amount !== 0 && (amount < min || amount > max))
    throw badField('amount', 'suggested_amount_out_of_range', { min, max })
  return { amount, allowCustomAmount: true, amountMin: min, amountMax: max }
}

/** Whether a customer may pay the chosen amount. A session with a fixed amount ignores the choice. */
export function isPayableAmount(session: SessionAmount, chosen: number | undefined): boolean {
  if (!session.allowCustomAmount) return true
  return chosen !== undefined && chosen >= session.amountMin && chosen <= session.amountMax
}

/**
 * Returns what the customer pays, in whole shillings: the fixed amount, or the amount that they chose.
 * @throws Fault `validation_error` naming `amount` when it must be chosen and is missing or out of range
 */
export function amountToPay(session: SessionAmount, chosen: number | undefined): number {
  const { allowCustomAmount, amount, amountMin: min, amountMax: max } = session
  if (!allowCustomAmount) return amount
  if (chosen === undefined) throw badField('amount', 'amount_required', { min, max })
  if (!isPayableAmount(session, chosen)) throw badField('amount', 'out_of_range', { min, max })
  return chosen
}

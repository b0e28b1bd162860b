// The lines of a receipt or bill, as keys of the till's texts.
import { moneyOf, tokenDigits } from '../../kit/money.ts'
import { phoneOf } from '../../kit/time.ts'
import { noteIn, type Sale } from '../sale/sale.model.ts'

type FactName =
  | 'paper_method'
  | 'paid_by'
  | 'paid_from'
  | 'cash_given'
  | 'paper_change'
  | 'paid_number'
  | 'paid_receipt'
  | 'paper_reference'
  | 'note'
export type Fact = readonly [name: FactName, value: string]

export type PaperMethod = 'qr' | 'push' | 'card' | 'cash'
const methods = { 'dynamic-qr': 'qr', mobile: 'push', card: 'card' } as const

/** How it was, or is to be, paid. */
export const methodOf = ({ cash, payment }: Pick<Sale, 'cash' | 'payment'>): PaperMethod =>
  cash ? 'cash' : payment ? methods[payment.payment_type] : 'qr'

/** When it was sold: paid, or else begun; ISO, empty while the server has not answered. */
export const momentIn = ({ cash, payment }: Pick<Sale, 'cash' | 'payment'>): string =>
  cash?.done?.created_at ?? payment?.completed_at ?? payment?.created_at ?? ''

/** @param provider the customer's brand */
export function factsOf(sale: Sale, provider: string): Fact[] {
  const { payment, cash } = sale
  const facts: Fact[] = cash?.done
    ? [
        ['cash_given', moneyOf(cash.done.given)],
        ['paper_change', moneyOf(cash.done.change)],
        ['paper_reference', cash.done.id],
      ]
    : payment
      ? [
          ['paid_by', payment.status === 'completed' ? provider : ''],
          ['paid_from', payment.status === 'completed' ? phoneOf(payment.customer.phone) : ''],
          ['paid_number', tokenDigits(payment.payment_token)],
          ['paid_receipt', payment.external_reference],
          ['paper_reference', payment.reference],
        ]
      : []
  const all: Fact[] = [['note', noteIn(sale.order)], ...facts]
  return all.filter(([, value]) => value !== '')
}

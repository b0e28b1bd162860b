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

/** Returns how the sale was paid or is to be paid. */
export function methodOf({ cash, payment }: Pick<Sale, 'cash' | 'payment'>): PaperMethod {
  if (cash) return 'cash'
  return payment ? methods[payment.payment_type] : 'qr'
}

/** Returns the ISO time when the sale was paid, or begun if unpaid; empty before the server has answered. */
export const saleTimeOf = ({ cash, payment }: Pick<Sale, 'cash' | 'payment'>): string =>
  cash?.done?.created_at ?? payment?.completed_at ?? payment?.created_at ?? ''

/** Returns the facts of a sale that are not empty. `provider` is the name of the customer's brand. */
export function factsOf(sale: Sale, provider: string): Fact[] {
  const facts: Fact[] = [['note', noteIn(sale.order)], ...outcomeFacts(sale, provider)]
  return facts.filter(([, value]) => value !== '')
}

/** Returns the facts of the cash or the payment, some empty; none while the server has not answered. */
function outcomeFacts({ payment, cash }: Sale, provider: string): Fact[] {
  if (cash?.done)
    return [
      ['cash_given', moneyOf(cash.done.given)],
      ['paper_change', moneyOf(cash.done.change)],
      ['paper_reference', cash.done.id],
    ]
  if (!payment) return []
  const isPaid = payment.status === 'completed'
  return [
    ['paid_by', isPaid ? provider : ''],
    ['paid_from', isPaid ? phoneOf(payment.customer.phone) : ''],
    ['paid_number', tokenDigits(payment.payment_token)],
    ['paid_receipt', payment.external_reference],
    ['paper_reference', payment.reference],
  ]
}

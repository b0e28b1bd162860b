// What a customer is shown of the till's sale: less than the cashier, and never a number.
import { faceOf, type Sale } from '../till/sale.model.ts'

export type Shown =
  | { readonly kind: 'idle' }
  /** Asked to pay, by the code on this screen or on their own phone. */
  | { readonly kind: 'scan'; readonly sale: Sale }
  | { readonly kind: 'phone'; readonly sale: Sale }
  | { readonly kind: 'link'; readonly sale: Sale }
  | { readonly kind: 'wait'; readonly sale: Sale }
  | { readonly kind: 'paid'; readonly sale: Sale; readonly change: number }
  | { readonly kind: 'unpaid'; readonly sale: Sale }

/** A sale that was opened from the list is the cashier's business alone. */
export function shownOf(sale: Sale | undefined): Shown {
  if (!sale || sale.key === '') return { kind: 'idle' }
  switch (faceOf(sale)) {
    case 'asking':
      return sale.cash ? { kind: 'idle' } : { kind: 'wait', sale }
    case 'waiting':
      if (sale.link) return { kind: sale.payment ? 'phone' : 'link', sale }
      return { kind: sale.payment?.payment_type === 'mobile' ? 'phone' : 'scan', sale }
    case 'unknown':
      return { kind: 'wait', sale }
    case 'paid':
      return { kind: 'paid', sale, change: sale.cash?.done?.change ?? 0 }
    case 'failed':
    case 'expired':
      return { kind: 'unpaid', sale }
    case 'voided':
      return { kind: 'idle' }
  }
}

// A payment, payout or refund whose network has given no outcome.
import type { Attempt } from './attempt.ts'
import type { Payment } from './payment.ts'
import type { Payout } from './payout.ts'

export type UnknownOrder =
  | { readonly kind: 'payment'; readonly payment: Payment; readonly attempt: Attempt }
  | { readonly kind: 'payout' | 'refund'; readonly payout: Payout }

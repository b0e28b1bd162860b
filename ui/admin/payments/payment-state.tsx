// A payment's status as a chip. It also shows that unmatched money was received for it.
import { useTranslation } from 'react-i18next'
import type { Payment } from '../../kit/payment.ts'
import { StateChip } from '../parts/figure.tsx'
import {
  type ListedSale,
  paymentStateChips,
  paymentStateOf,
  refundStateOf,
  refundStateOfSum,
  saleAmountOf,
  unmatchedStateOf,
} from './payment.model.ts'

interface SaleStateProps {
  readonly sale: ListedSale
  readonly unmatched: ReadonlySet<string>
}

/**
 * Draws the state of a sale in the list. `unmatched` holds the references of payments with unmatched money.
 */
export const SaleStateChip = ({ sale, unmatched }: SaleStateProps) =>
  sale.payment ? (
    <PaymentStateChip payment={sale.payment} hasUnmatched={unmatched.has(sale.reference)} />
  ) : (
    <CashStateChip sale={sale} />
  )

/** Draws the state of a cash sale: paid, or refunded in full or in part. */
export function CashStateChip({ sale }: { readonly sale: ListedSale }) {
  const { t } = useTranslation('payments')
  const refundState = refundStateOfSum(saleAmountOf(sale), sale.refunded)
  return refundState ? (
    <StateChip tone="neutral" icon="again" text={t(`state_${refundState}`)} />
  ) : (
    <StateChip {...paymentStateChips.completed} text={t('state_completed')} />
  )
}

interface PaymentStateProps {
  readonly payment: Payment
  /** Money was received for it that is not resolved yet. */
  readonly hasUnmatched: boolean
}

/**
 * Draws the state of a payment. Unresolved unmatched money is shown first, then refunds, then the status
 * itself.
 */
export function PaymentStateChip({ payment, hasUnmatched }: PaymentStateProps) {
  const { t } = useTranslation('payments')
  const state = paymentStateOf(payment)
  const unmatched = hasUnmatched && unmatchedStateOf(state)
  if (unmatched) return <StateChip tone="warning" icon="inbox" text={t(unmatched)} />
  const refunded = refundStateOf(payment)
  if (refunded) return <StateChip tone="neutral" icon="again" text={t(`state_${refunded}`)} />
  return <StateChip {...paymentStateChips[state]} text={t(`state_${state}`)} />
}

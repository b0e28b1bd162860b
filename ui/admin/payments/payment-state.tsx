// A payment's status as a chip. It also shows that unmatched money was received for it.
import { useTranslation } from 'react-i18next'
import type { Payment } from '../../kit/payment.ts'
import { StateChip } from '../parts/figure.tsx'
import {
  type ListedSale,
  paymentStateChips,
  paymentStateOf,
  refundedStateOf,
  unmatchedStateOf,
} from './payment.model.ts'

/** Of a cash sale: paid, until it was refunded. */
export function CashStateChip({ isRefunded }: { readonly isRefunded: boolean }) {
  const { t } = useTranslation('payments')
  return isRefunded ? (
    <StateChip tone="neutral" icon="cash" text={t('state_refunded')} />
  ) : (
    <StateChip {...paymentStateChips.completed} text={t('state_completed')} />
  )
}

interface SaleStateProps {
  readonly sale: ListedSale
  readonly unmatched: ReadonlySet<string>
}

export const SaleStateChip = ({ sale: { payment, cash, reference }, unmatched }: SaleStateProps) =>
  payment ? (
    <PaymentStateChip payment={payment} hasUnmatched={unmatched.has(reference)} />
  ) : (
    <CashStateChip isRefunded={cash?.state === 'voided'} />
  )

interface PaymentStateProps {
  readonly payment: Payment
  /** Money was received for it that is not resolved yet. */
  readonly hasUnmatched: boolean
}

export function PaymentStateChip({ payment, hasUnmatched }: PaymentStateProps) {
  const { t } = useTranslation('payments')
  const state = paymentStateOf(payment)
  const unmatched = hasUnmatched && unmatchedStateOf(state)
  if (unmatched) return <StateChip tone="warning" icon="inbox" text={t(unmatched)} />
  const refunded = refundedStateOf(payment)
  if (refunded) return <StateChip tone="neutral" icon="again" text={t(`state_${refunded}`)} />
  return <StateChip {...paymentStateChips[state]} text={t(`state_${state}`)} />
}

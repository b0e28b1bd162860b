// A payment's status as a chip. It also shows that unmatched money was received for it.
import { useTranslation } from 'react-i18next'
import type { Payment } from '../../kit/payment.ts'
import { StateChip } from '../parts/figure.tsx'
import { paymentStateChips, paymentStateOf, unmatchedStateOf } from './payment.model.ts'

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
  return <StateChip {...paymentStateChips[state]} text={t(`state_${state}`)} />
}

// A payment's status as a chip. It also shows that unmatched money was received for it.
import { useTranslation } from 'react-i18next'
import type { Payment } from '../../kit/payment.ts'
import { State } from '../parts/figure.tsx'
import { stateLook, stateOf, unmatchedStateOf } from './payment.model.ts'

interface PaymentStateProps {
  readonly payment: Payment
  /** Money was received for it that is not resolved yet. */
  readonly hasUnmatched: boolean
}

export function PaymentState({ payment, hasUnmatched }: PaymentStateProps) {
  const { t } = useTranslation('payments')
  const state = stateOf(payment)
  const unmatched = hasUnmatched && unmatchedStateOf(state)
  if (unmatched) return <State tone="doubt" icon="inbox" text={t(unmatched)} />
  return <State {...stateLook[state]} text={t(`state_${state}`)} />
}

// How a payment stands, as a chip; also that money came which does not fit it.
import { useTranslation } from 'react-i18next'
import type { Payment } from '../../kit/payment.ts'
import { State } from '../parts/figure.tsx'
import { markOf, stateLook, stateOf } from './payment.model.ts'

interface PaymentStateProps {
  readonly payment: Payment
  /** Money came for it that waits for a decision. */
  readonly marked: boolean
}

export function PaymentState({ payment, marked }: PaymentStateProps) {
  const { t } = useTranslation('payments')
  const state = stateOf(payment)
  const mark = marked && markOf(state)
  if (mark) return <State tone="doubt" icon="inbox" text={t(mark)} />
  return <State {...stateLook[state]} text={t(`state_${state}`)} />
}

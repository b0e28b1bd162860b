// One sale in one line: its state as a mark and a word, the amount, how it was paid, and when.
import { useTranslation } from 'react-i18next'
import { boxNow } from '../kit/clock.ts'
import { Icon, type IconName } from '../kit/icon.tsx'
import type { Account } from '../kit/me.ts'
import { digitsOf } from '../kit/money.ts'
import type { Payment } from '../kit/payment.ts'
import { momentOf, phoneOf } from '../kit/time.ts'
import { providerOf } from './provider.ts'
import { type SaleState, saleStateOf } from './sales.ts'

const icons: Readonly<Record<SaleState, IconName>> = {
  pending: 'clock',
  unknown: 'question',
  completed: 'check',
  late: 'check',
  failed: 'cross',
  voided: 'ban',
  expired: 'clock',
}

export function StateMark({ state }: { readonly state: SaleState }) {
  return (
    <span className="state-mark" data-state={state}>
      <Icon name={icons[state]} size={18} />
    </span>
  )
}

interface SaleRowProps {
  readonly payment: Payment
  readonly account: Account
  readonly onOpen: (payment: Payment) => void
}

export function SaleRow({ payment, account, onOpen }: SaleRowProps) {
  const { t } = useTranslation('till')
  const state = saleStateOf(payment)
  const way = payment.payment_type === 'mobile' ? `${t('method_push')} ${phoneOf(payment.customer.phone)}` : t('method_qr')
  const provider = payment.status === 'completed' ? providerOf(payment) : ''
  return (
    <li>
      <button type="button" className="sale-row" onClick={() => onOpen(payment)}>
        <StateMark state={state} />
        <span className="sale-what">
          <span className="sale-amount">{digitsOf(payment.amount.value)}</span>
          <span className="sale-how">{provider ? `${way} · ${provider}` : way}</span>
        </span>
        <span className="sale-when">
          <span className="sale-state" data-state={state}>
            {t(`state_${state}`)}
          </span>
          <span className="sale-time">{momentOf(payment.created_at, account.time_zone, boxNow())}</span>
        </span>
      </button>
    </li>
  )
}

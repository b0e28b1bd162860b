// The five newest payments, on the first page.
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../text/language.ts'
import { payments } from '../text/payments.ts'
import { useRead } from './box.ts'
import { Money, State, When } from './figure.tsx'
import { lastRead } from './home.read.ts'
import { customerOf, providerOf, stateLook, stateOf } from './payment.model.ts'
import { useAccount } from './seat.tsx'
import { RowSkeleton } from './skeleton.tsx'
import { TroubleNote } from './trouble-note.tsx'

addTexts('payments', payments)

export function LastPayments() {
  const { t } = useTranslation(['payments', 'home'])
  const last = useRead(...lastRead)
  const items = last.data?.data.items
  if (last.trouble) return <TroubleNote trouble={last.trouble} again={last.again} />
  if (!items) return <RowSkeleton rows={5} />
  if (items.length === 0) return <FirstPayment />
  return (
    <ul className="last">
      {items.map(payment => (
        <li key={payment.reference}>
          <Link to="/payments/$reference" params={{ reference: payment.reference }} className="last-row">
            <strong>
              <Money amount={payment.amount.value} />
            </strong>
            <State {...stateLook[stateOf(payment)]} text={t(`state_${stateOf(payment)}`)} />
            <span className="last-who">{customerOf(payment) || providerOf(payment) || t(`method_${payment.payment_type}`)}</span>
            <When at={payment.created_at} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

function FirstPayment() {
  const { t } = useTranslation(['home', 'payments', 'admin'])
  const { mode } = useAccount()
  return (
    <div className="last-none">
      <p>{t('last_none')}</p>
      <div className="last-doors">
        <a className="button-link button-first" href="/till">
          {t('payments:none_till')}
        </a>
        {mode === 'sandbox' && (
          <a className="button-link" href="/phone" target="_blank" rel="noreferrer">
            {t('admin:open_phone')}
          </a>
        )}
      </div>
    </div>
  )
}

// The five newest payments, on the first page; of an earlier day, its own.
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../text/language.ts'
import { payments } from '../text/payments.ts'
import { useRead } from './box.ts'
import { Money, When } from './figure.tsx'
import { lastRead } from './home.read.ts'
import { momentsOf } from './list.model.ts'
import { useMarked } from './mark.ts'
import { customerOf, providerOf } from './payment.model.ts'
import { PaymentState } from './payment-state.tsx'
import { useAccount } from './seat.tsx'
import { RowSkeleton } from './skeleton.tsx'
import { TroubleNote } from './trouble-note.tsx'

addTexts('payments', payments)

interface LastProps {
  /** The day looked at, when it is not today. */
  readonly day: string | undefined
  /** Whether money waits for a decision. */
  readonly strayed: boolean
}

export function LastPayments({ day, strayed }: LastProps) {
  const { t } = useTranslation(['payments', 'home'])
  const { time_zone } = useAccount()
  const last = useRead(...lastRead(momentsOf({ from: day, to: day }, time_zone)))
  const items = last.data?.data.items
  const marked = useMarked(items, strayed)
  if (last.trouble) return <TroubleNote trouble={last.trouble} again={last.again} />
  if (!items) return <RowSkeleton rows={5} />
  if (items.length === 0) return day ? <p className="last-none">{t('home:last_none_then')}</p> : <FirstPayment />
  return (
    <ul className="last">
      {items.map(payment => (
        <li key={payment.reference}>
          <Link to="/payments/$reference" params={{ reference: payment.reference }} className="last-row">
            <strong>
              <Money amount={payment.amount.value} />
            </strong>
            <PaymentState payment={payment} marked={marked.has(payment.reference)} />
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

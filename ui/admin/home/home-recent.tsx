// The five newest payments, on the first page; of an earlier day, its own.
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../../kit/language.ts'
import { useAccount } from '../app/current-account.tsx'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { Money, When } from '../parts/figure.tsx'
import { momentsOf } from '../parts/list.model.ts'
import { useRead } from '../parts/queries.ts'
import { RowSkeleton } from '../parts/skeleton.tsx'
import { customerOf, providerOf } from '../payments/payment.model.ts'
import { PaymentState } from '../payments/payment-state.tsx'
import { payments } from '../payments/payments.text.ts'
import { useUnmatchedFlags } from '../payments/unmatched-flags.ts'
import { lastRead } from './home.queries.ts'

addTexts('payments', payments)

interface LastProps {
  /** The day looked at, when it is not today. */
  readonly day: string | undefined
  /** Whether money waits for a decision. */
  readonly strayed: boolean
}

export function RecentPayments({ day, strayed }: LastProps) {
  const { t } = useTranslation(['payments', 'home'])
  const { time_zone } = useAccount()
  const last = useRead(...lastRead(momentsOf({ from: day, to: day }, time_zone)))
  const items = last.data?.data.items
  const marked = useUnmatchedFlags(items, strayed)
  if (last.apiError) return <ApiErrorNote apiError={last.apiError} again={last.again} />
  if (!items) return <RowSkeleton rows={5} />
  if (items.length === 0)
    return day ? <p className="last-none">{t('home:last_none_then')}</p> : <FirstPayment />
  return (
    <ul className="last">
      {items.map(payment => (
        <li key={payment.reference}>
          <Link to="/payments/$reference" params={{ reference: payment.reference }} className="last-row">
            <strong>
              <Money amount={payment.amount.value} />
            </strong>
            <PaymentState payment={payment} marked={marked.has(payment.reference)} />
            <span className="last-who">
              {customerOf(payment) || providerOf(payment) || t(`method_${payment.payment_type}`)}
            </span>
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

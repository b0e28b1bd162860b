// The five newest sales of the day shown on Home.
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../../kit/language.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { useAccount } from '../parts/current-account.tsx'
import { Money, Timestamp } from '../parts/figure.tsx'
import { momentsOf } from '../parts/list.model.ts'
import { useRead } from '../parts/queries.ts'
import { RowSkeleton } from '../parts/skeleton.tsx'
import {
  customerOf,
  type ListedSale,
  providerNameOf,
  saleAmountOf,
  saleTimeOf,
} from '../payments/payment.model.ts'
import { SaleStateChip } from '../payments/payment-state.tsx'
import { payments } from '../payments/payments.text.ts'
import { useUnmatchedFlags } from '../payments/unmatched-flags.ts'
import { recentRead } from './home.queries.ts'

addTexts('payments', payments)

interface RecentPaymentsProps {
  /** The day whose sales are shown, such as `2026-11-21`; undefined for today. */
  readonly day: string | undefined
  /** Whether unmatched money waits in the account; only then are the payments checked for it. */
  readonly hasUnmatched: boolean
}

/** Lists the newest sales, by payment or in cash, or explains why there are none. */
export function RecentPayments({ day, hasUnmatched }: RecentPaymentsProps) {
  const { t } = useTranslation(['payments', 'home'])
  const { time_zone } = useAccount()
  const range = momentsOf({ from: day, to: day }, time_zone)
  const recent = useRead(...recentRead(range))
  const sales = recent.data?.data.items
  const paymentsOfSales = sales?.flatMap(({ payment }) => payment ?? []) // cash sales have none
  const unmatched = useUnmatchedFlags(paymentsOfSales, hasUnmatched)
  if (recent.apiError) return <ApiErrorNote apiError={recent.apiError} retry={recent.retry} />
  if (!sales) return <RowSkeleton rows={5} />
  if (sales.length === 0)
    return day ? <p className="recent-none">{t('home:recent_none_then')}</p> : <FirstPayment />
  return (
    <ul className="recent">
      {sales.map(sale => (
        <li key={sale.reference}>
          <Link to="/payments/$reference" params={{ reference: sale.reference }} className="recent-row">
            <strong>
              <Money amount={saleAmountOf(sale)} />
            </strong>
            <SaleStateChip sale={sale} unmatched={unmatched} />
            <span className="recent-customer">
              {payerOf(sale) || t(`method_${sale.payment?.payment_type ?? 'cash'}`)}
            </span>
            <Timestamp at={saleTimeOf(sale)} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Returns the customer of a sale, else the brand of their wallet or card; empty when both are unknown. */
const payerOf = ({ payment }: Pick<ListedSale, 'payment'>): string =>
  payment ? customerOf(payment) || providerNameOf(payment) : ''

/** Leads a shop without payments to the till and, for practice, to the simulated phone. */
function FirstPayment() {
  const { t } = useTranslation(['home', 'payments', 'admin'])
  const { simulated_phone } = useAccount()
  return (
    <div className="recent-none">
      <p>{t('recent_none')}</p>
      <div className="recent-actions">
        <a className="button-link button-first" href="/till">
          {t('payments:none_till')}
        </a>
        {simulated_phone && (
          <a className="button-link" href="/phone" target="_blank" rel="noreferrer">
            {t('admin:open_phone')}
          </a>
        )}
      </div>
    </div>
  )
}

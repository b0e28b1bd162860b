// The account's available balance, and what pending payouts reserve.
import { useTranslation } from 'react-i18next'
import { api } from '../../kit/api.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { Money } from '../parts/figure.tsx'
import { useRead } from '../parts/queries.ts'
import { SkeletonBar } from '../parts/skeleton.tsx'

/**
 * Reads the balance. `available` and `held` (reserved by pending payouts) are whole shillings; undefined
 * until loaded.
 */
export function useBalance() {
  const read = useRead(['balance'], header => api.v1.payments.balance.get(header))
  const balance = read.data?.data
  const sums = balance && {
    available: balance.available.value,
    held: balance.balance.value - balance.available.value,
  }
  return { ...read, sums }
}

/** Shows what is available and what pending payouts reserve. */
export function BalanceCard() {
  const { t } = useTranslation('payouts')
  const { sums, apiError, retry } = useBalance()
  if (apiError) return <ApiErrorNote apiError={apiError} retry={retry} />
  return (
    <dl className="card balance">
      <div>
        <dt>{t('available')}</dt>
        <dd className="figure">
          {sums ? <Money amount={sums.available} /> : <SkeletonBar widthPercent={60} isTall />}
        </dd>
        <dd className="figure-more">{t('available_text')}</dd>
      </div>
      <div>
        <dt>{t('held')}</dt>
        <dd className="figure">
          {sums ? <Money amount={sums.held} /> : <SkeletonBar widthPercent={40} isTall />}
        </dd>
        <dd className="figure-more">{t('held_text')}</dd>
      </div>
    </dl>
  )
}

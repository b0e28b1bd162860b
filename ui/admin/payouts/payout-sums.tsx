// The breakdown of a payout before it is sent.
import { useTranslation } from 'react-i18next'
import { Card } from '../parts/facts.tsx'
import { Money } from '../parts/figure.tsx'

interface PayoutSumsProps {
  readonly fee:
    | { readonly amount: number; readonly fee_amount: number; readonly total_amount: number }
    | undefined
  readonly available: number | undefined
}

export function PayoutTotals({ fee, available }: PayoutSumsProps) {
  const { t } = useTranslation('payouts')
  return (
    <Card title={t('sums')}>
      {fee ? (
        <dl className="sums" aria-live="polite">
          <dt>{t('sum_amount')}</dt>
          <dd>
            <Money amount={fee.amount} />
          </dd>
          <dt>{t('fee')}</dt>
          <dd>
            <Money amount={fee.fee_amount} />
          </dd>
          <dt className="sum">{t('total')}</dt>
          <dd className="sum">
            <Money amount={fee.total_amount} />
          </dd>
          {available !== undefined && available >= fee.total_amount && (
            <>
              <dt>{t('left')}</dt>
              <dd>
                <Money amount={available - fee.total_amount} />
              </dd>
            </>
          )}
        </dl>
      ) : (
        <p className="muted">{t('fee_wait')}</p>
      )}
    </Card>
  )
}

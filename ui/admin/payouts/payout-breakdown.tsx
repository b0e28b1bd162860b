// The breakdown of a payout before it is sent.
import { useTranslation } from 'react-i18next'
import { Card } from '../parts/facts.tsx'
import { Money } from '../parts/figure.tsx'

interface PayoutBreakdownProps {
  /** Amount, fee and total in whole shillings; undefined until the fee is known. */
  readonly quote:
    | { readonly amount: number; readonly fee_amount: number; readonly total_amount: number }
    | undefined
  readonly available: number | undefined
}

/** Shows amount, fee and total, and what is left of the balance if it is enough. */
export function PayoutBreakdown({ quote, available }: PayoutBreakdownProps) {
  const { t } = useTranslation('payouts')
  return (
    <Card title={t('sums')}>
      {quote ? (
        <dl className="sums" aria-live="polite">
          <dt>{t('sum_amount')}</dt>
          <dd>
            <Money amount={quote.amount} />
          </dd>
          <dt>{t('fee')}</dt>
          <dd>
            <Money amount={quote.fee_amount} />
          </dd>
          <dt className="sum">{t('total')}</dt>
          <dd className="sum">
            <Money amount={quote.total_amount} />
          </dd>
          {available !== undefined && available >= quote.total_amount && (
            <>
              <dt>{t('left')}</dt>
              <dd>
                <Money amount={available - quote.total_amount} />
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

// The profit of a day, week, month or range, how it adds up, and the profit of the period before.
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Card } from '../parts/facts.tsx'
import { Money } from '../parts/figure.tsx'
import { comparedDaysOf, type PeriodSales, rangeText, showsProfit } from './period.model.ts'

/**
 * Shows the profit and the sums that it results from. If items were sold but none has a cost price, shows a
 * link to the price list in place of the profit. Draws nothing for people who may not see costs.
 */
export function ProfitCard({ sales }: { readonly sales: PeriodSales }) {
  const { t, i18n } = useTranslation('period')
  const { before, period, net, cost, profit, sales_without_cost: withoutCost } = sales
  if (cost === null || profit === null || withoutCost === null) return null // the person may not see them
  const comparedSales = before.so_far ?? before
  const days = comparedDaysOf(sales)
  if (!showsProfit([sales, comparedSales]))
    return sales.items.length === 0 ? null : (
      <Card title={t('profit')}>
        <p>{t('profit_unknown')}</p>
        <Link to="/products" className="text-link">
          {t('to_products')}
        </Link>
      </Card>
    )
  return (
    <section className="card figure-card">
      <h2 className="figure-name">{t('profit')}</h2>
      <p className="figure" data-testid="profit">
        <SignedMoney amount={profit} />
      </p>
      <dl className="sums figure-sums">
        <dt>{t(sales.refunds > 0 ? 'net_sales' : 'gross')}</dt>
        <dd>
          <SignedMoney amount={net} />
        </dd>
        <dt>{t('cost')}</dt>
        <dd>
          <SignedMoney amount={-cost} />
        </dd>
        {withoutCost !== 0 && (
          <>
            <dt>{t('without_cost')}</dt>
            <dd>
              <SignedMoney amount={-withoutCost} />
            </dd>
          </>
        )}
        <dt className="sum">{t('profit')}</dt>
        <dd className="sum">
          <SignedMoney amount={profit} />
        </dd>
        <dt>
          {period === 'range'
            ? t('profit_before_range', { days: rangeText(days.from, days.to, i18n.language) })
            : t(`profit_before_${period}${before.so_far ? '_so_far' : ''}` as const)}
        </dt>
        <dd data-testid="profit-before">
          <SignedMoney amount={comparedSales.profit ?? 0} />
        </dd>
      </dl>
    </section>
  )
}

/** Shows an amount in shillings, with a minus sign if it is negative. */
function SignedMoney({ amount }: { readonly amount: number }) {
  return (
    <>
      {amount < 0 && '−\u00a0'}
      <Money amount={Math.abs(amount)} />
    </>
  )
}

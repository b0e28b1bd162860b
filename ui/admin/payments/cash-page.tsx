// The page of a cash sale: amount, items, who took it, and its timeline.
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../kit/api.ts'
import { moneyOf } from '../../kit/money.ts'
import { ApiErrorNote } from '../parts/api-error-note.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Card, Facts } from '../parts/facts.tsx'
import { Timestamp } from '../parts/figure.tsx'
import { LineItems } from '../parts/line-items.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { useRead } from '../parts/queries.ts'
import { PageSkeleton } from '../parts/skeleton.tsx'
import { CashReceipt } from './cash-receipt.tsx'
import { type ListedSale, refundStateOfSum } from './payment.model.ts'
import { SoldByCard } from './payment-cards.tsx'
import { CashStateChip } from './payment-state.tsx'
import { leftOf } from './refund.model.ts'
import { RefundCard, useRefundsOf, useSaleBack } from './refund-card.tsx'
import { RefundButton } from './refund-dialog.tsx'
import { TimelineCard, useTimeline } from './timeline-card.tsx'

type Cash = NonNullable<ListedSale['cash']>

/** The page of one cash sale. Reads the sale from the list of sales by its id (`cash_…`). */
export function CashPage({ reference }: { readonly reference: string }) {
  const { t } = useTranslation('payments')
  const query = { reference }
  const answer = useRead(['sale', reference], header => api.api.v1.sales.get({ query, ...header }))
  const back = { to: '/payments', text: t('back') } as const
  if (!answer.data && !answer.apiError) return <PageSkeleton />
  const [sale] = answer.data?.data.items ?? []
  if (sale?.cash) return <CashBody sale={sale} cash={sale.cash} />
  return (
    <>
      <PageHead title={t('title')} back={back} />
      {answer.apiError ? (
        <ApiErrorNote apiError={answer.apiError} retry={answer.retry} />
      ) : (
        <EmptyState icon="search" title={t('not_found')} text={t('not_found_text')} />
      )}
    </>
  )
}

/** Draws the loaded sale. A refund is offered while something of the sale is left to give back. */
function CashBody({ sale, cash }: { readonly sale: ListedSale; readonly cash: Cash }) {
  const { t } = useTranslation('payments')
  const saleState = refundStateOfSum(cash.amount, sale.refunded) ?? 'completed'
  const { refunds } = useRefundsOf(cash.id)
  const timeline = useTimeline(cash.id).data?.data
  const isRefundable = refunds !== undefined && leftOf(cash.amount, refunds) > 0
  return (
    <>
      <PageHead
        title={[cash.note, moneyOf(cash.amount)].filter(Boolean).join(' · ')}
        tab={`${moneyOf(cash.amount)} · ${t(`state_${saleState}`)}`}
        back={useSaleBack()}
        text={
          <span className="payment-line">
            <CashStateChip sale={sale} />
            <span>{t('method_cash')}</span>
            <Timestamp at={cash.created_at} />
          </span>
        }
      >
        {isRefundable && (
          <RefundButton reference={cash.id} {...(sale.till ? { tillId: sale.till.id } : {})} />
        )}
        {cash.state === 'completed' && <CashReceipt cash={cash} till={sale.till} />}
      </PageHead>
      <div className="payment-grid">
        <div className="payment-column">
          <RefundCard reference={cash.id} />
          <CashFacts cash={cash} />
          {timeline && <SoldByCard soldBy={timeline.sold_by} isLink={false} />}
        </div>
        <div className="payment-column">
          <LineItems title={t('items')} items={cash.line_items} />
          <TimelineCard reference={cash.id} />
        </div>
      </div>
    </>
  )
}

/** Lists the sale's details. `payment_reference` is the payment that the customer paid with cash instead. */
function CashFacts({ cash }: { readonly cash: Cash }) {
  const { t } = useTranslation('payments')
  const { payment_reference: reference } = cash
  return (
    <Card title={t('facts')}>
      <Facts
        facts={[
          { name: t('fact_reference'), value: <CopyField text={cash.id} label={t('the_reference')} /> },
          { name: t('column_note'), value: cash.note },
          { name: t('cash_given'), value: moneyOf(cash.given) },
          { name: t('cash_change'), value: cash.change > 0 && moneyOf(cash.change) },
          { name: t('fact_created'), value: <Timestamp at={cash.created_at} isExact /> },
          {
            name: t('cash_replaces'),
            value: reference !== null && (
              <Link to="/payments/$reference" params={{ reference }} className="text-link">
                {t('cash_replaced')}
              </Link>
            ),
          },
        ]}
      />
    </Card>
  )
}

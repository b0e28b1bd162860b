// The sale under way: one screen for each phase, with each change announced to screen readers.

import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { isOnlyManual } from '../../kit/manual-confirmation.model.ts'
import { moneyOf } from '../../kit/money.ts'
import { CreatingScreen } from './creating.tsx'
import { SaleResult } from './result.tsx'
import { type Sale, type SalePhase, salePhaseOf } from './sale.model.ts'
import { WaitingScreen } from './waiting.tsx'

/** Loaded when the first sale is opened from the list. */
const Receipt = lazy(() => import('./receipt.tsx').then(({ Receipt }) => ({ default: Receipt })))

/**
 * A sale of the list that its network confirmed, or cash, also when it was given back: looked at, and no
 * moment of payment.
 */
const isReceipt = (sale: Sale): boolean =>
  sale.key === '' && (salePhaseOf(sale) === 'paid' || sale.cash !== null) && !isOnlyManual(sale.payment)

interface SaleScreenProps {
  readonly sale: Sale
}

export function SaleScreen({ sale }: SaleScreenProps) {
  const { t } = useTranslation('till')
  const phase = salePhaseOf(sale)
  const announcement = {
    creating: t(sale.cash ? 'creating_cash' : 'creating'),
    waiting: t(sale.link ? 'waiting_link' : sale.push ? 'waiting_push' : 'waiting_qr'),
    unknown: `${t('unknown')}. ${t('unknown_text')}`,
    paid: sale.cash
      ? t('cash_received')
      : isOnlyManual(sale.payment)
        ? t('paid_manually')
        : t(sale.payment?.late ? 'paid_late' : 'paid'),
    failed: `${t('failed')}. ${t('failed_goods')}`,
    expired: t('expired'),
    voided: t('voided'),
  }[phase]
  return (
    <>
      <p className="visually-hidden" role="status" aria-live="assertive">
        {announcement}: {moneyOf(sale.order.details.amount)}
      </p>
      <PhaseScreen phase={phase} sale={sale} />
    </>
  )
}

function PhaseScreen({ phase, sale }: { readonly phase: SalePhase; readonly sale: Sale }) {
  if (phase === 'creating') return <CreatingScreen sale={sale} />
  if (phase === 'waiting') return <WaitingScreen sale={sale} />
  if (!isReceipt(sale)) return <SaleResult key={phase} phase={phase} sale={sale} />
  return (
    <Suspense fallback={<main className="receipt-page" />}>
      <Receipt sale={sale} />
    </Suspense>
  )
}

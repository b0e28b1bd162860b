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
 * Returns whether a sale is shown as a receipt: it was opened from the list, and is cash or confirmed by its
 * network. The colours of a result are only for the moment of payment.
 */
const isReceipt = (sale: Sale): boolean =>
  sale.key === '' && (salePhaseOf(sale) === 'paid' || sale.cash !== null) && !isOnlyManual(sale.payment)

interface SaleScreenProps {
  readonly sale: Sale
}

/** Returns the text to announce while the customer pays. */
function waitingTextOf({ link, push }: Sale) {
  if (link) return 'waiting_link'
  return push ? 'waiting_push' : 'waiting_qr'
}

/** Returns the text to announce for a paid sale. */
function paidTextOf({ cash, payment }: Sale) {
  if (cash) return 'cash_received'
  if (isOnlyManual(payment)) return 'paid_manually'
  return payment?.late ? 'paid_late' : 'paid'
}

/** Shows the current sale, and announces each of its phases to screen readers. */
export function SaleScreen({ sale }: SaleScreenProps) {
  const { t } = useTranslation('till')
  const phase = salePhaseOf(sale)
  const announcement = {
    creating: t(sale.cash ? 'creating_cash' : 'creating'),
    waiting: t(waitingTextOf(sale)),
    unknown: `${t('unknown')}. ${t('unknown_text')}`,
    paid: t(paidTextOf(sale)),
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

/** Shows the screen of a phase. */
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

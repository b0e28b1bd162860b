// The sale under way: one screen for each face it can have, and each change said aloud.
import { useTranslation } from 'react-i18next'
import { moneyOf } from '../../kit/money.ts'
import { Creating } from './creating.tsx'
import { SaleResult } from './result.tsx'
import { type Sale, salePhaseOf } from './sale.model.ts'
import { Waiting } from './waiting.tsx'

interface SaleScreenProps {
  readonly sale: Sale
}

export function SaleScreen({ sale }: SaleScreenProps) {
  const { t } = useTranslation('till')
  const face = salePhaseOf(sale)
  const said = {
    asking: t(sale.cash ? 'asking_cash' : 'asking'),
    waiting: t(sale.link ? 'waiting_link' : sale.push ? 'waiting_push' : 'waiting_qr'),
    unknown: `${t('unknown')}. ${t('unknown_text')}`,
    paid: sale.cash ? t('cash_done') : t(sale.payment?.late ? 'paid_late' : 'paid'),
    failed: `${t('failed')}. ${t('failed_goods')}`,
    expired: t('expired'),
    voided: t('voided'),
  }[face]
  return (
    <>
      <p className="unseen" role="status" aria-live="assertive">
        {said}: {moneyOf(sale.order.details.amount)}
      </p>
      {face === 'asking' ? (
        <Creating sale={sale} />
      ) : face === 'waiting' ? (
        <Waiting sale={sale} />
      ) : (
        <SaleResult key={face} face={face} sale={sale} />
      )}
    </>
  )
}

// The sale under way: one screen for each face it can have, and each change said aloud.
import { useTranslation } from 'react-i18next'
import type { Account } from '../kit/me.ts'
import { moneyOf } from '../kit/money.ts'
import { Asking } from './asking.tsx'
import { faceOf, type Sale } from './sale.model.ts'
import { Verdict } from './verdict.tsx'
import { Waiting } from './waiting.tsx'

interface SaleScreenProps {
  readonly sale: Sale
  readonly account: Account
}

export function SaleScreen({ sale, account }: SaleScreenProps) {
  const { t } = useTranslation('till')
  const face = faceOf(sale)
  const said = {
    asking: t('asking'),
    waiting: t(sale.order.payment_type === 'mobile' ? 'waiting_push' : 'waiting_qr'),
    unknown: `${t('unknown')}. ${t('unknown_text')}`,
    paid: t(sale.payment?.late ? 'paid_late' : 'paid'),
    failed: `${t('failed')}. ${t('failed_goods')}`,
    expired: t('expired'),
    voided: t('voided'),
  }[face]
  return (
    <>
      <p className="unseen" role="status" aria-live="assertive">
        {said}: {moneyOf(sale.order.details.amount)}
      </p>
      {face === 'asking' || !sale.payment ? (
        <Asking sale={sale} />
      ) : face === 'waiting' ? (
        <Waiting sale={sale} payment={sale.payment} account={account} />
      ) : (
        <Verdict key={face} face={face} sale={sale} payment={sale.payment} account={account} />
      )}
    </>
  )
}

// Tells over every screen of the till that a sale that was left open is paid. A tap opens it when no other
// sale is open.
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { isSameCaller } from '../../kit/caller.ts'
import { Icon } from '../../kit/icon.tsx'
import { moneyOf } from '../../kit/money.ts'
import { subscribeSalesNews } from '../parts/sales-stream.ts'
import { useTillDevice } from '../parts/till-device.ts'
import { openSale } from './sale-actions.ts'
import { useSaleState } from './sale-store.ts'
import { amountOf, callerOf, noteOf, paymentReferenceOf, type WaitingSale } from './waiting-sales.model.ts'
import { dismissPaid, readSalesNews, useWaitingSales } from './waiting-sales.ts'
import './sale-banner.css'

/** Shows a banner for each sale that was left open and is paid now. */
export function PaidBanners() {
  const { caller } = useTillDevice()
  const waiting = useWaitingSales()
  const paid = waiting.filter(waitingSale => waitingSale.paid && isSameCaller(callerOf(waitingSale), caller))
  useEffect(() => subscribeSalesNews(readSalesNews), [])
  return (
    <div role="status">
      {paid.map(waitingSale => (
        <PaidBanner key={paymentReferenceOf(waitingSale)} waitingSale={waitingSale} />
      ))}
    </div>
  )
}

/** Shows that a sale is paid, until the cashier opens or dismisses it. */
function PaidBanner({ waitingSale }: { readonly waitingSale: WaitingSale }) {
  const { t } = useTranslation('till')
  const { caller } = useTillDevice()
  const { sale } = useSaleState()
  const open = async () => {
    const reference = paymentReferenceOf(waitingSale)
    if (reference === null) return
    const error = await openSale(caller, reference)
    if (!error) dismissPaid(waitingSale)
  }
  return (
    <div className="sale-banner" data-testid="parked-paid">
      <Icon name="check" size={24} />
      <span>
        <strong>{t('parked_paid', { money: moneyOf(amountOf(waitingSale)) })}</strong>
        {noteOf(waitingSale) && ` · ${noteOf(waitingSale)}`}
      </span>
      {!sale && (
        <button type="button" data-testid="parked-open" onClick={() => void open()}>
          {t('parked_open')}
        </button>
      )}
      <button
        type="button"
        aria-label={t('parked_dismiss')}
        title={t('parked_dismiss')}
        data-testid="parked-dismiss"
        onClick={() => dismissPaid(waitingSale)}
      >
        <Icon name="cross" size={20} />
      </button>
    </div>
  )
}

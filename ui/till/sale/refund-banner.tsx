// Tells over the till that the answer to a refund is not known, for example after a reload. A tap asks the
// server.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../kit/icon.tsx'
import { addTexts } from '../../kit/language.ts'
import { moneyOf } from '../../kit/money.ts'
import { useTillDevice } from '../parts/till-device.ts'
import type { RefundableSale } from '../refund/refund.model.ts'
import { tillRefund } from '../refund/refund.text.ts'
import { orderedAmountOf, senderOf } from '../refund/refund-order.model.ts'
import { useAwaitedOrders } from '../refund/refund-order.ts'
import { RefundSheet } from '../refund/refund-sheet.tsx'
import { refundableOf } from './sale.model.ts'
import { markGivenBack } from './sale-actions.ts'
import { saleState } from './sale-store.ts'
import './sale-banner.css'

addTexts('till', tillRefund)

/** Shows a banner for each refund whose answer is not known; a tap opens the sheet that asks for it. */
export function RefundBanner() {
  const { t } = useTranslation('till')
  const orders = useAwaitedOrders(senderOf(useTillDevice()))
  const [sale, setSale] = useState<RefundableSale>()
  const [open, setOpen] = useState(false)
  const show = (chosen: RefundableSale) => {
    setSale(chosen)
    setOpen(true)
  }
  const onGivenBack = () => {
    const { sale: current } = saleState()
    // The screen may show another sale than the one of the banner.
    if (current && refundableOf(current)?.reference === sale?.reference) markGivenBack()
  }
  return (
    <>
      <div role="status">
        {orders.map(order => (
          <div key={order.key} className="sale-banner refund-banner" data-testid="refund-banner">
            <Icon name="question" size={24} />
            <span>{t('refund_awaited', { money: moneyOf(orderedAmountOf(order)) })}</span>
            <button type="button" data-testid="refund-banner-check" onClick={() => show(order.sale)}>
              {t('refund_check')}
            </button>
          </div>
        ))}
      </div>
      {sale && (
        <RefundSheet sale={sale} open={open} onClose={() => setOpen(false)} onGivenBack={onGivenBack} />
      )}
    </>
  )
}

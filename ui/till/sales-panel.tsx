// The last sales: beside the keypad where there is room, else in a sheet. "Did the last one go through?" is answered here.
import { useTranslation } from 'react-i18next'
import { Icon } from '../kit/icon.tsx'
import type { Account } from '../kit/me.ts'
import type { Payment } from '../kit/payment.ts'
import { Sheet } from '../kit/sheet.tsx'
import { SaleRow } from './sale-row.tsx'
import { openSale } from './sale-store.ts'
import { useSales } from './sales.ts'

interface SalesListProps {
  readonly account: Account
  readonly onOpen: (payment: Payment) => void
}

function SalesList({ account, onOpen }: SalesListProps) {
  const { t } = useTranslation('till')
  const { data, isError } = useSales(account.id)
  if (!data)
    return isError ? (
      <p className="sales-note" role="alert">
        {t('sales_failed')}
      </p>
    ) : (
      <div className="sales-ghosts" aria-hidden="true">
        <span />
        <span />
        <span />
      </div>
    )
  if (data.length === 0)
    return (
      <div className="sales-empty">
        <Icon name="list" size={32} />
        <p className="sales-empty-title">{t('sales_empty')}</p>
        <p>{t('sales_empty_text')}</p>
      </div>
    )
  return (
    <ul className="sales-list">
      {data.map(payment => (
        <SaleRow key={payment.reference} payment={payment} account={account} onOpen={onOpen} />
      ))}
    </ul>
  )
}

export function SalesPanel({ account }: { readonly account: Account }) {
  const { t } = useTranslation('till')
  return (
    <aside className="sales-panel" aria-label={t('sales')}>
      <h2>{t('sales')}</h2>
      <SalesList account={account} onOpen={payment => openSale(account.id, payment)} />
    </aside>
  )
}

interface SalesSheetProps {
  readonly account: Account
  readonly open: boolean
  readonly onClose: () => void
}

export function SalesSheet({ account, open, onClose }: SalesSheetProps) {
  const { t } = useTranslation('till')
  const choose = (payment: Payment) => {
    onClose()
    openSale(account.id, payment)
  }
  return (
    <Sheet title={t('sales')} open={open} onClose={onClose}>
      <SalesList account={account} onOpen={choose} />
    </Sheet>
  )
}

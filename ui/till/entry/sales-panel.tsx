// Recent sales: next to the keypad where there is room, otherwise in a sheet. A tap opens the sale, for
// example to print its receipt again.
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../kit/api.ts'
import { useApiErrorText } from '../../kit/api-error.ts'
import { Icon } from '../../kit/icon.tsx'
import { Sheet } from '../../kit/sheet.tsx'
import { useTillDevice } from '../parts/till-device.ts'
import { openCash, openSale } from '../sale/sale-actions.ts'
import { SaleRow } from './sale-row.tsx'
import type { SaleLine } from './sales.model.ts'
import { useSales } from './sales.ts'

const ParkedList = lazy(() =>
  import('../parked/parked-list.tsx').then(({ ParkedList }) => ({ default: ParkedList })),
)

/** Lists the recent sales. A tap opens a sale, and `onOpened` is called once that has worked. */
function SalesList({ onOpened }: { readonly onOpened?: () => void }) {
  const { t } = useTranslation('till')
  const device = useTillDevice()
  const errorText = useApiErrorText()
  const [apiError, setApiError] = useState<ApiError>()
  const { data, isError } = useSales(device)
  const open = async ({ cash, reference, cashier }: SaleLine) => {
    if (cash) openCash(device.caller, cash)
    const error = cash ? undefined : await openSale(device.caller, reference, cashier)
    setApiError(error)
    if (!error) onOpened?.()
  }
  if (!data)
    return isError ? (
      <p className="sales-note" role="alert">
        {t('sales_failed')}
      </p>
    ) : (
      <div className="sales-placeholders" aria-hidden="true">
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
    <>
      <p className="entry-error" role="alert">
        {apiError && errorText(apiError)}
      </p>
      <ul className="sales-list">
        {data.map(line => (
          <SaleRow key={line.reference} line={line} onOpen={line => void open(line)} />
        ))}
      </ul>
    </>
  )
}

/** The list of parked sales, which loads later. */
const LaterParkedList = ({ onTaken }: { readonly onTaken?: () => void }) => (
  <Suspense>
    <ParkedList onTaken={onTaken} />
  </Suspense>
)

/** Shows the recent and parked sales next to the keypad. */
export function SalesPanel() {
  const { t } = useTranslation('till')
  return (
    <aside className="sales-panel" aria-label={t('sales')}>
      <LaterParkedList />
      <h2>{t('sales')}</h2>
      <SalesList />
    </aside>
  )
}

interface SalesSheetProps {
  readonly open: boolean
  readonly onClose: () => void
}

/** Shows the recent and parked sales in a sheet. */
export function SalesSheet({ open, onClose }: SalesSheetProps) {
  const { t } = useTranslation('till')
  return (
    <Sheet title={t('sales')} open={open} onClose={onClose}>
      <LaterParkedList onTaken={onClose} />
      <SalesList onOpened={onClose} />
    </Sheet>
  )
}

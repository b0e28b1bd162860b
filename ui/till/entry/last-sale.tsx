// The last sale in one line above the amount, where the screen has no room for the list.
import { useTranslation } from 'react-i18next'
import { serverNow } from '../../kit/clock.ts'
import { Icon } from '../../kit/icon.tsx'
import { digitsOf } from '../../kit/money.ts'
import { shortDateTimeOf } from '../../kit/time.ts'
import { useTillDevice } from '../parts/till-device.ts'
import { StateIcon } from './sale-row.tsx'
import { useSales } from './sales.ts'

interface LastSaleProps {
  readonly onOpen: () => void
}

/** Shows the newest sale; a tap opens the list. */
export function LastSale({ onOpen }: LastSaleProps) {
  const { t } = useTranslation('till')
  const device = useTillDevice()
  const last = useSales(device).data?.[0]
  if (!last) return <div className="last-sale last-sale-none" />
  const { state, amount } = last
  return (
    <button type="button" className="last-sale" onClick={onOpen}>
      <span className="visually-hidden">{t('sales_last')}: </span>
      <StateIcon state={state} />
      <span className="last-amount">{digitsOf(amount)}</span>
      <span className="sale-state" data-state={state}>
        {t(`state_${state}`)}
      </span>
      <span className="sale-time">{shortDateTimeOf(last.at, device.account.time_zone, serverNow())}</span>
      <Icon name="next" size={18} />
    </button>
  )
}

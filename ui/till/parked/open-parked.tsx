// The names of the sales that are still parked when a shift is closed.
import { useTranslation } from 'react-i18next'
import { digitsOf } from '../../kit/money.ts'
import { useTillDevice } from '../parts/till-device.ts'
import { useHeldSales } from './held.ts'
import { useParkedSales } from './parked-sales.ts'

/** Lists the names and amounts of the parked and held sales; shows nothing if there are none. */
export function OpenParked() {
  const { t } = useTranslation('till')
  const { caller } = useTillDevice()
  const parked = [...useHeldSales(caller.account), ...useParkedSales()]
  if (parked.length === 0) return null
  const names = parked.map(({ name, amount }) => `${name} (${digitsOf(amount)})`).join(', ')
  return (
    <p className="sheet-text" data-testid="open-parked">
      {t('parked_still', { names })}
    </p>
  )
}

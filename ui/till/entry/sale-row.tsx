// One sale in one line: state, amount, payment method, note and time.
import { useTranslation } from 'react-i18next'
import { serverNow } from '../../kit/clock.ts'
import { Icon, type IconName } from '../../kit/icon.tsx'
import { digitsOf } from '../../kit/money.ts'
import { phoneOf, shortDateTimeOf } from '../../kit/time.ts'
import { itemsText } from '../parts/sold-items.model.ts'
import { useTillDevice } from '../parts/till-device.ts'
import type { SaleLine, SaleLineState } from './sales.model.ts'

const icons: Readonly<Record<SaleLineState, IconName>> = {
  pending: 'clock',
  parked: 'clock',
  unknown: 'question',
  completed: 'check',
  manual: 'person',
  late: 'check',
  failed: 'cross',
  voided: 'ban',
  refunded: 'cash',
  expired: 'clock',
}

/** Shows the state of a sale as an icon. */
export function StateIcon({ state }: { readonly state: SaleLineState }) {
  return (
    <span className="state-icon" data-state={state}>
      <Icon name={icons[state]} size={18} />
    </span>
  )
}

interface SaleRowProps {
  readonly line: SaleLine
  readonly onOpen: (line: SaleLine) => void
}

/** Shows a sale of the list; a tap opens it. */
export function SaleRow({ line, onOpen }: SaleRowProps) {
  const { t } = useTranslation('till')
  const { account } = useTillDevice()
  const { state } = line
  const noteAndItems = [line.note, itemsText(line.items)].filter(text => text !== '').join(' · ')
  const paidBy = [t(`method_${line.method}`), phoneOf(line.phone), line.provider].filter(text => text !== '')
  return (
    <li>
      <button type="button" className="sale-row" onClick={() => onOpen(line)}>
        <StateIcon state={state} />
        <span className="sale-what">
          <span className="sale-amount">{digitsOf(line.amount)}</span>
          <span className="sale-how">{paidBy.join(' · ')}</span>
          {noteAndItems && <span className="sale-note">{noteAndItems}</span>}
          {/* The state shows a full refund. */}
          {line.refunded > 0 && line.refunded < line.amount && (
            <span className="sale-how">
              {t('state_refunded')} {digitsOf(line.refunded)}
            </span>
          )}
        </span>
        <span className="sale-when">
          <span className="sale-state" data-state={state}>
            {t(`state_${state}`)}
          </span>
          <span className="sale-time">{shortDateTimeOf(line.at, account.time_zone, serverNow())}</span>
        </span>
      </button>
    </li>
  )
}

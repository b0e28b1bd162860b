// One sale in one line: its state as a mark and a word, the amount, how it was paid, its note, and when.
import { useTranslation } from 'react-i18next'
import { serverNow } from '../../kit/clock.ts'
import { Icon, type IconName } from '../../kit/icon.tsx'
import { digitsOf } from '../../kit/money.ts'
import { phoneOf, shortDateTimeOf } from '../../kit/time.ts'
import { useTillDevice } from '../app/till-device.ts'
import { itemsText } from '../sale/sold.model.ts'
import type { SaleLine, SaleState } from './sales.model.ts'

const icons: Readonly<Record<SaleState, IconName>> = {
  pending: 'clock',
  unknown: 'question',
  completed: 'check',
  late: 'check',
  failed: 'cross',
  voided: 'ban',
  expired: 'clock',
}

export function StateMark({ state }: { readonly state: SaleState }) {
  return (
    <span className="state-mark" data-state={state}>
      <Icon name={icons[state]} size={18} />
    </span>
  )
}

interface SaleRowProps {
  readonly line: SaleLine
  readonly onOpen: (line: SaleLine) => void
}

export function SaleRow({ line, onOpen }: SaleRowProps) {
  const { t } = useTranslation('till')
  const { account } = useTillDevice()
  const { state, manualConfirmation } = line
  const about = [line.note, itemsText(line.items)].filter(words => words !== '').join(' · ')
  const how = [
    t(`method_${line.way}`),
    phoneOf(line.phone),
    line.provider,
    manualConfirmation ? t('confirmed_manually') : '',
  ].filter(word => word !== '')
  return (
    <li>
      <button type="button" className="sale-row" onClick={() => onOpen(line)}>
        <StateMark state={state} />
        <span className="sale-what">
          <span className="sale-amount">{digitsOf(line.amount)}</span>
          <span className="sale-how">{how.join(' · ')}</span>
          {about && <span className="sale-note">{about}</span>}
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

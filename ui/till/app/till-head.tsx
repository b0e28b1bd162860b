// The head of the keypad's screen: whose till it is and who stands at it, the last sales, the settings.
import { useTranslation } from 'react-i18next'
import { Icon, Mark } from '../../kit/icon.tsx'
import { Badge } from '../sign-in/sign-in.tsx'
import { useTillDevice } from './till-device.ts'

interface DeskHeadProps {
  readonly onSales: () => void
  readonly onSettings: () => void
  /** Hands the till over; absent where a person is logged in. */
  readonly onHandOver: (() => void) | undefined
}

export function TillHead({ onSales, onSettings, onHandOver }: DeskHeadProps) {
  const { t } = useTranslation(['till', 'kit'])
  const { account, till, cashier } = useTillDevice()
  return (
    <header className="desk-head">
      <Mark size={30} />
      <div className="desk-names">
        <h1 className="desk-shop">{account.name}</h1>
        {till && <p className="desk-till">{till.name}</p>}
      </div>
      {cashier && onHandOver && (
        <button
          type="button"
          className="head-cashier"
          aria-label={t('hand_over_from', { name: cashier.name })}
          data-testid="hand-over"
          onClick={onHandOver}
        >
          <Badge name={cashier.name} />
          <span className="head-cashier-name">{cashier.name}</span>
        </button>
      )}
      <button type="button" className="head-button head-sales" aria-label={t('sales')} onClick={onSales}>
        <Icon name="list" />
      </button>
      <button
        type="button"
        className="head-button"
        aria-label={t('kit:settings')}
        data-testid="settings"
        onClick={onSettings}
      >
        <Icon name="gear" />
      </button>
    </header>
  )
}

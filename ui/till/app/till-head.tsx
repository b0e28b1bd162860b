// The head of the till screen: shop, till and cashier, recent sales and settings.
import { useTranslation } from 'react-i18next'
import { Icon, Logo } from '../../kit/icon.tsx'
import { useTillDevice } from '../parts/till-device.ts'
import { Badge } from '../sign-in/sign-in.tsx'

interface TillHeadProps {
  readonly onSales: () => void
  readonly onSettings: () => void
  /** Hands the till to another cashier; undefined in a browser that is no paired till. */
  readonly onSwitchCashier: (() => void) | undefined
}

/** Shows whose till this is, and the buttons for the recent sales, the settings and the cashier. */
export function TillHead({ onSales, onSettings, onSwitchCashier }: TillHeadProps) {
  const { t } = useTranslation(['till', 'kit'])
  const { account, till, cashier } = useTillDevice()
  return (
    <header className="till-head">
      <Logo size={30} />
      <div className="till-names">
        <h1 className="till-shop">{account.name}</h1>
        {till && <p className="till-name">{till.name}</p>}
      </div>
      {cashier && onSwitchCashier && (
        <button
          type="button"
          className="head-cashier"
          aria-label={t('switch_cashier_from', { name: cashier.name })}
          data-testid="switch-cashier"
          onClick={onSwitchCashier}
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

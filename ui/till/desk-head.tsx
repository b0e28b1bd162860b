// The head of the keypad's screen: whose till it is, the last sales, the settings.
import { useTranslation } from 'react-i18next'
import { Icon, Mark } from '../kit/icon.tsx'
import type { Account } from '../kit/me.ts'

interface DeskHeadProps {
  readonly account: Account
  readonly onSales: () => void
  readonly onSettings: () => void
}

export function DeskHead({ account, onSales, onSettings }: DeskHeadProps) {
  const { t } = useTranslation(['till', 'kit'])
  return (
    <header className="desk-head">
      <Mark size={30} />
      <h1 className="desk-shop">{account.name}</h1>
      <button type="button" className="head-button head-sales" aria-label={t('sales')} onClick={onSales}>
        <Icon name="list" />
      </button>
      <button type="button" className="head-button" aria-label={t('kit:settings')} onClick={onSettings}>
        <Icon name="gear" />
      </button>
    </header>
  )
}

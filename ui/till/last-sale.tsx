// The last sale in one line above the amount, on screens without room for the list.
import { useTranslation } from 'react-i18next'
import { boxNow } from '../kit/clock.ts'
import { Icon } from '../kit/icon.tsx'
import type { Account } from '../kit/me.ts'
import { moneyOf } from '../kit/money.ts'
import { momentOf } from '../kit/time.ts'
import { StateMark } from './sale-row.tsx'
import { saleStateOf, useSales } from './sales.ts'

interface LastSaleProps {
  readonly account: Account
  readonly onOpen: () => void
}

export function LastSale({ account, onOpen }: LastSaleProps) {
  const { t } = useTranslation('till')
  const last = useSales(account.id).data?.[0]
  if (!last) return <div className="last-sale last-sale-none" />
  const state = saleStateOf(last)
  return (
    <button
      type="button"
      className="last-sale"
      onClick={onOpen}
      aria-label={`${t('sales_last')}: ${moneyOf(last.amount.value)}, ${t(`state_${state}`)}`}
    >
      <StateMark state={state} />
      <span className="last-amount">{moneyOf(last.amount.value)}</span>
      <span className="sale-state" data-state={state}>
        {t(`state_${state}`)}
      </span>
      <span className="sale-time">{momentOf(last.created_at, account.time_zone, boxNow())}</span>
      <Icon name="next" size={18} />
    </button>
  )
}

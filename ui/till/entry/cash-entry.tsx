// Taking cash: what the customer gave, on the till's own keypad or at one tap, and in large digits what goes
// back.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../kit/icon.tsx'
import { digitsOf, moneyOf } from '../../kit/money.ts'
import { amountSize, type PadKey, pressAmount } from './amount.model.ts'
import { changeOf, givenAmounts } from './cash.model.ts'
import { Keypad, usePadKeys } from './keypad.tsx'
import { QuickAmounts } from './quick-amounts.tsx'

interface CashEntryProps {
  readonly amount: number
  readonly onBack: () => void
  readonly onTake: (given: number) => void
}

export function CashEntry({ amount, onBack, onTake }: CashEntryProps) {
  const { t } = useTranslation('till')
  const [given, setGiven] = useState(0)
  const [urged, setUrged] = useState(false)
  const change = changeOf(amount, given)

  const press = (key: PadKey) => {
    setUrged(false)
    setGiven(before => pressAmount(before, key))
  }
  // Enter at once, without typing, is the amount itself: the customer had it right.
  const take = () => (given === 0 ? onTake(amount) : change === undefined ? setUrged(true) : onTake(given))
  usePadKeys(press, take, onBack)

  const missing = given > 0 && change === undefined
  return (
    <main className="entry">
      <div className="entry-top">
        <div className="entry-back">
          <button type="button" className="head-button" aria-label={t('back')} onClick={onBack}>
            <Icon name="back" />
          </button>
          <p className="entry-sum">{t('cash_for', { money: moneyOf(amount) })}</p>
        </div>
        <h1 className="entry-title">{t('cash_given')}</h1>
        <div className="amount" data-size={amountSize(given)} data-empty={given === 0 || undefined}>
          <span className="amount-currency">TZS</span>
          <output className="amount-digits" aria-label={`${t('cash_given')} ${moneyOf(given)}`}>
            {digitsOf(given === 0 ? amount : given)}
          </output>
        </div>
        <p
          className="cash-change"
          data-missing={missing || undefined}
          data-urged={urged || undefined}
          role="status"
        >
          {missing
            ? t('cash_missing', { money: moneyOf(amount - given) })
            : t('cash_change', { money: moneyOf(given === 0 ? 0 : (change ?? 0)) })}
        </p>
        <QuickAmounts amounts={givenAmounts(amount)} onChoose={setGiven} />
      </div>
      <div className="entry-pad">
        <Keypad onKey={press} />
        <div className="entry-acts">
          <button
            type="button"
            className="act act-charge"
            data-testid="take-cash"
            data-idle={missing || undefined}
            onClick={take}
          >
            <Icon name="cash" />
            <span>{t(given === 0 ? 'cash_take_exact' : 'cash_take')}</span>
          </button>
        </div>
      </div>
    </main>
  )
}

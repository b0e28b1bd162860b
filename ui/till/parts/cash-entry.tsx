// Taking cash: a tap on what the customer gave takes it; or it is typed, with the change in large digits.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../kit/icon.tsx'
import { addTexts } from '../../kit/language.ts'
import { digitsOf, moneyOf } from '../../kit/money.ts'
import { amountSize, type PadKey, pressAmount } from './amount.model.ts'
import { changeOf, givenAmounts } from './cash.model.ts'
import { EntryHead } from './entry-head.tsx'
import { Keypad, useAmountKeys } from './keypad.tsx'
import { tillLater } from './later.text.ts'
import { QuickAmounts } from './quick-amounts.tsx'

addTexts('till', tillLater)

interface CashEntryProps {
  readonly amount: number
  readonly onBack: () => void
  readonly onTake: (given: number) => void
}

/** Asks how much cash the customer gave for an amount in whole shillings, and shows the change. */
export function CashEntry({ amount, onBack, onTake }: CashEntryProps) {
  const { t } = useTranslation('till')
  const [given, setGiven] = useState(0)
  const [showError, setShowError] = useState(false)
  const change = changeOf(amount, given)

  const press = (key: PadKey) => {
    setShowError(false)
    setGiven(before => pressAmount(before, key))
  }
  const take = () => {
    // Enter without typing means the exact amount.
    if (given === 0) return onTake(amount)
    return change === undefined ? setShowError(true) : onTake(given)
  }
  useAmountKeys(press, { onEnter: take, onBack })

  const isTooLittle = given > 0 && change === undefined
  return (
    <main className="entry">
      <div className="entry-top">
        <EntryHead text={t('cash_for', { money: moneyOf(amount) })} onBack={onBack} />
        <h1 className="entry-title">{t('cash_given')}</h1>
        <div className="amount" data-size={amountSize(given)} data-empty={given === 0 || undefined}>
          <span className="amount-currency">TZS</span>
          <output className="amount-digits" aria-label={`${t('cash_given')} ${moneyOf(given)}`}>
            {digitsOf(given === 0 ? amount : given)}
          </output>
        </div>
        <p
          className="cash-change"
          data-missing={isTooLittle || undefined}
          data-error={showError || undefined}
          role="status"
        >
          {isTooLittle
            ? t('cash_short', { money: moneyOf(amount - given) })
            : t('cash_change', { money: moneyOf(given === 0 ? 0 : (change ?? 0)) })}
        </p>
        <QuickAmounts amounts={givenAmounts(amount)} onChoose={onTake} leaves />
      </div>
      <div className="entry-pad">
        <Keypad onKey={press} />
        <div className="entry-actions">
          <button
            type="button"
            className="action action-main"
            data-testid="confirm-cash"
            data-idle={isTooLittle || undefined}
            onClick={take}
          >
            <Icon name="cash" />
            <span>{t(given === 0 ? 'cash_confirm_exact' : 'cash_confirm')}</span>
          </button>
        </div>
      </div>
    </main>
  )
}

// Amounts offered at one tap.
import { useTranslation } from 'react-i18next'
import { digitsOf, moneyOf } from '../../kit/money.ts'
import { keepFocus } from './keypad.tsx'

interface QuickAmountsProps {
  readonly amounts: readonly number[]
  readonly onChoose: (amount: number) => void
  /** A tap leaves the screen, so the second tap of a double tap is ignored. */
  readonly leaves?: boolean
}

/** Shows buttons for amounts in whole shillings. */
export function QuickAmounts({ amounts, onChoose, leaves }: QuickAmountsProps) {
  const { t } = useTranslation('till')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be laid out by the browser
    <div className="quick" role="group" aria-label={t('quick')}>
      {amounts.map(amount => (
        <button
          key={amount}
          type="button"
          className="quick-amount"
          aria-label={moneyOf(amount)}
          data-leaves={leaves || undefined}
          onMouseDown={keepFocus}
          onClick={() => onChoose(amount)}
        >
          {digitsOf(amount)}
        </button>
      ))}
    </div>
  )
}

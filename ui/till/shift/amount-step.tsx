// One amount of the drawer, typed on the till's own keypad: the float, what is taken out or put in, what was
// counted.
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../kit/icon.tsx'
import { digitsOf, moneyOf } from '../../kit/money.ts'
import { amountSize, type PadKey, pressAmount } from '../entry/amount.model.ts'
import { Keypad, usePadKeys } from '../entry/keypad.tsx'

interface AmountStepProps {
  readonly title: string
  readonly text?: string
  readonly go: string
  /** A float and a count may be nothing. */
  readonly mayBeZero?: boolean
  /** Where a reason belongs to it: usual ones, at a tap. */
  readonly reasons?: readonly string[]
  readonly busy?: boolean
  readonly apiError?: string | undefined
  readonly onGo: (amount: number, reason: string) => void
  readonly onBack: () => void
}

export function AmountStep({
  title,
  text,
  go,
  mayBeZero,
  reasons,
  busy = false,
  apiError,
  onGo,
  onBack,
}: AmountStepProps) {
  const { t } = useTranslation('till')
  const [amount, setAmount] = useState(0)
  const [reason, setReason] = useState('')
  const [urged, setUrged] = useState(false)
  const missing =
    amount === 0 && !mayBeZero
      ? t('step_amount_missing')
      : reasons && reason.trim() === ''
        ? t('step_reason_missing')
        : ''
  const press = (key: PadKey) => {
    setUrged(false)
    setAmount(before => pressAmount(before, key))
  }
  const enter = () => {
    if (busy) return
    if (missing) setUrged(true)
    else onGo(amount, reason.trim())
  }
  usePadKeys(press, enter, onBack)
  return (
    <div className="desk">
      <header className="desk-head">
        <button type="button" className="head-button" aria-label={t('back')} onClick={onBack}>
          <Icon name="back" />
        </button>
        <h1 className="desk-shop">{title}</h1>
      </header>
      <main className="entry">
        <div className="entry-top">
          {text && <p className="step-text">{text}</p>}
          <div className="amount" data-size={amountSize(amount)} data-empty={amount === 0 || undefined}>
            <span className="amount-currency">TZS</span>
            <output className="amount-digits" aria-label={`${title} ${moneyOf(amount)}`}>
              {digitsOf(amount)}
            </output>
          </div>
          {reasons && (
            <div className="step-reason">
              <TextInput
                aria-label={t('reason')}
                placeholder={t('reason')}
                size="md"
                maxLength={200}
                autoComplete="off"
                data-testid="step-reason"
                value={reason}
                onChange={event => setReason(event.currentTarget.value)}
              />
              <div className="reasons">
                {reasons.map(word => (
                  <button key={word} type="button" className="reason" onClick={() => setReason(word)}>
                    {word}
                  </button>
                ))}
              </div>
            </div>
          )}
          <p className="entry-refusal" role="alert">
            {apiError ?? (urged ? missing : '')}
          </p>
        </div>
        <div className="entry-pad">
          <Keypad onKey={press} />
          <div className="entry-acts">
            <button
              type="button"
              className="act act-charge"
              data-testid="step-go"
              data-idle={missing !== '' || busy || undefined}
              onClick={enter}
            >
              {go}
            </button>
          </div>
        </div>
      </main>
    </div>
  )
}

// One amount of the cash drawer, typed on the keypad: the starting cash, cash in or out, or the count.
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { digitsOf, moneyOf } from '../../kit/money.ts'
import { amountSize, type PadKey, pressAmount } from '../parts/amount.model.ts'
import { Keypad, useAmountKeys } from '../parts/keypad.tsx'
import { StepHead } from './step-head.tsx'

export interface AmountStepProps {
  readonly title: string
  readonly text?: string
  readonly submitLabel: string
  /** The starting cash and the count may be zero. */
  readonly mayBeZero?: boolean
  /** Common reasons, offered as buttons. If they are given, a reason is required. */
  readonly reasons?: readonly string[]
  readonly isBusy?: boolean
  readonly apiError?: string | undefined
  readonly onSubmit: (amount: number, reason: string) => void
  readonly onBack: () => void
}

/** Asks for an amount in whole shillings and, if `reasons` are given, for a reason. */
export function AmountStep(props: AmountStepProps) {
  const { title, text, submitLabel, mayBeZero, reasons, isBusy = false, apiError, onSubmit, onBack } = props
  const { t } = useTranslation('till')
  const [amount, setAmount] = useState(0)
  const [reason, setReason] = useState('')
  const [showError, setShowError] = useState(false)
  const missingReasonText = reasons && reason.trim() === '' ? t('step_reason_missing') : ''
  const missingText = amount === 0 && !mayBeZero ? t('step_amount_missing') : missingReasonText
  const press = (key: PadKey) => {
    setShowError(false)
    setAmount(before => pressAmount(before, key))
  }
  const submit = () => {
    if (isBusy) return
    if (missingText) setShowError(true)
    else onSubmit(amount, reason.trim())
  }
  useAmountKeys(press, { onEnter: submit, onBack })
  return (
    <div className="till-screen">
      <StepHead title={title} onBack={onBack} />
      <main className="entry">
        <div className="entry-top">
          {text && <p className="step-text">{text}</p>}
          <div className="amount" data-size={amountSize(amount)} data-empty={amount === 0 || undefined}>
            <span className="amount-currency">TZS</span>
            <output className="amount-digits" aria-label={`${title} ${moneyOf(amount)}`}>
              {digitsOf(amount)}
            </output>
          </div>
          {reasons && <ReasonField reasons={reasons} value={reason} onChange={setReason} />}
          <p className="entry-error" role="alert">
            {apiError ?? (showError ? missingText : '')}
          </p>
        </div>
        <div className="entry-pad">
          <Keypad onKey={press} />
          <div className="entry-actions">
            <button
              type="button"
              className="action action-main"
              data-testid="step-submit"
              data-idle={missingText !== '' || isBusy || undefined}
              onClick={submit}
            >
              {submitLabel}
            </button>
          </div>
        </div>
      </main>
    </div>
  )
}

/** The longest reason that the API takes, in characters. */
const reasonMax = 200

interface ReasonFieldProps {
  readonly reasons: readonly string[]
  readonly value: string
  readonly disabled?: boolean
  readonly onChange: (reason: string) => void
}

/** Asks for a reason, and offers usual ones at a tap. */
export function ReasonField({ reasons, value, disabled = false, onChange }: ReasonFieldProps) {
  const { t } = useTranslation('till')
  return (
    <div className="step-reason">
      <TextInput
        aria-label={t('reason')}
        placeholder={t('reason')}
        size="md"
        maxLength={reasonMax}
        autoComplete="off"
        data-testid="step-reason"
        value={value}
        disabled={disabled}
        onChange={event => onChange(event.currentTarget.value)}
      />
      <div className="reasons">
        {reasons.map(reason => (
          <button
            key={reason}
            type="button"
            className="reason"
            disabled={disabled}
            onClick={() => onChange(reason)}
          >
            {reason}
          </button>
        ))}
      </div>
    </div>
  )
}

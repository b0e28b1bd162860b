// The PIN, as in every wallet. Any digits will do: nothing is checked, nothing is sent.
import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../kit/icon.tsx'
import { moneyOf } from '../kit/money.ts'
import { answerPrompt, faultText } from './answer.ts'
import { type AnsweredPrompt, isPin, type Prompt } from './phone.model.ts'

interface PinViewProps {
  readonly prompt: Prompt
  readonly number: string
  readonly onAnswered: (answered: AnsweredPrompt) => void
  readonly onBack: () => void
}

/** Asks for a PIN, and approves the request with any. */
export function PinView({ prompt, number, onAnswered, onBack }: PinViewProps) {
  const { t } = useTranslation(['phone', 'kit'])
  const [pin, setPin] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<'over' | 'off' | 'unreachable'>()
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy || !isPin(pin)) return
    setBusy(true)
    const answered = await answerPrompt(prompt, 'approve', number)
    setBusy(false)
    if (typeof answered === 'string') setFault(answered)
    else onAnswered(answered)
  }
  return (
    <form className="request" onSubmit={submit}>
      <div className="request-top">
        <button type="button" className="back" aria-label={t('back')} onClick={onBack}>
          <Icon name="back" />
        </button>
        <span>{prompt.payee}</span>
      </div>
      <div className="request-body">
        <p className="request-sum">{moneyOf(prompt.amount.value)}</p>
        <label className="pin">
          <span>{t('pin_title')}</span>
          <input
            data-testid="pin"
            type="password"
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            // biome-ignore lint/a11y/noAutofocus: the screen asks for nothing else
            autoFocus
            value={pin}
            onChange={event => setPin(event.currentTarget.value.replace(/\D/g, ''))}
          />
          <small>{t('pin_text')}</small>
        </label>
        <p className="form-error" role="alert">
          {fault ? t(faultText[fault]) : ''}
        </p>
      </div>
      <div className="request-actions">
        <Button
          type="submit"
          size="lg"
          fullWidth
          data-testid="confirm"
          loading={isBusy}
          disabled={!isPin(pin)}
        >
          {t('confirm')} {moneyOf(prompt.amount.value)}
        </Button>
      </div>
    </form>
  )
}

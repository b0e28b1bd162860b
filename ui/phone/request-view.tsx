// One request on the handset: who asks for how much, and the three things a customer does.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../kit/icon.tsx'
import { moneyOf, tokenDigits } from '../kit/money.ts'
import { answerPrompt, faultText } from './answer.ts'
import { type AnsweredPrompt, type HandsetAnswer, isOpen, type Prompt } from './phone.model.ts'

interface RequestViewProps {
  readonly prompt: Prompt
  readonly number: string
  readonly onApprove: () => void
  readonly onAnswered: (answered: AnsweredPrompt) => void
  readonly onBack: () => void
}

/** Shows a request, and lets the customer approve it, decline it or enter a wrong PIN. */
export function RequestView({ prompt, number, onApprove, onAnswered, onBack }: RequestViewProps) {
  const { t } = useTranslation(['phone', 'kit'])
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<'over' | 'off' | 'unreachable'>()
  async function send(answer: HandsetAnswer) {
    if (isBusy) return
    setBusy(true)
    const answered = await answerPrompt(prompt, answer, number)
    setBusy(false)
    if (typeof answered === 'string') setFault(answered)
    else onAnswered(answered)
  }
  const canAnswer = (isOpen(prompt) || prompt.state === 'unknown') && fault !== 'over' && fault !== 'off'
  return (
    <div className="request">
      <div className="request-top">
        <button type="button" className="back" aria-label={t('back')} onClick={onBack}>
          <Icon name="back" />
        </button>
        <span>{t(prompt.method === 'push' ? 'request_push' : 'request_qr')}</span>
      </div>
      <div className="request-body">
        <p className="request-to">{t('request_title')}</p>
        <h2 className="request-payee">{prompt.payee}</h2>
        <p className="request-sum">{moneyOf(prompt.amount.value)}</p>
        <p className="request-token">{tokenDigits(prompt.payment_token)}</p>
        <p className="form-error" role="alert">
          {fault && t(faultText[fault])}
          {!fault && !canAnswer && t('request_ended')}
        </p>
      </div>
      {canAnswer && (
        <div className="request-actions">
          <Button size="lg" fullWidth data-testid="approve" onClick={onApprove}>
            {t('approve')}
          </Button>
          <Button
            size="lg"
            fullWidth
            variant="default"
            data-testid="decline"
            disabled={isBusy}
            onClick={() => send('decline')}
          >
            {t('decline')}
          </Button>
          <button
            type="button"
            className="plain"
            data-testid="wrong-pin"
            disabled={isBusy}
            onClick={() => send('wrong_pin')}
          >
            {t('wrong_pin')}
          </button>
        </div>
      )}
    </div>
  )
}

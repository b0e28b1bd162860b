// The text message that follows every answer.
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Icon } from '../kit/icon.tsx'
import { moneyOf, tokenDigits } from '../kit/money.ts'
import { phoneOf } from '../kit/time.ts'
import type { AnsweredPrompt } from './phone.model.ts'

interface MessageViewProps {
  readonly answered: AnsweredPrompt
  readonly onDone: () => void
}

/** Shows the SMS that the network would send after this answer. */
export function MessageView({ answered, onDone }: MessageViewProps) {
  const { t } = useTranslation('phone')
  const { answer, payee, phone, token, amount } = answered
  return (
    <div className="request">
      <div className="message-body">
        <span className="message-mark" data-answer={answer}>
          <Icon name={answer === 'approve' ? 'check' : 'cross'} size={40} />
        </span>
        <h2>{t(`done_${answer}`)}</h2>
        <div className="sms" role="status" data-testid="message">
          <p className="sms-from">
            <Icon name="message" size={18} /> {t('sms_from')}
          </p>
          <p>
            {t(`sms_${answer}`, {
              money: moneyOf(amount),
              payee,
              phone: phoneOf(phone),
              token: tokenDigits(token),
            })}
          </p>
        </div>
      </div>
      <div className="request-actions">
        <Button size="lg" fullWidth data-testid="done" autoFocus onClick={onDone}>
          {t('done')}
        </Button>
      </div>
    </div>
  )
}

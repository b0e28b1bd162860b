// What this phone answered, the newest first.
import { useTranslation } from 'react-i18next'
import { Icon } from '../kit/icon.tsx'
import { moneyOf } from '../kit/money.ts'
import { shortDateTimeOf } from '../kit/time.ts'
import type { AnsweredPrompt } from './phone.model.ts'

/** Lists the answers of this phone. */
export function AnswerList({ history }: { readonly history: readonly AnsweredPrompt[] }) {
  const { t } = useTranslation('phone')
  if (history.length === 0) return <p className="history-empty">{t('history_none')}</p>
  return (
    <ul className="answers">
      {history.map(({ id, answer, payee, amount, at }) => (
        <li key={id}>
          <span className="answer-mark" data-answer={answer}>
            <Icon name={answer === 'approve' ? 'check' : 'cross'} size={16} />
          </span>
          <span className="answer-what">
            <strong>{moneyOf(amount)}</strong>
            <small>{payee}</small>
          </span>
          <span className="answer-when">
            <span>{t(`done_${answer}`)}</span>
            <small>{shortDateTimeOf(new Date(at).toISOString(), 'Africa/Dar_es_Salaam', Date.now())}</small>
          </span>
        </li>
      ))}
    </ul>
  )
}

// How a sale that was not paid goes on with the same customer: another number first, then the code, then
// cash.
import { useTranslation } from 'react-i18next'
import { Icon, type IconName } from '../../kit/icon.tsx'
import { useTillDevice } from '../parts/till-device.ts'
import type { ResultStep } from './result.tsx'
import { FocusedAction, SecondaryAction } from './result-action.tsx'
import type { Sale } from './sale.model.ts'
import { sellAgain, sellAnew } from './sale-actions.ts'

interface RetryActionsProps {
  readonly sale: Sale
  readonly onStep: (step: ResultStep) => void
}

interface Retry {
  readonly testId: string
  readonly icon: IconName
  readonly word: string
  readonly onClick: () => void
}

export function RetryActions({ sale, onStep }: RetryActionsProps) {
  const { t } = useTranslation('till')
  const device = useTillDevice()
  const { takes } = device.account
  const isPush = sale.payment?.payment_type === 'mobile'
  const number: Retry = {
    testId: 'other-number',
    icon: 'phone',
    word: t(isPush ? 'push_other_number' : 'method_push'),
    onClick: () => onStep('number'),
  }
  const again: Retry = isPush
    ? { testId: 'again', icon: 'phone', word: t('send_again'), onClick: sellAgain }
    : { testId: 'again', icon: 'qr', word: t('show_qr_again'), onClick: sellAgain }
  const qr: Retry = {
    testId: 'show-qr',
    icon: 'qr',
    word: t('method_qr'),
    onClick: () => sellAnew(undefined),
  }
  const cash: Retry = { testId: 'pay-cash', icon: 'cash', word: t('cash'), onClick: () => onStep('cash') }
  const [main, ...others] = [
    ...(isPush ? [number] : [again]),
    ...(isPush && takes['dynamic-qr'] ? [qr] : []),
    ...(!isPush && takes.mobile ? [number] : []),
    ...(device.shift ? [cash] : []),
    ...(isPush ? [again] : []),
  ]
  return (
    <>
      {main && (
        <FocusedAction testId={main.testId} onClick={main.onClick}>
          <Icon name={main.icon} size={24} /> <span>{main.word}</span>
        </FocusedAction>
      )}
      <div className="result-others">
        {others.map(({ word, ...action }) => (
          <SecondaryAction key={action.testId} {...action}>
            {word}
          </SecondaryAction>
        ))}
      </div>
    </>
  )
}

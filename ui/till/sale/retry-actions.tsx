// How a sale that was not paid goes on with the same customer: another number first, then the code, then
// cash. For a sale of the list none of them is the main action: its customer may be gone.
import { useTranslation } from 'react-i18next'
import { Icon, type IconName } from '../../kit/icon.tsx'
import { addTexts } from '../../kit/language.ts'
import { tillLater } from '../parts/later.text.ts'
import { useTillDevice } from '../parts/till-device.ts'
import { FocusedAction, SecondaryAction } from './result-action.tsx'
import type { ResultStep, Sale } from './sale.model.ts'
import { sellAgain, sellByOtherMethod } from './sale-actions.ts'

addTexts('till', tillLater)

interface RetryActionsProps {
  readonly sale: Sale
  /** Whether the customer is likely to be at the counter still. */
  readonly isMain: boolean
  readonly onStep: (step: ResultStep) => void
}

interface Retry {
  readonly testId: string
  readonly icon: IconName
  readonly word: string
  readonly onClick: () => void
}

export function RetryActions({ sale, isMain, onStep }: RetryActionsProps) {
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
    onClick: () => sellByOtherMethod(undefined),
  }
  const cash: Retry = { testId: 'pay-cash', icon: 'cash', word: t('cash'), onClick: () => onStep('cash') }
  const all = [
    ...(isPush ? [number] : [again]),
    ...(isPush && takes['dynamic-qr'] ? [qr] : []),
    ...(!isPush && takes.mobile ? [number] : []),
    ...(device.shift ? [cash] : []),
    ...(isPush ? [again] : []),
  ]
  const main = isMain ? all[0] : undefined
  return (
    <>
      {main && (
        <FocusedAction testId={main.testId} onClick={main.onClick}>
          <Icon name={main.icon} size={24} /> <span>{main.word}</span>
        </FocusedAction>
      )}
      <div className="result-others">
        {(isMain ? all.slice(1) : all).map(({ word, ...action }) => (
          <SecondaryAction key={action.testId} {...action}>
            {word}
          </SecondaryAction>
        ))}
      </div>
    </>
  )
}

// How a sale that was not paid goes on with the same customer. After a decline another number comes first,
// then the code, then cash; a code that expired, or that the customer should try again, is shown again first.
// For a sale of the list none of them is the main action: its customer may be gone.
import { useTranslation } from 'react-i18next'
import { reasonOf } from '../../kit/failure-reason.model.ts'
import { Icon, type IconName } from '../../kit/icon.tsx'
import { addTexts } from '../../kit/language.ts'
import { tillLater } from '../parts/later.text.ts'
import { useTillDevice } from '../parts/till-device.ts'
import { FocusedAction, SecondaryAction } from './result-action.tsx'
import type { ResultStep, Sale } from './sale.model.ts'
import { sellAgain, sellByOtherMethod } from './sale-actions.ts'

addTexts('till', tillLater)

/** Reasons of a decline whose text asks the cashier to try the same again. */
const sameAgainReasons: ReadonlySet<string> = new Set([
  'payment_not_approved',
  'wrong_pin',
  'in_process',
  'expired',
  'network_unavailable',
])

interface RetryActionsProps {
  readonly sale: Sale
  /** The customer is probably still at the counter. */
  readonly isMain: boolean
  readonly onStep: (step: ResultStep) => void
}

/** A way to try again, as a button. */
interface Retry {
  readonly testId: string
  readonly icon: IconName
  readonly word: string
  readonly onClick: () => void
}

/** Offers the ways to try again, the likeliest first; cash needs an open shift. */
export function RetryActions({ sale, isMain, onStep }: RetryActionsProps) {
  const { t } = useTranslation('till')
  const device = useTillDevice()
  const { takes } = device.account
  const isPush = sale.payment?.payment_type === 'mobile'
  const wasDeclined = sale.payment?.status === 'failed'
  const number: Retry = {
    testId: 'other-number',
    icon: 'phone',
    word: t(isPush || wasDeclined ? 'push_other_number' : 'method_push'),
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
  const afterPush = [number, ...(takes['dynamic-qr'] ? [qr] : []), ...(device.shift ? [cash] : []), again]
  const numbers = takes.mobile ? [number] : []
  const isSameAgain = !wasDeclined || sameAgainReasons.has(reasonOf(sale.payment?.failure_reason ?? null))
  const afterCode = isSameAgain ? [again, ...numbers] : [...numbers, again]
  const retries = isPush ? afterPush : [...afterCode, ...(device.shift ? [cash] : [])]
  const main = isMain ? retries[0] : undefined
  return (
    <>
      {main && (
        <FocusedAction testId={main.testId} onClick={main.onClick}>
          <Icon name={main.icon} size={24} /> <span>{main.word}</span>
        </FocusedAction>
      )}
      <div className="result-others">
        {(isMain ? retries.slice(1) : retries).map(({ word, ...action }) => (
          <SecondaryAction key={action.testId} {...action}>
            {word}
          </SecondaryAction>
        ))}
      </div>
    </>
  )
}

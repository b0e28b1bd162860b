// A refund's state as a chip, and the decision on one that waits for a second person.
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../kit/api.ts'
import { addTexts } from '../../kit/language.ts'
import { moneyOf } from '../../kit/money.ts'
import type { Refund } from '../../kit/refund.ts'
import { ApprovalButtons } from '../parts/approval-buttons.tsx'
import { StateChip } from '../parts/figure.tsx'
import { recipientText, refundChips, refundStateOf } from './refund.model.ts'
import { refunds } from './refund.text.ts'

addTexts('refunds', refunds)

/** Draws a refund's state. */
export function RefundStateChip({ refund }: { readonly refund: Refund }) {
  const { t } = useTranslation('refunds')
  const state = refundStateOf(refund)
  return <StateChip {...refundChips[state]} text={t(`state_${state}`)} />
}

/**
 * Draws the buttons that approve or decline a refund; draws nothing unless it waits and this person may
 * decide.
 */
export function RefundDecision({ refund }: { readonly refund: Refund }) {
  const { t } = useTranslation('refunds')
  const { id, amount, approval } = refund
  const values = { money: moneyOf(amount.value), to: recipientText(refund) || t('the_customer') }
  return (
    <ApprovalButtons
      approval={approval}
      send={(decision, header) => resultOf(api.api.v1.refunds({ id })[decision].post(undefined, header))}
      words={{
        approve: { button: t('approve'), title: t('approve_title'), text: t('approve_text', values) },
        decline: { button: t('decline'), title: t('decline_title'), text: t('decline_text', values) },
      }}
      isSmall
    />
  )
}

// Approving or declining a payout that waits for a second person.
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../kit/api.ts'
import { moneyOf } from '../../kit/money.ts'
import { ApprovalButtons } from '../parts/approval-buttons.tsx'
import { destinationOf, type Payout } from './payout.model.ts'

/**
 * Draws the buttons that approve or decline a payout; draws nothing for people who may not decide about it.
 */
export function PayoutDecision({ payout }: { readonly payout: Payout }) {
  const { t } = useTranslation('payouts')
  const { reference, recipient, amount, approval } = payout
  const values = { money: moneyOf(amount.value), name: recipient.name, to: destinationOf(payout) }
  return (
    <ApprovalButtons
      approval={approval}
      send={(decision, header) =>
        resultOf(api.api.v1.payouts({ reference })[decision].post(undefined, header))
      }
      words={{
        approve: { button: t('approve'), title: t('approve_title'), text: t('approve_text', values) },
        decline: { button: t('decline'), title: t('decline_title'), text: t('decline_text', values) },
      }}
    />
  )
}

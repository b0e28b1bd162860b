// The dialog in which a person decides about a payment that its network does not answer about: it was paid,
// with the network's receipt number, or it was not; with a reason.
import { Radio, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirmationLimits } from '../../../src/domain/manual-decision.ts'
import { api, resultOf } from '../../kit/api.ts'
import { addTexts } from '../../kit/language.ts'
import type { Decision } from '../../kit/manual-confirmation.model.ts'
import { moneyOf } from '../../kit/money.ts'
import { useAction } from '../parts/queries.ts'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { paymentPage } from './payment-page.text.ts'
import { payments } from './payments.text.ts'

addTexts('payments', payments)
addTexts('payments', paymentPage)

interface DecisionProps {
  readonly reference: string
  /** Whole shillings. */
  readonly amount: number
  /** What this person can decide; a single one is not asked for. */
  readonly decisions: readonly Decision[]
  readonly onClose: () => void
}

/**
 * Records that a payment was paid (with the network's receipt number) or was not paid, always with a reason.
 */
export function DecisionSheet({ reference, amount, decisions, onClose }: DecisionProps) {
  const { t } = useTranslation('payments')
  const isChoice = decisions.length > 1
  const [chosen, setChosen] = useState<Decision>()
  const [receipt, setReceipt] = useState('')
  const decision = isChoice ? chosen : decisions[0]
  const decide = useAction((reason: string, header) => {
    const payment = api.api.v1.payments({ reference })
    return decision === 'not_paid'
      ? resultOf(payment['mark-not-paid'].post({ reason }, header))
      : resultOf(payment.confirm.post({ reason, receipt_number: receipt.trim() }, header))
  })
  const { receiptMin, receiptMax, reasonMin, reasonMax } = confirmationLimits
  const isReceiptShort = receipt.trim().length < receiptMin
  const receiptError = receipt.trim() === '' ? t('field_empty') : t('confirm_short', { min: receiptMin })
  return (
    <ReasonDialog
      title={
        isChoice ? t('decide_title', { money: moneyOf(amount) }) : t(`decide_only_${decision ?? 'paid'}`)
      }
      confirm={t(decision === 'paid' ? 'confirm_yes' : 'decide_yes')}
      onClose={onClose}
      onConfirm={reason => decide.run(reason, onClose)}
      isComplete={decision !== undefined && (decision === 'not_paid' || !isReceiptShort)}
      action={decide}
      isDanger
      reason={{
        label: t('confirm_reason'),
        hint: t('decide_reason_hint'),
        missing: t('field_empty'),
        short: t('confirm_short', { min: reasonMin }),
        lengthMin: reasonMin,
        lengthMax: reasonMax,
      }}
    >
      {wasSubmitted => (
        <>
          <p>{t(decision === 'paid' && !isChoice ? 'confirm_text' : 'decide_text')}</p>
          {isChoice && <Choice value={chosen} wasSubmitted={wasSubmitted} onChange={setChosen} />}
          {decision === 'paid' && (
            <TextInput
              label={t('confirm_receipt')}
              name="receipt"
              maxLength={receiptMax}
              autoComplete="off"
              autoCapitalize="characters"
              size="md"
              value={receipt}
              error={wasSubmitted && isReceiptShort && receiptError}
              onChange={event => setReceipt(event.currentTarget.value)}
            />
          )}
        </>
      )}
    </ReasonDialog>
  )
}

interface ChoiceProps {
  readonly value: Decision | undefined
  /** Whether the person pressed the button: then an empty choice shows its error. */
  readonly wasSubmitted: boolean
  readonly onChange: (decision: Decision) => void
}

/** The choice between "paid" and "not paid". */
function Choice({ value, wasSubmitted, onChange }: ChoiceProps) {
  const { t } = useTranslation('payments')
  return (
    <Radio.Group
      label={t('decide_choice')}
      value={value ?? null}
      error={wasSubmitted && !value && t('field_empty')}
      onChange={chosen => onChange(chosen === 'paid' ? 'paid' : 'not_paid')}
    >
      <div className="stack">
        <Radio value="paid" label={t('decide_paid')} description={t('decide_paid_text')} />
        <Radio value="not_paid" label={t('decide_not_paid')} description={t('decide_not_paid_text')} />
      </div>
    </Radio.Group>
  )
}

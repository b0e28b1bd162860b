// The dialog that confirms a payment manually: the network's receipt number and a reason.
import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirmationLimits } from '../../../src/domain/payment.ts'
import { api, resultOf } from '../../kit/api.ts'
import { addTexts } from '../../kit/language.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { useAction } from '../parts/queries.ts'
import { paymentPage } from './payment-page.text.ts'
import { payments } from './payments.text.ts'

addTexts('payments', payments)
addTexts('payments', paymentPage)

interface ConfirmProps {
  readonly reference: string
  readonly open: boolean
  readonly onClose: () => void
}

export function ConfirmSheet({ reference, open, onClose }: ConfirmProps) {
  const { t } = useTranslation('payments')
  const [reason, setReason] = useState('')
  const [receipt, setReceipt] = useState('')
  const [tried, setTried] = useState(false)
  const confirm = useAction((body: { reason: string; receipt_number: string }, named) =>
    resultOf(api.api.v1.payments({ reference }).confirm.post(body, named)),
  )
  const isShort = (value: string, min: number) => value.trim().length < min
  const short = (value: string, min: number) =>
    tried && isShort(value, min) && (value.trim() === '' ? t('field_empty') : t('confirm_short', { min }))
  return (
    <ConfirmDialog
      title={t('confirm_title')}
      open={open}
      onClose={onClose}
      confirm={t('confirm_yes')}
      onConfirm={() => {
        setTried(true)
        if (
          !isShort(reason, confirmationLimits.reasonMin) &&
          !isShort(receipt, confirmationLimits.receiptMin)
        )
          confirm.run({ reason: reason.trim(), receipt_number: receipt.trim() }, onClose)
      }}
      danger
      busy={confirm.busy}
      apiError={confirm.apiError}
    >
      <p>{t('confirm_text')}</p>
      <TextInput
        label={t('confirm_receipt')}
        maxLength={confirmationLimits.receiptMax}
        autoComplete="off"
        autoCapitalize="characters"
        size="md"
        value={receipt}
        error={short(receipt, confirmationLimits.receiptMin)}
        onChange={event => setReceipt(event.currentTarget.value)}
      />
      <Textarea
        label={t('confirm_reason')}
        maxLength={confirmationLimits.reasonMax}
        rows={2}
        size="md"
        value={reason}
        error={short(reason, confirmationLimits.reasonMin)}
        onChange={event => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}

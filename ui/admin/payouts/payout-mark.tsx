// The dialog in which an owner says whether a payout with an unknown outcome was sent, as its network's statement
// shows it, with a reason.
import { Radio, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ManualResult } from '../../../src/domain/payout.ts'
import { api, resultOf } from '../../kit/api.ts'
import { addTexts } from '../../kit/language.ts'
import { moneyOf } from '../../kit/money.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { useAction } from '../parts/queries.ts'
import { useReauthentication } from '../parts/reauthentication.tsx'
import { payouts } from './payouts.text.ts'

addTexts('payouts', payouts)

interface MarkProps {
  readonly reference: string
  /** Whole shillings. */
  readonly amount: number
  readonly onClose: () => void
}

export function MarkSheet({ reference, amount, onClose }: MarkProps) {
  const { t } = useTranslation('payouts')
  const [result, setResult] = useState<ManualResult>()
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const mark = useReauthentication(
    useAction((body: { result: ManualResult; reason: string }, named) =>
      resultOf(api.api.v1.payouts({ reference }).mark.post(body, named)),
    ),
    'money',
  )
  return (
    <ConfirmDialog
      title={t('mark_title', { money: moneyOf(amount) })}
      open
      onClose={onClose}
      confirm={t('mark_yes')}
      onConfirm={() => {
        setTried(true)
        if (result && reason.trim()) mark.run({ result, reason: reason.trim() }, onClose)
      }}
      danger
      busy={mark.busy}
      apiError={mark.apiError}
    >
      <p>{t('mark_text')}</p>
      <Radio.Group
        label={t('mark_choice')}
        value={result ?? null}
        error={tried && !result && t('field_empty')}
        onChange={value => setResult(value === 'sent' ? 'sent' : 'not_sent')}
      >
        <div className="stack">
          <Radio value="sent" label={t('mark_sent')} description={t('mark_sent_text')} />
          <Radio value="not_sent" label={t('mark_not_sent')} description={t('mark_not_sent_text')} />
        </div>
      </Radio.Group>
      <Textarea
        label={t('mark_reason')}
        description={t('mark_reason_hint')}
        name="reason"
        rows={2}
        size="md"
        maxLength={200}
        value={reason}
        error={tried && reason.trim() === '' && t('field_empty')}
        onChange={event => setReason(event.currentTarget.value)}
      />
      {mark.field}
    </ConfirmDialog>
  )
}

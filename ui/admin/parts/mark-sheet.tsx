// The dialog in which an owner says whether a payout or refund with an unknown outcome was sent, as its
// network's statement shows it, with a reason.
import { Radio } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ManualResult } from '../../../src/domain/payout.ts'
import { type ApiResult, api, resultOf } from '../../kit/api.ts'
import { addTexts } from '../../kit/language.ts'
import { moneyOf } from '../../kit/money.ts'
import { markSheet } from './mark.text.ts'
import { useAction } from './queries.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { useReauthentication } from './reauthentication.tsx'

addTexts('mark', markSheet)

interface MarkProps {
  readonly kind?: 'payout' | 'refund'
  readonly reference: string
  /** Whole shillings. */
  readonly amount: number
  readonly onClose: () => void
}

/**
 * Records "sent" or "not sent" for a payout or refund after the person chose one, gave a reason and, if
 * asked, the password. `reference` is a payout's reference or a refund's id.
 */
export function MarkSheet({ kind = 'payout', reference, amount, onClose }: MarkProps) {
  const { t } = useTranslation('mark')
  const [result, setResult] = useState<ManualResult>()
  const mark = useReauthentication(
    useAction(
      (body: { result: ManualResult; reason: string }, header): Promise<ApiResult<unknown>> =>
        kind === 'refund'
          ? resultOf(api.api.v1.refunds({ id: reference }).mark.post(body, header))
          : resultOf(api.api.v1.payouts({ reference }).mark.post(body, header)),
    ),
    'money',
  )
  const missingText = t('missing')
  return (
    <ReasonDialog
      title={t('title', { money: moneyOf(amount) })}
      confirm={t('yes')}
      onClose={onClose}
      onConfirm={reason => result && mark.run({ result, reason }, onClose)}
      action={mark}
      isDanger
      reason={{ label: t('reason'), hint: t('reason_hint'), missing: missingText, lengthMax: 200 }}
      below={mark.passwordField}
    >
      {wasSubmitted => (
        <>
          <p>{t('text')}</p>
          <Radio.Group
            label={t('choice')}
            value={result ?? null}
            error={wasSubmitted && !result && missingText}
            onChange={value => setResult(value === 'sent' ? 'sent' : 'not_sent')}
          >
            <div className="stack">
              <Radio
                value="sent"
                label={t('sent')}
                description={t(kind === 'refund' ? 'refund_sent_text' : 'sent_text')}
              />
              <Radio
                value="not_sent"
                label={t('not_sent')}
                description={t(kind === 'refund' ? 'refund_not_sent_text' : 'not_sent_text')}
              />
            </div>
          </Radio.Group>
        </>
      )}
    </ReasonDialog>
  )
}

// The dialog in which an owner says whether a payout with an unknown outcome was sent, as its network's statement
// shows it, with a reason.
import { Radio } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ManualResult } from '../../../src/domain/payout.ts'
import { api, resultOf } from '../../kit/api.ts'
import { addTexts } from '../../kit/language.ts'
import { moneyOf } from '../../kit/money.ts'
import { useAction } from '../parts/queries.ts'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
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
  const mark = useReauthentication(
    useAction((body: { result: ManualResult; reason: string }, named) =>
      resultOf(api.api.v1.payouts({ reference }).mark.post(body, named)),
    ),
    'money',
  )
  const missing = t('field_empty')
  return (
    <ReasonDialog
      title={t('mark_title', { money: moneyOf(amount) })}
      confirm={t('mark_yes')}
      onClose={onClose}
      onConfirm={reason => result && mark.run({ result, reason }, onClose)}
      action={mark}
      danger
      reason={{ label: t('mark_reason'), hint: t('mark_reason_hint'), missing, lengthMax: 200 }}
      below={mark.field}
    >
      {tried => (
        <>
          <p>{t('mark_text')}</p>
          <Radio.Group
            label={t('mark_choice')}
            value={result ?? null}
            error={tried && !result && missing}
            onChange={value => setResult(value === 'sent' ? 'sent' : 'not_sent')}
          >
            <div className="stack">
              <Radio value="sent" label={t('mark_sent')} description={t('mark_sent_text')} />
              <Radio value="not_sent" label={t('mark_not_sent')} description={t('mark_not_sent_text')} />
            </div>
          </Radio.Group>
        </>
      )}
    </ReasonDialog>
  )
}

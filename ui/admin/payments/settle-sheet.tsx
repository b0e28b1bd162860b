// The dialog that resolves an unmatched payment: keep it or record a refund, with a reason.
import { Radio } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../kit/api.ts'
import { addTexts } from '../../kit/language.ts'
import { moneyOf } from '../../kit/money.ts'
import { useAction } from '../parts/queries.ts'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { unmatched } from './unmatched.text.ts'

addTexts('unmatched', unmatched)

interface SettleProps {
  /** Whole shillings. */
  readonly money: { readonly id: string; readonly amount: number }
  readonly onClose: () => void
}

/** Records that the merchant keeps unmatched money, or that it was given back outside Kaunta, with a note. */
export function SettleSheet({ money, onClose }: SettleProps) {
  const { t } = useTranslation('unmatched')
  const [resolution, setResolution] = useState<'kept' | 'returned'>('kept')
  const settle = useAction((body: { resolution: 'kept' | 'returned'; note: string }, header) =>
    resultOf(api.api.v1.unmatched({ id: money.id }).settle.post(body, header)),
  )
  return (
    <ReasonDialog
      title={t('ask_title', { money: moneyOf(money.amount) })}
      confirm={t(`yes_${resolution}`)}
      onClose={onClose}
      onConfirm={note => settle.run({ resolution, note }, onClose)}
      action={settle}
      reason={{ label: t('note'), hint: t('note_hint'), missing: t('note_empty'), lengthMax: 500 }}
      below={<p>{t('final')}</p>}
    >
      {() => (
        <Radio.Group
          aria-label={t('choice')}
          value={resolution}
          onChange={value => setResolution(value === 'returned' ? 'returned' : 'kept')}
        >
          <div className="stack">
            <Radio value="kept" label={t('kept')} description={t('kept_text')} />
            <Radio value="returned" label={t('returned')} description={t('returned_text')} />
          </div>
        </Radio.Group>
      )}
    </ReasonDialog>
  )
}

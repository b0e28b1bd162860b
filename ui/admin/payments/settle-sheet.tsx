// The dialog that resolves an unmatched payment: keep it or record a refund, with a reason.
import { Radio, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../kit/api.ts'
import { addTexts } from '../../kit/language.ts'
import { moneyOf } from '../../kit/money.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { useAction } from '../parts/queries.ts'
import { unmatched } from './unmatched.text.ts'

addTexts('unmatched', unmatched)

interface SettleProps {
  /** Whole shillings. */
  readonly money: { readonly id: string; readonly amount: number }
  readonly onClose: () => void
}

export function SettleSheet({ money, onClose }: SettleProps) {
  const { t } = useTranslation('unmatched')
  const [resolution, setResolution] = useState<'kept' | 'returned'>('kept')
  const [note, setNote] = useState('')
  const [tried, setTried] = useState(false)
  const settle = useAction((body: { resolution: 'kept' | 'returned'; note: string }, named) =>
    resultOf(api.api.v1.unmatched({ id: money.id }).settle.post(body, named)),
  )
  return (
    <ConfirmDialog
      title={t('ask_title', { money: moneyOf(money.amount) })}
      open
      onClose={onClose}
      confirm={t(`yes_${resolution}`)}
      onConfirm={() => {
        setTried(true)
        if (note.trim()) settle.run({ resolution, note: note.trim() }, onClose)
      }}
      busy={settle.busy}
      apiError={settle.apiError}
    >
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
      <Textarea
        label={t('note')}
        description={t('note_hint')}
        name="note"
        rows={2}
        size="md"
        maxLength={500}
        value={note}
        error={tried && note.trim() === '' && t('note_empty')}
        onChange={event => setNote(event.currentTarget.value)}
      />
      <p>{t('final')}</p>
    </ConfirmDialog>
  )
}

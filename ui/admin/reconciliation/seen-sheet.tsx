// The dialog that marks a difference as seen, with a reason.
import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../kit/api.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { useAction } from '../parts/queries.ts'

export function SeenSheet({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { t } = useTranslation('reconciliation')
  const [note, setNote] = useState('')
  const [tried, setTried] = useState(false)
  const action = useAction((reason: string, named) =>
    resultOf(api.api.v1.reconciliation.differences({ id }).seen.post({ note: reason }, named)),
  )
  return (
    <ConfirmDialog
      title={t('seen_title')}
      open
      onClose={onClose}
      confirm={t('seen')}
      onConfirm={() => {
        setTried(true)
        if (note.trim()) action.run(note.trim(), onClose)
      }}
      busy={action.busy}
      apiError={action.apiError}
    >
      <p>{t('seen_text')}</p>
      <Textarea
        label={t('note')}
        description={t('note_hint')}
        name="note"
        rows={2}
        size="md"
        maxLength={500}
        value={note}
        error={tried && note.trim() === '' && t('missing')}
        onChange={event => setNote(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}

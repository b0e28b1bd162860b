// The dialog that marks a difference as seen, with a reason.
import { useTranslation } from 'react-i18next'
import { api, resultOf } from '../../kit/api.ts'
import { useAction } from '../parts/queries.ts'
import { ReasonDialog } from '../parts/reason-dialog.tsx'

/** Marks a difference as seen, with a note that explains it. */
export function SeenSheet({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { t } = useTranslation('reconciliation')
  const action = useAction((note: string, header) =>
    resultOf(api.api.v1.reconciliation.differences({ id }).seen.post({ note }, header)),
  )
  return (
    <ReasonDialog
      title={t('seen_title')}
      confirm={t('seen')}
      onClose={onClose}
      onConfirm={note => action.run(note, onClose)}
      action={action}
      reason={{ label: t('note'), hint: t('note_hint'), missing: t('missing'), lengthMax: 500 }}
    >
      {() => <p>{t('seen_text')}</p>}
    </ReasonDialog>
  )
}

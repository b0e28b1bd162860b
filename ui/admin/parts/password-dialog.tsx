// Asks for the password when an action of a page, not of a dialog, needs it again.
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from './confirm-dialog.tsx'
import type { useReauthentication } from './reauthentication.tsx'

interface PasswordDialogProps {
  readonly action: Pick<
    ReturnType<typeof useReauthentication>,
    'busy' | 'apiError' | 'passwordField' | 'reset'
  >
  readonly confirm: string
  readonly onConfirm: () => void
}

/**
 * Opens as soon as `action` (of `useReauthentication`) needs the password. `onConfirm` should run the action
 * again. Only a person who closes the dialog resets the action: the dialog also closes once the password is
 * confirmed, and then the action is running.
 */
export function PasswordDialog({ action, confirm, onConfirm }: PasswordDialogProps) {
  const { t } = useTranslation('admin')
  return (
    <ConfirmDialog
      title={t('confirm_title')}
      open={Boolean(action.passwordField)}
      onClose={() => action.passwordField && action.reset()}
      confirm={confirm}
      onConfirm={onConfirm}
      isBusy={action.busy}
      apiError={action.apiError}
    >
      {action.passwordField}
    </ConfirmDialog>
  )
}

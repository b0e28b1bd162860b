// The dialog that asks for confirmation. It stays open and shows the error when the request fails.
import { Button } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../kit/api.ts'
import { useApiErrorText } from '../../kit/api-error.ts'
import { Sheet } from '../../kit/sheet.tsx'

interface ConfirmDialogProps {
  readonly title: string
  readonly open: boolean
  readonly onClose: () => void
  /** What will happen, in a paragraph or two; also the fields it needs. */
  readonly children: ReactNode
  /** The words on the button that does it: a verb, never just "OK". */
  readonly confirm: string
  readonly onConfirm: () => void
  /** The words on the button that does nothing, where "Cancel" is not clear enough. */
  readonly cancel?: string
  /** Whether the action destroys something or cannot be undone: its button is red. */
  readonly isDanger?: boolean
  readonly isBusy: boolean
  readonly apiError: ApiError | undefined
}

/**
 * Asks before `onConfirm` runs. While `isBusy`, a second click does nothing. The caller closes the dialog
 * once the request succeeded.
 */
export function ConfirmDialog({
  title,
  open,
  onClose,
  children,
  confirm,
  cancel,
  onConfirm,
  isDanger = false,
  isBusy,
  apiError,
}: ConfirmDialogProps) {
  const { t } = useTranslation('admin')
  const errorText = useApiErrorText()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) onConfirm()
  }
  return (
    <Sheet title={title} open={open} onClose={onClose} dialog>
      <form className="dialog-form" onSubmit={submit} noValidate>
        {children}
        <p className="form-error" role="alert">
          {apiError && errorText(apiError)}
        </p>
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose} type="button">
            {cancel ?? t('not_now')}
          </Button>
          <Button type="submit" className={isDanger ? 'danger' : ''} loading={isBusy} data-testid="confirm">
            {confirm}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}

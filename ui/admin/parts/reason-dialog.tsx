// The dialog of a decision that is recorded with a reason: what it is about, and one text that must not be
// empty.
import { Textarea } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { ApiError } from '../../kit/api.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface ReasonDialogProps {
  readonly title: string
  readonly confirm: string
  readonly onClose: () => void
  /** Called with the reason when everything is filled in. */
  readonly onConfirm: (reason: string) => void
  readonly action: { readonly busy: boolean; readonly apiError: ApiError | undefined }
  readonly isDanger?: boolean
  readonly reason: {
    readonly label: string
    readonly hint: string
    /** The error for an empty reason. */
    readonly missing: string
    /** The error for a reason shorter than `lengthMin`. */
    readonly short?: string
    readonly lengthMin?: number
    readonly lengthMax: number
  }
  /** Whether the fields above the reason are filled in. */
  readonly isComplete?: boolean
  /** Draws what is above the reason. `wasSubmitted`: the person pressed the button, so errors are shown. */
  readonly children: (wasSubmitted: boolean) => ReactNode
  /** What is below it. */
  readonly below?: ReactNode
}

/**
 * Asks for a reason. Its button calls `onConfirm` with the reason if that is long enough and `isComplete`;
 * otherwise the errors appear.
 */
export function ReasonDialog({
  title,
  confirm,
  onClose,
  onConfirm,
  action,
  isDanger = false,
  reason,
  isComplete = true,
  children,
  below,
}: ReasonDialogProps) {
  const [text, setText] = useState('')
  const [wasSubmitted, setSubmitted] = useState(false)
  const isShort = text.trim().length < (reason.lengthMin ?? 1)
  const errorText = text.trim() === '' ? reason.missing : (reason.short ?? reason.missing)
  return (
    <ConfirmDialog
      title={title}
      open
      onClose={onClose}
      confirm={confirm}
      onConfirm={() => {
        setSubmitted(true)
        if (isComplete && !isShort) onConfirm(text.trim())
      }}
      isDanger={isDanger}
      isBusy={action.busy}
      apiError={action.apiError}
    >
      {children(wasSubmitted)}
      <Textarea
        label={reason.label}
        description={reason.hint}
        name="note"
        rows={2}
        size="md"
        maxLength={reason.lengthMax}
        value={text}
        error={wasSubmitted && isShort && errorText}
        onChange={event => setText(event.currentTarget.value)}
      />
      {below}
    </ConfirmDialog>
  )
}

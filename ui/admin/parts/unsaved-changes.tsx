// Asks before a form with unsaved changes is left: by a link, by Back, or by closing the window.
import { useBlocker } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../../kit/language.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { unsaved } from './unsaved.text.ts'

addTexts('admin', unsaved)

interface UnsavedChanges {
  /** Calls `go`, which leaves the page, and does not ask. For after saving. */
  readonly leaveWithoutAsking: (go: () => void) => void
  /** The dialog that asks; the page must draw it. */
  readonly dialog: React.ReactNode
}

/** While `hasChanges`, asks before the page is left. */
export function useUnsavedChanges(hasChanges: boolean): UnsavedChanges {
  const { t } = useTranslation('admin')
  const isFree = useRef(false)
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => hasChanges && !isFree.current && current.pathname !== next.pathname,
    enableBeforeUnload: hasChanges,
    disabled: !hasChanges,
    withResolver: true,
  })
  return {
    leaveWithoutAsking: go => {
      isFree.current = true
      go()
    },
    dialog: (
      <ConfirmDialog
        title={t('leave_title')}
        open={blocker.status === 'blocked'}
        onClose={() => blocker.reset?.()}
        confirm={t('leave_yes')}
        cancel={t('leave_no')}
        onConfirm={() => blocker.proceed?.()}
        isDanger
        isBusy={false}
        apiError={undefined}
      >
        <p>{t('leave_text')}</p>
      </ConfirmDialog>
    ),
  }
}

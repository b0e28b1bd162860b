// Asks before a form with unsaved changes is left: by a link, by Back, or by closing the window.
import { useBlocker } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../../kit/language.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { unsaved } from './unsaved.text.ts'

addTexts('admin', unsaved)

interface UnsavedChanges {
  /** Leaves the page without asking, by calling `go`. For after saving. */
  readonly freely: (go: () => void) => void
  /** The dialog that asks; the page must draw it. */
  readonly sheet: React.ReactNode
}

/** Asks before the page is left while `wasTyped`, so while anything would be lost. */
export function useUnsavedChanges(wasTyped: boolean): UnsavedChanges {
  const { t } = useTranslation('admin')
  const isFree = useRef(false)
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => wasTyped && !isFree.current && current.pathname !== next.pathname,
    enableBeforeUnload: wasTyped,
    disabled: !wasTyped,
    withResolver: true,
  })
  return {
    freely: go => {
      isFree.current = true
      go()
    },
    sheet: (
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

// Asks before a form with unsaved changes is left: by a link, by Back, or by closing the window.
import { useBlocker } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../../kit/language.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { unsaved } from './unsaved.text.ts'

addTexts('admin', unsaved)

interface Leaving {
  /** Goes where saving leads to: what was typed is kept by then. */
  readonly freely: (go: () => void) => void
  readonly sheet: React.ReactNode
}

/** @param wasTyped whether anything would be lost */
export function useUnsavedChanges(wasTyped: boolean): Leaving {
  const { t } = useTranslation('admin')
  const free = useRef(false)
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => wasTyped && !free.current && current.pathname !== next.pathname,
    enableBeforeUnload: wasTyped,
    disabled: !wasTyped,
    withResolver: true,
  })
  return {
    freely: go => {
      free.current = true
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

// A sheet over the page: from below on a phone, in the middle elsewhere. The browser's own dialog keeps the
// focus inside, closes on Escape and gives the focus back.
import { ActionIcon } from '@mantine/core'
import { type MouseEvent, type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from './icon.tsx'

interface SheetProps {
  readonly title: string
  readonly open: boolean
  readonly onClose: () => void
  readonly children: ReactNode
  /** Asks a question: small, and without the cross. */
  readonly dialog?: boolean
}

/** A tap outside a sheet this soon after it opens was meant for what is under it. Milliseconds. */
const settleMs = 400

export function Sheet({ title, open, onClose, children, dialog: isDialog = false }: SheetProps) {
  const { t } = useTranslation()
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const openedAt = useRef(0)
  const pressed = useRef<EventTarget>(null)
  useEffect(() => {
    const element = dialog.current
    if (open && element && !element.open) {
      element.showModal()
      openedAt.current = performance.now()
      // Else the browser takes the first thing there is, which is the cross.
      element.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    }
    if (!open) element?.close()
  }, [open])
  // Selecting text may end outside the sheet: only a tap that also began outside closes it.
  const closeOutside = ({ target, timeStamp }: MouseEvent) => {
    const isBeside = target === dialog.current && pressed.current === dialog.current
    if (isBeside && timeStamp - openedAt.current > settleMs) onClose()
  }
  // React also passes on the closing of a sheet that a child opened over this one. And the browser reports a
  // close later: by then the sheet may be open again.
  const closeOwn = ({ target, currentTarget }: SyntheticEvent<HTMLDialogElement>) =>
    target === currentTarget && !currentTarget.open && onClose()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes the dialog on Escape
    <dialog
      ref={dialog}
      className={isDialog ? 'sheet sheet-dialog' : 'sheet'}
      aria-labelledby={titleId}
      onClose={closeOwn}
      onPointerDown={event => {
        pressed.current = event.target
      }}
      onClick={closeOutside}
    >
      {open && (
        <div className="sheet-body">
          <header className="sheet-head">
            <h2 id={titleId}>{title}</h2>
            {!isDialog && (
              <ActionIcon variant="subtle" color="gray" size={44} aria-label={t('close')} onClick={onClose}>
                <Icon name="cross" />
              </ActionIcon>
            )}
          </header>
          {children}
        </div>
      )}
    </dialog>
  )
}

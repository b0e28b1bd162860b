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
  /** The sheet asks a question: it is small and has no cross. */
  readonly dialog?: boolean
  /** The children are drawn before the sheet opens, so that it opens at once. */
  readonly prepared?: boolean
}

/** A tap outside a sheet this soon after it opened was meant for the page below. Milliseconds. */
const settleMs = 400

/** Shows its children in a sheet while it is `open`. Escape, the cross and a tap outside call `onClose`. */
export function Sheet({ title, open, onClose, children, dialog: isDialog, prepared }: SheetProps) {
  const { t } = useTranslation()
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const openedAt = useRef(0)
  const pressedElement = useRef<EventTarget>(null)
  useEffect(() => {
    const element = dialog.current
    if (open && element && !element.open) {
      element.showModal()
      openedAt.current = performance.now()
      // Without this, the browser focuses the first control, which is the cross.
      element.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    }
    if (!open) element?.close()
  }, [open])
  // Only a tap that also began outside closes the sheet, because selecting text may end outside.
  const closeOutside = ({ target, timeStamp }: MouseEvent) => {
    const isOutside = target === dialog.current && pressedElement.current === dialog.current
    if (isOutside && timeStamp - openedAt.current > settleMs) onClose()
  }
  // React also reports the closing of a child's sheet here, and the browser reports a close late, when this
  // sheet may be open again.
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
        pressedElement.current = event.target
      }}
      onClick={closeOutside}
    >
      {(open || prepared) && (
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

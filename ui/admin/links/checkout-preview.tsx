// The checkout page as a customer will see it on a phone 360 pixels wide. The components of the real page
// draw it in a frame, so that neither style sheet changes the other. The preview takes no press and no focus.
import { Button } from '@mantine/core'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { CheckoutBody } from '../../checkout/body.tsx'
import { paletteOf } from '../../checkout/palette.ts'
import { styleOf } from '../../checkout/style.ts'
import { translateIn } from '../../checkout/translate.ts'
import type { CheckoutView } from '../../checkout/view.ts'
import { Sheet } from '../../kit/sheet.tsx'

/** Height in pixels of the phone screens of most customers. */
const screenHeightPx = 640

/**
 * Draws a checkout page in a frame (iframe), so that the style sheets of console and checkout page do not
 * affect each other. The frame grows with the page, and is at least as high as a phone screen.
 */
export function CheckoutPreview({ view }: { readonly view: CheckoutView }) {
  const { t } = useTranslation('link-form')
  const [frameDocument, setFrameDocument] = useState<Document | null>(null)
  const [height, setHeight] = useState(screenHeightPx)
  // Some browsers replace the first empty document of a frame, so `onLoad` takes the document again.
  const takeDocument = useCallback(
    (frame: HTMLIFrameElement | null) => setFrameDocument(frame?.contentDocument ?? null),
    [],
  )
  const palette = paletteOf(view.theme === 'dark' ? 'dark' : 'light', view.brandColor)
  const style = styleOf(palette)
  useEffect(() => {
    if (!frameDocument) return
    frameDocument.documentElement.lang = view.locale
    const { head } = frameDocument
    const sheet =
      frameDocument.querySelector('style') ?? head.appendChild(frameDocument.createElement('style'))
    sheet.textContent = style
  }, [frameDocument, view.locale, style])
  useEffect(() => {
    if (!frameDocument) return
    const observer = new ResizeObserver(() => {
      const { height: pageHeight } = frameDocument.body.getBoundingClientRect()
      setHeight(Math.max(screenHeightPx, Math.ceil(pageHeight)))
    })
    observer.observe(frameDocument.body)
    return () => observer.disconnect()
  }, [frameDocument])
  return (
    <section
      className="phone-frame"
      aria-label={t('preview_name')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so that keys must reach it
      tabIndex={0}
      style={{ background: palette.card }}
    >
      <iframe
        title={t('preview_name')}
        inert
        tabIndex={-1}
        sandbox="allow-same-origin"
        style={{ height }}
        ref={takeDocument}
        onLoad={event => takeDocument(event.currentTarget)}
      />
      {frameDocument &&
        createPortal(
          <CheckoutBody key={keyOf(view)} view={view} t={translateIn(view.locale)} />,
          frameDocument.body,
        )}
    </section>
  )
}

/**
 * Returns a React key for the page that changes with the initial values of its inputs. React then mounts the
 * page again, because an input reads its initial value only when it is mounted.
 */
const keyOf = ({ methods, custom, amount, state, customFields }: CheckoutView) =>
  JSON.stringify([
    methods,
    custom && amount, // a fixed amount is not an input
    state.kind === 'form' && state.values,
    customFields.map(({ type }) => type),
  ])

interface FormWithPreviewProps {
  readonly preview: ReactNode
  /** Receives the button that opens the preview where the page is too narrow to show it. */
  readonly children: (previewButton: ReactNode) => ReactNode
}

/**
 * Shows a form and a preview of the page that it describes side by side. In a narrow window, a button opens
 * the preview in a sheet.
 */
export function FormWithPreview({ preview, children }: FormWithPreviewProps) {
  const { t } = useTranslation('link-form')
  const [open, setOpen] = useState(false)
  const button = (
    <Button variant="default" size="md" className="narrow-only" onClick={() => setOpen(true)}>
      {t('preview')}
    </Button>
  )
  return (
    <div className="with-preview">
      {children(button)}
      <div className="preview-side">
        {preview}
        <p className="preview-note">{t('preview_text')}</p>
      </div>
      <Sheet title={t('preview')} open={open} onClose={() => setOpen(false)}>
        {preview}
      </Sheet>
    </div>
  )
}

// The checkout page as a customer will see it, on a telephone 360 pixels wide: drawn by the page's own
// components, in a frame so that neither style sheet changes the other. The preview cannot be used:
// what is in it takes no press and no focus.
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

/** A telephone as most customers hold it. */
const tallPx = 640

export function CheckoutPreview({ view }: { readonly view: CheckoutView }) {
  const { t } = useTranslation('link-form')
  const [inner, setInner] = useState<Document | null>(null)
  const [height, setHeight] = useState(tallPx)
  // Browsers differ in whether the empty document they begin with stays: what there is at the end counts.
  const look = useCallback((frame: HTMLIFrameElement | null) => setInner(frame?.contentDocument ?? null), [])
  const palette = paletteOf(view.theme === 'dark' ? 'dark' : 'light', view.brandColor)
  const style = styleOf(palette)
  useEffect(() => {
    if (!inner) return
    inner.documentElement.lang = view.locale
    const sheet = inner.querySelector('style') ?? inner.head.appendChild(inner.createElement('style'))
    sheet.textContent = style
  }, [inner, view.locale, style])
  useEffect(() => {
    if (!inner) return
    const watch = new ResizeObserver(() =>
      setHeight(Math.max(tallPx, Math.ceil(inner.body.getBoundingClientRect().height))),
    )
    watch.observe(inner.body)
    return () => watch.disconnect()
  }, [inner])
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
        ref={look}
        onLoad={event => look(event.currentTarget)}
      />
      {inner &&
        createPortal(<CheckoutBody key={keyOf(view)} view={view} t={translateIn(view.locale)} />, inner.body)}
    </section>
  )
}

/** Inputs of the page keep what they began with: another beginning is another page. */
const keyOf = ({ methods, custom, amount, state, customFields }: CheckoutView) =>
  JSON.stringify([
    methods,
    custom && amount,
    state.kind === 'form' && state.values,
    customFields.map(({ type }) => type),
  ])

interface FormWithPreviewProps {
  readonly preview: ReactNode
  /** Receives the button that opens the preview where the page is too narrow to show it. */
  readonly children: (previewButton: ReactNode) => ReactNode
}

/** A form with a preview of the page that it makes: next to it, or on a narrow page behind a button. */
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

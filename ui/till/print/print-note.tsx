// The progress of printing; after a failure what to do, and printing in the browser instead.
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useApiErrorText } from '../../kit/api-error.ts'
import { Icon } from '../../kit/icon.tsx'
import { printInBrowser } from './paper.ts'
import { clearPrinting, type Printout, usePrinting } from './print.ts'

/** Scrolls to the note, which would be below the edge of a small screen. */
const scrollIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })

/**
 * Shows the progress of printing a page; after a failure what to do, and a button that prints in the browser.
 */
export function PrintNote({ page, paper }: Printout) {
  const { t } = useTranslation('till')
  const errorText = useApiErrorText()
  const printing = usePrinting(page)
  const key = page?.key
  useEffect(() => (key === undefined ? undefined : () => clearPrinting(key)), [key])
  if (!printing) return null
  if (printing.kind !== 'failed')
    return (
      <p className="print-note" role="status" data-testid="print-note">
        <Icon name={printing.kind === 'busy' ? 'print' : 'check'} size={20} />
        <span>{t(printing.kind === 'busy' ? 'printing' : 'printed')}</span>
      </p>
    )
  const { apiError } = printing
  return (
    <div ref={scrollIntoView} className="print-note print-failed" role="alert" data-testid="print-note">
      <Icon name="warn" size={22} />
      <p>{apiError.kind === 'unreachable' ? t('print_no_answer') : errorText(apiError)}</p>
      <button type="button" data-testid="print-browser" onClick={() => printInBrowser(paper)}>
        {t('print_browser')}
      </button>
    </div>
  )
}

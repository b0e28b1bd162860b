// The progress of printing; after a failure what to do, and printing in the browser instead.
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useApiErrorText } from '../../kit/api-error.ts'
import { Icon } from '../../kit/icon.tsx'
import { printInBrowser } from './paper.ts'
import { clearPrintProgress, type Printout, usePrintProgress } from './print.ts'

/** Scrolls to the note, which would be below the edge of a small screen. */
const scrollIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })

/**
 * Shows the progress of printing a page at the till's printer; after a failure also what to do, and a button
 * that prints in the browser. The result is cleared when the note leaves the screen.
 */
export function PrintNote({ printerPage, browserPage }: Printout) {
  const { t } = useTranslation('till')
  const errorText = useApiErrorText()
  const progress = usePrintProgress(printerPage)
  const key = printerPage?.key
  useEffect(() => (key === undefined ? undefined : () => clearPrintProgress(key)), [key])
  if (!progress) return null
  if (progress.kind !== 'failed')
    return (
      <p className="print-note" role="status" data-testid="print-note">
        <Icon name={progress.kind === 'busy' ? 'print' : 'check'} size={20} />
        <span>{t(progress.kind === 'busy' ? 'printing' : 'printed')}</span>
      </p>
    )
  const { apiError } = progress
  return (
    <div ref={scrollIntoView} className="print-note print-failed" role="alert" data-testid="print-note">
      <Icon name="warn" size={22} />
      <p>{apiError.kind === 'unreachable' ? t('print_no_answer') : errorText(apiError)}</p>
      <button type="button" data-testid="print-browser" onClick={() => printInBrowser(browserPage)}>
        {t('print_browser')}
      </button>
    </div>
  )
}

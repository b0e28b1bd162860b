// How printing goes: a quiet word, or what to do now and the browser's own way to print.
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useApiErrorText } from '../../kit/api-error.ts'
import { Icon } from '../../kit/icon.tsx'
import { type Paper, printPaper } from './paper.tsx'
import { type Page, printWordOf } from './print.model.ts'
import { forgetPrinting, usePrinting } from './print.ts'

/** On a small screen it would begin below the edge. */
const inSight = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })

interface PrintNoteProps {
  readonly page: Page | undefined
  /** The same, for the browser. */
  readonly paper: Paper
}

export function PrintNote({ page, paper }: PrintNoteProps) {
  const { t } = useTranslation('till')
  const errorText = useApiErrorText()
  const printing = usePrinting(page)
  const key = page?.key
  useEffect(() => (key === undefined ? undefined : () => forgetPrinting(key)), [key])
  if (!printing) return null
  if (printing.kind !== 'failed')
    return (
      <p className="print-note" role="status" data-testid="print-note">
        <Icon name={printing.kind === 'busy' ? 'print' : 'check'} size={20} />
        <span>{t(printing.kind === 'busy' ? 'printing' : 'printed')}</span>
      </p>
    )
  const word = printWordOf(printing.apiError)
  return (
    <div ref={inSight} className="print-note print-failed" role="alert" data-testid="print-note">
      <Icon name="warn" size={22} />
      <p>{word ? t(word) : errorText(printing.apiError)}</p>
      <button type="button" data-testid="print-here" onClick={() => printPaper(paper)}>
        {t('print_here')}
      </button>
    </div>
  )
}

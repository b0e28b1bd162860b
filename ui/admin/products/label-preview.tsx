// How the labels will look: one of them, the first sheet, and which of them have no bars.
import { useTranslation } from 'react-i18next'
import type { Label } from '../../../src/domain/label.ts'
import { digitsOf } from '../../kit/money.ts'
import { Card } from '../parts/facts.tsx'
import { Icon } from '../parts/icon.tsx'
import { barPath, barsOf } from './barcode-bars.model.ts'
import { type Bars, barsState, type LabelPaper, pagesOf, perPage } from './label.model.ts'
import { LabelCard, LabelPage } from './label-card.tsx'
import type { ChosenPaper } from './label-options.tsx'

/** A label, and how often it is printed. */
export interface PickedLabel {
  readonly label: Label
  readonly copies: number
}

interface LabelPreviewProps {
  readonly picked: readonly PickedLabel[]
  readonly paper: ChosenPaper
  readonly used: number // labels of the first sheet that are used already
  readonly hasLines: boolean // whether cutting lines are printed
}

/** Returns every label as often as it is printed, at most `max` labels in all. */
export const copiesOf = (picked: readonly PickedLabel[], max: number): Label[] => {
  const labels: Label[] = []
  for (const { label, copies } of picked)
    labels.push(...Array<Label>(Math.min(copies, max - labels.length)).fill(label))
  return labels
}

/**
 * Shows what will be printed: one label and the first sheet, or the first three labels of a receipt printer.
 */
export function LabelPreview({ picked, paper, used, hasLines }: LabelPreviewProps) {
  const { t } = useTranslation('labels')
  const [first] = picked
  return (
    <Card title={t('preview')}>
      {first ? (
        <div className="label-preview">
          {paper.till ? (
            <ReceiptPreview picked={picked.slice(0, 3)} width={paper.till.width} />
          ) : (
            <LabelPaperPreview picked={picked} paper={paper.sheet} used={used} hasLines={hasLines} />
          )}
        </div>
      ) : (
        <p className="label-hint">{t('nothing')}</p>
      )}
    </Card>
  )
}

interface LabelPaperPreviewProps extends Pick<LabelPreviewProps, 'picked' | 'used' | 'hasLines'> {
  readonly paper: LabelPaper
}

/** Shows the first label on a roll or a sheet; for a sheet also its first page. */
function LabelPaperPreview({ picked, paper, used, hasLines }: LabelPaperPreviewProps) {
  const { t } = useTranslation('labels')
  const [first] = picked
  const enoughForOnePage = copiesOf(picked, perPage(paper))
  const [firstPage = []] = pagesOf(enoughForOnePage, paper, used)
  return (
    <>
      {first && (
        <figure className="label-one" data-width={paper.label.width}>
          <LabelCard label={first.label} paper={paper} />
          {paper.kind === 'sheet' && <figcaption>{t('preview_label')}</figcaption>}
        </figure>
      )}
      {paper.kind === 'sheet' && (
        <figure className="label-sheet" aria-hidden="true">
          <LabelPage labels={firstPage} paper={paper} hasLines={hasLines} />
          <figcaption>{t('preview_page')}</figcaption>
        </figure>
      )}
    </>
  )
}

/**
 * Shows labels about as a receipt printer prints them, in the browser's letters. `width` is the paper's in
 * mm.
 */
function ReceiptPreview({
  picked,
  width,
}: {
  readonly picked: readonly PickedLabel[]
  readonly width: 58 | 80
}) {
  return (
    <div className="label-receipt" data-width={width}>
      {picked.map(({ label: { name, price, per, wholesale, code } }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two items may have the same name
        <div key={index}>
          <strong>{name}</strong>
          {price !== '' && (
            <strong className="label-receipt-price">
              {price} {per}
            </strong>
          )}
          {wholesale !== '' && <span>{wholesale}</span>}
          {barsState(code, width) === 'drawn' && <ReceiptBars code={code} />}
          {code !== '' && <code>{code}</code>}
        </div>
      ))}
    </div>
  )
}

/** Draws the bars of a code. The caller has checked that the code has bars. */
function ReceiptBars({ code }: { readonly code: string }) {
  const bars = barsOf(code) ?? ''
  return (
    <svg
      viewBox={`0 0 ${bars.length} 40`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      aria-hidden="true"
    >
      <path d={barPath(bars, 0)} />
    </svg>
  )
}

/** Returns how many of these labels have no bars on the chosen paper. */
export const withoutBars = (picked: readonly PickedLabel[], { till, sheet }: ChosenPaper): number =>
  picked
    .filter(({ label }) => barsState(label.code, till ? till.width : sheet) !== 'drawn')
    .reduce((sum, { copies }) => sum + copies, 0)

/** How many items without bars the note names. */
const namedMax = 3

/** Names the items whose labels have no bars, with the reasons, before they are printed. */
export function BarsNote({ picked, paper: { till, sheet } }: Pick<LabelPreviewProps, 'picked' | 'paper'>) {
  const { t } = useTranslation('labels')
  const states = picked.map(({ label }) => barsState(label.code, till ? till.width : sheet))
  const names = picked.flatMap(({ label }, index) => (states[index] === 'drawn' ? [] : [label.name]))
  if (names.length === 0) return null
  const count = (state: Bars) => states.filter(eachState => eachState === state).length
  const reasons = [
    [count('no_code'), 'bars_none'],
    [count('no_letters'), 'bars_letters'],
    [count('too_long'), 'bars_long'],
  ] as const
  const shown = names.slice(0, namedMax).join(', ')
  const more = names.length - namedMax
  return (
    <div className="form-note-warning" role="status">
      <Icon name="warn" size={20} />
      <div>
        {reasons
          .filter(([number]) => number > 0)
          .map(([number, key]) => (
            <p key={key}>{t(key, { count: number })}</p>
          ))}
        <p>
          {t('bars_missing', {
            names: more > 0 ? t('names_more', { names: shown, number: digitsOf(more) }) : shown,
          })}
        </p>
      </div>
    </div>
  )
}

// A label as it is drawn, and the pages of labels: on the screen as a preview, and on paper. Sizes are
// millimetres; `--mm` is how long one is where a label is shown.
import { createPortal } from 'react-dom'
import type { Label } from '../../../src/domain/label.ts'
import { barPath, barsOf } from './barcode-bars.model.ts'
import { barWidth, type LabelPaper, paddingOf, placeOf } from './label.model.ts'

/** Returns a CSS length for millimetres. */
const mm = (length: number) => `calc(var(--mm) * ${length})`

interface LabelCardProps {
  readonly label: Label
  readonly paper: LabelPaper
}

/** Returns the size of a label's letters by its height in mm. */
const letterSizeOf = (height: number) => {
  if (height < 25) return 'small'
  return height < 35 ? 'middle' : 'large'
}

/** Draws one label: name, price, wholesale price, and the bars and digits of its code. */
export function LabelCard({ label: { name, price, per, wholesale, code }, paper }: LabelCardProps) {
  const { width, height } = paper.label
  return (
    <div
      className="shelf-label"
      data-size={letterSizeOf(height)}
      style={{ width: mm(width), height: mm(height), padding: mm(paddingOf(paper)) }}
    >
      <span className="shelf-label-name">{name}</span>
      {price !== '' && (
        <span className="shelf-label-price">
          <strong>{price}</strong> {per}
        </span>
      )}
      {wholesale !== '' && <span className="shelf-label-wholesale">{wholesale}</span>}
      <LabelBars code={code} width={barWidth(code, paper)} />
      {code !== '' && <code>{code}</code>}
    </div>
  )
}

/** The quiet zone on each side, in modules. */
const quietModulesPerSide = 10

/** Draws the bars of a code with their quiet zones; draws nothing if they do not fit the label. */
function LabelBars({ code, width }: { readonly code: string; readonly width: number | undefined }) {
  const bars = width === undefined ? undefined : barsOf(code)
  if (bars === undefined || width === undefined) return null
  return (
    <svg
      className="shelf-label-bars"
      style={{ width: mm(width) }}
      viewBox={`0 0 ${bars.length + 2 * quietModulesPerSide} 40`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      aria-hidden="true"
    >
      <path d={barPath(bars, quietModulesPerSide)} />
    </svg>
  )
}

export interface LabelPageProps {
  readonly labels: readonly (Label | undefined)[]
  readonly paper: LabelPaper
  /** Lines to cut along. */
  readonly hasLines: boolean
}

/** Draws one page of labels. An undefined label leaves its place empty. */
export const LabelPage = ({ labels, paper, hasLines }: LabelPageProps) => (
  <div
    className="label-page"
    data-lines={hasLines || undefined}
    style={{ width: mm(paper.page.width), height: mm(paper.page.height) }}
  >
    {labels.map((label, index) => {
      const { x, y } = placeOf(paper, index)
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: a label is where it is on the page
        <div key={index} className="label-place" style={{ left: mm(x), top: mm(y) }}>
          {label && <LabelCard label={label} paper={paper} />}
        </div>
      )
    })}
  </div>
)

interface LabelPaperProps extends Omit<LabelPageProps, 'labels'> {
  readonly pages: readonly LabelPageProps['labels'][]
}

/** Draws all pages for the printer, outside the page's root, so that the paper shows nothing else. */
export const LabelPrintout = ({ pages, paper, hasLines }: LabelPaperProps) =>
  createPortal(
    <div className="on-paper label-printout" aria-hidden="true">
      <style>{`@page { size: ${paper.page.width}mm ${paper.page.height}mm; margin: 0 }`}</style>
      {pages.map((labels, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pages have no other name
        <LabelPage key={index} labels={labels} paper={paper} hasLines={hasLines} />
      ))}
    </div>,
    document.body,
  )

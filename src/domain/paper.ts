// A page of a receipt printer: rows, laid out as lines of a fixed number of characters. Printers differ in
// letters beyond ASCII, and obey control characters, so only characters that all printers can print remain.
import { fold } from './fold.ts'

export type Row =
  | {
      readonly kind: 'text'
      readonly text: string
      readonly isCentred?: boolean
      readonly isBold?: boolean
      readonly isBig?: boolean
    }
  /** A name on the left and its value on the right; on two lines if both do not fit on one. */
  | { readonly kind: 'pair'; readonly name: string; readonly value: string; readonly isBold?: boolean }
  | { readonly kind: 'qr'; readonly payload: string }
  /** The bars of a code that fits on the paper (domain/label.ts). */
  | { readonly kind: 'barcode'; readonly code: string }
  | { readonly kind: 'rule' }
  | { readonly kind: 'gap' }

interface PaperLine {
  readonly kind: 'line'
  readonly text: string // at most as long as the paper is wide
  readonly isCentred: boolean
  readonly isBold: boolean
  readonly width: 1 | 2 // width and height of each character
  readonly height: 1 | 2
}
export type LaidOutRow = PaperLine | Extract<Row, { kind: 'qr' | 'barcode' }>

/**
 * Lays out the rows of a page as lines of text, QR codes and barcodes.
 * @param columns how many characters fit on a line
 */
export const layOutRows = (rows: readonly Row[], columns: number): LaidOutRow[] =>
  rows.flatMap(row => layOutRow(row, columns))

const plain = { kind: 'line', isCentred: false, isBold: false, width: 1, height: 1 } as const

/** Lays out one row as lines of at most `columns` characters; a QR code or barcode stays as it is. */
function layOutRow(row: Row, columns: number): LaidOutRow[] {
  switch (row.kind) {
    case 'qr':
    case 'barcode':
      return [row]
    case 'gap':
      return [{ ...plain, text: '' }]
    case 'rule':
      return [{ ...plain, text: '-'.repeat(columns) }]
    case 'pair':
      return pairLines(printable(row.name), printable(row.value), columns).map(text => ({
        ...plain,
        text,
        isBold: row.isBold ?? false,
      }))
    case 'text': {
      const text = printable(row.text)
      const height = row.isBig ? 2 : 1
      // A big text that does not fit at double width is printed only at double height.
      const width = row.isBig && text.length * 2 <= columns ? 2 : 1
      const isCentred = row.isCentred ?? false
      const isBold = row.isBold ?? false
      return wrapText(text, columns).map(part => ({ ...plain, isCentred, isBold, width, text: part, height }))
    }
  }
}

/** Writes a name on the left and its value on the right; on separate lines if both do not fit on one. */
function pairLines(name: string, value: string, columns: number): string[] {
  if (name.length + 1 + value.length <= columns) return [name + value.padStart(columns - name.length)]
  return [...wrapText(name, columns), ...wrapText(value, columns).map(line => line.padStart(columns))]
}

/** Wraps a text at spaces; breaks a word that is longer than a line after a hyphen, or else anywhere. */
function wrapText(text: string, columns: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const isFitting = line !== '' && line.length + 1 + word.length <= columns
    if (isFitting) {
      line += ` ${word}`
      continue
    }
    if (line !== '') lines.push(line)
    // The word begins a new line. If it is longer than a line, it fills whole lines first.
    line = word
    while (line.length > columns) {
      const hyphen = line.lastIndexOf('-', columns - 1)
      const cut = hyphen < 0 ? columns : hyphen + 1
      lines.push(line.slice(0, cut))
      line = line.slice(cut)
    }
  }
  // The last line is empty after a blank that did not fit. An empty text still takes one line.
  return line !== '' || lines.length === 0 ? [...lines, line] : lines
}

/** Returns a text in printable letters on one line. Each run of other letters becomes one question mark. */
export const printable = (text: string): string => fold(text, '?')

// A table for people: aligned columns, or Markdown.

/**
 * Returns the rows as a table. The first row is the head; all columns but the first are figures, aligned to
 * the right.
 */
export function table(rows: readonly (readonly string[])[], markdown: boolean): string {
  const [first = [], ...rest] = rows
  const ruled = markdown ? [first, first.map((_, index) => (index === 0 ? '---' : '---:')), ...rest] : rows
  const widths = first.map((_, index) => Math.max(...ruled.map(row => row[index]?.length ?? 0)))
  const lines = ruled.map(row =>
    row.map((cell, index) => (index ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0))),
  )
  return lines.map(cells => (markdown ? `| ${cells.join(' | ')} |` : cells.join('  '))).join('\n')
}

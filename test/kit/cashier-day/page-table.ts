// Reads tables and sums from pages.
import type { Locator } from 'playwright-core'

/** Reads `−1,234` and `TZS 1,234` as numbers. */
export function amountIn(text: string | null): number {
  const digits = Number((text ?? '').replace(/\D/g, ''))
  return /[−-]/.test(text ?? '') ? -digits : digits
}

/** Returns the cells of a table's body and foot, row by row. */
export const rowsOf = async (table: Locator): Promise<string[][]> =>
  table
    .locator('tbody tr, tfoot tr')
    .evaluateAll(rows =>
      rows.map(row =>
        [...row.children].map(cell => (cell.textContent ?? '').replaceAll('\u00a0', ' ').trim()),
      ),
    )

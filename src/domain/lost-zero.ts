// Puts back the first zero of UPCs that a spreadsheet removed from a file with products. Only the list shows
// whether 11 digits are a shop's own code, so this happens after the file has been read.
import { lostZeroOf } from './barcode.ts'
import { problem } from './fault.ts'
import type { FileProblem, FileProduct, FileRow } from './file-product.ts'
import { type FileForm, headOf } from './product-form.ts'

/**
 * Returns the product with its barcodes restored to 12 digits. A code of 11 digits that would get a wrong
 * check digit is removed, and becomes a problem.
 * @param isKnown whether a product has this code with 11 digits, which then stays
 */
export function withLostZeros(
  fileProduct: FileProduct,
  { columns }: Pick<FileForm, 'columns'>,
  isKnown: (code: string) => boolean,
): FileProduct {
  const problems: FileProblem[] = []
  const rows = fileProduct.rows.map((row): FileRow => {
    /** Returns a list with the code to import, or an empty list for a faulty code. */
    const restoreZero = (code: string): string[] => {
      const field = row.shortCodes.get(code)
      if (!field || isKnown(code)) return [code]
      const restored = lostZeroOf(code)
      if (restored !== undefined) return [restored]
      const codeProblem = problem(headOf(columns, field), 'barcode_zero_lost', { code })
      problems.push({ line: row.line, problem: codeProblem })
      return []
    }
    const { barcodes, packs } = row.sold
    const restoredPacks = packs?.map(pack => ({ ...pack, barcodes: pack.barcodes?.flatMap(restoreZero) }))
    const restoredBarcodes = barcodes?.flatMap(restoreZero)
    return { ...row, sold: { ...row.sold, barcodes: restoredBarcodes, packs: restoredPacks } }
  })
  return { ...fileProduct, rows, problems: [...fileProduct.problems, ...problems] }
}

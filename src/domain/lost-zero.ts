// Puts back the first zero of UPCs that a spreadsheet removed from a file with products. Only the list shows
// whether 11 digits are a shop's own code, so this happens after the file has been read.
import { lostZeroOf } from './barcode.ts'
import { problem } from './fault.ts'
import type { FileProblem, FileProduct, FileRow } from './file-product.ts'
import { type FileForm, headOf } from './product-form.ts'

/**
 * Returns the product with whole barcodes, and a problem for each short one whose check digit does not fit.
 * @param isHeld whether a product has this code as it is written, which then stays
 */
export function withLostZeros(
  fileProduct: FileProduct,
  { columns }: Pick<FileForm, 'columns'>,
  isHeld: (code: string) => boolean,
): FileProduct {
  const problems: FileProblem[] = []
  const rows = fileProduct.rows.map((row): FileRow => {
    const restoreZeros = (code: string): string[] => {
      const field = row.shortCodes.get(code)
      if (!field || isHeld(code)) return [code]
      const restored = lostZeroOf(code)
      if (restored !== undefined) return [restored]
      const codeProblem = problem(headOf(columns, field), 'barcode_zero_lost', { code })
      problems.push({ line: row.line, problem: codeProblem })
      return []
    }
    const { barcodes, packs } = row.sold
    const wholePacks = packs?.map(pack => ({ ...pack, barcodes: pack.barcodes?.flatMap(restoreZeros) }))
    return { ...row, sold: { ...row.sold, barcodes: barcodes?.flatMap(restoreZeros), packs: wholePacks } }
  })
  return { ...fileProduct, rows, problems: [...fileProduct.problems, ...problems] }
}

// Decides which packs a variation has after a line of a file, which may have only some columns of them.
import type { Pack } from './product.ts'
import { seenName } from './product-known.ts'
import type { FilePack } from './product-line.ts'

/** A pack with the number of the columns that give it in a file. */
export interface NumberedPack extends Pack {
  readonly number: number
}

/**
 * Returns the packs after a line. What the file has no columns for stays: fields, and packs whose number has
 * no columns. A pack without text in its cells is removed.
 */
export function mergePacks(present: readonly Pack[], filePacks: readonly FilePack[]): NumberedPack[] {
  const merged: (NumberedPack | undefined)[] = present.map((pack, index) => ({ ...pack, number: index + 1 }))
  const hasColumns = (index: number) => filePacks.some(({ number }) => number === index + 1)
  for (const filePack of filePacks) {
    const index = filePack.number - 1
    // Without a column for the name, empty cells clear their fields and not the pack.
    if (filePack.isEmpty && (filePack.name !== undefined || !present[index])) {
      merged[index] = undefined
      continue
    }
    const from = presentPack(present, filePacks, filePack)
    const fromIndex = from ? present.indexOf(from) : index
    // A pack in a number without columns stays there. If the line names it twice, both entries are reported.
    const isElsewhere = !hasColumns(fromIndex) && merged[fromIndex]?.number === fromIndex + 1
    merged[isElsewhere ? fromIndex : index] = withFields(from, filePack)
  }
  return merged.filter(pack => pack !== undefined)
}

/**
 * Returns the present pack that a line's pack is: the one with its name. Otherwise the line renames the pack
 * with its number, unless it also names that pack, or the size differs: then its pack is new.
 */
function presentPack(
  present: readonly Pack[],
  filePacks: readonly FilePack[],
  { number, name, holds }: FilePack,
): Pack | undefined {
  const sameNumber = present[number - 1]
  if (name === undefined) return sameNumber
  const sameName = packNamed(present, name)
  if (sameName || !sameNumber) return sameName
  const isNamedByLine = filePacks.some(other => seenName(other.name ?? '') === seenName(sameNumber.name))
  const hasOtherSize = holds !== undefined && holds !== sameNumber.holds
  return isNamedByLine || hasOtherSize ? undefined : sameNumber
}

const packNamed = (packs: readonly Pack[], name: string) =>
  packs.find(pack => seenName(pack.name) === seenName(name))

/** Returns a pack with the fields that a line has, and the others of the present one. */
const withFields = (
  present: Pack | undefined,
  { number, name, holds, price, barcodes }: FilePack,
): NumberedPack => ({
  number,
  name: name ?? present?.name ?? '',
  holds: holds ?? present?.holds ?? Number.NaN, // which the check of ranges rejects
  price: price === undefined ? (present?.price ?? null) : price,
  barcodes: barcodes ?? present?.barcodes ?? [],
})

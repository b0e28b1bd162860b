// Decides which packs a variation has after a line of a file, which may have only some columns of them.
import type { Pack } from './product.ts'
import { comparableName } from './product-known.ts'
import type { FilePack } from './product-line.ts'

/** A pack with the number of the columns that give it in a file. */
export interface NumberedPack extends Pack {
  readonly number: number
}

/**
 * Returns the packs of a variation after a line. A pack whose cells are all empty is removed. Fields and
 * packs for which the file has no columns stay as they are.
 * @param current the packs before
 */
export function mergePacks(current: readonly Pack[], filePacks: readonly FilePack[]): NumberedPack[] {
  // The packs by place: a pack is undefined if it was removed.
  const merged: (NumberedPack | undefined)[] = current.map((pack, index) => ({ ...pack, number: index + 1 }))
  const hasColumns = (index: number) => filePacks.some(({ number }) => number === index + 1)
  for (const filePack of filePacks) {
    const index = filePack.number - 1
    // If the file has no column for the name, empty cells clear fields of the pack but do not remove it.
    if (filePack.isEmpty && (filePack.name !== undefined || !current[index])) {
      merged[index] = undefined
      continue
    }
    const source = currentPackOf(current, filePacks, filePack)
    const sourceIndex = source ? current.indexOf(source) : index
    // A pack whose number has no columns keeps its place. If the line names it twice, the second entry goes
    // to another place, so that the repeated name is reported.
    const isInPlace = !hasColumns(sourceIndex) && merged[sourceIndex]?.number === sourceIndex + 1
    merged[isInPlace ? sourceIndex : index] = withFields(source, filePack)
  }
  return merged.filter(pack => pack !== undefined)
}

/**
 * Returns the current pack that a pack of a line changes: the pack with its name, or else the pack with its
 * number, which the line renames. Undefined for a new pack. A pack is new, and not renamed, if the line also
 * has the old name, or if the size differs.
 */
function currentPackOf(
  current: readonly Pack[],
  filePacks: readonly FilePack[],
  { number, name, holds }: FilePack,
): Pack | undefined {
  const sameNumber = current[number - 1]
  if (name === undefined) return sameNumber
  const sameName = packNamed(current, name)
  if (sameName || !sameNumber) return sameName
  const isNamedByLine = packNamed(filePacks, sameNumber.name) !== undefined
  const hasOtherSize = holds !== undefined && holds !== sameNumber.holds
  return isNamedByLine || hasOtherSize ? undefined : sameNumber
}

const packNamed = <AnyPack extends Pack | FilePack>(packs: readonly AnyPack[], name: string) =>
  packs.find(pack => comparableName(pack.name ?? '') === comparableName(name))

/** Returns a pack with the fields of a line; fields for which the file has no column stay as they are. */
const withFields = (
  current: Pack | undefined,
  { number, name, holds, price, barcodes }: FilePack,
): NumberedPack => ({
  number,
  name: name ?? current?.name ?? '',
  holds: holds ?? current?.holds ?? Number.NaN, // which the check of ranges rejects
  price: price === undefined ? (current?.price ?? null) : price,
  barcodes: barcodes ?? current?.barcodes ?? [],
})

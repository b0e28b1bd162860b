// Two people changed the same item: what the other one changed since the form was opened, and the form with
// both changes. Nothing that was typed is lost.
import { barcodesOf, type ProductDraft } from './product.model.ts'
import type { PackDraft, VariationDraft } from './product-row.model.ts'

/** Whether two values have the same content. */
const isSameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Returns the fields that were changed here as typed, and all others as the other person left them. */
function mergeFields<T extends object>(initial: T, mine: T, theirs: T): T {
  const changedFields = Object.entries(mine).filter(
    ([name, value]) => !isSameValue(value, initial[name as keyof T]),
  )
  return { ...theirs, ...Object.fromEntries(changedFields) }
}

interface Row {
  readonly id: number
}

interface RowKind<T> {
  readonly keyOf: (row: T) => string | undefined
  /** Returns a row of the stored list with the changes of both people. */
  readonly merge: (initial: T, mine: T, theirs: T) => T
}

/**
 * Merges packs or variations. Two rows are the same if they have the same key; a row without a key is new. A
 * row that the other person removed stays only if it was changed here.
 */
function mergeRows<T extends Row>(
  initial: readonly T[],
  mine: readonly T[],
  theirs: readonly T[],
  { keyOf, merge }: RowKind<T>,
): T[] {
  const withKey = (rows: readonly T[], key: string | undefined) =>
    key === undefined ? undefined : rows.find(row => keyOf(row) === key)
  const myRows = mine.flatMap(row => {
    const before = withKey(initial, keyOf(row))
    if (!before) return [row]
    const their = withKey(theirs, keyOf(row))
    if (their) return [merge(before, row, their)]
    return isSameValue(before, row) ? [] : [row]
  })
  const theirNewRows = theirs.filter(row => !withKey(initial, keyOf(row)))
  return [...myRows, ...theirNewRows].map((row, id) => ({ ...row, id }))
}

const packRows: RowKind<PackDraft> = { keyOf: ({ stored }) => stored?.name, merge: mergeFields }
const variationRows: RowKind<VariationDraft> = {
  keyOf: ({ stored }) => stored?.id,
  merge: (initial, mine, theirs) => ({
    ...mergeFields(initial, mine, theirs),
    packs: mergeRows(initial.packs, mine.packs, theirs.packs, packRows),
  }),
}

/** Returns the other person's barcodes with those added here, without those removed here. */
const mergeCodes = (initial: readonly string[], mine: readonly string[], theirs: readonly string[]) => [
  ...theirs.filter(code => mine.includes(code) || !initial.includes(code)),
  ...mine.filter(code => !initial.includes(code) && !theirs.includes(code)),
]

/**
 * Returns the form with the changes of both people. What both changed stays as it was typed here. `initial`
 * is the item when the form was opened.
 */
export const mergedDraft = (
  initial: ProductDraft,
  mine: ProductDraft,
  theirs: ProductDraft,
): ProductDraft => ({
  ...mergeFields(initial, mine, theirs),
  barcodes: mergeCodes(initial.barcodes, mine.barcodes, theirs.barcodes),
  packs: mergeRows(initial.packs, mine.packs, theirs.packs, packRows),
  variations: mergeRows(initial.variations, mine.variations, theirs.variations, variationRows),
})

/** The fields that are named when someone else changed them, in the order of the form. */
const namedFields = [
  ...([
    'name',
    'price',
    'category',
    'barcodes',
    'picture',
    'colour',
    'position',
    'cost',
    'wholesaleFrom',
    'wholesalePrice',
    'trackStock',
    'lowAt',
  ] as const),
  ...(['packs', 'variations', 'nameSw', 'unit', 'sku', 'tax'] as const),
]
export type NamedField = (typeof namedFields)[number]

/** A field that another person changed. The texts are as the form shows them; empty for none. */
export interface OtherChange {
  readonly field: NamedField
  readonly from: string
  readonly to: string
  /** What was typed here, if that differs from both. */
  readonly typed: string | undefined
}

/** Returns a pack or variation as the note shows it: its name and price. */
const rowText = ({ name, price }: { readonly name: string; readonly price: string }) =>
  `${name.trim()} ${price.trim()}`.trim()

/** Returns the value of a field as the note shows it; empty if the field has none. */
function textOf(draft: ProductDraft, field: NamedField): string {
  if (field === 'barcodes') return barcodesOf(draft).join(', ')
  if (field === 'packs' || field === 'variations') return draft[field].map(rowText).join(', ')
  if (field === 'picture') return draft.picture.kind
  if (field === 'trackStock') return String(draft.trackStock)
  if (field === 'price' && draft.open) return ''
  return draft[field].trim()
}

/**
 * Returns the whole value of a field, with the parts that its text leaves out. Row ids differ between drafts,
 * so they are made equal.
 */
const wholeValue = (draft: ProductDraft, field: NamedField) =>
  field === 'packs' || field === 'variations'
    ? draft[field].map(row => ({ ...row, id: 0 }))
    : textOf(draft, field)

/**
 * Returns the fields that another person changed, each with the text that was typed here if that differs from
 * both.
 */
export const otherChanges = (
  initial: ProductDraft,
  mine: ProductDraft,
  theirs: ProductDraft,
): OtherChange[] =>
  namedFields.flatMap(field => {
    const [before, now, own] = [initial, theirs, mine].map(draft => wholeValue(draft, field))
    if (isSameValue(before, now)) return []
    const isTyped = !isSameValue(own, before) && !isSameValue(own, now)
    return [
      {
        field,
        from: textOf(initial, field),
        to: textOf(theirs, field),
        typed: isTyped ? textOf(mine, field) : undefined,
      },
    ]
  })

// Checks what a request or a file gives of a product, and merges it into the product. All problems are
// reported together.
import { badFields, type Problem, problem } from './fault.ts'
import { nameProblems, visibleName } from './plain-text.ts'
import { catalogMax, isFlat, type Pack, type Product, type Variation, variationPath } from './product.ts'
import { problemsOf } from './product-problem.ts'

type PartialChange<Fields> = { readonly [Field in keyof Fields]?: Fields[Field] | undefined }

/** The fields that belong to each variation, or to a product without variations. */
type SoldFields = Omit<Variation, 'id' | 'name'>
export type VariationChange = PartialChange<SoldFields> & {
  readonly id?: string | undefined
  readonly name: string
}
/** Omitted fields stay unchanged; empty texts become null. */
export interface ProductChange
  extends PartialChange<
      Omit<Product, 'id' | 'catalogId' | 'pictureId' | 'variations' | 'createdAt' | 'updatedAt' | 'pricedAt'>
    >,
    PartialChange<SoldFields> {
  /** Replaces all variations; an empty list makes the product flat. A known id or name keeps its id. */
  readonly variations?: readonly VariationChange[] | undefined
}

interface Editing {
  readonly now: number
  /** Returns a new id of a variation. */
  newId(): string
}

const blankVariation = (id: string): Variation => ({
  id,
  name: '',
  price: null,
  cost: null,
  wholesale: null,
  sku: null,
  barcodes: [],
  packs: [],
  available: true,
})

/** Returns a new product before a change sets its first fields. */
export const blankProduct = (id: string, catalogId: string, { now, newId }: Editing): Product => ({
  id,
  catalogId,
  name: '',
  nameSw: null,
  category: null,
  unit: 'piece',
  soldByWeight: false,
  taxCode: null,
  color: null,
  pictureId: null,
  position: null,
  lowAt: null,
  trackStock: false,
  variations: [blankVariation(newId())],
  createdAt: now,
  updatedAt: now,
  pricedAt: 0,
})

/**
 * Applies a change to a product, and sets `pricedAt` if its prices changed. A product sold by weight has the
 * unit kilogram.
 * @throws Fault `validation_error` naming each wrong field
 */
export function applyProductChange(product: Product, change: ProductChange, editing: Editing): Product {
  const problems: Problem[] = []
  const text = textReader(problems)
  const isWeighed = change.soldByWeight ?? product.soldByWeight
  // Null if the change has an empty name, which `problemsOf` rejects.
  const name = text('name', change.name, catalogMax.name)
  const changed: Product = {
    ...product,
    name: name === undefined ? product.name : (name ?? ''),
    nameSw: orCurrent(text('name_sw', change.nameSw, catalogMax.name), product.nameSw),
    category: orCurrent(text('category', change.category, catalogMax.category), product.category),
    unit: isWeighed ? 'kg' : unitOf(product, text('unit', change.unit, catalogMax.unit)),
    soldByWeight: isWeighed,
    taxCode: orCurrent(change.taxCode, product.taxCode),
    color: change.color === undefined ? product.color : (change.color?.toLowerCase() ?? null),
    position: orCurrent(change.position, product.position),
    lowAt: orCurrent(change.lowAt, product.lowAt),
    trackStock: change.trackStock ?? product.trackStock,
    variations: applyVariationChanges(product, change, editing, problems),
    updatedAt: editing.now,
  }
  problems.push(...problemsOf(changed, product), ...unitProblems(product, change, changed))
  if (problems.length > 0) throw badFields(firstOfEachField(problems))
  return isRepriced(product, changed) ? { ...changed, pricedAt: editing.now } : changed
}

/**
 * Whether a till with the earlier list would sell a variation or pack of the product for another sum. Removed
 * ones do not count, and a new product is in no earlier list.
 */
function isRepriced(before: Product, after: Product): boolean {
  const isNew = before.name === ''
  if (isNew) return false
  if (before.soldByWeight !== after.soldByWeight) return true
  return before.variations.some(variation => {
    const changed = after.variations.find(({ id }) => id === variation.id)
    return changed !== undefined && isVariationRepriced(variation, changed)
  })
}

/** Whether the price or wholesale price of a variation changed, or the price or size of one of its packs. */
function isVariationRepriced(before: Variation, after: Variation): boolean {
  const isWholesaleChanged =
    before.wholesale?.from !== after.wholesale?.from || before.wholesale?.price !== after.wholesale?.price
  if (before.price !== after.price || isWholesaleChanged) return true
  return before.packs.some(pack => {
    const changed = after.packs.find(({ name }) => name === pack.name)
    return changed !== undefined && (changed.holds !== pack.holds || changed.price !== pack.price)
  })
}

/** Returns a problem for each quantity that stays although the unit changes: 12 pieces are not 12 grams. */
function unitProblems(before: Product, change: ProductChange, after: Product): Problem[] {
  if (before.soldByWeight === after.soldByWeight) return []
  const [from, to] = before.soldByWeight ? ['grams', 'pieces'] : ['pieces', 'grams']
  const fields: string[] = []
  for (const [index, { wholesale }] of after.variations.entries()) {
    const requested = isFlat(after) ? change.wholesale : change.variations?.[index]?.wholesale
    const isLeftAsItWas = wholesale !== null && requested === undefined
    if (isLeftAsItWas) fields.push(`${variationPath(after, index)}wholesale`)
  }
  if (after.lowAt !== null && change.lowAt === undefined) fields.push('low_at')
  return fields.map(field => problem(field, 'quantity_in_old_unit', { from, to }))
}

/** Returns the requested value, which may be null, or the current value if the requested is undefined. */
const orCurrent = <T>(requested: T | undefined, current: T): T =>
  requested === undefined ? current : requested

/** Returns only the first problem of each field. */
function firstOfEachField(problems: readonly Problem[]): Problem[] {
  const seenFields = new Set<string>()
  return problems.filter(({ field }) => {
    const isFirst = !seenFields.has(field)
    seenFields.add(field)
    return isFirst
  })
}

/**
 * Returns the unit of a product that is not sold by weight: the requested unit, else the current one. The
 * unit becomes `piece` if the request clears it (null), or if the product was sold by weight before.
 */
function unitOf({ unit, soldByWeight }: Product, requested: string | null | undefined): string {
  if (requested) return requested
  return soldByWeight || requested === null ? 'piece' : unit
}

/**
 * Returns a function that reads a one-line text of a field, trimmed and without invisible characters. It
 * returns null for an empty text, and undefined if the request omits the field.
 * @param problems receives what is wrong with each text; `max` is the most characters of one
 */
function textReader(problems: Problem[]) {
  return (field: string, text: string | null | undefined, max: number): string | null | undefined => {
    if (text === undefined || text === null) return text
    const name = visibleName(text)
    problems.push(...nameProblems(field, name))
    if ([...name].length > max) problems.push(problem(field, 'too_long', { max }))
    return name || null
  }
}

const soldFields = ['price', 'cost', 'wholesale', 'sku', 'barcodes', 'packs'] as const

/** Returns a problem for each field that a change sets on a product instead of on its variations. */
function misplacedFields(change: ProductChange): Problem[] {
  const isEmpty = (value: unknown) => value == null || (Array.isArray(value) && value.length === 0)
  return soldFields
    .filter(field => !isEmpty(change[field]))
    .map(field => problem(field, 'product_has_variations'))
}

/** Returns the variations of a product after a change. `problems` receives what is wrong with them. */
function applyVariationChanges(
  product: Product,
  change: ProductChange,
  { newId }: Editing,
  problems: Problem[],
): readonly Variation[] {
  const { available, variations } = change
  const wasFlat = isFlat(product)
  // The product keeps its variations. The change may only switch the availability of all of them.
  if (variations === undefined && !wasFlat) {
    problems.push(...misplacedFields(change))
    return available === undefined
      ? product.variations
      : product.variations.map(variation => ({ ...variation, available }))
  }
  // The product stays or becomes flat. Its only variation takes the fields that the change sets on it.
  if (variations === undefined || variations.length === 0) {
    const [onlyVariation] = product.variations
    const base = wasFlat && onlyVariation ? onlyVariation : blankVariation(newId())
    return [mergeVariation(base, { ...change, name: '' }, '', problems)]
  }
  problems.push(...misplacedFields(change))
  if (variations.length > catalogMax.variations)
    problems.push(problem('variations', 'too_many_entries', { max: catalogMax.variations }))
  const currentVariations = currentVariationsOf(product, variations)
  return variations.map((requested, index) => {
    const path = `variations.${index}.`
    const current = currentVariations[index]
    if (requested.id !== undefined && !current) {
      const isRepeated = variations.findIndex(({ id }) => id === requested.id) < index
      problems.push(problem(`${path}id`, isRepeated ? 'variation_twice' : 'variation_unknown'))
    }
    const merged = mergeVariation(
      current ?? blankVariation(newId()),
      { available, ...requested },
      path,
      problems,
    )
    if (merged.name === '') problems.push(problem(`${path}name`, 'empty'))
    return merged
  })
}

/**
 * Returns, for each entry of a request, the variation with its id. An entry without an id means the variation
 * with its name, unless another entry has the id of that variation. Undefined for a new variation and for an
 * unknown or repeated id.
 */
function currentVariationsOf(
  product: Product,
  entries: readonly VariationChange[],
): readonly (Variation | undefined)[] {
  const ids = entries.map(({ id }) => id)
  return entries.map((entry, index) => {
    if (entry.id !== undefined) {
      const isFirst = ids.indexOf(entry.id) === index
      return isFirst ? product.variations.find(({ id }) => id === entry.id) : undefined
    }
    const name = visibleName(entry.name)
    if (name === '') return undefined
    return product.variations.find(variation => variation.name === name && !ids.includes(variation.id))
  })
}

/**
 * Returns a variation after a change.
 * @param path precedes the fields of this variation in a request, such as `variations.2.`
 * @param problems receives what is wrong with the texts of the change
 */
function mergeVariation(
  current: Variation,
  change: VariationChange,
  path: string,
  problems: Problem[],
): Variation {
  const text = textReader(problems)
  // A request may have unknown fields, also inside objects, so each known field is copied.
  const packs = change.packs?.map(
    ({ name, holds, price, barcodes }, index): Pack => ({
      name: text(`${path}packs.${index}.name`, name, catalogMax.unit) ?? '',
      holds,
      price,
      barcodes: distinctCodes(barcodes),
    }),
  )
  const wholesale = change.wholesale && { from: change.wholesale.from, price: change.wholesale.price }
  return {
    id: current.id,
    name: text(`${path}name`, change.name, catalogMax.name) ?? '',
    price: orCurrent(change.price, current.price),
    cost: orCurrent(change.cost, current.cost),
    wholesale: orCurrent(wholesale, current.wholesale),
    sku: orCurrent(text(`${path}sku`, change.sku, catalogMax.sku), current.sku),
    barcodes: change.barcodes ? distinctCodes(change.barcodes) : current.barcodes,
    packs: packs ?? current.packs,
    available: change.available ?? current.available,
  }
}

/** Returns trimmed codes without invisible characters and without repeated ones. */
const distinctCodes = (codes: readonly string[]) => [...new Set(codes.map(visibleName))]

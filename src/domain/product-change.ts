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
  /**
   * Replaces the list; an empty one makes the product flat. A variation keeps its id by its id or its name.
   */
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
 * Applies a change to a product. A product sold by weight has the unit kilogram.
 * @throws Fault `validation_error` naming each wrong field
 */
export function applyProductChange(product: Product, change: ProductChange, editing: Editing): Product {
  const problems: Problem[] = []
  const text = textReader(problems)
  const isWeighed = change.soldByWeight ?? product.soldByWeight
  const changed: Product = {
    ...product,
    name: text('name', change.name, catalogMax.name) ?? (change.name === undefined ? product.name : ''),
    nameSw: orPresent(text('name_sw', change.nameSw, catalogMax.name), product.nameSw),
    category: orPresent(text('category', change.category, catalogMax.category), product.category),
    unit: isWeighed ? 'kg' : unitOf(product, text('unit', change.unit, catalogMax.unit)),
    soldByWeight: isWeighed,
    taxCode: orPresent(change.taxCode, product.taxCode),
    color: change.color === undefined ? product.color : (change.color?.toLowerCase() ?? null),
    position: orPresent(change.position, product.position),
    lowAt: orPresent(change.lowAt, product.lowAt),
    trackStock: change.trackStock ?? product.trackStock,
    variations: applyVariationChanges(product, change, editing, problems),
    updatedAt: editing.now,
  }
  problems.push(...problemsOf(changed, product), ...unitProblems(product, change, changed))
  if (problems.length > 0) throw badFields(distinctFields(problems))
  return isRepriced(product, changed) ? { ...changed, pricedAt: editing.now } : changed
}

/**
 * Whether a change gives a product other prices: a till with the earlier list sells a variation or pack,
 * which the product still has, for another sum. A blank product has no earlier list.
 */
const isRepriced = (before: Product, after: Product): boolean =>
  before.name !== '' &&
  (before.soldByWeight !== after.soldByWeight ||
    before.variations.some(earlier => {
      const present = after.variations.find(({ id }) => id === earlier.id)
      return present !== undefined && isVariationRepriced(earlier, present)
    }))

/** Whether a variation got another price, wholesale price or quantity, or one of its packs did. */
function isVariationRepriced(before: Variation, after: Variation): boolean {
  const wholesaleOf = ({ wholesale }: Variation) => [wholesale?.from, wholesale?.price].join()
  return (
    before.price !== after.price ||
    wholesaleOf(before) !== wholesaleOf(after) ||
    before.packs.some(({ name, holds, price }) => {
      const present = after.packs.find(pack => pack.name === name)
      return present !== undefined && (present.holds !== holds || present.price !== price)
    })
  )
}

/** Returns a problem for each quantity that is left in the old unit: 12 pieces are not 12 grams. */
function unitProblems(before: Product, change: ProductChange, after: Product): Problem[] {
  if (before.soldByWeight === after.soldByWeight) return []
  const [from, to] = before.soldByWeight ? ['grams', 'pieces'] : ['pieces', 'grams']
  const changedWholesale = (index: number) =>
    isFlat(after) ? change.wholesale : change.variations?.[index]?.wholesale
  const fields = after.variations.flatMap(({ wholesale }, index) =>
    wholesale !== null && changedWholesale(index) === undefined
      ? [`${variationPath(after, index)}wholesale`]
      : [],
  )
  if (after.lowAt !== null && change.lowAt === undefined) fields.push('low_at')
  return fields.map(field => problem(field, 'quantity_in_old_unit', { from, to }))
}

/** Returns a requested value; the present one if the request leaves it out. Null is a value. */
const orPresent = <T>(requested: T | undefined, present: T): T =>
  requested === undefined ? present : requested

/** Returns the first problem of each field. */
function distinctFields(problems: readonly Problem[]): Problem[] {
  const seen = new Set<string>()
  return problems.filter(({ field }) => !seen.has(field) && seen.add(field))
}

/**
 * Returns the unit of a product that is not sold by weight: the requested one, else the present one. It is
 * `piece` if the request clears it, or the product was sold by weight before.
 */
function unitOf({ unit, soldByWeight }: Product, requested: string | null | undefined): string {
  if (requested) return requested
  return soldByWeight || requested === null ? 'piece' : unit
}

/**
 * Returns a function that reads a text that is shown on one line: trimmed, null when it is empty, undefined
 * when it is left out.
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

/** Returns a problem for each field of the product that belongs to its variations. */
function misplacedFields(change: ProductChange): Problem[] {
  const isEmpty = (value: unknown) => value == null || (Array.isArray(value) && value.length === 0)
  return soldFields
    .filter(field => !isEmpty(change[field]))
    .map(field => problem(field, 'product_has_variations'))
}

/** Returns the variations of a product after a change, and adds what is wrong with them to the problems. */
function applyVariationChanges(
  product: Product,
  change: ProductChange,
  { newId }: Editing,
  problems: Problem[],
): readonly Variation[] {
  const { available, variations } = change
  const wasFlat = isFlat(product)
  // The product keeps its variations.
  if (variations === undefined && !wasFlat) {
    problems.push(...misplacedFields(change))
    return available === undefined
      ? product.variations
      : product.variations.map(variation => ({ ...variation, available }))
  }
  // The product stays or becomes flat: the fields of its only variation are its own.
  if (variations === undefined || variations.length === 0) {
    const [only] = product.variations
    const base = wasFlat && only ? only : blankVariation(newId())
    return [mergeVariation(base, { ...change, name: '' }, '', problems)]
  }
  problems.push(...misplacedFields(change))
  if (variations.length > catalogMax.variations)
    problems.push(problem('variations', 'too_many_entries', { max: catalogMax.variations }))
  const presentOfEntries = presentVariations(product, variations)
  return variations.map((requested, index) => {
    const path = `variations.${index}.`
    const present = presentOfEntries[index]
    if (requested.id !== undefined && !present) {
      const isRepeated = variations.findIndex(({ id }) => id === requested.id) < index
      problems.push(problem(`${path}id`, isRepeated ? 'variation_twice' : 'variation_unknown'))
    }
    const merged = mergeVariation(
      present ?? blankVariation(newId()),
      { available, ...requested },
      path,
      problems,
    )
    if (merged.name === '') problems.push(problem(`${path}name`, 'empty'))
    return merged
  })
}

/**
 * Returns the present variation that each entry means: the one with its id, else the one with its name,
 * unless another entry names it by its id. Undefined for a new variation and for an unknown or repeated id.
 */
function presentVariations(
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
    return product.variations.find(known => name !== '' && known.name === name && !ids.includes(known.id))
  })
}

/**
 * Returns a variation after a change, and adds what is wrong with the texts of the change to the problems.
 * @param path precedes the fields of this variation in a request
 */
function mergeVariation(
  present: Variation,
  change: VariationChange,
  path: string,
  problems: Problem[],
): Variation {
  const text = textReader(problems)
  // A request may have unknown fields, also inside objects. Only the listed fields are stored.
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
    id: present.id,
    name: text(`${path}name`, change.name, catalogMax.name) ?? '',
    price: orPresent(change.price, present.price),
    cost: orPresent(change.cost, present.cost),
    wholesale: orPresent(wholesale, present.wholesale),
    sku: orPresent(text(`${path}sku`, change.sku, catalogMax.sku), present.sku),
    barcodes: change.barcodes ? distinctCodes(change.barcodes) : present.barcodes,
    packs: packs ?? present.packs,
    available: change.available ?? present.available,
  }
}

/** Returns trimmed codes, each once. */
const distinctCodes = (codes: readonly string[]) => [...new Set(codes.map(visibleName))]

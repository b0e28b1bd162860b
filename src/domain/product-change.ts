// Checks what a request or a file gives of a product, and merges it into the product. All problems are
// reported together.
import { badFields, type Problem, problem } from './fault.ts'
import { nameProblems, visibleName } from './plain-text.ts'
import { catalogMax, isFlat, type Product, type Variation, variationPath } from './product.ts'
import { problemsOf } from './product-problem.ts'

type Given<Fields> = { readonly [Field in keyof Fields]?: Fields[Field] | undefined }

/** What a product without variations gives itself, otherwise each variation. */
type SoldFields = Omit<Variation, 'id' | 'name'>
export type VariationChange = Given<SoldFields> & { readonly id?: string | undefined; readonly name: string }
/** Omitted fields stay unchanged; empty texts become null. */
export interface ProductChange
  extends Given<Omit<Product, 'id' | 'catalogId' | 'pictureId' | 'variations' | 'createdAt' | 'updatedAt'>>,
    Given<SoldFields> {
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

/** A product before its first fields. */
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
})

/**
 * The product after a change. A product sold by weight is counted in kilograms.
 * @throws Fault naming each wrong field
 */
export function changedProduct(product: Product, change: ProductChange, editing: Editing): Product {
  const problems: Problem[] = []
  const text = textReader(problems)
  const isWeighed = change.soldByWeight ?? product.soldByWeight
  const changed: Product = {
    ...product,
    name: text('name', change.name, catalogMax.name) ?? (change.name === undefined ? product.name : ''),
    nameSw: kept(text('name_sw', change.nameSw, catalogMax.name), product.nameSw),
    category: kept(text('category', change.category, catalogMax.category), product.category),
    unit: isWeighed ? 'kg' : unitOf(product, text('unit', change.unit, catalogMax.unit)),
    soldByWeight: isWeighed,
    taxCode: kept(change.taxCode, product.taxCode),
    color: kept(change.color?.toLowerCase(), kept(change.color, product.color)),
    position: kept(change.position, product.position),
    lowAt: kept(change.lowAt, product.lowAt),
    trackStock: change.trackStock ?? product.trackStock,
    variations: changedVariations(product, change, editing, problems),
    updatedAt: editing.now,
  }
  problems.push(...problemsOf(changed, product), ...unitProblems(product, change, changed))
  if (problems.length > 0) throw badFields(distinctFields(problems))
  return changed
}

/** A problem for each quantity that is left in the old unit: 12 pieces are not 12 grams. */
function unitProblems(before: Product, change: ProductChange, after: Product): Problem[] {
  if (before.soldByWeight === after.soldByWeight) return []
  const [from, to] = before.soldByWeight ? ['grams', 'pieces'] : ['pieces', 'grams']
  const wholesaleOf = (at: number) => (isFlat(after) ? change.wholesale : change.variations?.[at]?.wholesale)
  const fields = after.variations.flatMap(({ wholesale }, at) =>
    wholesale !== null && wholesaleOf(at) === undefined ? [`${variationPath(after, at)}wholesale`] : [],
  )
  if (after.lowAt !== null && change.lowAt === undefined) fields.push('low_at')
  return fields.map(field => problem(field, 'quantity_in_old_unit', { from, to }))
}

const kept = <T>(given: T | undefined, present: T): T => (given === undefined ? present : given)

/** The first problem of each field. */
function distinctFields(problems: readonly Problem[]): Problem[] {
  const seen = new Set<string>()
  return problems.filter(({ field }) => !seen.has(field) && seen.add(field))
}

/** A product that is not weighed any more has no kilograms either. */
const unitOf = ({ unit, soldByWeight }: Product, given: string | null | undefined): string =>
  given ?? (soldByWeight || given === null ? 'piece' : unit)

/** Reads a text that is shown on one line: trimmed, null when it is empty, undefined when it is not given. */
function textReader(problems: Problem[]) {
  return (field: string, given: string | null | undefined, max: number): string | null | undefined => {
    if (given === undefined || given === null) return given
    const read = visibleName(given)
    problems.push(...nameProblems(field, read))
    if ([...read].length > max) problems.push(problem(field, 'too_long', { max }))
    return read || null
  }
}

const soldFields = ['price', 'cost', 'wholesale', 'sku', 'barcodes', 'packs'] as const

/** Fields of the product that belong to its variations. */
function misplaced(change: ProductChange): Problem[] {
  const isGiven = (value: unknown) => value != null && !(Array.isArray(value) && value.length === 0)
  return soldFields
    .filter(field => isGiven(change[field]))
    .map(field => problem(field, 'product_has_variations'))
}

function changedVariations(
  product: Product,
  change: ProductChange,
  { newId }: Editing,
  problems: Problem[],
): readonly Variation[] {
  const { available, variations } = change
  const wasFlat = isFlat(product)
  if (variations === undefined && !wasFlat) {
    problems.push(...misplaced(change))
    return available === undefined
      ? product.variations
      : product.variations.map(variation => ({ ...variation, available }))
  }
  if (variations === undefined || variations.length === 0) {
    const [only] = product.variations
    const base = wasFlat && only ? only : blankVariation(newId())
    return [mergedVariation(base, { ...change, name: '' }, '', problems)]
  }
  problems.push(...misplaced(change))
  if (variations.length > catalogMax.variations)
    problems.push(problem('variations', 'too_many_entries', { max: catalogMax.variations }))
  const presents = presentVariations(product, variations)
  return variations.map((requested, at) => {
    const path = `variations.${at}.`
    const present = presents[at]
    if (requested.id !== undefined && !present) {
      const isRepeated = variations.findIndex(({ id }) => id === requested.id) < at
      problems.push(problem(`${path}id`, isRepeated ? 'variation_twice' : 'variation_unknown'))
    }
    const merged = mergedVariation(
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
 * The present variation that each entry means: the one with its id, else the one with its name, unless
 * another entry names it by its id.
 */
function presentVariations(
  product: Product,
  given: readonly VariationChange[],
): readonly (Variation | undefined)[] {
  const ids = given.map(({ id }) => id)
  return given.map((entry, at) => {
    if (entry.id !== undefined)
      return ids.indexOf(entry.id) === at ? product.variations.find(({ id }) => id === entry.id) : undefined
    const name = visibleName(entry.name)
    return product.variations.find(known => name !== '' && known.name === name && !ids.includes(known.id))
  })
}

function mergedVariation(
  present: Variation,
  given: VariationChange,
  path: string,
  problems: Problem[],
): Variation {
  const text = textReader(problems)
  const packs = given.packs?.map((pack, at) => ({
    ...pack,
    name: text(`${path}packs.${at}.name`, pack.name, catalogMax.unit) ?? '',
    barcodes: trimmed(pack.barcodes),
  }))
  return {
    id: present.id,
    name: text(`${path}name`, given.name, catalogMax.name) ?? '',
    price: kept(given.price, present.price),
    cost: kept(given.cost, present.cost),
    wholesale: kept(given.wholesale, present.wholesale),
    sku: kept(text(`${path}sku`, given.sku, catalogMax.sku), present.sku),
    barcodes: given.barcodes ? trimmed(given.barcodes) : present.barcodes,
    packs: packs ?? present.packs,
    available: given.available ?? present.available,
  }
}

const trimmed = (codes: readonly string[]) => [...new Set(codes.map(visibleName))]

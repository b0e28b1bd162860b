// Checks what a request or a file gives of a product, and merges it into the product. All problems are
// reported together.
import { barcodeFault, barcodeMax } from './barcode.ts'
import { badFields, type Problem, problem } from './fault.ts'
import { amountMax } from './payment.ts'
import { nameProblems, visibleName } from './plain-text.ts'
import {
  catalogMax,
  codesOf,
  isFlat,
  type Pack,
  type Product,
  type Variation,
  variationPath,
  type Wholesale,
} from './product.ts'

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
    variations: changedVariations(product, change, editing, problems),
    updatedAt: editing.now,
  }
  problems.push(...problemsOf(changed))
  if (problems.length > 0) throw badFields(distinctFields(problems))
  return changed
}

const kept = <T>(given: T | undefined, present: T): T => (given === undefined ? present : given)

/** The first problem of each field. */
const distinctFields = (problems: readonly Problem[]): Problem[] =>
  problems.filter((one, at) => problems.findIndex(({ field }) => field === one.field) === at)

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
      : product.variations.map(one => ({ ...one, available }))
  }
  if (variations === undefined || variations.length === 0) {
    const [only] = product.variations
    const base = wasFlat && only ? only : blankVariation(newId())
    return [mergedVariation(base, { ...change, name: '' }, '', problems)]
  }
  problems.push(...misplaced(change))
  if (variations.length > catalogMax.variations)
    problems.push(problem('variations', 'too_many_entries', { max: catalogMax.variations }))
  return variations.map((one, at) => {
    const path = `variations.${at}.`
    const present = product.variations.find(({ id, name }) =>
      one.id === undefined ? name !== '' && name === visibleName(one.name) : id === one.id,
    )
    if (one.id !== undefined && !present) problems.push(problem(`${path}id`, 'variation_unknown'))
    const merged = mergedVariation(present ?? blankVariation(newId()), { available, ...one }, path, problems)
    if (merged.name === '') problems.push(problem(`${path}name`, 'empty'))
    return merged
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

/** The problems of a whole product. */
function problemsOf(product: Product): Problem[] {
  const { name, color, position, lowAt, variations, soldByWeight } = product
  return [
    ...(name === '' ? [problem('name', 'empty')] : []),
    ...(color === null || /^#[0-9a-f]{6}$/.test(color)
      ? []
      : [problem('color', 'wrong_form', { expected: '# and six hex digits, such as #0b6e4f' })]),
    ...rangeProblem('position', position, 0, catalogMax.position),
    ...rangeProblem('low_at', lowAt, 0, catalogMax.units),
    ...variations.flatMap((one, at) => variationProblems(one, variationPath(product, at), { soldByWeight })),
    ...repeatedNames(
      variations.map(one => one.name),
      at => `variations.${at}.name`,
    ),
    ...repeatedCodes(product),
  ]
}

function rangeProblem(field: string, value: number | null, min: number, max: number): Problem[] {
  if (value === null || (Number.isInteger(value) && value >= min && value <= max)) return []
  return [problem(field, 'not_whole_number_between', { min, max })]
}

function variationProblems(
  { price, cost, wholesale, barcodes, packs }: Variation,
  path: string,
  { soldByWeight }: Pick<Product, 'soldByWeight'>,
): Problem[] {
  return [
    ...rangeProblem(`${path}price`, price, 0, amountMax),
    ...rangeProblem(`${path}cost`, cost, 0, amountMax),
    ...wholesaleProblems(wholesale, price, `${path}wholesale`),
    ...barcodeProblems(barcodes, `${path}barcodes`),
    ...(soldByWeight && packs.length > 0 ? [problem(`${path}packs`, 'packs_by_weight')] : []),
    ...packProblems(packs, price, `${path}packs`),
  ]
}

function wholesaleProblems(wholesale: Wholesale | null, price: number | null, path: string): Problem[] {
  if (wholesale === null) return []
  return [
    ...rangeProblem(`${path}.from`, wholesale.from, 2, catalogMax.units),
    ...rangeProblem(`${path}.price`, wholesale.price, 0, amountMax),
    ...(price === null ? [problem(path, 'wholesale_without_price')] : []),
  ]
}

function barcodeProblems(codes: readonly string[], path: string): Problem[] {
  const wrong = codes.flatMap((code, at) => {
    const found = barcodeFault(code)
    return found === undefined
      ? []
      : [problem(`${path}.${at}`, found, { code: code.slice(0, barcodeMax), max: barcodeMax })]
  })
  const { barcodes: max } = catalogMax
  return codes.length > max ? [problem(path, 'too_many_entries', { max }), ...wrong] : wrong
}

function packProblems(packs: readonly Pack[], price: number | null, path: string): Problem[] {
  const { packs: max, units } = catalogMax
  return [
    ...(packs.length > max ? [problem(path, 'too_many_entries', { max })] : []),
    ...packs.flatMap((pack, at) => [
      ...(pack.name === '' ? [problem(`${path}.${at}.name`, 'empty')] : []),
      ...rangeProblem(`${path}.${at}.holds`, pack.holds, 2, units),
      ...rangeProblem(`${path}.${at}.price`, pack.price, 0, amountMax),
      ...(pack.price === null && price === null ? [problem(`${path}.${at}.price`, 'required')] : []),
      ...barcodeProblems(pack.barcodes, `${path}.${at}.barcodes`),
    ]),
    ...repeatedNames(
      packs.map(pack => pack.name),
      at => `${path}.${at}.name`,
    ),
  ]
}

function repeatedNames(names: readonly string[], fieldOf: (at: number) => string): Problem[] {
  const folded = names.map(name => name.toLowerCase())
  return folded.flatMap((name, at) =>
    name !== '' && folded.indexOf(name) < at
      ? [problem(fieldOf(at), 'name_twice', { name: names[at] ?? '' })]
      : [],
  )
}

function repeatedCodes(product: Product): Problem[] {
  const seen = new Set<string>()
  return codesOf(product).flatMap(({ kind, code, field }) => {
    const isSeen = seen.has(`${kind} ${code}`)
    seen.add(`${kind} ${code}`)
    return isSeen ? [problem(field, 'code_twice', { code })] : []
  })
}

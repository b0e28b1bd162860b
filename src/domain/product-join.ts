// Joins lines of a file that are one product: its variations, which share the fields of the product. Lines
// that contradict each other in such a field are a problem, unless lines may differ in it.
import { assert, problem } from './fault.ts'
import type { FileProblem, FileProduct } from './file-product.ts'
import { withLostZeros } from './lost-zero.ts'
import { codesOf, isFlat, type Product } from './product.ts'
import type { ProductChange } from './product-change.ts'
import { type FileColumns, type FileField, headOf } from './product-form.ts'
import { codesOfRow, type KnownProducts, keyOf, productOfCodes, seenName } from './product-known.ts'

interface Group {
  readonly parts: FileProduct[]
  readonly variationIds: Set<string>
}

/**
 * Returns a joiner: `add` takes each product of a file, and `joined` returns them, those that are different
 * variations of one product of the list as one. Their codes show that. A variation that the file has twice
 * stays apart, so that it is reported.
 */
export function variationJoiner(columns: FileColumns, known: KnownProducts) {
  const groups: Group[] = []
  const groupOf = new Map<string, Group>()
  const idsByProduct = new Map<string, ReadonlyMap<string, string>>()
  const variationIdsOf = (product: Product) => {
    const idByCode = idsByProduct.get(product.id) ?? variationIdsByCode(product)
    idsByProduct.set(product.id, idByCode)
    return idByCode
  }
  const isHeld = (code: string) => known.holders.has(keyOf({ kind: 'barcode', code }))
  return {
    add(part: FileProduct): void {
      const { rows } = withLostZeros(part, { columns }, isHeld)
      // Lines with an id were joined when the file was read.
      const product = part.id === '' ? productOfCodes(rows, known) : undefined
      const idByCode = product ? variationIdsOf(product) : undefined
      const variationIds = rows.flatMap(codesOfRow).flatMap(code => idByCode?.get(keyOf(code)) ?? [])
      const group = product && groupOf.get(product.id)
      if (group && variationIds.every(id => !group.variationIds.has(id))) {
        group.parts.push(part)
        for (const id of variationIds) group.variationIds.add(id)
        return
      }
      const newGroup = { parts: [part], variationIds: new Set(variationIds) }
      groups.push(newGroup)
      if (product && !group && variationIds.length > 0) groupOf.set(product.id, newGroup)
    },
    joined: (): readonly FileProduct[] => groups.map(({ parts }) => joinLines(parts, columns)),
  }
}

/** Returns the id of the variation that has each code of a product; empty for one without variations. */
const variationIdsByCode = (product: Product): ReadonlyMap<string, string> =>
  new Map(
    (isFlat(product) ? [] : product.variations).flatMap(variation =>
      codesOf({ variations: [variation] }).map(code => [keyOf(code), variation.id] as const),
    ),
  )

/** Joins parts of one product. The result has a problem for each part that contradicts an earlier one. */
export function joinLines(parts: readonly FileProduct[], columns: FileColumns): FileProduct {
  const [first] = parts
  assert(first, 'a product of a file has lines')
  if (parts.length === 1) return first
  const problems: FileProblem[] = parts.flatMap(part => part.problems)
  return {
    id: first.id,
    fields: sharedFields(parts, columns, problems),
    rows: parts.flatMap(({ rows }) => rows),
    problems,
    quantities(isWeighed) {
      const quantities = parts.map(part => part.quantities(isWeighed))
      return {
        lowAt: firstValue(quantities.map(({ lowAt }) => lowAt)),
        inStocks: quantities.flatMap(({ inStocks }) => inStocks),
        wholesales: quantities.flatMap(({ wholesales }) => wholesales),
        problems: quantities.flatMap(part => part.problems),
      }
    },
  }
}

const lineOf = (part: FileProduct | undefined): number => part?.rows[0]?.line ?? 0

/** Returns the fields of a product that its parts share. */
function sharedFields(
  parts: readonly FileProduct[],
  columns: FileColumns,
  problems: FileProblem[],
): ProductChange {
  const shared = <Field extends FileField & keyof ProductChange>(field: Field, ofParts = parts) =>
    sharedValue(
      ofParts.map(part => ({ line: lineOf(part), value: part.fields[field] })),
      headOf(columns, field),
      problems,
    )
  // A line that does not name its variation may have the variation's name in place of the product's.
  const variationParts = parts.filter(({ rows }) => rows.some(({ variation }) => variation !== ''))
  // Lines with an id are one product, whatever their names: it may have been renamed in the first line only.
  const hasId = parts[0]?.id !== ''
  const sharedName = <Field extends 'name' | 'nameSw'>(field: Field, ofParts: readonly FileProduct[]) =>
    hasId ? firstValue(ofParts.map(({ fields }) => fields[field])) : shared(field, ofParts)
  const name = sharedName('name', variationParts.length > 0 ? variationParts : parts.slice(0, 1))
  const partsOfName = parts.filter(
    ({ fields }) => !fields.name || comparable(fields.name) === comparable(name),
  )
  return {
    name,
    nameSw: sharedName('nameSw', partsOfName),
    category: shared('category'),
    unit: shared('unit'),
    soldByWeight: shared('soldByWeight'),
    taxCode: shared('taxCode'),
    color: shared('color'),
    position: firstValue(parts.map(({ fields }) => fields.position)),
    trackStock: shared('trackStock'),
  }
}

interface LineValue<Value> {
  readonly line: number
  readonly value: Value
}

/** Returns the first value that is not empty, and adds a problem for each line that has another. */
function sharedValue<Value>(
  values: readonly LineValue<Value>[],
  head: string,
  problems: FileProblem[],
): Value | undefined {
  const [first, ...others] = values.filter(({ value }) => isGiven(value))
  if (!first) return values[0]?.value
  for (const { line, value } of others)
    if (comparable(value) !== comparable(first.value))
      problems.push({ line, problem: problem(head, 'line_contradicted', { line: first.line }) })
  return first.value
}

const isGiven = (value: unknown) => value !== null && value !== undefined && value !== ''

/** Returns the first value that is not empty: spreadsheets number lines, and variations have low marks. */
const firstValue = <Value>(values: readonly Value[]): Value | undefined => values.find(isGiven) ?? values[0]

/** Returns a value for comparison: a text by its looks, like a name. */
const comparable = (value: unknown) => (typeof value === 'string' ? seenName(value) : value)

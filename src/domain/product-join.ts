// Joins lines of a file that are one product: its variations, which share the fields of the product. Lines
// that contradict each other in such a field are a problem, unless lines may differ in it.
import { assert, problem } from './fault.ts'
import type { FileProblem, FileProduct } from './file-product.ts'
import { withLostZeros } from './lost-zero.ts'
import { codesOf, isFlat, type Product } from './product.ts'
import type { ProductChange } from './product-change.ts'
import { type FileColumns, type FileField, headOf } from './product-form.ts'
import { codesOfRow, comparableName, type KnownProducts, keyOf, productOfCodes } from './product-known.ts'

/** Products of a file that are variations of one product of the list. */
interface Group {
  readonly parts: FileProduct[]
  readonly variationIds: Set<string>
}

/**
 * Returns a joiner of a file's products. The caller passes each of them to `add`. `joined` then returns them,
 * but as one product where their codes belong to different variations of one product of the list. A variation
 * that the file has twice is not joined, so that it is reported as a problem.
 */
export function variationJoiner(columns: FileColumns, known: KnownProducts) {
  const groups: Group[] = []
  const groupByProduct = new Map<string, Group>()
  const cachedIds = new Map<string, ReadonlyMap<string, string>>()
  const variationIdsOf = (product: Product) => {
    const idByCode = cachedIds.get(product.id) ?? variationIdsByCode(product)
    cachedIds.set(product.id, idByCode)
    return idByCode
  }
  const isKnownCode = (code: string) => known.holders.has(keyOf({ kind: 'barcode', code }))
  return {
    add(part: FileProduct): void {
      const { rows } = withLostZeros(part, { columns }, isKnownCode)
      // Lines with an id were joined when the file was read.
      const product = part.id === '' ? productOfCodes(rows, known) : undefined
      const idByCode = product ? variationIdsOf(product) : undefined
      const codes = rows.flatMap(codesOfRow)
      const variationIds = codes.flatMap(code => idByCode?.get(keyOf(code)) ?? [])
      const group = product && groupByProduct.get(product.id)
      const isOtherVariation = group && variationIds.every(id => !group.variationIds.has(id))
      if (group && isOtherVariation) {
        group.parts.push(part)
        for (const id of variationIds) group.variationIds.add(id)
        return
      }
      const newGroup = { parts: [part], variationIds: new Set(variationIds) }
      groups.push(newGroup)
      const mayOthersJoin = !group && variationIds.length > 0
      if (product && mayOthersJoin) groupByProduct.set(product.id, newGroup)
    },
    joined: (): readonly FileProduct[] => groups.map(({ parts }) => joinLines(parts, columns)),
  }
}

/** Returns the ids of a product's variations by their codes; empty if the product has no variations. */
function variationIdsByCode(product: Product): ReadonlyMap<string, string> {
  const ids = new Map<string, string>()
  if (isFlat(product)) return ids
  for (const variation of product.variations)
    for (const code of codesOf({ variations: [variation] })) ids.set(keyOf(code), variation.id)
  return ids
}

/** Joins parts of one product. The result has a problem for each part that contradicts an earlier part. */
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

const firstLineOf = (part: FileProduct): number => part.rows[0]?.line ?? 0

/**
 * Returns the fields of the product that its parts share.
 * @param problems receives a problem for each part that contradicts an earlier one
 */
function sharedFields(
  parts: readonly FileProduct[],
  columns: FileColumns,
  problems: FileProblem[],
): ProductChange {
  /** Returns the value of a field that these parts share. */
  const shared = <Field extends FileField & keyof ProductChange>(field: Field, ofParts = parts) =>
    sharedValue(
      ofParts.map(part => ({ line: firstLineOf(part), value: part.fields[field] })),
      headOf(columns, field),
      problems,
    )
  // A line without a variation may have the variation's name where the name of the product belongs.
  const variationParts = parts.filter(({ rows }) => rows.some(({ variation }) => variation !== ''))
  // The names of lines with an id may differ: a person may have renamed the product in its first line only.
  const hasId = parts[0]?.id !== ''
  const sharedName = <Field extends 'name' | 'nameSw'>(field: Field, ofParts: readonly FileProduct[]) =>
    hasId ? firstValue(ofParts.map(({ fields }) => fields[field])) : shared(field, ofParts)
  const name = sharedName('name', variationParts.length > 0 ? variationParts : parts.slice(0, 1))
  const partsWithName = parts.filter(
    ({ fields }) => !fields.name || comparable(fields.name) === comparable(name),
  )
  return {
    name,
    nameSw: sharedName('nameSw', partsWithName),
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

/**
 * Returns the first value that is not empty; if all are empty, the first.
 * @param problems receives a problem for each line with another value
 */
function sharedValue<Value>(
  values: readonly LineValue<Value>[],
  head: string,
  problems: FileProblem[],
): Value | undefined {
  const [first, ...others] = values.filter(({ value }) => hasContent(value))
  if (!first) return values[0]?.value
  for (const { line, value } of others)
    if (comparable(value) !== comparable(first.value))
      problems.push({ line, problem: problem(head, 'line_contradicted', { line: first.line }) })
  return first.value
}

const hasContent = (value: unknown) => value !== null && value !== undefined && value !== ''

/**
 * Returns the first value that is not empty; if all are empty, the first. For fields in which lines may
 * differ: each line may have a position, and each variation a low mark.
 */
const firstValue = <Value>(values: readonly Value[]): Value | undefined =>
  values.find(hasContent) ?? values[0]

/** Returns a value for comparison. Case and repeated blanks of a text do not count. */
const comparable = (value: unknown) => (typeof value === 'string' ? comparableName(value) : value)

// What may be wrong with a product as a whole: ranges, codes, and fields that contradict each other.
import { barcodeFault, barcodeMax } from './barcode.ts'
import { type Problem, problem, problemIf } from './fault.ts'
import { amountMax } from './payment-limit.ts'
import {
  catalogMax,
  codesOf,
  type Pack,
  type Product,
  type Variation,
  variationPath,
  type Wholesale,
} from './product.ts'

/**
 * Returns the problems of a whole product.
 * @param before the stored product: its wholesale price may stay above its price while neither changes
 */
export function problemsOf(product: Product, before: Product): Problem[] {
  const { name, color, position, lowAt, variations, soldByWeight } = product
  const stored = new Map(before.variations.map(variation => [variation.id, variation]))
  const isColor = color === null || /^#[0-9a-f]{6}$/.test(color)
  return [
    ...problemIf(name === '', 'name', 'empty'),
    ...problemIf(!isColor, 'color', 'wrong_form', { expected: '# and six hex digits, such as #0b6e4f' }),
    ...rangeProblem('position', position, 0, catalogMax.position),
    ...rangeProblem('low_at', lowAt, 0, catalogMax.units),
    ...variations.flatMap((variation, index) =>
      variationProblems(variation, variationPath(product, index), {
        soldByWeight,
        stored: stored.get(variation.id),
      }),
    ),
    ...repeatedNames(
      variations.map(variation => variation.name),
      index => `variations.${index}.name`,
    ),
    ...repeatedCodes(product),
  ]
}

/** Returns a problem if a value is not a whole number from `min` to `max`. Null, no value, is no problem. */
function rangeProblem(field: string, value: number | null, min: number, max: number): Problem[] {
  const isInRange = value === null || (Number.isInteger(value) && value >= min && value <= max)
  return problemIf(!isInRange, field, 'not_whole_number_between', { min, max })
}

/**
 * Returns the problems of a variation.
 * @param path precedes the fields of the variation in a request, such as `variations.2.`
 * @param context `stored` is the variation before the change; undefined if it is new
 */
function variationProblems(
  { price, cost, wholesale, barcodes, packs }: Variation,
  path: string,
  { soldByWeight, stored }: { readonly soldByWeight: boolean; readonly stored: Variation | undefined },
): Problem[] {
  const isPriceChanged = !stored || price !== stored.price || wholesale?.price !== stored.wholesale?.price
  return [
    ...rangeProblem(`${path}price`, price, 0, amountMax),
    ...rangeProblem(`${path}cost`, cost, 0, amountMax),
    ...wholesaleProblems(wholesale, { price, isPriceChanged }, `${path}wholesale`),
    ...barcodeProblems(barcodes, `${path}barcodes`),
    ...problemIf(soldByWeight && packs.length > 0, `${path}packs`, 'packs_by_weight'),
    ...packProblems(packs, price, `${path}packs`),
  ]
}

/**
 * Checks a wholesale price. It must apply from at least 2 units on, and must not exceed the price unless
 * neither of them changed.
 * @param path the field of the wholesale price in a request
 */
function wholesaleProblems(
  wholesale: Wholesale | null,
  { price, isPriceChanged }: { readonly price: number | null; readonly isPriceChanged: boolean },
  path: string,
): Problem[] {
  if (wholesale === null) return []
  const problems = [
    ...rangeProblem(`${path}.from`, wholesale.from, 2, catalogMax.units),
    ...rangeProblem(`${path}.price`, wholesale.price, 0, amountMax),
  ]
  if (price === null) problems.push(problem(path, 'wholesale_without_price'))
  else if (isPriceChanged && wholesale.price > price)
    problems.push(problem(`${path}.price`, 'wholesale_above_price', { price }))
  return problems
}

function barcodeProblems(codes: readonly string[], path: string): Problem[] {
  const { barcodes: max } = catalogMax
  return [
    ...problemIf(codes.length > max, path, 'too_many_entries', { max }),
    ...codes.flatMap((code, index) => barcodeProblem(code, `${path}.${index}`)),
  ]
}

function barcodeProblem(code: string, field: string): Problem[] {
  const reason = barcodeFault(code)
  if (reason === undefined) return []
  return [problem(field, reason, { code: code.slice(0, barcodeMax), max: barcodeMax })]
}

/**
 * Checks the packs of a variation. Each must hold at least 2 units. A pack needs a price unless its units
 * have one.
 * @param price of one unit; null for an open price
 */
function packProblems(packs: readonly Pack[], price: number | null, path: string): Problem[] {
  const { packs: max, units } = catalogMax
  return [
    ...problemIf(packs.length > max, path, 'too_many_entries', { max }),
    ...packs.flatMap((pack, index) => [
      ...problemIf(pack.name === '', `${path}.${index}.name`, 'empty'),
      ...rangeProblem(`${path}.${index}.holds`, pack.holds, 2, units),
      ...rangeProblem(`${path}.${index}.price`, pack.price, 0, amountMax),
      ...problemIf(pack.price === null && price === null, `${path}.${index}.price`, 'required'),
      ...barcodeProblems(pack.barcodes, `${path}.${index}.barcodes`),
    ]),
    ...repeatedNames(
      packs.map(pack => pack.name),
      index => `${path}.${index}.name`,
    ),
  ]
}

/** Returns a problem for each name that equals an earlier name in any case. Empty names may repeat. */
function repeatedNames(names: readonly string[], fieldOf: (index: number) => string): Problem[] {
  const lowerCaseNames = names.map(name => name.toLowerCase())
  return names.flatMap((name, index) => {
    const isRepeated = name !== '' && lowerCaseNames.indexOf(name.toLowerCase()) < index
    return problemIf(isRepeated, fieldOf(index), 'name_twice', { name })
  })
}

/** Returns a problem for each code that the product already has in an earlier field. */
function repeatedCodes(product: Product): Problem[] {
  const seen = new Set<string>()
  return codesOf(product).flatMap(({ kind, code, field }) => {
    const isSeen = seen.has(`${kind} ${code}`)
    seen.add(`${kind} ${code}`)
    return problemIf(isSeen, field, 'code_twice', { code })
  })
}

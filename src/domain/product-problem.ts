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
 * The problems of a whole product.
 * @param before what is stored: a wholesale price above the price is no problem while neither changes
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
    ...variations.flatMap((variation, at) =>
      variationProblems(variation, variationPath(product, at), {
        soldByWeight,
        stored: stored.get(variation.id),
      }),
    ),
    ...repeatedNames(
      variations.map(variation => variation.name),
      at => `variations.${at}.name`,
    ),
    ...repeatedCodes(product),
  ]
}

function rangeProblem(field: string, value: number | null, min: number, max: number): Problem[] {
  const isInRange = value === null || (Number.isInteger(value) && value >= min && value <= max)
  return problemIf(!isInRange, field, 'not_whole_number_between', { min, max })
}

function variationProblems(
  { price, cost, wholesale, barcodes, packs }: Variation,
  path: string,
  { soldByWeight, stored }: { readonly soldByWeight: boolean; readonly stored: Variation | undefined },
): Problem[] {
  const isPriced = price !== stored?.price || wholesale?.price !== stored.wholesale?.price
  return [
    ...rangeProblem(`${path}price`, price, 0, amountMax),
    ...rangeProblem(`${path}cost`, cost, 0, amountMax),
    ...wholesaleProblems(wholesale, { price, isPriced }, `${path}wholesale`),
    ...barcodeProblems(barcodes, `${path}barcodes`),
    ...problemIf(soldByWeight && packs.length > 0, `${path}packs`, 'packs_by_weight'),
    ...packProblems(packs, price, `${path}packs`),
  ]
}

function wholesaleProblems(
  wholesale: Wholesale | null,
  { price, isPriced }: { readonly price: number | null; readonly isPriced: boolean },
  path: string,
): Problem[] {
  if (wholesale === null) return []
  return [
    ...rangeProblem(`${path}.from`, wholesale.from, 2, catalogMax.units),
    ...rangeProblem(`${path}.price`, wholesale.price, 0, amountMax),
    ...(price === null
      ? [problem(path, 'wholesale_without_price')]
      : problemIf(isPriced && wholesale.price > price, `${path}.price`, 'wholesale_above_price', { price })),
  ]
}

function barcodeProblems(codes: readonly string[], path: string): Problem[] {
  const { barcodes: max } = catalogMax
  return [
    ...problemIf(codes.length > max, path, 'too_many_entries', { max }),
    ...codes.flatMap((code, at) => barcodeProblem(code, `${path}.${at}`)),
  ]
}

function barcodeProblem(code: string, field: string): Problem[] {
  const reason = barcodeFault(code)
  if (reason === undefined) return []
  return [problem(field, reason, { code: code.slice(0, barcodeMax), max: barcodeMax })]
}

function packProblems(packs: readonly Pack[], price: number | null, path: string): Problem[] {
  const { packs: max, units } = catalogMax
  return [
    ...problemIf(packs.length > max, path, 'too_many_entries', { max }),
    ...packs.flatMap((pack, at) => [
      ...problemIf(pack.name === '', `${path}.${at}.name`, 'empty'),
      ...rangeProblem(`${path}.${at}.holds`, pack.holds, 2, units),
      ...rangeProblem(`${path}.${at}.price`, pack.price, 0, amountMax),
      ...problemIf(pack.price === null && price === null, `${path}.${at}.price`, 'required'),
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
  return names.flatMap((name, at) => {
    const isRepeated = name !== '' && folded.indexOf(name.toLowerCase()) < at
    return problemIf(isRepeated, fieldOf(at), 'name_twice', { name })
  })
}

function repeatedCodes(product: Product): Problem[] {
  const seen = new Set<string>()
  return codesOf(product).flatMap(({ kind, code, field }) => {
    const isSeen = seen.has(`${kind} ${code}`)
    seen.add(`${kind} ${code}`)
    return problemIf(isSeen, field, 'code_twice', { code })
  })
}

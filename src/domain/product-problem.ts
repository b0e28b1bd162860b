// What may be wrong with a product as a whole: ranges, codes, and fields that contradict each other.
import { barcodeFault, barcodeMax } from './barcode.ts'
import { type Problem, problem } from './fault.ts'
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
  const stored = new Map(before.variations.map(one => [one.id, one]))
  return [
    ...(name === '' ? [problem('name', 'empty')] : []),
    ...(color === null || /^#[0-9a-f]{6}$/.test(color)
      ? []
      : [problem('color', 'wrong_form', { expected: '# and six hex digits, such as #0b6e4f' })]),
    ...rangeProblem('position', position, 0, catalogMax.position),
    ...rangeProblem('low_at', lowAt, 0, catalogMax.units),
    ...variations.flatMap((one, at) =>
      variationProblems(one, variationPath(product, at), { soldByWeight, stored: stored.get(one.id) }),
    ),
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
  { soldByWeight, stored }: { readonly soldByWeight: boolean; readonly stored: Variation | undefined },
): Problem[] {
  const isPriced = price !== stored?.price || wholesale?.price !== stored.wholesale?.price
  return [
    ...rangeProblem(`${path}price`, price, 0, amountMax),
    ...rangeProblem(`${path}cost`, cost, 0, amountMax),
    ...wholesaleProblems(wholesale, { price, isPriced }, `${path}wholesale`),
    ...barcodeProblems(barcodes, `${path}barcodes`),
    ...(soldByWeight && packs.length > 0 ? [problem(`${path}packs`, 'packs_by_weight')] : []),
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
    ...(price === null ? [problem(path, 'wholesale_without_price')] : []),
    ...(isPriced && price !== null && wholesale.price > price
      ? [problem(`${path}.price`, 'wholesale_above_price', { price })]
      : []),
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

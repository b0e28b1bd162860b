// The rules of the API that an item may break while it is written: shown at their fields before anything is
// sent.
import { barcodeFault } from '../../../src/domain/barcode.ts'
import { amountMax } from '../../../src/domain/payment-limit.ts'
import { catalogMax } from '../../../src/domain/product.ts'
import { readShillings, readWholeNumber } from '../../../src/domain/shillings.ts'
import type { ApiError } from '../../kit/api.ts'
import {
  type FieldCheck,
  type FieldFaults,
  faultsIn,
  lengthFault,
  requiredTextFault,
} from '../parts/form-fault.model.ts'
import { codesIn } from './field-text.model.ts'
import { barcodesOf, type ProductDraft } from './product.model.ts'
import { isOpenVariation, type PackDraft, type SoldDraft, type VariationDraft } from './product-row.model.ts'
import { readQuantity } from './quantity.model.ts'
import { hasWholesale, wholesaleFromOf } from './wholesale.model.ts'

/** Finds what is wrong with an amount of whole shillings. */
function sumFault(text: string): FieldCheck {
  const amount = readShillings(text)
  return amount === undefined ? 'digits' : amount > amountMax && 'amount_high'
}
/** Checks an amount that must not be empty. */
const requiredSum = (text: string): FieldCheck => (text.trim() === '' ? 'empty' : sumFault(text))
/** Checks an amount that may be empty. */
const optionalSum = (text: string): FieldCheck => text.trim() !== '' && sumFault(text)

/** Checks a whole number of units, at least 2. */
function severalFault(text: string): FieldCheck {
  const count = readWholeNumber(text)
  return (count === undefined || count < 2 || count > catalogMax.units) && 'several'
}

/** Returns the fault of the first wrong barcode: `check_digit`, or `barcode` for anything else. */
function codesFault(codes: readonly string[]): FieldCheck {
  const firstFault = codes.map(barcodeFault).find(fault => fault !== undefined)
  return firstFault && (firstFault === 'barcode_check_digit' ? 'check_digit' : 'barcode')
}

/** Checks the quantity from which the wholesale price applies: 2 pieces or more, or any weight. */
function wholesaleFault(wholesaleFrom: string, unit: string): FieldCheck {
  if (wholesaleFrom.trim() === '') return 'empty'
  const from = wholesaleFromOf({ wholesaleFrom, unit })
  if (unit === 'kg') return !from && 'kilos'
  return severalFault(String(from))
}

/** Checks the low mark of the stock, which may be empty. */
function lowFault({ lowAt, unit }: ProductDraft): FieldCheck {
  if (lowAt.trim() === '') return undefined
  const low = readQuantity(lowAt, unit === 'kg')
  return (low === undefined || low > catalogMax.units) && (unit === 'kg' ? 'kilos' : 'count')
}

/** Checks the place at the till, which may be empty. */
function positionFault(text: string): FieldCheck {
  if (text.trim() === '') return undefined
  const position = readWholeNumber(text)
  return (position === undefined || position > catalogMax.position) && 'count'
}

/** Returns the checks of an item without variations. */
const flatFaults = (draft: ProductDraft): [string, FieldCheck][] => [
  ['price', !draft.open && requiredSum(draft.price)],
  ['barcodes', codesFault(barcodesOf(draft))],
  ['sku', lengthFault(draft.sku, catalogMax.sku)],
  ['cost', optionalSum(draft.cost)],
  ...soldFaults(draft, { path: '', unit: draft.unit, isOpen: draft.open }),
]

interface SoldPlace {
  /** Precedes the names of the fields: `variations.2.`, or nothing for an item without variations. */
  readonly path: string
  readonly unit: string
  /** The cashier enters the price, so the wholesale price is not sent. */
  readonly isOpen: boolean
}

/** Returns the checks of the wholesale price and the packs of an item or variation. */
function soldFaults(sold: SoldDraft, { path, unit, isOpen }: SoldPlace): [string, FieldCheck][] {
  const isWholesale = !isOpen && hasWholesale(sold)
  return [
    [`${path}wholesale.from`, isWholesale && wholesaleFault(sold.wholesaleFrom, unit)],
    [`${path}wholesale.price`, isWholesale && requiredSum(sold.wholesalePrice)],
    ...(unit === 'kg'
      ? []
      : sold.packs.flatMap((pack, index) => packFaults(pack, `${path}packs.${index}.`, isOpen))),
  ]
}

/**
 * Returns the checks of one pack. An empty price means a multiple of the price of a piece, so it is allowed
 * only if that price is fixed (not `isOpen`).
 */
const packFaults = (
  { name, holds, price, barcode }: PackDraft,
  path: string,
  isOpen: boolean,
): [string, FieldCheck][] => [
  [`${path}name`, requiredTextFault(name, catalogMax.unit)],
  [`${path}holds`, holds.trim() === '' ? 'empty' : severalFault(holds)],
  [`${path}price`, isOpen ? requiredSum(price) : optionalSum(price)],
  [`${path}barcodes`, codesFault(codesIn(barcode))],
]

/** Returns a name for comparison: without outer spaces and in small letters. */
const comparableName = (name: string) => name.trim().toLowerCase()

/** Returns the checks of all variations. If a name occurs twice, the later row has the fault. */
const variationFaults = ({ variations, unit }: ProductDraft) =>
  variations.flatMap((variation, index): [string, FieldCheck][] => {
    const path = `variations.${index}.`
    return [
      [`${path}name`, requiredTextFault(variation.name, catalogMax.name) || repeatFault(variations, index)],
      [`${path}price`, optionalSum(variation.price)],
      [`${path}cost`, optionalSum(variation.cost)],
      [`${path}sku`, lengthFault(variation.sku, catalogMax.sku)],
      [`${path}barcodes`, codesFault(codesIn(variation.barcode))],
      ...soldFaults(variation, { path, unit, isOpen: isOpenVariation(variation) }),
    ]
  })

/** Returns `duplicate` if an earlier variation has the same name. */
function repeatFault(variations: readonly VariationDraft[], index: number): FieldCheck {
  const names = variations.map(({ name }) => comparableName(name))
  return names.indexOf(names[index] ?? '') < index && 'duplicate'
}

/** Returns what is wrong with the form before it is sent. The server checks everything again. */
export function productFaults(draft: ProductDraft): FieldFaults {
  return faultsIn([
    ['name', requiredTextFault(draft.name, catalogMax.name)],
    ['category', lengthFault(draft.category, catalogMax.category)],
    ['name_sw', lengthFault(draft.nameSw, catalogMax.name)],
    ['position', positionFault(draft.position)],
    ['low_at', draft.trackStock && lowFault(draft)],
    ...(draft.variations.length === 0 ? flatFaults(draft) : variationFaults(draft)),
  ])
}

/** Returns the form's field for a field name of the server. All barcodes of a row are in one field. */
const fieldOf = (name: string) =>
  name.replace(/barcodes\.\d+$/, 'barcodes').replace(/(^|\.)wholesale$/, '$1wholesale.from')

/** Returns the server's error with its problems under the names of the form's fields. */
export const namedAsFields = (apiError: ApiError | undefined): ApiError | undefined =>
  apiError?.kind === 'refused'
    ? {
        ...apiError,
        problems: Object.fromEntries(
          Object.entries(apiError.problems).map(([name, problem]) => [fieldOf(name), problem]),
        ),
      }
    : apiError

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
import {
  barcodesOf,
  codesIn,
  type PackDraft,
  type ProductDraft,
  type VariationDraft,
} from './product.model.ts'
import { readQuantity } from './quantity.model.ts'
import { wholesaleFromOf } from './wholesale.model.ts'

/** Finds what is wrong with an amount of whole shillings. */
function sumFault(text: string): FieldCheck {
  const amount = readShillings(text)
  return amount === undefined ? 'digits' : amount > amountMax && 'amount_high'
}
/** Checks an amount that must not be empty. */
const neededSum = (text: string): FieldCheck => (text.trim() === '' ? 'empty' : sumFault(text))
/** Checks an amount that may be empty. */
const optionalSum = (text: string): FieldCheck => text.trim() !== '' && sumFault(text)

/** Checks a whole number of units, at least `min`. */
function countFault(text: string, min: number): FieldCheck {
  const count = readWholeNumber(text)
  return (count === undefined || count < min || count > catalogMax.units) && 'quantity'
}

/** Finds the first barcode that cannot be one, or has a wrong check digit. */
function codesFault(codes: readonly string[]): FieldCheck {
  const firstFault = codes.map(barcodeFault).find(fault => fault !== undefined)
  return firstFault && (firstFault === 'barcode_check_digit' ? 'check_digit' : 'barcode')
}

/** Checks the quantity from which the wholesale price applies: 2 pieces or more, or any weight. */
function wholesaleFault(draft: ProductDraft): FieldCheck {
  if (draft.wholesaleFrom.trim() === '') return 'empty'
  const from = wholesaleFromOf(draft)
  if (draft.unit === 'kg') return !from && 'kilos'
  return countFault(String(from), 2)
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

/** The checks of an item without variations. */
function flatFaults(draft: ProductDraft): [string, FieldCheck][] {
  const { wholesaleFrom: from, wholesalePrice: price } = draft
  const isWholesale = !draft.open && (from.trim() !== '' || price.trim() !== '')
  return [
    ['price', !draft.open && neededSum(draft.price)],
    ['barcodes', codesFault(barcodesOf(draft))],
    ['sku', lengthFault(draft.sku, catalogMax.sku)],
    ['cost', optionalSum(draft.cost)],
    ['wholesale.from', isWholesale && wholesaleFault(draft)],
    ['wholesale.price', isWholesale && neededSum(price)],
    ...(draft.unit === 'kg' ? [] : draft.packs.flatMap((pack, index) => packFaults(pack, index, draft.open))),
  ]
}

/** The checks of one pack. Its price may be empty only if the item has a price to multiply. */
const packFaults = (
  { name, holds, price, barcode }: PackDraft,
  index: number,
  isOpen: boolean,
): [string, FieldCheck][] => [
  [`packs.${index}.name`, requiredTextFault(name, catalogMax.unit)],
  [`packs.${index}.holds`, holds.trim() === '' ? 'empty' : countFault(holds, 2)],
  [`packs.${index}.price`, isOpen ? neededSum(price) : optionalSum(price)],
  [`packs.${index}.barcodes`, codesFault(codesIn(barcode))],
]

/** The name as names are compared: without outer spaces and capitals. */
const comparableName = (name: string) => name.trim().toLowerCase()

/** The checks of all variations. A name may occur once; its later rows get the fault. */
const variationFaults = (variations: readonly VariationDraft[]) =>
  variations.flatMap(({ name, price, cost, sku, barcode }, index): [string, FieldCheck][] => [
    [
      `variations.${index}.name`,
      requiredTextFault(name, catalogMax.name) ||
        (variations.findIndex(other => comparableName(other.name) === comparableName(name)) < index &&
          'duplicate'),
    ],
    [`variations.${index}.price`, optionalSum(price)],
    [`variations.${index}.cost`, optionalSum(cost)],
    [`variations.${index}.sku`, lengthFault(sku, catalogMax.sku)],
    [`variations.${index}.barcodes`, codesFault(codesIn(barcode))],
  ])

/** Finds what is wrong with the form before it is sent. The server decides. */
export function productFaults(draft: ProductDraft): FieldFaults {
  return faultsIn([
    ['name', requiredTextFault(draft.name, catalogMax.name)],
    ['category', lengthFault(draft.category, catalogMax.category)],
    ['name_sw', lengthFault(draft.nameSw, catalogMax.name)],
    ['position', positionFault(draft.position)],
    ['low_at', draft.trackStock && lowFault(draft)],
    ...(draft.variations.length === 0 ? flatFaults(draft) : variationFaults(draft.variations)),
  ])
}

/** The form's field for a name in the server's answer: each barcode of a list is in one field. */
const fieldOf = (name: string) =>
  name.replace(/barcodes\.\d+$/, 'barcodes').replace(/^wholesale$/, 'wholesale.from')

/** Returns the server's answer with its problems under the names of the form's fields. */
export const namedAsFields = (apiError: ApiError | undefined): ApiError | undefined =>
  apiError?.kind === 'refused'
    ? {
        ...apiError,
        problems: Object.fromEntries(
          Object.entries(apiError.problems).map(([name, problem]) => [fieldOf(name), problem]),
        ),
      }
    : apiError

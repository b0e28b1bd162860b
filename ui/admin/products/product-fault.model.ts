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

function sumFault(text: string): FieldCheck {
  const amount = readShillings(text)
  return amount === undefined ? 'digits' : amount > amountMax && 'amount_high'
}
const neededSum = (text: string): FieldCheck => (text.trim() === '' ? 'empty' : sumFault(text))
const optionalSum = (text: string): FieldCheck => text.trim() !== '' && sumFault(text)

function countFault(text: string, min: number): FieldCheck {
  const count = readWholeNumber(text)
  return (count === undefined || count < min || count > catalogMax.units) && 'quantity'
}

function codesFault(codes: readonly string[]): FieldCheck {
  const firstFault = codes.map(barcodeFault).find(fault => fault !== undefined)
  return firstFault && (firstFault === 'barcode_check_digit' ? 'check_digit' : 'barcode')
}

function wholesaleFault(draft: ProductDraft): FieldCheck {
  if (draft.wholesaleFrom.trim() === '') return 'empty'
  const from = wholesaleFromOf(draft)
  if (draft.unit === 'kg') return !from && 'kilos'
  return countFault(String(from), 2)
}

function lowFault({ lowAt, unit }: ProductDraft): FieldCheck {
  if (lowAt.trim() === '') return undefined
  const low = readQuantity(lowAt, unit === 'kg')
  return (low === undefined || low > catalogMax.units) && (unit === 'kg' ? 'kilos' : 'count')
}

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
    ...(draft.unit === 'kg' ? [] : draft.packs.flatMap((pack, at) => packFaults(pack, at, draft.open))),
  ]
}

const packFaults = (
  { name, holds, price, barcode }: PackDraft,
  at: number,
  isOpen: boolean,
): [string, FieldCheck][] => [
  [`packs.${at}.name`, requiredTextFault(name, catalogMax.unit)],
  [`packs.${at}.holds`, holds.trim() === '' ? 'empty' : countFault(holds, 2)],
  [`packs.${at}.price`, isOpen ? neededSum(price) : optionalSum(price)],
  [`packs.${at}.barcodes`, codesFault(codesIn(barcode))],
]

const folded = (name: string) => name.trim().toLowerCase()

const variationFaults = (variations: readonly VariationDraft[]) =>
  variations.flatMap(({ name, price, cost, sku, barcode }, at): [string, FieldCheck][] => [
    [
      `variations.${at}.name`,
      requiredTextFault(name, catalogMax.name) ||
        (variations.findIndex(one => folded(one.name) === folded(name)) < at && 'duplicate'),
    ],
    [`variations.${at}.price`, optionalSum(price)],
    [`variations.${at}.cost`, optionalSum(cost)],
    [`variations.${at}.sku`, lengthFault(sku, catalogMax.sku)],
    [`variations.${at}.barcodes`, codesFault(codesIn(barcode))],
  ])

/** The rules of the API, checked before the request. The server decides. */
export function productFaults(draft: ProductDraft): FieldFaults {
  return faultsIn([
    ['name', requiredTextFault(draft.name, catalogMax.name)],
    ['category', lengthFault(draft.category, catalogMax.category)],
    ['name_sw', lengthFault(draft.nameSw, catalogMax.name)],
    ['low_at', draft.trackStock && lowFault(draft)],
    ...(draft.variations.length === 0 ? flatFaults(draft) : variationFaults(draft.variations)),
  ])
}

/** The server names each barcode of a list; the form has one field for them. */
const fieldOf = (name: string) =>
  name.replace(/barcodes\.\d+$/, 'barcodes').replace(/^wholesale$/, 'wholesale.from')

/** The server's answer with the names of the form's fields. */
export const namedAsFields = (apiError: ApiError | undefined): ApiError | undefined =>
  apiError?.kind === 'refused'
    ? {
        ...apiError,
        problems: Object.fromEntries(
          Object.entries(apiError.problems).map(([name, problem]) => [fieldOf(name), problem]),
        ),
      }
    : apiError

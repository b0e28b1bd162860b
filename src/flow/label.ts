// Prints labels of items on the receipt printer of a till.
import type { Account } from '../domain/account.ts'
import { badField, badFields, type Problem, problem } from '../domain/fault.ts'
import {
  barDots,
  type Label,
  type LabelledItem,
  labelledPack,
  labelOf,
  labelRows,
  receiptLabelsMax,
} from '../domain/label.ts'
import { labelWords } from '../domain/label-word.ts'
import type { PaperLanguage } from '../domain/paper-word.ts'
import { catalogOf, type Product, type Variation } from '../domain/product.ts'
import { findProduct } from '../store/product.ts'
import type { Appliance } from './appliance.ts'
import { printerFor, printRows } from './print.ts'
import { getTill } from './till.ts'

/** The labels of one item. */
interface LabelOrder {
  readonly productId: string
  readonly variationId: string | undefined // if undefined, each variation gets a label
  readonly packName: string | undefined // if undefined, the label is of a piece
  readonly copies: number
}

interface LabelPage {
  readonly orders: readonly LabelOrder[]
  readonly showsWholesale: boolean
  readonly language: PaperLanguage
}

/**
 * Prints labels on one page of a till's receipt printer.
 * @returns the number of labels, and how many of them have no bars, because no barcode of their code fits
 * @throws Fault `labels_too_many`, or as `getTill`, `printerFor`, `labelsOf` and `printRows`
 */
export async function printLabels(
  appliance: Appliance,
  account: Account,
  tillId: string,
  page: LabelPage,
): Promise<{ readonly printed: number; readonly withoutBars: number }> {
  const printer = printerFor(await getTill(appliance, account, tillId))
  const labels = await labelsOf(appliance, account, page)
  const count = labels.length
  if (count > receiptLabelsMax) throw badField('labels', 'labels_too_many', { max: receiptLabelsMax, count })
  await printRows(appliance, printer, labelRows(labels, printer.paper))
  const withoutBars = labels.filter(({ code }) => barDots(code, printer.paper) === undefined).length
  return { printed: count, withoutBars }
}

/**
 * Returns the labels of a page, each as many times as it has copies.
 * @throws Fault `product_unknown` for each item that is not on the account's price list
 */
async function labelsOf(
  { store }: Appliance,
  account: Account,
  { orders, showsWholesale, language }: LabelPage,
): Promise<Label[]> {
  const problems: Problem[] = []
  const labels: Label[] = []
  const style = { words: labelWords[language], showsWholesale }
  for (const [index, order] of orders.entries()) {
    const product = await findProduct(store.read, order.productId)
    const itemsOrWrongField =
      product?.catalogId === catalogOf(account) ? itemsOf(product, order, language) : 'product_id'
    if (typeof itemsOrWrongField === 'string') {
      problems.push(problem(`labels.${index}.${itemsOrWrongField}`, 'product_unknown'))
      continue
    }
    for (const item of itemsOrWrongField) {
      const label = labelOf(item, style)
      labels.push(...Array<Label>(order.copies).fill(label))
    }
  }
  if (problems.length > 0) throw badFields(problems)
  return labels
}

/** Returns the items whose labels are ordered, or the field of the order that the product does not match. */
function itemsOf(
  product: Product,
  { variationId, packName }: LabelOrder,
  language: PaperLanguage,
): LabelledItem[] | 'variation_id' | 'pack' {
  const variations = product.variations.filter(({ id }) => variationId === undefined || id === variationId)
  if (variations.length === 0) return 'variation_id'
  const items = variations.flatMap(variation => {
    const item = labelledItem(product, variation, language)
    if (packName === undefined) return [item]
    return variation.packs.filter(({ name }) => name === packName).map(pack => labelledPack(item, pack))
  })
  return items.length === 0 ? 'pack' : items
}

/** Returns a variation as its label shows it, with the item's name in the label's language. */
function labelledItem(product: Product, variation: Variation, language: PaperLanguage): LabelledItem {
  const productName = (language === 'sw' && product.nameSw) || product.name
  const name = `${productName} ${variation.name}`.trim()
  return { ...variation, name, unit: product.unit, isWeighed: product.soldByWeight }
}

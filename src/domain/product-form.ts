// The forms of files with products: Loyverse's item export, Square's, and our own. A form is found by its
// heads, and its columns by theirs, in any order. Columns that none of them knows are left out.

type ProductForm = 'loyverse' | 'square' | 'kaunta'

const packFields = ['Name', 'Holds', 'Price', 'Barcodes'] as const
export type PackField = `pack${number}${(typeof packFields)[number]}`

/** What a column holds. */
export type FileField =
  | 'id'
  | 'handle'
  | 'name'
  | 'nameSw'
  | 'category'
  | 'variation'
  | 'variation2'
  | 'variation3'
  | 'price'
  | 'otherPrice'
  | 'cost'
  | 'wholesaleFrom'
  | 'wholesalePrice'
  | 'sku'
  | 'barcodes'
  | 'unit'
  | 'soldByWeight'
  | 'taxCode'
  | 'available'
  | 'archived'
  | 'color'
  | 'position'
  | 'lowAt'
  | 'included'
  | PackField

interface FileColumn {
  readonly at: number
  readonly head: string // as the file has it
}

export type FileColumns = Readonly<Partial<Record<FileField, FileColumn>>>

/** A form with its columns, and the shops whose prices a file has; empty for one without shops. */
export interface FileForm {
  readonly form: ProductForm
  readonly columns: FileColumns
  readonly shops: readonly string[]
  readonly shop: string | undefined
}

/** The name of a column that a file lacks, as an export calls it: `pack_1_price`. */
const ownHead = (field: FileField): string => field.replace(/[A-Z]|\d+/g, '_$&').toLowerCase()

export const headOf = (columns: FileColumns, field: FileField): string =>
  columns[field]?.head ?? ownHead(field)

type Heads = Readonly<Partial<Record<FileField, readonly string[]>>>

/** Heads without blanks and signs. The first one that a file has counts. */
const kauntaHeads: Heads = {
  id: ['id'],
  name: ['name', 'product', 'productname', 'item', 'jina', 'bidhaa', 'jinalabidhaa'],
  nameSw: ['namesw', 'nameinswahili', 'swahiliname', 'jinalakiswahili'],
  category: ['category', 'kundi', 'aina'],
  variation: ['variation', 'variationname', 'size', 'ukubwa'],
  price: ['price', 'sellingprice', 'bei', 'beiyakuuza'],
  cost: ['cost', 'costprice', 'buyingprice', 'gharama', 'beiyakununua'],
  wholesaleFrom: ['wholesalefrom', 'wholesalequantity', 'jumlakuanzia'],
  wholesalePrice: ['wholesaleprice', 'beiyajumla'],
  sku: ['sku'],
  barcodes: ['barcodes', 'barcode', 'gtin', 'ean', 'upc', 'msimbopau'],
  unit: ['unit', 'kipimo'],
  soldByWeight: ['soldbyweight'],
  taxCode: ['taxcode'],
  available: ['available'],
  color: ['color', 'colour'],
  position: ['position'],
  lowAt: ['lowat', 'lowstock'],
}

const squareHeads: Heads = {
  handle: ['referencehandle'],
  name: ['itemname'],
  category: ['categories', 'category', 'reportingcategory'],
  variation: ['variationname'],
  price: ['price'],
  cost: ['defaultunitcost'],
  sku: ['sku'],
  barcodes: ['gtin'],
  unit: ['unitandprecision'],
  available: ['sellable'],
  archived: ['archived'],
}

const loyverseHeads: Heads = {
  handle: ['handle'],
  name: ['name'],
  category: ['category'],
  variation: ['option1value'],
  variation2: ['option2value'],
  variation3: ['option3value'],
  otherPrice: ['defaultprice'],
  cost: ['cost'],
  sku: ['sku'],
  barcodes: ['barcode'],
  soldByWeight: ['soldbyweight'],
  included: ['skuofincludeditem'],
}

const plainHead = (head: string): string => head.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

function columnsOf(heads: readonly string[], known: Heads): Partial<Record<FileField, FileColumn>> {
  const plain = heads.map(plainHead)
  const columns: Partial<Record<FileField, FileColumn>> = {}
  for (const [field, names = []] of Object.entries(known) as [FileField, readonly string[]][]) {
    const at = names.map(name => plain.indexOf(name)).find(one => one >= 0)
    if (at !== undefined) columns[field] = { at, head: heads[at]?.trim() ?? '' }
  }
  return columns
}

/** `pack_2_price`, `Pack 2 price`. */
function packColumns(heads: readonly string[]): Partial<Record<PackField, FileColumn>> {
  const columns: Partial<Record<PackField, FileColumn>> = {}
  for (const [at, head] of heads.entries()) {
    const [, number, name] = /^pack(\d{1,2})(name|holds|price|barcodes)$/.exec(plainHead(head)) ?? []
    const field = packFields.find(one => one.toLowerCase() === name)
    if (number !== undefined && field) columns[`pack${Number(number)}${field}`] = { at, head: head.trim() }
  }
  return columns
}

/** Loyverse's columns of each shop: `Price [Kariakoo]`. */
const ofShop = /^(available for sale|price|low stock) \[(.*)\]$/i
const shopFields: Readonly<Record<string, FileField>> = {
  'available for sale': 'available',
  price: 'price',
  'low stock': 'lowAt',
}

/**
 * The form of a file by its line of heads; undefined when it is none.
 * @param wanted the shop whose prices count; the first one by default
 */
export function formOf(heads: readonly string[], wanted?: string): FileForm | undefined {
  const has = (...names: string[]) => names.every(name => heads.some(head => plainHead(head) === name))
  if (has('handle', 'name')) return loyverseForm(heads, wanted)
  const noShops = { shops: [], shop: undefined }
  if (has('itemname')) return { form: 'square', columns: columnsOf(heads, squareHeads), ...noShops }
  const columns = { ...columnsOf(heads, kauntaHeads), ...packColumns(heads) }
  return columns.name || columns.id ? { form: 'kaunta', columns, ...noShops } : undefined
}

function loyverseForm(heads: readonly string[], wanted: string | undefined): FileForm {
  const ofShops = heads.flatMap((head, at) => {
    const [, name = '', shop = ''] = ofShop.exec(head.trim()) ?? []
    const field = shopFields[name.toLowerCase()]
    return field ? [{ at, head: head.trim(), shop: shop.trim(), field }] : []
  })
  const shops = [...new Set(ofShops.map(({ shop }) => shop))]
  const shop = shops.find(one => one.toLowerCase() === wanted?.toLowerCase()) ?? shops[0]
  const own = ofShops.filter(one => one.shop === shop)
  const columns = {
    ...columnsOf(heads, loyverseHeads),
    ...Object.fromEntries(own.map(({ field, at, head }) => [field, { at, head }])),
  }
  return { form: 'loyverse', columns, shops, shop }
}

// The forms of files with products: Loyverse's item export, Square's, and our own. A form is found by its
// heads, and its columns by theirs, in any order. Columns that none of them knows are left out.

import { type Problem, problem } from './fault.ts'

type ProductForm = 'loyverse' | 'square' | 'kaunta'

export const packFields = ['Name', 'Holds', 'Price', 'Barcodes'] as const
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
  | 'trackStock'
  | 'inStock'
  | 'included'
  | PackField

interface FileColumn {
  readonly index: number
  readonly head: string // as the file has it
}

export type FileColumns = Readonly<Partial<Record<FileField, FileColumn>>>

/** The heads of the columns that are read, and of the others. */
export interface FileHeads {
  readonly read: readonly string[]
  readonly ignored: readonly string[]
}

/** A form with its columns, and the shops whose prices a file has; empty for one without shops. */
export interface FileForm {
  readonly form: ProductForm
  readonly columns: FileColumns
  readonly problems: readonly Problem[] // of the line of heads
  readonly shops: readonly string[]
  readonly shop: string | undefined
}

/** Returns the headers of the columns that are read, and of those that are ignored, without empty ones. */
export function headsOf(heads: readonly string[], { columns }: Pick<FileForm, 'columns'>): FileHeads {
  const readIndexes = new Set(Object.values(columns).map(column => column?.index))
  const headsWhere = (isRead: boolean) =>
    heads.filter((head, index) => head !== '' && readIndexes.has(index) === isRead)
  return { read: headsWhere(true), ignored: headsWhere(false) }
}

/** Returns the header that Kaunta's own export gives to a field: `pack_1_price` for `pack1Price`. */
const exportHead = (field: FileField): string => field.replace(/[A-Z]|\d+/g, '_$&').toLowerCase()

/** Returns the header of a field's column: the file's own, or Kaunta's if the file lacks the column. */
export const headOf = (columns: FileColumns, field: FileField): string =>
  columns[field]?.head ?? exportHead(field)

type Heads = Readonly<Partial<Record<FileField, readonly string[]>>>

/** The headers of each field, as `plainHead` returns them. If a file has several, the first here counts. */
const kauntaHeads: Heads = {
  id: ['id'],
  name: ['name', 'product', 'productname', 'item', 'jina', 'bidhaa', 'jinalabidhaa'],
  nameSw: ['namesw', 'nameinswahili', 'swahiliname', 'nameswahili', 'jinalakiswahili', 'jinakiswahili'],
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
  trackStock: ['trackstock', 'countstock'],
  inStock: ['instock', 'onhand', 'idadiiliyopo'],
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
  trackStock: ['trackstock'],
  included: ['skuofincludeditem'],
}

/** The most characters of a header that is read. */
const headMax = 200
const currency = /(?<!\p{L})(?:tzs|tshs?|shs?)(?!\p{L})/gu
const inBrackets = /\([^()]*\)|\[[^[\]]*\]/g
const signs = /[^\p{L}\p{N}]/gu

/**
 * Returns a header in lower case without currency, blanks, signs and brackets: both `Price (TZS)` and
 * `Price (each)` become `price`. Words in brackets stay if the header is known with them.
 */
function plainHead(head: string, isKnown: (name: string) => boolean): string {
  if (head.length > headMax) return ''
  const withoutCurrency = head.toLowerCase().replace(currency, '')
  const withBrackets = withoutCurrency.replace(signs, '')
  return isKnown(withBrackets) ? withBrackets : withoutCurrency.replace(inBrackets, '').replace(signs, '')
}

interface FoundColumns {
  readonly columns: FileColumns
  readonly problems: readonly Problem[]
}
/** Such as `pack2price`. */
const packHead = /^pack(\d{1,2})(name|holds|price|barcodes)$/

/**
 * Finds the column of each field by its header. Two columns for one field are a problem, unless another
 * program exports them under different headers.
 * @param known the headers of each field, in order of preference
 */
function columnsOf(heads: readonly string[], form: ProductForm, known: Heads): FoundColumns {
  const names = new Set(Object.values(known).flat())
  const plainHeads = heads.map(head => plainHead(head, name => names.has(name) || packHead.test(name)))
  const columns: Partial<Record<FileField, FileColumn>> = {}
  const problems: Problem[] = []
  const add = (field: FileField, index: number) => {
    const head = heads[index]?.trim() ?? ''
    const earlier = columns[field]
    if (!earlier) {
      columns[field] = { index, head }
      return
    }
    if (earlier.index === index) return
    const isRepeated = form === 'kaunta' || plainHeads[index] === plainHeads[earlier.index]
    if (isRepeated) problems.push(problem(head, 'column_repeated', { column: earlier.head }))
  }
  for (const [field, namesOfField = []] of Object.entries(known) as [FileField, readonly string[]][])
    for (const name of namesOfField)
      for (const [index, head] of plainHeads.entries()) if (head === name) add(field, index)
  if (form === 'kaunta')
    for (const [index, head] of plainHeads.entries()) {
      const packField = packFieldOf(head)
      if (packField) add(packField, index)
    }
  return { columns, problems }
}

/** Returns the field of a pack's column: `pack2Price` for the plain header `pack2price`; else undefined. */
function packFieldOf(head: string): PackField | undefined {
  const [, number, name] = packHead.exec(head) ?? []
  const field = packFields.find(packField => packField.toLowerCase() === name)
  return number !== undefined && field ? `pack${Number(number)}${field}` : undefined
}

/** Loyverse's columns of each shop: `Price [Kariakoo]`. */
const shopColumn = /^(available for sale|price|in stock|low stock) \[(.*)\]$/i
const shopFields: Readonly<Record<string, FileField>> = {
  'available for sale': 'available',
  price: 'price',
  'in stock': 'inStock',
  'low stock': 'lowAt',
}

/**
 * Recognizes which program wrote a file, by its header line. Undefined for an unknown program.
 * @param shopName the shop whose prices to read from Loyverse's export; by default the first
 */
export function formOf(heads: readonly string[], shopName?: string): FileForm | undefined {
  const hasHeads = (...names: string[]) =>
    names.every(name => heads.some(head => plainHead(head, known => known === name) === name))
  if (hasHeads('handle', 'name')) return loyverseForm(heads, shopName)
  const noShops = { shops: [], shop: undefined }
  if (hasHeads('itemname')) return { form: 'square', ...columnsOf(heads, 'square', squareHeads), ...noShops }
  const kauntaColumns = columnsOf(heads, 'kaunta', kauntaHeads)
  const columnOfProducts = kauntaColumns.columns.name ?? kauntaColumns.columns.id
  return columnOfProducts ? { form: 'kaunta', ...kauntaColumns, ...noShops } : undefined
}

/** Finds the columns of Loyverse's export. A shop's columns have its name in brackets: `Price [Moshi]`. */
function loyverseForm(heads: readonly string[], shopName: string | undefined): FileForm {
  const shopColumns = heads.flatMap((head, index) => {
    const [, name = '', shop = ''] = shopColumn.exec(head.trim()) ?? []
    const field = shopFields[name.toLowerCase()]
    return field ? [{ index, head: head.trim(), shop: shop.trim(), field }] : []
  })
  const shops = [...new Set(shopColumns.map(({ shop }) => shop))]
  const shop = shops.find(name => name.toLowerCase() === shopName?.toLowerCase()) ?? shops[0]
  const columnsOfShop = shopColumns.filter(column => column.shop === shop)
  const loyverseColumns = columnsOf(heads, 'loyverse', loyverseHeads)
  const columns = {
    ...loyverseColumns.columns,
    ...Object.fromEntries(columnsOfShop.map(({ field, index, head }) => [field, { index, head }])),
  }
  return { form: 'loyverse', columns, problems: loyverseColumns.problems, shops, shop }
}

const fileFields: Readonly<Record<string, FileField>> = {
  name: 'name',
  name_sw: 'nameSw',
  category: 'category',
  unit: 'unit',
  sold_by_weight: 'soldByWeight',
  tax_code: 'taxCode',
  color: 'color',
  position: 'position',
  low_at: 'lowAt',
  price: 'price',
  cost: 'cost',
  'wholesale.price': 'wholesalePrice',
  wholesale: 'wholesaleFrom',
  sku: 'sku',
  barcodes: 'barcodes',
}

/**
 * Returns the column from which a field of a product is read; the column of the name for an unknown field.
 * @param name the field as a problem names it: `wholesale.price`, `barcodes.0`, `packs.1.holds`
 * @param packNumbers of each pack, the number in the headers of its columns, as in `pack_2_price`
 */
export function columnOfField(name: string, packNumbers: readonly number[]): FileField {
  if (name === 'packs') return `pack${packNumbers[0] ?? 1}Name`
  const [, packIndex, packField = ''] = /^packs\.(\d+)\.(\w+)/.exec(name) ?? []
  if (packIndex === undefined) {
    const nameOfList = name.split('.')[0] ?? '' // `barcodes` of `barcodes.0`
    return fileFields[name] ?? fileFields[nameOfList] ?? 'name'
  }
  const packNumber = packNumbers[Number(packIndex)] ?? Number(packIndex) + 1
  const capitalized = `${packField.charAt(0).toUpperCase()}${packField.slice(1)}`
  return `pack${packNumber}${capitalized}` as FileField
}

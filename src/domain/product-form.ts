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

/** Returns the heads in their order: of the columns that are read, and of the others that have one. */
export function headsOf(heads: readonly string[], { columns }: Pick<FileForm, 'columns'>): FileHeads {
  const indexes = new Set(Object.values(columns).map(column => column?.index))
  const headsWhere = (isRead: boolean) =>
    heads.filter((head, index) => head !== '' && indexes.has(index) === isRead)
  return { read: headsWhere(true), ignored: headsWhere(false) }
}

/** The name of a column that a file lacks, as an export calls it: `pack_1_price`. */
const ownHead = (field: FileField): string => field.replace(/[A-Z]|\d+/g, '_$&').toLowerCase()

/** Returns the head of a field's column as the file has it; if it lacks the column, as an export calls it. */
export const headOf = (columns: FileColumns, field: FileField): string =>
  columns[field]?.head ?? ownHead(field)

type Heads = Readonly<Partial<Record<FileField, readonly string[]>>>

/** Heads without blanks and signs. The first one that a file has counts. */
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

/** No head is longer. */
const headMax = 200
const currency = /(?<!\p{L})(?:tzs|tshs?|shs?)(?!\p{L})/gu
const inBrackets = /\([^()]*\)|\[[^[\]]*\]/g
const signs = /[^\p{L}\p{N}]/gu

/**
 * Returns a head without currency, blanks, signs and brackets, so that `Price (TZS)` and `Price (each)` are
 * prices. A head that is known with the words in its brackets keeps them.
 */
function plainHead(head: string, isKnown: (name: string) => boolean): string {
  if (head.length > headMax) return ''
  const words = head.toLowerCase().replace(currency, '')
  const whole = words.replace(signs, '')
  return isKnown(whole) ? whole : words.replace(inBrackets, '').replace(signs, '')
}

interface FoundColumns {
  readonly columns: FileColumns
  readonly problems: readonly Problem[]
}
const packHead = /^pack(\d{1,2})(name|holds|price|barcodes)$/

/** Finds the column of each field. Two columns of one kind are a problem, except in other programs' files. */
function columnsOf(heads: readonly string[], form: ProductForm, known: Heads): FoundColumns {
  const names = new Set(Object.values(known).flat())
  const plainHeads = heads.map(head => plainHead(head, name => names.has(name) || packHead.test(name)))
  const columns: Partial<Record<FileField, FileColumn>> = {}
  const problems: Problem[] = []
  const add = (field: FileField, index: number) => {
    const head = heads[index]?.trim() ?? ''
    const present = columns[field]
    if (!present) columns[field] = { index, head }
    // Other programs export several columns of one kind; the first of `known` counts.
    else if (
      present.index !== index &&
      (form === 'kaunta' || plainHeads[index] === plainHeads[present.index])
    )
      problems.push(problem(head, 'column_repeated', { column: present.head }))
  }
  for (const [field, namesOfField = []] of Object.entries(known) as [FileField, readonly string[]][])
    for (const name of namesOfField)
      for (const [index, head] of plainHeads.entries()) if (head === name) add(field, index)
  if (form === 'kaunta')
    for (const [index, head] of plainHeads.entries()) addPack(head, field => add(field, index))
  return { columns, problems }
}

/** Adds the column of a pack's field: `pack_2_price`, `Pack 2 price`. */
function addPack(head: string, add: (field: PackField) => void): void {
  const [, number, name] = packHead.exec(head) ?? []
  const field = packFields.find(packField => packField.toLowerCase() === name)
  if (number !== undefined && field) add(`pack${Number(number)}${field}`)
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
 * Recognizes the form of a file by its line of heads; undefined for an unknown form.
 * @param shopName the shop whose prices count; the first one by default
 */
export function formOf(heads: readonly string[], shopName?: string): FileForm | undefined {
  const hasHeads = (...names: string[]) =>
    names.every(name => heads.some(head => plainHead(head, known => known === name) === name))
  if (hasHeads('handle', 'name')) return loyverseForm(heads, shopName)
  const noShops = { shops: [], shop: undefined }
  if (hasHeads('itemname')) return { form: 'square', ...columnsOf(heads, 'square', squareHeads), ...noShops }
  const kauntaColumns = columnsOf(heads, 'kaunta', kauntaHeads)
  return kauntaColumns.columns.name || kauntaColumns.columns.id
    ? { form: 'kaunta', ...kauntaColumns, ...noShops }
    : undefined
}

/** Reads the heads of Loyverse's export, where the columns of a shop have its name in brackets. */
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
 * Returns the column that gives a field of a product: `wholesale.price`, `barcodes.0`, `packs.1.holds`.
 * @param packNumbers the number of the columns of each pack
 */
export function columnOfField(name: string, packNumbers: readonly number[]): FileField {
  if (name === 'packs') return `pack${packNumbers[0] ?? 1}Name`
  const [, pack, packField = ''] = /^packs\.(\d+)\.(\w+)/.exec(name) ?? []
  if (pack === undefined) return fileFields[name] ?? fileFields[name.split('.')[0] ?? ''] ?? 'name'
  const capitalized = `${packField.charAt(0).toUpperCase()}${packField.slice(1)}`
  return `pack${packNumbers[Number(pack)] ?? Number(pack) + 1}${capitalized}` as FileField
}

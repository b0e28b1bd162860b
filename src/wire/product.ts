// Products of the price list in the API: the requests and the view.
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { barcodeMax } from '../domain/barcode.ts'
import { amountMax } from '../domain/payment-limit.ts'
import { catalogMax, isFlat, type Product, type Variation } from '../domain/product.ts'
import type { ProductChange } from '../domain/product-change.ts'
import type { ProductFile } from '../domain/product-file.ts'
import type { Imported } from '../domain/product-import.ts'
import { taxCodes } from '../domain/tax-code.ts'
import { choice } from './choice.ts'
import { Stamp, stamp } from './money.ts'
import { logoUrl } from './profile.ts'

/** Returns the schema of a value that may be null, with the description of both. */
const nullable = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description })
const text = (maxLength: number) => Type.String({ maxLength })
const shillings = Type.Integer({ minimum: 0, maximum: amountMax })
const Barcodes = Type.Array(text(barcodeMax), {
  maxItems: catalogMax.barcodes,
  description:
    'EAN-8, EAN-13, UPC with their check digit, or codes of your own. Unique in the list, as SKUs are',
})

const Wholesale = Type.Object(
  {
    from: Type.Integer({
      minimum: 2,
      maximum: catalogMax.units,
      description: 'From this quantity on, in base units; in grams when sold by weight',
    }),
    price: shillings,
  },
  { title: 'Wholesale' },
)

const Pack = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: catalogMax.unit, description: 'Dozen, carton' }),
    holds: Type.Integer({
      minimum: 2,
      maximum: catalogMax.units,
      description: 'How many base units it holds',
    }),
    price: nullable(shillings, 'Whole shillings; null for the price of what it holds'),
    barcodes: Barcodes,
  },
  { title: 'Pack' },
)

const sold = {
  price: nullable(
    shillings,
    'Whole shillings for one unit, or a kilogram when sold by weight; null when it is entered at the sale',
  ),
  cost: nullable(shillings, 'What the shop pays for one. Customers and cashiers never see it'),
  wholesale: nullable(Wholesale, 'A lower price from a quantity on'),
  sku: nullable(text(catalogMax.sku), 'Your own number of it'),
  barcodes: Barcodes,
  packs: Type.Array(Pack, { maxItems: catalogMax.packs, description: 'Larger units, each with its price' }),
  available: Type.Boolean({ description: 'false: sold out' }),
}
/** The fields of a variation in an answer: what was set, and its stock. */
const soldShown = {
  ...sold,
  stock: nullable(
    Type.Integer(),
    'On hand in this account, in base units, or grams if sold by weight; below 0 if more was sold. null without `track_stock`, and before the first movement',
  ),
}
const soldFields = Type.Partial(Type.Object(sold)).properties

const shared = {
  name_sw: nullable(text(catalogMax.name), 'The name in Swahili'),
  category: nullable(text(catalogMax.category), 'The name of its category'),
  unit: Type.String({ minLength: 1, maxLength: catalogMax.unit, description: 'piece, litre, metre …' }),
  sold_by_weight: Type.Boolean({
    description: 'Prices are for a kilogram, and quantities are whole grams',
  }),
  tax_code: nullable(choice(taxCodes), 'The tax code of the revenue authority'),
  color: nullable(
    Type.String({ pattern: '^#[0-9A-Fa-f]{6}$', description: '# and six hex digits, such as #0b6e4f' }),
    'The colour of its key on tills',
  ),
  position: nullable(
    Type.Integer({ minimum: 0, maximum: catalogMax.position }),
    'Its place in the list; those without one follow, by name',
  ),
  low_at: nullable(
    Type.Integer({ minimum: 0, maximum: catalogMax.units }),
    'Stock is low at this many base units, or grams if sold by weight',
  ),
  track_stock: Type.Boolean({ description: 'Sales, refunds, deliveries and counts move its stock' }),
}
const sharedFields = Type.Partial(Type.Object(shared)).properties

const variationName = Type.String({ minLength: 1, maxLength: catalogMax.name })
const name = Type.String({ minLength: 1, maxLength: catalogMax.name })
const Variations = Type.Array(
  Type.Object(
    {
      id: Type.Optional(Type.String({ description: 'Of a variation that the product has' })),
      name: variationName,
      ...soldFields,
    },
    { title: 'NewVariation' },
  ),
  {
    maxItems: catalogMax.variations,
    description:
      'Sizes, flavours and the like, each with its own price and codes; the product itself then has none. The list replaces the one before; a variation keeps its id by its id or its name. Empty for a product without variations',
  },
)

/** The body of `POST /api/v1/products`. */
export const CreateProduct = Type.Object(
  { name, ...sharedFields, ...soldFields, variations: Type.Optional(Variations) },
  { title: 'CreateProduct' },
)
export type CreateProduct = Static<typeof CreateProduct>

/** The body of `PATCH`: omitted fields stay unchanged. */
export const ChangeProduct = Type.Object(
  { name: Type.Optional(name), ...sharedFields, ...soldFields, variations: Type.Optional(Variations) },
  { title: 'ChangeProduct' },
)
export type ChangeProduct = Static<typeof ChangeProduct>

export const ProductView = Type.Object(
  {
    id: Type.String({ description: 'The `product_id` of line items' }),
    name: Type.String(),
    ...shared,
    picture: nullable(Type.String(), 'The URL of its picture. The image of a URL never changes'),
    ...soldShown,
    variations: Type.Array(
      Type.Object({ id: Type.String(), name: Type.String(), ...soldShown }, { title: 'Variation' }),
      { description: 'Empty for a product without variations' },
    ),
    created_at: Stamp,
    updated_at: Stamp,
  },
  { title: 'Product' },
)
export type ProductView = Static<typeof ProductView>

export const CategoryView = Type.Object(
  { name: Type.String(), count: Type.Integer({ description: 'The number of its products' }) },
  { title: 'Category' },
)

export const ImportView = Type.Object(
  {
    form: choice(['loyverse', 'square', 'kaunta'] as const, {
      description: 'Whose form the file has, by its heads',
    }),
    shops: Type.Array(Type.String(), { description: 'The shops whose prices the file has' }),
    shop: nullable(Type.String(), 'The shop whose prices are imported'),
    columns_read: Type.Array(Type.String(), { description: 'The heads of the columns that are read' }),
    columns_ignored: Type.Array(Type.String(), { description: 'The heads of the other columns' }),
    lines: Type.Integer({ description: 'Lines with a product or a variation' }),
    imported: Type.Boolean({ description: 'false for a dry run, and for a file that was refused' }),
    created: Type.Integer({ description: 'New products; of a dry run, those that would be created' }),
    updated: Type.Integer(),
    unchanged: Type.Integer({ description: 'Products of the file that are in the list as they are' }),
    stock_kept: Type.Integer({
      description: 'Products or variations with stock, whose other number in the file was not taken',
    }),
    open_priced: Type.Integer({
      description: 'Products that get an open price, mostly because their price is empty in the file',
    }),
    error_count: Type.Integer(),
    errors: Type.Array(
      Type.Object(
        {
          line: Type.Integer({ description: 'In the file; line 1 has the heads' }),
          field: Type.String({ description: 'The head of the column' }),
          value: Type.String({ description: 'The text of the cell; at most 60 characters' }),
          message: Type.String({ description: 'What is wrong, and the cure' }),
          reason: Type.String(),
          params: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
        },
        { title: 'ImportError' },
      ),
      { description: 'At most 1,000, by line. Products with errors are not imported' },
    ),
  },
  { title: 'ProductImport' },
)

/** The most errors and heads of an answer. */
const errorsMax = 1_000
const headsMax = 100
/** The longest text of a cell or head in an answer, in characters. */
const cellTextMax = 60
/** Returns the heads of columns for an answer: the first ones, each cut to the longest text. */
const headsView = (heads: readonly string[]) =>
  heads.slice(0, headsMax).map(head => head.slice(0, cellTextMax))

/** Returns a problem of a file, with the text of its cell. */
function importErrorView(file: ProductFile, { line, problem }: Imported['problems'][number]) {
  const { field, message, reason, params } = problem
  const value = file.cellAt(line, field).slice(0, cellTextMax)
  return { line, field, value, message, reason, params: { ...params } }
}

/** Returns the result of an import: counts, and the first 1,000 problems in the order of the file. */
export const importView = (file: ProductFile, result: Imported): Static<typeof ImportView> => ({
  form: file.form,
  shops: [...file.shops],
  shop: file.shop ?? null,
  columns_read: headsView(file.heads.read),
  columns_ignored: headsView(file.heads.ignored),
  lines: file.lines,
  imported: result.isWritten,
  created: result.created,
  updated: result.updated,
  unchanged: result.unchanged,
  stock_kept: result.stockKept,
  open_priced: result.openPriced,
  error_count: result.problems.length,
  errors: result.problems
    .toSorted((left, right) => left.line - right.line)
    .slice(0, errorsMax)
    .map(problem => importErrorView(file, problem)),
})

/** Returns the change of a product that a request asks for, with the field names of the domain. */
export const productChange = ({
  name_sw: nameSw,
  sold_by_weight: soldByWeight,
  tax_code: taxCode,
  low_at: lowAt,
  track_stock: trackStock,
  ...sameNamedFields
}: ChangeProduct): ProductChange => ({ ...sameNamedFields, nameSw, soldByWeight, taxCode, lowAt, trackStock })

/** How a product is shown. */
interface ViewOptions {
  readonly publicUrl: string
  readonly showsCost: boolean // whether the caller may see cost prices
  /** The stock of each variation, by its id; undefined to show no stock. */
  readonly stock?: ReadonlyMap<string, number> | undefined
}

/** Returns price, codes, packs and stock of a variation, and the cost if the caller may see it. */
const soldView = ({ id, name: _name, ...fields }: Variation, { showsCost, stock }: ViewOptions) => ({
  ...fields,
  stock: stock?.get(id) ?? null,
  cost: showsCost ? fields.cost : null,
  barcodes: [...fields.barcodes],
  packs: fields.packs.map(pack => ({ ...pack, barcodes: [...pack.barcodes] })),
})

/** Returns a variation of a product for the API. */
const variationView = (variation: Variation, options: ViewOptions) => ({
  id: variation.id,
  name: variation.name,
  ...soldView(variation, options),
})

/** Returns the fields that a product leaves to its variations: empty, and available if any variation is. */
const emptySoldView = (variations: readonly Variation[]) => ({
  price: null,
  cost: null,
  wholesale: null,
  sku: null,
  barcodes: [],
  packs: [],
  available: variations.some(({ available }) => available),
  stock: null,
})

/** Returns a product for the API. The fields of a single unnamed variation are shown as the product's own. */
export function productView(product: Product, options: ViewOptions): ProductView {
  const { variations } = product
  const onlyVariation = isFlat(product) ? variations[0] : undefined
  return {
    id: product.id,
    name: product.name,
    name_sw: product.nameSw,
    category: product.category,
    unit: product.unit,
    sold_by_weight: product.soldByWeight,
    tax_code: product.taxCode,
    color: product.color,
    picture: product.pictureId === null ? null : logoUrl(options.publicUrl, product.pictureId),
    position: product.position,
    low_at: product.lowAt,
    track_stock: product.trackStock,
    ...(onlyVariation ? soldView(onlyVariation, options) : emptySoldView(variations)),
    variations: onlyVariation ? [] : variations.map(variation => variationView(variation, options)),
    created_at: stamp(product.createdAt),
    updated_at: stamp(product.updatedAt),
  }
}

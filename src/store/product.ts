// Products of price lists as rows, with the codes that only one product of a list may have.
import {
  and,
  asc,
  count,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNotNull,
  like,
  lt,
  or,
  type SQL,
} from 'drizzle-orm'
import {
  codesOf,
  nameInSortKey,
  type Product,
  type ProductCode,
  searchText,
  sortKey,
} from '../domain/product.ts'
import { wordForms } from '../domain/search.ts'
import { uncountedVariations } from '../domain/stock.ts'
import {
  adHocQuery,
  allBut,
  mutation,
  query,
  type Read,
  rowPlaceholders,
  type Tx,
} from './engine/statement.ts'
import { catalog, product, productCode } from './product-table.ts'
import { listPage } from './range.ts'
import { dropStock, isLow } from './stock.ts'

/** A product with its place in the list. */
export type ListedProduct = typeof product.$inferSelect
const { sortKey: _key, search: _search, ...columns } = getTableColumns(product)

const insertRow = mutation<ListedProduct>(db => db.insert(product).values(rowPlaceholders(product)))
const updateRow = mutation<ListedProduct>((db, param) =>
  db
    .update(product)
    .set(allBut(product, ['id', 'catalogId', 'createdAt']))
    .where(eq(product.id, param('id'))),
)
const deleteRow = mutation<{ id: string }>((db, param) =>
  db.delete(product).where(eq(product.id, param('id'))),
)
const selectById = query<{ id: string }, Product>((db, param) =>
  db
    .select(columns)
    .from(product)
    .where(eq(product.id, param('id'))),
)
const insertCode = mutation<typeof productCode.$inferSelect>(db =>
  db.insert(productCode).values(rowPlaceholders(productCode)),
)
const deleteCodes = mutation<{ productId: string }>((db, param) =>
  db.delete(productCode).where(eq(productCode.productId, param('productId'))),
)
const selectCodeHolder = query<
  Pick<ProductCode, 'kind' | 'code'> & { catalogId: string },
  { id: string; name: string }
>((db, param) =>
  db
    .select({ id: product.id, name: product.name })
    .from(productCode)
    .innerJoin(product, eq(product.id, productCode.productId))
    .where(
      and(
        eq(productCode.catalogId, param('catalogId')),
        eq(productCode.kind, param('kind')),
        eq(productCode.code, param('code')),
      ),
    ),
)
const selectVersion = query<{ id: string }, { version: string }>((db, param) =>
  db
    .select({ version: catalog.version })
    .from(catalog)
    .where(eq(catalog.id, param('id'))),
)
const setVersion = mutation<typeof catalog.$inferSelect>((db, param) =>
  db
    .update(catalog)
    .set({ version: param('version') })
    .where(eq(catalog.id, param('id'))),
)
const insertCatalog = mutation<typeof catalog.$inferSelect>(db =>
  db.insert(catalog).values(rowPlaceholders(catalog)),
)
const selectSortKeys = query<{ catalogId: string }, { id: string; sortKey: string }>((db, param) =>
  db
    .select({ id: product.id, sortKey: product.sortKey })
    .from(product)
    .where(eq(product.catalogId, param('catalogId'))),
)
const selectCategories = query<{ catalogId: string }, { name: string | null; count: number }>((db, param) =>
  db
    .select({ name: product.category, count: count() })
    .from(product)
    .where(and(eq(product.catalogId, param('catalogId')), isNotNull(product.category)))
    .groupBy(product.category)
    .orderBy(asc(product.category)),
)

/** Returns the row of a product, with the texts by which lists are sorted and searched. */
const rowOf = (value: Product): ListedProduct => ({
  ...value,
  sortKey: sortKey(value),
  search: searchText(value),
})

/** Adds the codes of a product, which no other product of the price list may have. */
const insertCodes = async (tx: Tx, value: Product): Promise<void> => {
  for (const { kind, code } of codesOf(value))
    await insertCode(tx, { catalogId: value.catalogId, kind, code, productId: value.id })
}

/** Inserts a product. Rejects if another product of the price list has one of its codes. */
export async function insertProduct(tx: Tx, value: Product): Promise<void> {
  await insertRow(tx, rowOf(value))
  await insertCodes(tx, value)
}

/** Returns the codes of a product as one text, to compare them. */
const codesText = (value: Product) => JSON.stringify(codesOf(value).map(({ kind, code }) => [kind, code]))

/**
 * Replaces a product, and deletes the stock of variations whose counts mean nothing any more
 * (`uncountedVariations`). Rejects if another product of the price list has one of its codes.
 */
export async function updateProduct(tx: Tx, before: Product, after: Product): Promise<void> {
  await updateRow(tx, rowOf(after))
  for (const variationId of uncountedVariations(before, after))
    await dropStock(tx, { productId: after.id, variationId })
  if (codesText(before) === codesText(after)) return
  await deleteCodes(tx, { productId: after.id })
  await insertCodes(tx, after)
}

/** Deletes a product with its codes, stock and movements. */
export async function deleteProduct(tx: Tx, { id, variations }: Product): Promise<void> {
  await deleteCodes(tx, { productId: id })
  for (const variation of variations) await dropStock(tx, { productId: id, variationId: variation.id })
  await deleteRow(tx, { id })
}

/** Returns a product; undefined for an unknown id. */
export const findProduct = async (read: Read, id: string): Promise<Product | undefined> =>
  (await selectById(read, { id }))[0]

/** Returns the product of a price list that has a code; undefined when no product has it. */
export const findCodeHolder = async (
  read: Read,
  catalogId: string,
  { kind, code }: Pick<ProductCode, 'kind' | 'code'>,
): Promise<{ readonly id: string; readonly name: string } | undefined> =>
  (await selectCodeHolder(read, { catalogId, kind, code }))[0]

/** Returns the version of a price list; undefined before its first product. */
export const findCatalogVersion = async (read: Read, id: string): Promise<string | undefined> =>
  (await selectVersion(read, { id }))[0]?.version

/**
 * Returns the version of a price list. A list without a version gets one here.
 * @param firstVersion the version of a list that has none yet
 */
export async function ensureCatalog(tx: Tx, id: string, firstVersion: string): Promise<string> {
  const version = await findCatalogVersion(tx, id)
  if (version !== undefined) return version
  await insertCatalog(tx, { id, version: firstVersion })
  return firstVersion
}

/** Sets the version of a price list that has a version already. */
export const putCatalogVersion = (tx: Tx, id: string, version: string): Promise<unknown> =>
  setVersion(tx, { id, version })

/** Returns the ids of a price list's products with one of these names. @param names as in `nameInSortKey` */
export async function findNamed(
  read: Read,
  catalogId: string,
  names: ReadonlySet<string>,
): Promise<readonly string[]> {
  if (names.size === 0) return []
  const rows = await selectSortKeys(read, { catalogId })
  return rows.filter(row => names.has(nameInSortKey(row.sortKey))).map(({ id }) => id)
}

export interface ProductFilter {
  readonly catalogId: string
  readonly ids?: readonly string[] | undefined
  readonly category?: string | undefined
  readonly words?: readonly string[] | undefined // each begins a word of the product
  readonly lowIn?: string | undefined // the account in which its stock is low
  readonly fromId?: string | undefined // first sort key, included
  readonly beforeId?: string | undefined // end of the sort keys, excluded
}

/** Matches products with a word that begins like this: letters and digits, so without wildcards of `like`. */
const hasWordStart = (word: string): SQL | undefined =>
  or(...wordForms(word).map(form => like(product.search, `%${form}%`)))

function conditions({
  catalogId,
  ids,
  category,
  words = [],
  lowIn,
  fromId,
  beforeId,
}: ProductFilter): SQL | undefined {
  return and(
    eq(product.catalogId, catalogId),
    ids && inArray(product.id, [...ids]),
    category === undefined ? undefined : eq(product.category, category),
    lowIn === undefined ? undefined : isLow(lowIn),
    fromId === undefined ? undefined : gte(product.sortKey, fromId),
    beforeId === undefined ? undefined : lt(product.sortKey, beforeId),
    ...words.map(hasWordStart),
  )
}

/** Lists a page of products in the order of the price list. */
export const listProducts = (
  read: Read,
  filter: ProductFilter,
  limit: number,
  offset: number,
): Promise<ListedProduct[]> =>
  listPage(read, product, { condition: conditions(filter), order: [asc(product.sortKey)] }, limit, offset)

/** Counts all products that fit a filter: a price list is short, so the count needs no limit. */
export async function countProducts(read: Read, filter: ProductFilter): Promise<number> {
  const rows = await adHocQuery(read, db =>
    db.select({ count: count() }).from(product).where(conditions(filter)),
  )
  return Number(rows[0]?.count ?? 0)
}

/** Lists the categories of a price list by name, with the number of products in each. */
export const listCategories = async (
  read: Read,
  catalogId: string,
): Promise<{ readonly name: string; readonly count: number }[]> =>
  (await selectCategories(read, { catalogId })).map(row => ({
    name: row.name ?? '',
    count: Number(row.count),
  }))

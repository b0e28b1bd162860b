// Imports a file of products. It checks the whole file before it writes anything, and then writes a few
// products at a time, so that sales go first. To continue an import that was cut off, send the file again:
// its lines find the products that they created by code or name. Tills are notified at the end.

import type { Account } from '../domain/account.ts'
import { fault } from '../domain/fault.ts'
import type { FileProduct } from '../domain/file-product.ts'
import { idWithPrefix } from '../domain/id.ts'
import { catalogMax, catalogOf, codesOf, isSameProduct, nameKey, type Product } from '../domain/product.ts'
import { fileProduct, type ProductFile } from '../domain/product-file.ts'
import { type Imported, type ImportPlan, importPlanner, type ProductWrite } from '../domain/product-import.ts'
import type { Tx } from '../store/engine/statement.ts'
import {
  countProducts,
  ensureCatalog,
  findCatalogVersion,
  findCodeHolder,
  findNamed,
  findProduct,
  insertProduct,
  listProducts,
  updateProduct,
} from '../store/product.ts'
import { listStock } from '../store/stock.ts'
import type { Appliance } from './appliance.ts'
import { recordAudit } from './audit-log.ts'
import { bothAccounts, editingOf, newVersion, type ProductEditor } from './product.ts'
import { recordImportedCounts, type StockEditor } from './stock.ts'

/** A file of products, and how to import it. */
export interface ImportRequest {
  readonly file: ProductFile
  readonly isDryRun: boolean
  readonly skipsProblems: boolean // whether to import the other products if some have problems
}

/** Products per transaction. One takes a few milliseconds, for which the next sale waits. */
const groupSize = 25
/** Products to check before waiting requests get a turn, for the same reason. */
const turnSize = 50
const pageSize = 500

/** Resolves after the requests that are waiting have had a turn. */
const letRequestsRun = () => new Promise<void>(resolve => setImmediate(resolve))

/** Maps a list, and lets waiting requests run before every `turnSize` items. */
async function mapInTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  for (const [index, item] of items.entries()) {
    if (index % turnSize === 0) await letRequestsRun()
    results.push(work(item))
  }
  return results
}

/**
 * Imports a file of products, or only counts what the import would do. If a product has problems, nothing is
 * written, unless the request skips products with problems.
 * @throws Fault `product_limit_reached` before anything is written
 */
export async function importProducts(
  appliance: Appliance,
  by: StockEditor,
  { file, isDryRun, skipsProblems }: ImportRequest,
): Promise<Imported> {
  const files = await mapInTurns(file.groups, group => fileProduct(group, file))
  const { plan, version } = await planFor(appliance, by, file, files)
  const { unchanged, stockKept, problems } = plan
  const isRefused = problems.length > 0 && !skipsProblems
  if (isDryRun) return { ...countsOf(plan.writes), isWritten: false, unchanged, stockKept, problems }
  if (isRefused) return { ...countsOf([]), isWritten: false, unchanged, stockKept, problems }
  return writeAll(appliance, by, { file, plan, version, skipsProblems })
}

/** Returns whether a variation newly gets an open price, which the cashier enters. */
const opensPrice = ({ before, product }: ProductWrite): boolean =>
  product.variations.some(
    ({ id, price }) =>
      price === null && before?.variations.find(variation => variation.id === id)?.price !== null,
  )

/** Returns how many products these writes create, change, and give an open price. */
const countsOf = (writes: readonly ProductWrite[]) => {
  const updated = writes.filter(({ before }) => before).length
  return { created: writes.length - updated, updated, openPriced: writes.filter(opensPrice).length }
}

/**
 * Plans the import against the price list as it is now.
 * @returns the plan, and the version of the list that it was made for
 * @throws Fault `product_limit_reached`
 */
async function planFor(
  appliance: Appliance,
  by: ProductEditor,
  file: ProductFile,
  files: readonly FileProduct[],
): Promise<{ readonly plan: ImportPlan; readonly version: string | undefined }> {
  const { store } = appliance
  const catalogId = catalogOf(by.account)
  const version = await findCatalogVersion(store.read, catalogId)
  const list = await allProducts(appliance, catalogId)
  const stock = await stockOf(appliance, by.account.id, list)
  const planner = importPlanner(file, list, stock, creationOf(appliance, catalogId))
  await mapInTurns(files, planner.join)
  await mapInTurns(planner.joined(), planner.add)
  const plan = planner.plan()
  const { products: max } = catalogMax
  if (list.length + countsOf(plan.writes).created > max) throw fault('product_limit_reached', { max })
  return { plan, version }
}

/** Reads all products of a list in pages, so that requests run in between. */
export async function allProducts({ store }: Appliance, catalogId: string): Promise<Product[]> {
  const products: Product[] = []
  let fromId: string | undefined
  for (;;) {
    await letRequestsRun()
    const page = await listProducts(store.read, { catalogId, fromId }, pageSize, 0)
    products.push(...page.map(({ sortKey: _, search: __, ...entry }) => entry))
    const last = page.at(-1)
    if (!last || page.length < pageSize) return products
    fromId = `${last.sortKey}!`
  }
}

/** Returns the stock on hand by variation id. It reads in pages, so that requests run in between. */
export async function stockOf(
  { store }: Appliance,
  accountId: string,
  products: readonly Product[],
): Promise<ReadonlyMap<string, number>> {
  const ids = products.filter(({ trackStock }) => trackStock).map(({ id }) => id)
  const stock = new Map<string, number>()
  for (let offset = 0; offset < ids.length; offset += pageSize) {
    await letRequestsRun()
    const page = await listStock(store.read, accountId, ids.slice(offset, offset + pageSize))
    for (const [variationId, onHand] of page) stock.set(variationId, onHand)
  }
  return stock
}

/** An import that is ready to be written. */
interface Writing {
  readonly file: ProductFile
  readonly plan: ImportPlan
  readonly version: string | undefined // of the list that the plan was made for
  readonly skipsProblems: boolean
}

/**
 * Writes the plan in groups of `groupSize` products, each in its own transaction, so that sales need not wait
 * for the whole import. Once another person has changed the list, each further group is planned again inside
 * its transaction. With `skipsProblems`, products with problems are left out; otherwise the import stops at
 * the first group with a problem.
 * @returns what was written, and all problems
 */
async function writeAll(appliance: Appliance, by: StockEditor, writing: Writing): Promise<Imported> {
  const { store, notifier } = appliance
  const { plan, skipsProblems } = writing
  const problems = [...plan.problems]
  let { version } = writing
  let isPlanCurrent = true // only this import has changed the list since the plan
  let { unchanged, stockKept } = plan
  let [created, updated, openPriced] = [0, 0, 0]
  try {
    for (let offset = 0; offset < plan.writes.length; offset += groupSize) {
      const planned = plan.writes.slice(offset, offset + groupSize)
      const state: PlannedGroup = { planned, version, isPlanCurrent, isFirst: created + updated === 0 }
      const group = await store.write(tx => writeGroup(tx, appliance, by, writing, state), 'upkeep')
      const counts = countsOf(group.writes)
      created += counts.created
      updated += counts.updated
      openPriced += counts.openPriced
      unchanged += group.unchanged
      stockKept += group.stockKept
      version = group.version
      isPlanCurrent = group.isCurrent
      problems.push(...group.problems)
      if (group.problems.length > 0 && !skipsProblems) break
    }
  } finally {
    if (created + updated > 0)
      await store.write(async tx => notifier.publishProducts(tx, catalogOf(by.account), null), 'upkeep')
  }
  const isWritten = skipsProblems || problems.length === 0 || created + updated > 0
  return { isWritten, created, updated, unchanged, stockKept, openPriced, problems }
}

interface PlannedGroup {
  readonly planned: readonly ProductWrite[]
  readonly version: string | undefined // of the list when planned, or after the previous group
  readonly isPlanCurrent: boolean
  readonly isFirst: boolean
}

/**
 * Writes a group of products, which is planned again if others have changed the list. It writes nothing if
 * the group has problems, unless the import skips them.
 */
async function writeGroup(
  tx: Tx,
  appliance: Appliance,
  by: StockEditor,
  { file, plan, skipsProblems }: Writing,
  { planned, version, isPlanCurrent, isFirst }: PlannedGroup,
) {
  const { world } = appliance
  const catalogId = catalogOf(by.account)
  const firstVersion = world.ids.uuid(world.clock.now()) // for a list without a version
  const presentVersion = await ensureCatalog(tx, catalogId, firstVersion)
  const isCurrent = isPlanCurrent && presentVersion === (version ?? firstVersion)
  const group = isCurrent
    ? { isCurrent, writes: planned, unchanged: 0, stockKept: 0, problems: [] }
    : { isCurrent, ...(await replanGroup(tx, appliance, by.account, file, planned)) }
  const isRefused = group.problems.length > 0 && !skipsProblems
  if (isRefused || group.writes.length === 0) return { ...group, writes: [], version: presentVersion }
  if (isFirst) await recordImport(tx, appliance, by, countsOf(plan.writes))
  await storeWrites(tx, appliance, by, group.writes)
  return { ...group, version: await newVersion(tx, appliance, catalogId) }
}

/** Stores new and changed products, and the stock that the file counts of them. */
async function storeWrites(
  tx: Tx,
  appliance: Appliance,
  by: StockEditor,
  writes: readonly ProductWrite[],
): Promise<void> {
  for (const { before, product, counts } of writes) {
    if (!before) await insertProduct(tx, product)
    else if (!isSameProduct(before, product)) await updateProduct(tx, before, product)
    await recordImportedCounts(tx, appliance, by, product.id, counts)
  }
}

/**
 * Plans some products of a file again, against the list as the transaction sees it. It reads only stored
 * products that they may match by id, code or name.
 * @throws Fault `product_limit_reached`
 */
async function replanGroup(
  tx: Tx,
  appliance: Appliance,
  account: Account,
  file: ProductFile,
  planned: readonly ProductWrite[],
): Promise<ImportPlan> {
  const catalogId = catalogOf(account)
  const ids = new Set(planned.flatMap(entry => [entry.file.id, entry.product.id]))
  for (const code of planned.flatMap(({ product }) => codesOf(product))) {
    const holder = await findCodeHolder(tx, catalogId, code)
    if (holder) ids.add(holder.id)
  }
  const unnamed = planned.filter(({ product }) => codesOf(product).length === 0)
  const names = new Set(unnamed.map(({ product }) => nameKey(product.name)))
  for (const id of await findNamed(tx, catalogId, names)) ids.add(id)
  const stored: Product[] = []
  for (const id of ids) {
    const entry = await findProduct(tx, id)
    if (entry?.catalogId === catalogId) stored.push(entry)
  }
  const storedIds = stored.map(({ id }) => id)
  const stock = await listStock(tx, account.id, storedIds)
  const planner = importPlanner(file, stored, stock, creationOf(appliance, catalogId))
  for (const entry of planned) planner.add(entry.file)
  const plan = planner.plan()
  const { products: max } = catalogMax
  if ((await countProducts(tx, { catalogId })) + countsOf(plan.writes).created > max)
    throw fault('product_limit_reached', { max })
  return plan
}

/** Returns what an import needs to create products: the list's id, the time and functions that make ids. */
function creationOf(appliance: Appliance, catalogId: string) {
  const editing = editingOf(appliance)
  return {
    ...editing,
    catalogId,
    newProductId: () => idWithPrefix('prod', appliance.world.ids.uuid(editing.now)),
  }
}

/** Adds the audit entry of an import to both accounts of the merchant, because they share the list. */
async function recordImport(
  tx: Tx,
  appliance: Appliance,
  by: ProductEditor,
  { created, updated }: { readonly created: number; readonly updated: number },
): Promise<void> {
  const detail = { created, updated }
  for (const account of bothAccounts(by.account))
    await recordAudit(tx, appliance, { account, by, kind: 'products.imported', detail })
}

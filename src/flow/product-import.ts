// Imports a file of products. All of it is checked before anything is written. It is then written a few
// products at a time, so that sales go first: a transaction of thousands of rows would stop the one writer
// until its end. An import that is cut off is continued by sending the file again, because lines find the
// products that they made by their codes or names; tills hear of it at the end.

import { fault } from '../domain/fault.ts'
import { namedId } from '../domain/id.ts'
import { catalogMax, catalogOf, type Product } from '../domain/product.ts'
import { type FileProblem, type FileProduct, fileProduct, type ProductFile } from '../domain/product-file.ts'
import { type Imported, type ImportPlan, importPlanner, type ProductWrite } from '../domain/product-import.ts'
import type { Tx } from '../store/engine/statement.ts'
import {
  advanceCatalogVersion,
  findCatalogVersion,
  insertProduct,
  listProducts,
  updateProduct,
} from '../store/product.ts'
import type { Appliance } from './appliance.ts'
import { recordAudit } from './audit-log.ts'
import { bothAccounts, editingOf, type ProductEditor } from './product.ts'

export interface ImportRequest {
  readonly file: ProductFile
  readonly isDryRun: boolean
  /** Whether to import the products without problems if others have some. */
  readonly skipsProblems: boolean
}

/** Products per transaction: some milliseconds, which the next sale waits for. */
const groupSize = 25
/** Products to read and to check at a time, for the same reason. */
const turnSize = 50
const pageSize = 500

/** Lets waiting requests run first. */
const turn = () => new Promise<void>(resolve => setImmediate(resolve))

/** Works through a list; waiting requests run after every few items. */
async function inTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  for (const [at, item] of items.entries()) {
    if (at % turnSize === 0) await turn()
    results.push(work(item))
  }
  return results
}

/**
 * Imports a file, or only counts what it would do.
 * @throws Fault `product_limit_reached` before anything is written
 */
export async function importProducts(
  appliance: Appliance,
  by: ProductEditor,
  { file, isDryRun, skipsProblems }: ImportRequest,
): Promise<Imported> {
  const done = { created: 0, updated: 0, unchanged: 0 }
  const problems: FileProblem[] = []
  let left: readonly FileProduct[] = await inTurns(file.groups, group => fileProduct(group, file))
  for (;;) {
    const { plan, version } = await planFor(appliance, by, file, left)
    done.unchanged += plan.unchanged
    problems.push(...plan.problems)
    const isRefused = problems.length > 0 && !skipsProblems
    if (isDryRun || isRefused) {
      const { created, updated } = isDryRun ? countsOf(plan.writes) : done
      return { ...done, isWritten: done.created + done.updated > 0, created, updated, problems }
    }
    const written = await writeAll(appliance, by, plan, version, done)
    if (written === plan.writes.length) return { ...done, isWritten: true, problems }
    // The list was changed in between: plan the rest again.
    const rest = new Set(plan.writes.slice(written).map(one => one.file))
    left = left.filter(one => rest.has(one))
  }
}

const countsOf = (writes: readonly ProductWrite[]) => {
  const updated = writes.filter(({ before }) => before).length
  return { created: writes.length - updated, updated }
}

/** Decides on the list as it is now. */
async function planFor(
  appliance: Appliance,
  by: ProductEditor,
  file: ProductFile,
  left: readonly FileProduct[],
): Promise<{ readonly plan: ImportPlan; readonly version: string | undefined }> {
  const { store, world } = appliance
  const catalogId = catalogOf(by.account)
  const version = await findCatalogVersion(store.read, catalogId)
  const list = await allProducts(appliance, catalogId)
  const editing = editingOf(appliance)
  const newProductId = () => namedId('prod', world.ids.uuid(editing.now))
  const planner = importPlanner(file, list, { ...editing, catalogId, newProductId })
  await inTurns(left, planner.add)
  const plan = planner.plan()
  const { products: max } = catalogMax
  if (list.length + countsOf(plan.writes).created > max) throw fault('product_limit_reached', { max })
  return { plan, version }
}

/** All products of a list, read in pages, so that requests run in between. */
export async function allProducts({ store }: Appliance, catalogId: string): Promise<Product[]> {
  const found: Product[] = []
  let fromId: string | undefined
  for (;;) {
    await turn()
    const page = await listProducts(store.read, { catalogId, fromId }, pageSize, 0)
    found.push(...page.map(({ sortKey: _, search: __, ...one }) => one))
    const last = page.at(-1)
    if (!last || page.length < pageSize) return found
    fromId = `${last.sortKey}!`
  }
}

/** Writes in groups until the list turns out to be changed by others. @returns how many were written */
async function writeAll(
  appliance: Appliance,
  by: ProductEditor,
  { writes }: ImportPlan,
  from: string | undefined,
  done: { created: number; updated: number },
): Promise<number> {
  const { store, notifier, world } = appliance
  const catalogId = catalogOf(by.account)
  let version = from
  let written = 0
  try {
    for (; written < writes.length; written += groupSize) {
      const group = writes.slice(written, written + groupSize)
      const next = world.ids.uuid(world.clock.now())
      const isFirst = written === 0 && done.created + done.updated === 0
      const isWritten = await store.write(async tx => {
        if (!(await advanceCatalogVersion(tx, catalogId, version, next))) return false
        if (isFirst) await recordImport(tx, appliance, by, countsOf(writes))
        for (const { before, product } of group)
          await (before ? updateProduct(tx, before, product) : insertProduct(tx, product))
        return true
      }, 'upkeep')
      if (!isWritten) break
      const counts = countsOf(group)
      done.created += counts.created
      done.updated += counts.updated
      version = next
    }
  } finally {
    if (written > 0) await store.write(async tx => notifier.publishProducts(tx, catalogId, null), 'upkeep')
  }
  return Math.min(written, writes.length)
}

async function recordImport(
  tx: Tx,
  appliance: Appliance,
  by: ProductEditor,
  detail: { readonly created: number; readonly updated: number },
): Promise<void> {
  for (const account of bothAccounts(by.account))
    await recordAudit(tx, appliance, { account, by, kind: 'products.imported', detail })
}

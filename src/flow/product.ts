// The price list of a merchant: products are created, changed and deleted. Tills are notified of each change.

import type { Account } from '../domain/account.ts'
import type { RequestedBy } from '../domain/actor.ts'
import { badFields, fault, type Problem, problem, shortValue } from '../domain/fault.ts'
import { idWithPrefix } from '../domain/id.ts'
import { catalogMax, catalogOf, codesOf, isSameProduct, type Product } from '../domain/product.ts'
import { productChanges } from '../domain/product-audit.ts'
import { applyProductChange, blankProduct, type ProductChange } from '../domain/product-change.ts'
import type { Read, Tx } from '../store/engine/statement.ts'
import {
  countProducts,
  deleteProduct,
  ensureCatalog,
  findCodeHolder,
  findProduct,
  insertProduct,
  putCatalogVersion,
  updateProduct,
} from '../store/product.ts'
import { dropLogo, putLogo } from '../store/profile.ts'
import type { Store } from '../store/store.ts'
import type { Appliance } from './appliance.ts'
import { recordAudit } from './audit-log.ts'
import type { Picture } from './profile.ts'

/** Who edits the price list, and from which of the merchant's accounts. */
export type ProductEditor = RequestedBy & { readonly account: Account }

/**
 * Returns a product of the merchant's price list.
 * @throws Fault `product_not_found`, also for a product of another merchant
 */
export const getProduct = async (read: Read, account: Account, id: string): Promise<Product> => {
  const product = await findProduct(read, id)
  if (product?.catalogId !== catalogOf(account)) throw fault('product_not_found', { id: shortValue(id) })
  return product
}

/** Returns the time of a change, and a function that makes the ids of variations. */
export function editingOf({ world }: Appliance) {
  const now = world.clock.now()
  return { now, newId: () => idWithPrefix('var', world.ids.uuid(now)) }
}

/** Returns the version of a price list before a change. A list without a version gets its first one. */
const beginChange = (tx: Tx, { world }: Appliance, catalogId: string): Promise<string> =>
  ensureCatalog(tx, catalogId, world.ids.uuid(world.clock.now()))

/** Gives a changed list a new version. @returns the version */
export async function newVersion(tx: Tx, { world }: Appliance, catalogId: string): Promise<string> {
  const version = world.ids.uuid(world.clock.now())
  await putCatalogVersion(tx, catalogId, version)
  return version
}

/** Ends the change of a product: gives its price list a new version, and notifies the tills. */
async function endChange(tx: Tx, appliance: Appliance, { catalogId, id }: Product): Promise<void> {
  await newVersion(tx, appliance, catalogId)
  appliance.notifier.publishProducts(tx, catalogId, [id])
}

/**
 * Creates a product.
 * @param write runs the transaction, once per idempotency key if the request has one
 * @throws Fault `product_limit_reached`, or one that names the codes that another product has
 */
export const createProduct = (
  appliance: Appliance,
  by: ProductEditor,
  change: ProductChange,
  write: Store['write'],
): Promise<Product> =>
  write(async tx => {
    const catalogId = catalogOf(by.account)
    await beginChange(tx, appliance, catalogId)
    const editing = editingOf(appliance)
    const id = idWithPrefix('prod', appliance.world.ids.uuid(editing.now))
    const product = applyProductChange(blankProduct(id, catalogId, editing), change, editing)
    const { products: max } = catalogMax
    if ((await countProducts(tx, { catalogId })) >= max) throw fault('product_limit_reached', { max })
    await assertCodesFree(tx, product)
    await insertProduct(tx, product)
    await recordProduct(tx, appliance, by, 'product.created', product)
    await endChange(tx, appliance, product)
    return product
  })

/** A change of a product. `picture` replaces its picture, and null removes it. */
export interface ProductRequest extends ProductChange {
  readonly picture?: Picture | null | undefined
}

/** Whether a product is still as the caller knows it; undefined to accept any. */
export type Expectation = ((present: Product) => boolean) | undefined

/**
 * Returns a product, if it is as the caller knows it.
 * @throws Fault `product_not_found`, or `product_changed` if it is not as expected
 */
async function getExpected(tx: Tx, account: Account, id: string, isExpected: Expectation): Promise<Product> {
  const product = await getProduct(tx, account, id)
  if (isExpected && !isExpected(product)) throw fault('product_changed', { id })
  return product
}

/**
 * Changes the given fields of a product. It writes nothing if they have these values already.
 * @throws Fault that names each wrong field, or as `getExpected`
 */
export const changeProduct = (
  appliance: Appliance,
  by: ProductEditor,
  id: string,
  { picture, ...change }: ProductRequest,
  isExpected?: Expectation,
): Promise<Product> =>
  appliance.store.write(async tx => {
    await beginChange(tx, appliance, catalogOf(by.account))
    const before = await getExpected(tx, by.account, id, isExpected)
    const editing = editingOf(appliance)
    const pictureId = picture === undefined ? before.pictureId : (picture?.id ?? null)
    const product = { ...applyProductChange(before, change, editing), pictureId }
    if (isSameProduct(before, product)) return before
    if (picture) await putLogo(tx, { ...picture, accountId: by.account.id, createdAt: editing.now })
    await assertCodesFree(tx, product)
    await updateProduct(tx, before, product)
    if (before.pictureId !== null && before.pictureId !== pictureId) await dropLogo(tx, before.pictureId)
    const changes = productChanges(before, product)
    if (changes.length > 0) await recordProduct(tx, appliance, by, 'product.changed', product, changes)
    await endChange(tx, appliance, product)
    return product
  })

/**
 * Deletes a product; sales keep its name, price, cost and tax.
 * @throws Fault as `getExpected`
 */
export const removeProduct = (
  appliance: Appliance,
  by: ProductEditor,
  id: string,
  isExpected?: Expectation,
): Promise<void> =>
  appliance.store.write(async tx => {
    await beginChange(tx, appliance, catalogOf(by.account))
    const product = await getExpected(tx, by.account, id, isExpected)
    await deleteProduct(tx, product)
    if (product.pictureId !== null) await dropLogo(tx, product.pictureId)
    await recordProduct(tx, appliance, by, 'product.deleted', product)
    await endChange(tx, appliance, product)
  })

/**
 * Checks that no other product has the codes of this one.
 * @throws Fault that names each field whose code another product has
 */
async function assertCodesFree(tx: Tx, product: Product): Promise<void> {
  const problems: Problem[] = []
  for (const code of codesOf(product)) {
    const holder = await findCodeHolder(tx, product.catalogId, code)
    if (holder && holder.id !== product.id) problems.push(takenProblem(code, holder.name))
  }
  if (problems.length > 0) throw badFields(problems)
}

/** Returns the problem of a code that another product has. @param holder the name of that product */
const takenProblem = ({ kind, code, field }: ReturnType<typeof codesOf>[number], holder: string): Problem =>
  kind === 'sku'
    ? problem(field, 'sku_taken', { sku: code, product: holder })
    : problem(field, 'barcode_taken', { code, product: holder })

/** Adds the audit entry of a product to both accounts of the merchant, because they share the list. */
async function recordProduct(
  tx: Tx,
  appliance: Appliance,
  by: ProductEditor,
  kind: 'product.created' | 'product.changed' | 'product.deleted',
  { id, name }: Product,
  changes: ReturnType<typeof productChanges> = [],
): Promise<void> {
  const detail = { name, ...(changes.length > 0 ? { changes } : {}) }
  for (const account of bothAccounts(by.account))
    await recordAudit(tx, appliance, { account, by, kind, subject: id, detail })
}

/** Returns the account and, if it has one, its twin. */
export const bothAccounts = ({ id, twinId }: Account): readonly Pick<Account, 'id'>[] =>
  twinId === null ? [{ id }] : [{ id }, { id: twinId }]

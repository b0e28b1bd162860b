// The price list of this till: read in the background after sign-in, stored in this browser, and read again
// when the server reports changed products. While the server is away, sales go on from the stored list.
import { useSyncExternalStore } from 'react'
import type { ShopCodesView } from '../../../src/wire/shop-code.ts'
import { dataOf, getJson } from '../../kit/api.ts'
import { type Caller, callerHeaders } from '../../kit/caller.ts'
import { newListeners } from '../../kit/listeners.ts'
import { shopCodeRulesOf } from '../../kit/shop-code.model.ts'
import { type ProductNews, subscribeProductNews } from '../parts/sales-stream.ts'
import { setHasProducts } from './has-products.ts'
import { type ProductPage, readProducts, withChanged } from './price-list.model.ts'
import { type PriceList, readPriceList, writePriceList } from './price-list-storage.ts'
import { type Product, type ProductIndex, productIndexOf } from './product.model.ts'

/** The largest page that the server gives. */
const pageSize = 500
/** The most ids that one request names. */
const idsMax = 100
/** The least time between two reads of the whole list after failures or reconnections of the stream. */
const rereadMs = 30_000

let index: ProductIndex | undefined
let indexAccount = ''
const listeners = newListeners()

/** Makes a list the current one, and notifies the page. */
function setList(account: string, { products, shopCodes }: PriceList): void {
  index = productIndexOf(products, shopCodes)
  indexAccount = account
  setHasProducts(account, products.length > 0)
  listeners.call()
}

/** Returns the current list; undefined until one has been read. */
export const useProductIndex = (): ProductIndex | undefined =>
  useSyncExternalStore(listeners.subscribe, () => index)

/** Adds a product that this till has just created, so that its code is known before the server reports it. */
export function learnProduct(product: Product): void {
  if (index)
    setList(indexAccount, { ...index, products: withChanged(index.products, [product.id], [product]) })
}

/** Reads one page of products. */
const readPage = (caller: Caller, query: Readonly<Record<string, string>>) =>
  dataOf<ProductPage>(getJson(`/api/v1/products?${new URLSearchParams(query)}`, callerHeaders(caller)))

/** Reads the rules of scale barcodes and every product; undefined if that fails. */
async function readAll(caller: Caller): Promise<PriceList | undefined> {
  const codes = await dataOf<ShopCodesView>(getJson('/api/v1/products/shop-codes', callerHeaders(caller)))
  if (!codes.ok) return undefined
  const readPageAfter = async (after: string | undefined) => {
    const cursor = after === undefined ? {} : { starting_after: after }
    const answer = await readPage(caller, { limit: String(pageSize), ...cursor })
    return answer.ok ? answer.value : undefined
  }
  const products = await readProducts(readPageAfter, pageSize)
  return products && { products, shopCodes: shopCodeRulesOf(codes.value) }
}

/** Returns the list with the current state of some products; undefined if the server did not answer. */
async function readChanged(caller: Caller, ids: readonly string[]): Promise<PriceList | undefined> {
  if (!index) return readAll(caller)
  const { products, shopCodes } = index
  const answer = await readPage(caller, { ids: ids.join(','), limit: String(ids.length) })
  return answer.ok ? { products: withChanged(products, ids, answer.value.items), shopCodes } : undefined
}

/** Reads and shows the list, and reads its changes, until the returned function is called. */
export function startPriceList(caller: Caller): () => void {
  const { account } = caller
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let readAllAt = -rereadMs
  let hasBeenRead = false
  // Reads run one after the other, so that an older answer never replaces a newer one.
  let lastRead: Promise<void> = Promise.resolve()

  const readAndShow = async (read: () => Promise<PriceList | undefined>) => {
    const list = isOver ? undefined : await read()
    if (isOver) return
    if (!list) return readSoon()
    hasBeenRead = true
    setList(account, list)
    await writePriceList(account, list)
  }
  const queueRead = (read: () => Promise<PriceList | undefined>) => {
    lastRead = lastRead.then(() => readAndShow(read))
  }
  const readNow = () => {
    timer = undefined
    readAllAt = performance.now()
    queueRead(() => readAll(caller))
  }
  const readSoon = () => {
    timer ??= setTimeout(readNow, Math.max(0, readAllAt + rereadMs - performance.now()))
  }
  // The products that changed while others were being read.
  const changedIds = new Set<string>()
  const readChanges = () => {
    const ids = [...changedIds]
    changedIds.clear()
    return ids.length > idsMax ? readAll(caller) : readChanged(caller, ids)
  }
  const onNews = (ids: ProductNews) => {
    if (ids === 'any') return readSoon()
    if (ids === null || !hasBeenRead) return readNow()
    if (changedIds.size === 0) queueRead(readChanges)
    for (const id of ids) changedIds.add(id)
  }

  if (indexAccount !== account) {
    index = undefined
    void readPriceList(account).then(stored => {
      if (stored && !hasBeenRead && !isOver) setList(account, stored)
    })
  }
  readNow()
  const unsubscribe = subscribeProductNews(onNews)
  return () => {
    isOver = true
    clearTimeout(timer)
    unsubscribe()
  }
}

// The price list and the rules of scale barcodes as this browser keeps them, so that a till sells from them
// while the server is away. If the browser refuses to store them, they are in memory only.
import { defaultShopCodes, type ShopCodeRule } from '../../../src/domain/shop-code.ts'
import type { Product } from './product.model.ts'

const databaseName = 'kaunta.products'
const storeName = 'lists'
/** The version of what is stored; another version is not read. */
const version = 1

/** Returns the result of a request to the browser's database. */
const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** Opens the browser's database, and creates it at the first use. */
async function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open(databaseName, version)
  opening.onupgradeneeded = () => opening.result.createObjectStore(storeName)
  return resultOf(opening)
}

export interface PriceList {
  readonly products: readonly Product[]
  readonly shopCodes: readonly ShopCodeRule[]
}

/** Returns the name under which the rules of an account's scale barcodes are stored. */
const codesName = (account: string) => `${account} shop codes`

/** Returns the list of an account; undefined if none is stored. */
export async function readPriceList(account: string): Promise<PriceList | undefined> {
  try {
    const database = await openDatabase()
    const stored = database.transaction(storeName).objectStore(storeName)
    const [products, shopCodes] = await Promise.all([
      resultOf(stored.get(account)),
      resultOf(stored.get(codesName(account))),
    ])
    database.close()
    return products && { products, shopCodes: shopCodes ?? defaultShopCodes }
  } catch {
    return undefined
  }
}

/** Stores the list of an account. Returns whether the browser has stored it. */
export async function writePriceList(account: string, list: PriceList): Promise<boolean> {
  try {
    const database = await openDatabase()
    const stored = database.transaction(storeName, 'readwrite').objectStore(storeName)
    await Promise.all([
      resultOf(stored.put(list.products, account)),
      resultOf(stored.put(list.shopCodes, codesName(account))),
    ])
    database.close()
    return true
  } catch {
    return false
  }
}

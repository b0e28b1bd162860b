// The price list as this browser keeps it, so that a till sells from it while the server is away. If
// the browser refuses to store it, the list is in memory only.
import type { Product } from './product.model.ts'

const databaseName = 'kaunta.products'
const storeName = 'lists'
/** The version of what is stored; another version is not read. */
const version = 1

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

async function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open(databaseName, version)
  opening.onupgradeneeded = () => opening.result.createObjectStore(storeName)
  return done(opening)
}

/** Returns the list of an account; undefined if none is stored. */
export async function readPriceList(account: string): Promise<readonly Product[] | undefined> {
  try {
    const database = await openDatabase()
    const stored = await done(database.transaction(storeName).objectStore(storeName).get(account))
    database.close()
    return stored as readonly Product[] | undefined
  } catch {
    return undefined
  }
}

/** Stores the list of an account. @returns whether it is stored */
export async function writePriceList(account: string, products: readonly Product[]): Promise<boolean> {
  try {
    const database = await openDatabase()
    await done(database.transaction(storeName, 'readwrite').objectStore(storeName).put(products, account))
    database.close()
    return true
  } catch {
    return false
  }
}

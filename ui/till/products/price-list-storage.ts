// The price list as this browser keeps it, so that a till sells from it while the server is away. A browser
// may refuse: then the list lives in memory only.
import type { Product } from './product.model.ts'

const databaseName = 'kaunta.products'
const storeName = 'lists'
/** Of what is stored; another version is not read. */
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

/** The list of an account, or undefined where none is kept. */
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

/** Keeps the list of an account. @returns whether it is kept */
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

// The till's sale, read from the storage of this browser, which notifies every window at once. The display
// follows the payment as well, so that the customer does not see an old screen after the till's tab has died.
import { useEffect, useSyncExternalStore } from 'react'
import type { Caller } from '../kit/caller.ts'
import { isSameCaller } from '../kit/caller.ts'
import { openLiveStream } from '../kit/live-stream.ts'
import { type Payment, paymentEventsUrl } from '../kit/payment.ts'
import { readStored, storageKey } from '../kit/storage.ts'
import { isLive, isSale, type Sale, withPayment } from '../till/sale/sale.model.ts'
import { saleStorageKey } from '../till/sale/sale-storage-key.ts'

let storedSale: Sale | undefined = readStored(saleStorageKey, isSale)
const listeners = new Set<() => void>()

/**
 * Replaces the sale in memory, and notifies the page. It writes nothing to the storage, which is the till's.
 */
function setStoredSale(sale: Sale | undefined): void {
  storedSale = sale
  for (const listener of listeners) listener()
}

/** Listens to the storage for as long as anyone follows the sale. */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', readStoredSale)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', readStoredSale)
  }
}
/** Reads the sale again when another window has changed it. */
function readStoredSale({ key }: StorageEvent): void {
  const isSaleChanged = key === null || key === storageKey(saleStorageKey) // null: the storage was cleared
  if (isSaleChanged) setStoredSale(readStored(saleStorageKey, isSale))
}

/**
 * Returns the sale that the till of this caller has stored in this browser, and follows its payment;
 * undefined if there is none.
 */
export function useSale(caller: Caller | undefined): Sale | undefined {
  const latest = useSyncExternalStore(subscribe, () => storedSale)
  const sale = latest && caller && isSameCaller(latest.caller, caller) ? latest : undefined
  const url =
    sale?.payment && isLive(sale) ? paymentEventsUrl(sale.caller, sale.payment.reference) : undefined
  useEffect(() => {
    if (url === undefined) return
    return openLiveStream(url, {
      names: ['payment'],
      receive: data => {
        // The stored sale may be newer than the one of this render. `withPayment` ignores another's payment.
        if (storedSale) setStoredSale(withPayment(storedSale, JSON.parse(data) as Payment))
      },
    })
  }, [url])
  return sale
}

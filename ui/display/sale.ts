// The till's sale, read where the till keeps it: in the storage of this browser, which tells every window at
// once. Besides, the payment is followed here, too, so that a till whose tab has died does not leave the
// customer with an old screen.
import { useEffect, useSyncExternalStore } from 'react'
import type { Caller } from '../kit/caller.ts'
import { isSameCaller } from '../kit/caller.ts'
import { openLiveStream } from '../kit/live-stream.ts'
import { type Payment, paymentEventsUrl } from '../kit/payment.ts'
import { readStored, storageKey } from '../kit/storage.ts'
import { isLive, isSale, type Sale, withPayment } from '../till/sale/sale.model.ts'
import { saleStorageKey } from '../till/sale/sale-storage-key.ts'

let sale: Sale | undefined = readStored(saleStorageKey, isSale)
const listeners = new Set<() => void>()

function take(next: Sale | undefined): void {
  sale = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', read)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', read)
  }
}
function read(event: StorageEvent): void {
  if (event.key === null || event.key === storageKey(saleStorageKey)) take(readStored(saleStorageKey, isSale))
}

/** The sale of this account and till, if this browser has stored one. */
export function useSale(caller: Caller | undefined): Sale | undefined {
  const latest = useSyncExternalStore(subscribe, () => sale)
  const mine = latest && caller && isSameCaller(latest.caller, caller) ? latest : undefined
  const url =
    mine?.payment && isLive(mine) ? paymentEventsUrl(mine.caller, mine.payment.reference) : undefined
  useEffect(() => {
    if (url === undefined) return
    return openLiveStream(
      url,
      'payment',
      data => JSON.parse(data) as Payment,
      news => {
        // The stored sale may be newer than the one of this render. `withPayment` ignores another's payment.
        if (sale) take(withPayment(sale, news))
      },
    )
  }, [url])
  return mine
}

// Sales that this till has taken up and that are in no draft yet. The server no longer has them, so they stay
// in this browser until a stored draft has their lines.
import { useSyncExternalStore } from 'react'
import { newListeners } from '../../kit/listeners.ts'
import type { TakenSale } from '../../kit/parked-sale.ts'
import { readStored, storageKey, writeStored } from '../../kit/storage.ts'
import { areTaken } from './basket.model.ts'

/** The key is per account, because the sale does not exist on another one. */
const heldStorageKey = (account: string) => `till.held.${account}`

/** The held sales of each account, read from the browser's storage at most once. */
const heldOfAccounts = new Map<string, readonly TakenSale[]>()
const listeners = newListeners()

/** Returns the sales of an account that this till holds. */
export function heldSales(account: string): readonly TakenSale[] {
  const held = heldOfAccounts.get(account) ?? readStored(heldStorageKey(account), areTaken) ?? []
  heldOfAccounts.set(account, held)
  return held
}

/** Replaces the held sales in memory and in the browser, and notifies the page. */
function setHeld(account: string, next: readonly TakenSale[]): void {
  heldOfAccounts.set(account, next)
  writeStored(heldStorageKey(account), next.length > 0 ? next : undefined)
  listeners.call()
}

/** Holds a taken sale until a stored draft has its lines. */
export const holdSale = (account: string, taken: TakenSale): void =>
  setHeld(account, [...heldSales(account).filter(({ id }) => id !== taken.id), taken])

/** No longer holds a sale, because a stored draft has its lines. */
export const releaseSale = (account: string, id: string): void =>
  setHeld(
    account,
    heldSales(account).filter(heldSale => heldSale.id !== id),
  )

// Another tab holds and releases sales too. This tab must notice it even while it shows no list.
window.addEventListener('storage', ({ key }) => {
  for (const account of heldOfAccounts.keys())
    if (key === storageKey(heldStorageKey(account))) heldOfAccounts.delete(account)
  listeners.call()
})

/** Returns the held sales, and renders again when they change. */
export const useHeldSales = (account: string): readonly TakenSale[] =>
  useSyncExternalStore(listeners.subscribe, () => heldSales(account))

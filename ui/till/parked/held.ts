// Sales that this till has taken up and that are in no draft yet. The server no longer has them, so they stay
// in this browser until a stored draft has their lines.
import { useSyncExternalStore } from 'react'
import { newListeners } from '../../kit/listeners.ts'
import type { TakenSale } from '../../kit/parked-sale.ts'
import { readStored, storageKey, writeStored } from '../../kit/storage.ts'
import { areTaken } from './basket.model.ts'

/** The key is per account, because the sale does not exist on another one. */
const heldStorageKey = (account: string) => `till.held.${account}`

const takenOfAccounts = new Map<string, readonly TakenSale[]>()
const listeners = newListeners()

/** Returns the sales of an account that this till holds. */
export function heldSales(account: string): readonly TakenSale[] {
  const known = takenOfAccounts.get(account) ?? readStored(heldStorageKey(account), areTaken) ?? []
  takenOfAccounts.set(account, known)
  return known
}

/** Replaces the held sales in memory and in the browser, and notifies the page. */
function setHeld(account: string, next: readonly TakenSale[]): void {
  takenOfAccounts.set(account, next)
  writeStored(heldStorageKey(account), next.length > 0 ? next : undefined)
  listeners.call()
}

/** Holds a taken sale until a stored draft has its lines. */
export const holdSale = (account: string, taken: TakenSale): void =>
  setHeld(account, [...heldSales(account).filter(({ id }) => id !== taken.id), taken])

/** Ends holding a sale, because a stored draft has its lines. */
export const releaseSale = (account: string, id: string): void =>
  setHeld(
    account,
    heldSales(account).filter(heldSale => heldSale.id !== id),
  )

// Another tab holds and releases sales too. This tab must notice it even while it shows no list.
window.addEventListener('storage', ({ key }) => {
  for (const account of takenOfAccounts.keys())
    if (key === storageKey(heldStorageKey(account))) takenOfAccounts.delete(account)
  listeners.call()
})

/** Returns the held sales, and renders again when they change. */
export const useHeldSales = (account: string): readonly TakenSale[] =>
  useSyncExternalStore(listeners.subscribe, () => heldSales(account))

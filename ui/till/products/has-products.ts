// Whether the shop has a price list: all that the till's first load knows of it. The browser
// remembers it, so that a reload draws the right screen at once.
import { useSyncExternalStore } from 'react'
import { newListeners } from '../../kit/listeners.ts'
import { isBoolean, readStored, writeStored } from '../../kit/storage.ts'

const storedName = (account: string) => `till.products.${account}`

const knownAnswers = new Map<string, boolean>()
const listeners = newListeners()

/** Returns whether the account has a price list, as far as this browser knows. */
const hasProducts = (account: string): boolean =>
  knownAnswers.get(account) ?? readStored(storedName(account), isBoolean) ?? false

/** Remembers whether the account has a price list, and notifies the page. */
export function setHasProducts(account: string, has: boolean): void {
  if (knownAnswers.get(account) === has) return
  knownAnswers.set(account, has)
  writeStored(storedName(account), has || undefined) // only a yes is stored
  listeners.call()
}

/** Returns whether the account has a price list, and renders again when that changes. */
export const useHasProducts = (account: string): boolean =>
  useSyncExternalStore(listeners.subscribe, () => hasProducts(account))

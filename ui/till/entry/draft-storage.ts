// Where the draft is kept. A draft with items is kept in the browser: it survives a closed tab, and all tabs
// show it. A bare amount is kept only while its tab is open, so that no one finds yesterday's amount.
import { readStored, storageKey, writeStored } from '../../kit/storage.ts'
import { draftStorageKey } from '../sale/draft-storage-key.ts'
import { type Draft, emptyDraft, isDraft } from './draft.model.ts'

/** The key is per account: shops sell different things, and practice items stay in practice. */
const basketStorageKey = (account: string) => `till.basket.${account}`

/** Returns the stored draft of an account, or an empty one. */
export const readDraft = (account: string): Draft =>
  readStored(basketStorageKey(account), isDraft) ?? readStored(draftStorageKey, isDraft, 'tab') ?? emptyDraft

/** Stores a draft; undefined removes it. Returns whether the browser has stored it. */
export function storeDraft(account: string, draft: Draft | undefined): boolean {
  const basket = draft && draft.items.length > 0 ? draft : undefined
  const isBasketStored = writeStored(basketStorageKey(account), basket)
  // If the browser refuses the basket, the tab stores it.
  const tabDraft = basket && isBasketStored ? undefined : draft
  return writeStored(draftStorageKey, tabDraft, 'tab') || (basket !== undefined && isBasketStored)
}

/**
 * Calls `listener` when another tab changes or finishes a draft with items. Returns the function that stops
 * the calls.
 */
export function subscribeDraft(account: string, listener: (draft: Draft) => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === storageKey(basketStorageKey(account))) listener(readDraft(account))
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

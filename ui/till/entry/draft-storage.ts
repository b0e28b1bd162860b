// Where the draft is kept. One with items stays in this browser, so that a closed tab loses none; all tabs
// show the same. A typed amount alone stays only while its tab is open: on the next day it would surprise.
import { readStored, storageKey, writeStored } from '../../kit/storage.ts'
import { draftStorageKey } from '../sale/draft-storage-key.ts'
import { type Draft, emptyDraft, isDraft } from './draft.model.ts'

/** Per account: shops sell different things, and practice items stay in practice. */
const basketStorageKey = (account: string) => `till.basket.${account}`

export const readDraft = (account: string): Draft =>
  readStored(basketStorageKey(account), isDraft) ??
  readStored(draftStorageKey, isDraft, 'closed') ??
  emptyDraft

/** Keeps a draft; undefined forgets it. @returns whether it is kept */
export function storeDraft(account: string, draft: Draft | undefined): boolean {
  const basket = draft && draft.items.length > 0 ? draft : undefined
  const isLasting = writeStored(basketStorageKey(account), basket)
  // If the browser refuses it, the tab keeps the basket.
  const inTab = basket && isLasting ? undefined : draft
  return writeStored(draftStorageKey, inTab, 'closed') || (basket !== undefined && isLasting)
}

/** Hears of a draft with items that another tab changed or ended. @returns unsubscribe */
export function subscribeDraft(account: string, listener: (draft: Draft) => void): () => void {
  const hear = ({ key }: StorageEvent) => {
    if (key === storageKey(basketStorageKey(account))) listener(readDraft(account))
  }
  window.addEventListener('storage', hear)
  return () => window.removeEventListener('storage', hear)
}

// The draft of this tab, stored over a reload or a visit to the shift page; and the items sold before.
import { useEffect, useState } from 'react'
import { readStored, writeStored } from '../../kit/storage.ts'
import { draftStorageKey } from '../sale/draft-storage-key.ts'
import { forgetRejectedSale, useSaleState } from '../sale/sale-store.ts'
import {
  areKnownItems,
  type ChangeDraft,
  type Draft,
  draftOf,
  emptyDraft,
  isDraft,
  type KnownItem,
  knownItemsAfter,
} from './draft.model.ts'

/** Per account: shops sell different things, and practice items stay in practice. */
const itemsStorageKey = (account: string) => `till.items.${account}`

export const knownItems = (account: string): readonly KnownItem[] =>
  readStored(itemsStorageKey(account), areKnownItems) ?? []

let changeDraft: ChangeDraft | undefined

/** Adds to the draft on the screen, if there is one, and stores it in the same step. */
export function addToDraft(next: (draft: Draft) => Draft, stored: () => void): void {
  changeDraft?.(before => {
    const after = next(before)
    if (after !== before && writeStored(draftStorageKey, after, 'closed')) stored()
    return after
  })
}

/** The draft, and functions to change and to finish it. @param unnamed the name for items without one */
export function useDraft(account: string, unnamed: string) {
  const { rejectedSale } = useSaleState()
  // A sale that could not be created is filled in again.
  const [draft, setDraft] = useState(() =>
    rejectedSale
      ? draftOf(rejectedSale, unnamed)
      : (readStored(draftStorageKey, isDraft, 'closed') ?? emptyDraft),
  )
  useEffect(() => void writeStored(draftStorageKey, draft, 'closed'), [draft])
  useEffect(() => {
    forgetRejectedSale()
    changeDraft = setDraft
    return () => {
      changeDraft = undefined
    }
  }, [])
  const finish = () => {
    writeStored(draftStorageKey, undefined, 'closed')
    if (draft.items.length > 0)
      writeStored(itemsStorageKey(account), knownItemsAfter(knownItems(account), draft.items))
  }
  return { draft, change: setDraft, finish }
}

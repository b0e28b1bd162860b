// The draft of this tab, stored over a reload or a visit to the shift page; and the items sold before.
import { useEffect, useState } from 'react'
import { readStored, writeStored } from '../../kit/storage.ts'
import { withTaken } from '../parked/basket.model.ts'
import { endTaking, onTaken } from '../parked/take.ts'
import { draftStorageKey } from '../sale/draft-storage-key.ts'
import { useSaleState } from '../sale/sale-store.ts'
import {
  areKnownItems,
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

/** The draft, and functions to change and to finish it. @param unnamed the name for items without one */
export function useDraft(account: string, unnamed: string) {
  const { rejectedSale } = useSaleState()
  // A sale that could not be created is filled in again.
  const [draft, setDraft] = useState(() =>
    rejectedSale
      ? draftOf(rejectedSale, unnamed)
      : (readStored(draftStorageKey, isDraft, 'closed') ?? emptyDraft),
  )
  useEffect(() => onTaken(taken => setDraft(now => withTaken(now, taken))), [])
  useEffect(() => {
    writeStored(draftStorageKey, draft, 'closed')
    if (draft.taken) endTaking(draft.taken)
  }, [draft])
  const finish = () => {
    writeStored(draftStorageKey, undefined, 'closed')
    if (draft.items.length > 0)
      writeStored(itemsStorageKey(account), knownItemsAfter(knownItems(account), draft.items))
  }
  return { draft, change: setDraft, finish }
}

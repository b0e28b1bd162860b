// The draft on the screen, stored at each change; and the items sold before.
import { useEffect, useRef, useState } from 'react'
import { readStored, writeStored } from '../../kit/storage.ts'
import { forgetRejectedSale, useSaleState } from '../sale/sale-store.ts'
import {
  areKnownItems,
  type ChangeDraft,
  type Draft,
  draftOf,
  type KnownItem,
  knownItemsAfter,
} from './draft.model.ts'
import { readDraft, storeDraft, subscribeDraft } from './draft-storage.ts'

/** The key is per account: shops sell different things, and practice items stay in practice. */
const itemsStorageKey = (account: string) => `till.items.${account}`

/** Returns the items that this till sold before in an account, latest first. */
export const knownItems = (account: string): readonly KnownItem[] =>
  readStored(itemsStorageKey(account), areKnownItems) ?? []

/** The draft on the screen; undefined while the screen shows something else. */
let shownDraft: { readonly account: string; readonly change: ChangeDraft } | undefined

/**
 * Changes the draft on the screen if it belongs to this account, and stores it. `onStored` is called if `add`
 * has changed the draft and the browser has stored it.
 */
export function addToDraft(account: string, add: (draft: Draft) => Draft, onStored = () => {}): void {
  if (shownDraft?.account !== account) return
  shownDraft.change(before => {
    const after = add(before)
    if (after !== before && storeDraft(account, after)) onStored()
    return after
  })
}

/**
 * Returns the draft of an account, and functions to change and to finish it. `defaultName` is the name that
 * items without a name had in a sale that is edited again.
 */
export function useDraft(account: string, defaultName: string) {
  const { saleToEdit } = useSaleState()
  // A sale that could not be created returns as the draft.
  const [draft, setDraft] = useState(() =>
    saleToEdit ? draftOf(saleToEdit, defaultName) : readDraft(account),
  )
  // The draft that another tab stored. Storing it again could replace what that tab has stored since.
  const otherTabDraft = useRef<Draft>(undefined)
  useEffect(() => {
    if (draft !== otherTabDraft.current) storeDraft(account, draft)
  }, [account, draft])
  useEffect(() => {
    forgetRejectedSale()
    shownDraft = { account, change: setDraft }
    const unsubscribe = subscribeDraft(account, next => {
      otherTabDraft.current = next
      setDraft(next)
    })
    return () => {
      shownDraft = undefined
      unsubscribe()
    }
  }, [account])
  const finish = () => {
    storeDraft(account, undefined)
    if (draft.items.length > 0)
      writeStored(itemsStorageKey(account), knownItemsAfter(knownItems(account), draft.items))
  }
  return { draft, change: setDraft, finish }
}

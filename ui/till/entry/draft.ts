// The draft of this tab, kept over a reload and a look at the shift; and what this till sold before.
import { useEffect, useState } from 'react'
import { readStored, writeStored } from '../../kit/storage.ts'
import { useSaleState } from '../sale/sale-store.ts'
import { areKnown, draftOf, emptyDraft, isDraft, type Known, knownAfter } from './draft.model.ts'

const name = 'till.draft'
/** Of one account: another shop on this box sells other things, and practice is no memory. */
const knownName = (account: string) => `till.items.${account}`

export const knownItems = (account: string): readonly Known[] =>
  readStored(knownName(account), areKnown) ?? []

/**
 * The draft, a way to change it, and one to be done with it once it is sold. @param word the name of an item
 * that got none
 */
export function useDraft(account: string, word: string) {
  const { refused } = useSaleState()
  // What was not made is typed already.
  const [draft, setDraft] = useState(() =>
    refused ? draftOf(refused.order, word) : (readStored(name, isDraft, 'closed') ?? emptyDraft),
  )
  useEffect(() => void writeStored(name, draft, 'closed'), [draft])
  const sold = () => {
    writeStored(name, undefined, 'closed')
    if (draft.items.length > 0) writeStored(knownName(account), knownAfter(knownItems(account), draft.items))
  }
  return { draft, change: setDraft, sold }
}

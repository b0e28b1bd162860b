// The draft of this tab, kept over a reload and a look at the shift; and what this till sold before.
import { useState } from 'react'
import { readStored, writeStored } from '../kit/stored.ts'
import { areKnown, type Draft, draftOf, emptyDraft, isDraft, type Known, knownAfter } from './draft.model.ts'
import { useSaleState } from './sale-store.ts'

const name = 'till.draft'
const knownName = 'till.items'

export const knownItems = (): readonly Known[] => readStored(knownName, areKnown) ?? []

/** The draft, a way to change it, and one to be done with it once it is sold. */
export function useDraft() {
  const { refused } = useSaleState()
  // What could not be made is typed already.
  const [draft, setDraft] = useState(() =>
    refused ? draftOf(refused.order) : (readStored(name, isDraft, 'closed') ?? emptyDraft),
  )
  const change = (next: (draft: Draft) => Draft) =>
    setDraft(before => {
      const after = next(before)
      writeStored(name, after, 'closed')
      return after
    })
  const sold = () => {
    writeStored(name, undefined, 'closed')
    if (draft.items.length > 0) writeStored(knownName, knownAfter(knownItems(), draft.items))
  }
  return { draft, change, sold }
}

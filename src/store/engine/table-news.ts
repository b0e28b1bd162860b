// Which tables a commit changed, said to the other nodes: with the commit, or a moment later where many commits a second
// would say the same, for each of them wakes all nodes.

import type { After } from '../postgres/writer.ts'
import { tablesNotes } from './node-channel.ts'

/** What each new payment changes. Nodes remember nothing of these rows: only their screens look again. */
export const frequentTables: ReadonlySet<string> = new Set([
  'payment',
  'note_word',
  'attempt',
  'simulation',
  'idempotency',
  'total',
  'payment_total',
])
/** Those are said so often at most. */
const gatherMs = 100

/** @param send says something in no transaction: it is lost when this node ends meanwhile, and the others know when it has */
export function newTableNews(send: (note: string) => void, after: After) {
  let isResting = false
  let held: ReadonlySet<string> = new Set()
  let waiting: ReadonlySet<string> = new Set()

  function rest(): void {
    if (isResting) return
    isResting = true
    after(gatherMs, () => {
      isResting = false
      sendWaiting()
    })
  }

  function sendWaiting(): void {
    if (waiting.size === 0) return
    tablesNotes(waiting).forEach(send)
    waiting = new Set()
    rest()
  }

  return {
    /** What the open transaction says. */
    notes(changed: ReadonlySet<string>): string[] {
      const isHeld = isResting && changed.isSubsetOf(frequentTables)
      held = isHeld ? changed : new Set()
      if (isHeld || changed.size === 0) return []
      rest()
      return tablesNotes(changed)
    },
    /** It has ended: what it did not say is said soon, for it may be committed whatever was answered. */
    ended(): void {
      waiting = waiting.union(held)
      held = new Set()
      if (!isResting) sendWaiting()
    },
  }
}

export type TableNews = ReturnType<typeof newTableNews>

// Tells the other nodes which tables a commit changed. Each note wakes all nodes, so where many commits a
// second would send the same tables, they are gathered for a moment.

import type { After } from './after.ts'
import { tablesNotes } from './node-channel.ts'

/**
 * Tables that each new payment changes. Nodes keep none of these rows in memory: only their screens reload.
 */
export const frequentTables: ReadonlySet<string> = new Set([
  'payment',
  'note_word',
  'attempt',
  'simulation',
  'idempotency',
  'total',
  'payment_total',
  'sale_total',
  'stock',
  'stock_movement',
])
/** Shortest interval between notes about these tables, in milliseconds. */
const gatherMs = 100

/**
 * Decides when to notify the other nodes of changed tables.
 * @param send sends a note outside any transaction. If this node ends before that, the note is lost, but the
 * other nodes notice that it ended
 */
export function newTableNews(send: (note: string) => void, after: After) {
  let isGathering = false
  /** Tables of the open transaction, if its notes are held back. */
  let held: ReadonlySet<string> = new Set()
  /** Tables of ended transactions whose notes were held back. */
  let waiting: ReadonlySet<string> = new Set()

  /** Holds notes about frequent tables back for `gatherMs`, and then sends those that wait. */
  function startGathering(): void {
    if (isGathering) return
    isGathering = true
    after(gatherMs, () => {
      isGathering = false
      sendWaiting()
    })
  }

  function sendWaiting(): void {
    if (waiting.size === 0) return
    tablesNotes(waiting).forEach(send)
    waiting = new Set()
    startGathering()
  }

  return {
    /** Returns the notes to send with the open transaction. */
    notes(changed: ReadonlySet<string>): string[] {
      const isHeld = isGathering && changed.isSubsetOf(frequentTables)
      held = isHeld ? changed : new Set()
      if (isHeld || changed.size === 0) return []
      startGathering()
      return tablesNotes(changed)
    },
    /**
     * Call this when the transaction has ended. Notes held back are sent soon, because it may be committed
     * whatever the answer was.
     */
    ended(): void {
      waiting = waiting.union(held)
      held = new Set()
      if (!isGathering) sendWaiting()
    },
  }
}

export type TableNews = ReturnType<typeof newTableNews>

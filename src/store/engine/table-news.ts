// Notifies the other nodes which tables a commit changed. Each note wakes all nodes, so where many commits a
// second change the same tables, their notes are held back for a moment and sent as one.

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
/** Shortest interval between notes about frequent tables, in milliseconds. */
const gatherMs = 100

/**
 * Decides when to notify the other nodes of changed tables.
 * @param send sends a note outside any transaction. If this node ends while a note is held back, that note is
 * lost, but the other nodes notice that this node ended
 */
export function newTableNews(send: (note: string) => void, after: After) {
  let isGathering = false
  /** Tables that the open transaction changed, if its notes are held back. */
  let heldBack: ReadonlySet<string> = new Set()
  /** Tables that ended transactions changed, and of which no note was sent yet. */
  let unsent: ReadonlySet<string> = new Set()

  /** Starts to hold back notes about frequent tables. After `gatherMs`, one note for all of them is sent. */
  function startGathering(): void {
    if (isGathering) return
    isGathering = true
    after(gatherMs, () => {
      isGathering = false
      sendGathered()
    })
  }

  function sendGathered(): void {
    if (unsent.size === 0) return
    tablesNotes(unsent).forEach(send)
    unsent = new Set()
    startGathering()
  }

  return {
    /**
     * Returns the notes to send with the open transaction, which is about to commit. None if it changed only
     * frequent tables within `gatherMs` of the last note: these are then held back.
     */
    takeNotes(changed: ReadonlySet<string>): string[] {
      const isHeldBack = isGathering && changed.isSubsetOf(frequentTables)
      heldBack = isHeldBack ? changed : new Set()
      if (isHeldBack || changed.size === 0) return []
      startGathering()
      return tablesNotes(changed)
    },
    /**
     * Call this when the transaction has ended, even if its commit failed: the rows may have been saved
     * without an answer. Tables whose notes were held back are sent soon.
     */
    ended(): void {
      unsent = unsent.union(heldBack)
      heldBack = new Set()
      if (!isGathering) sendGathered()
    },
  }
}

export type TableNews = ReturnType<typeof newTableNews>

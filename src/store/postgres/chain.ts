// Adds the links of the record chain (chain.ts) on PostgreSQL. Each group reads the last link again, because
// another node may have added it.
import {
  auditRows,
  type ChainLink,
  chainStart,
  counts,
  hashOf,
  hasRecords,
  insertLink,
  lastRow,
  linkOf,
  postingRows,
  type RowWriter,
} from '../engine/chain.ts'
import type { Session } from './session.ts'

interface Counted {
  readonly postings: number
  readonly auditEntries: number
}

/** Returns the record chain of one group, whose transaction is open on `session`. */
export function newPostgresChain(session: Session) {
  /** The counts before the first statement of this group that adds records. */
  let before: Promise<Counted> | undefined

  async function countRows(): Promise<Counted> {
    const [row] = await session.rows(counts)
    return { postings: Number(row?.[0]), auditEntries: Number(row?.[1]) }
  }

  /**
   * Adds a link that covers all rows after the link `last`, up to and including the numbers in `to`.
   * @returns the new link; `last` when there are no such rows
   */
  async function add(last: ChainLink, to: Counted, writer: RowWriter): Promise<ChainLink> {
    const added = Math.abs(to.postings - last.postings) + Math.abs(to.auditEntries - last.auditEntries)
    if (added === 0) return last
    const foreignRows = writer === 'foreign' ? added : 0
    const [postings, auditEntries] = await Promise.all([
      session.rows(postingRows, [last.postings, to.postings]),
      session.rows(auditRows, [last.auditEntries, to.auditEntries]),
    ])
    const hash = hashOf(last.hash, foreignRows, postings, auditEntries)
    const link = { number: last.number + 1, ...to, foreignRows, hash }
    await session.rows(insertLink, [link.number, link.postings, link.auditEntries, foreignRows, hash])
    return link
  }

  return {
    /** Call this when the transaction begins again. */
    begin() {
      before = undefined
    },
    /** Call this before a statement changes the table. */
    onChange(table: string) {
      if (before || !hasRecords(table)) return
      before = countRows()
      before.catch(() => {}) // the statement fails as well
    },
    /** Returns whether this group adds records. */
    addsRecords: () => before !== undefined,
    /** Adds this group's link. Rows that something else wrote get a separate link. */
    async link(): Promise<void> {
      if (!before) return
      const [[row], countsBefore, countsNow] = await Promise.all([session.rows(lastRow), before, countRows()])
      const last = row ? linkOf(row) : chainStart
      const lastBeforeGroup = await add(last, countsBefore, 'foreign')
      await add(lastBeforeGroup, countsNow, 'kaunta')
    },
  }
}

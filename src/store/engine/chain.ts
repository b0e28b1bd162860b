// The record chain over postings and audit entries: each commit that adds some adds a link, in the same
// transaction, with a hash of the link before and of the new rows. So no row can be changed, removed or
// slipped in unnoticed. Postings are counted by their number, audit entries by their rowid (on PostgreSQL a
// trigger counts them): neither has gaps, because no row is ever deleted. On SQLite the last link is also
// kept outside the database (chain-head.ts). Decision 19 explains what the chain shows and what it cannot.
import type { Database } from 'bun:sqlite'
import { sha256 } from '../hash.ts'
import type { StatementUse } from './statement.ts'

/** The number of postings and audit entries covered by a link and all before it, and their hash. */
export interface ChainLink {
  readonly number: number
  readonly postings: number
  readonly auditEntries: number
  /** How many of its rows Kaunta did not write. */
  readonly foreignRows: number
  /** SHA-256, hex. */
  readonly hash: string
}

/** Keeps the last link outside the database. */
export interface ChainHead {
  write(link: ChainLink): void
}

/** Runs a statement on one handle and returns its rows as arrays. */
export type Rows = (text: string, values?: unknown[], use?: StatementUse) => unknown[][]

/** The state before the first link. */
export const chainStart: ChainLink = { number: 0, postings: 0, auditEntries: 0, foreignRows: 0, hash: '' }

const tables = ['posting', 'audit_entry'] as const
/** Triggers that refuse every statement that changes or removes a row. Each start creates missing ones. */
const triggers = [...tables, 'chain_link'].flatMap(table =>
  ['update', 'delete'].map(
    change =>
      `create trigger if not exists ${table}_${change} before ${change} on ${table}
       begin select raise(abort, 'rows of ${table} are never changed or removed'); end`,
  ),
)

/** Creates the triggers that keep records from being changed or removed. */
export function guardRecords(raw: Database): void {
  for (const trigger of triggers) raw.run(trigger)
}

/** The columns that the chain covers. Their order matters: another order gives another hash. */
export const postingRows = `select number, account_id, subject, reason, from_book, to_book, amount, created_at
  from posting where number > $1 and number <= $2 order by number`
export const auditRows = `select rowid, id, account_id, staff_id, till_id, key_id, kind, subject, detail, address, created_at
  from audit_entry where rowid > $1 and rowid <= $2 order by rowid`
export const linkRows = `select number, postings, audit_entries, foreign_rows, hash
  from chain_link where number > $1 order by number limit $2`
export const lastRow =
  'select number, postings, audit_entries, foreign_rows, hash from chain_link order by number desc limit 1'
export const counts =
  'select (select coalesce(max(number), 0) from posting), (select coalesce(max(rowid), 0) from audit_entry)'
/** Reads both in one statement, so that no commit comes between them. */
export const lastAndCounts = `select link.*, postings.count, entries.count
  from (select coalesce(max(number), 0) as count from posting) postings, (select coalesce(max(rowid), 0) as count from audit_entry) entries
  left join (${lastRow}) link on true`
export const insertLink = 'insert into chain_link values ($1, $2, $3, $4, $5)'

/** Returns the link in a row of `linkRows` or `lastRow`. */
export const linkOf = (row: readonly unknown[]): ChainLink => ({
  number: Number(row[0]),
  postings: Number(row[1]),
  auditEntries: Number(row[2]),
  foreignRows: Number(row[3]),
  hash: String(row[4]),
})

/** Returns the last link, or the start of an empty chain. */
export function lastLink(rows: Rows): ChainLink {
  const [row] = rows(lastRow)
  return row ? linkOf(row) : chainStart
}

/**
 * Returns the hash of a link: over the hash of the link before, and the new rows, each with its number
 * first.
 */
export const hashOf = (
  hashBefore: string,
  foreignRows: number,
  postings: readonly unknown[][],
  auditEntries: readonly unknown[][],
): string => sha256(JSON.stringify([hashBefore, foreignRows, postings, auditEntries]))

/** The highest numbers of postings and audit entries, which have no gaps. */
interface Counted {
  readonly postings: number
  readonly auditEntries: number
}

/** Returns the highest numbers of postings and audit entries in the database, which are also their counts. */
export function countRecords(rows: Rows): Counted {
  const [row] = rows(counts)
  return { postings: Number(row?.[0]), auditEntries: Number(row?.[1]) }
}

/** Who wrote the rows of a link: Kaunta, or something else. */
export type RowWriter = 'kaunta' | 'foreign'

/**
 * Adds a link that covers all rows after the link `last`, up to and including the numbers in `to`.
 * @returns the new link; `last` when there are no such rows
 */
export function addLink(rows: Rows, last: ChainLink, to: Counted, writer: RowWriter): ChainLink {
  // If something else removed rows, the numbers have gone down: removed rows count as well.
  const added = Math.abs(to.postings - last.postings) + Math.abs(to.auditEntries - last.auditEntries)
  if (added === 0) return last
  const foreignRows = writer === 'foreign' ? added : 0
  const hash = hashOf(
    last.hash,
    foreignRows,
    rows(postingRows, [last.postings, to.postings]),
    rows(auditRows, [last.auditEntries, to.auditEntries]),
  )
  const link = { number: last.number + 1, ...to, foreignRows, hash }
  rows(insertLink, [link.number, link.postings, link.auditEntries, foreignRows, hash])
  return link
}

/** Returns whether the record chain covers a table, whose rows are never changed or removed. */
export const hasRecords = (table: string): boolean => tables.some(recordTable => recordTable === table)

/**
 * Returns the record chain of the writing handle. It adds one link for each group that adds postings or audit
 * entries. A group is one transaction with the writes of several callers.
 * @param head receives each link after its commit
 */
export function newRecordChain(rows: Rows, head?: ChainHead) {
  /** The last committed link; read when it is first needed. */
  let last: ChainLink | undefined
  /** The link of this group, which the database has not committed yet. */
  let next: ChainLink | undefined
  /** The counts before the first statement of this group that adds records. */
  let before: Counted | undefined
  return {
    /** Call this before the first body of a group. */
    begin() {
      before = undefined
      next = undefined
    },
    /** Call this before a statement changes the table. */
    onChange(table: string) {
      if (!before && hasRecords(table)) before = countRecords(rows)
    },
    /** Adds this group's link. Rows that something else wrote before the group get a separate link. */
    link() {
      if (!before) return
      last ??= lastLink(rows)
      const lastBeforeGroup = addLink(rows, last, before, 'foreign')
      next = addLink(rows, lastBeforeGroup, countRecords(rows), 'kaunta')
    },
    /** Call this after the commit of a group: the head gets its link. */
    committed() {
      if (!next || next === last) return
      last = next
      head?.write(last)
    },
  }
}

// Checks the record chain: the head against the links when a folder is opened, and links against their rows.
// A start checks the last ones; the nightly check and `kaunta doctor` check all of them.
import type { Database } from 'bun:sqlite'
import { statementCache } from '../sqlite/prepared.ts'
import {
  addLink,
  auditRows,
  type ChainLink,
  chainStart,
  countRecords,
  hashOf,
  lastAndCounts,
  lastLink,
  linkOf,
  linkRows,
  postingRows,
  type Rows,
} from './chain.ts'
import {
  type Head,
  type HeadWriter,
  type Later,
  openHead,
  readHead,
  syncFolder,
  writeHead,
} from './chain-head.ts'
import type { Read } from './statement.ts'

/** A start checks at most these links and rows, which takes some milliseconds. */
const startLinks = 200
const startRows = 2_000
/** Most links and rows checked at a time, so that a full check delays no sale. */
const pieceLinks = 100
const pieceRows = 500
/** Most problems reported: a rewritten file would only repeat them. */
export const problemsMax = 20
/**
 * Setting with the problems that a start found; they go into the audit log once the server runs
 * (record-problem.ts).
 */
export const problemsSetting = 'record_problems'

/** Returns a link as a problem names it. */
const linkText = ({ number, postings, auditEntries }: ChainLink) =>
  `link ${number} (postings up to ${postings}, audit entries up to ${auditEntries})`

/** Returns how many postings and audit entries the chain covers up to and including a link. */
const rowsUpTo = (link: ChainLink) => link.postings + link.auditEntries

/**
 * Compares the head file with the links in the database.
 * @param hashAt returns the hash of the stored link with this number
 * @returns a sentence with the problem; undefined when they agree
 */
function headProblem(head: Head, last: ChainLink, hashAt: (number: number) => string): string | undefined {
  if (typeof head === 'string')
    return last.number === 0 ? undefined : `the file chain.head was ${head} at link ${last.number}`
  if (head.number > last.number)
    return `the last postings or audit entries are gone: the database ends at link ${last.number}, and link ${head.number} had been written`
  return hashAt(head.number) === head.hash
    ? undefined
    : `postings or audit entries up to link ${head.number} are not those that Kaunta wrote`
}

/** Returns the sentence for rows after the last link, which no commit of Kaunta leaves behind. */
const unlinkedRowsProblem = (last: ChainLink) =>
  `postings or audit entries after ${linkText(last)} were added or removed by something else than Kaunta`

/** Returns a list with the problem of rows after the last link; empty when there are none. */
async function findUnlinkedRows(read: Read): Promise<string[]> {
  const [row] = await read.rows(lastAndCounts)
  if (!row) return []
  const hasLink = row[0] !== null
  const last = hasLink ? linkOf(row) : chainStart
  const [postings, auditEntries] = row.slice(5)
  const isCovered = postings === last.postings && auditEntries === last.auditEntries
  return isCovered ? [] : [unlinkedRowsProblem(last)]
}

/**
 * Checks that a link continues the link before and that its hash fits its rows.
 * @param rows takes the rows of this link, so links must be checked in order
 * @returns a sentence with the problem; undefined when there is none
 */
function linkProblem(before: ChainLink, link: ChainLink, rows: RowTakers): string | undefined {
  const postings = rows.postings(link.postings)
  const auditEntries = rows.auditEntries(link.auditEntries)
  if (link.number !== before.number + 1)
    return `the links of the record chain from ${before.number + 1} to ${link.number - 1} are gone`
  if (link.foreignRows !== 0)
    return `postings or audit entries of ${linkText(link)} were added or removed by something else than Kaunta`
  const hash = hashOf(before.hash, link.foreignRows, postings, auditEntries)
  return hash === link.hash
    ? undefined
    : `postings or audit entries of ${linkText(link)} were changed: their hash is now ${hash.slice(0, 8)}`
}

/** Returns a list of the problem, or an empty list when there is none. */
const listOfProblem = (problem: string | undefined) => (problem === undefined ? [] : [problem])

interface RowTakers {
  /** Takes the next rows, up to and including this number. */
  postings(last: number): unknown[][]
  auditEntries(last: number): unknown[][]
}

/**
 * Returns a function that takes the next rows up to and including a number. Each call goes on where the last
 * one ended.
 * @param rows sorted by their number, which is in the first column
 */
function newRowTaker(rows: readonly unknown[][]) {
  let position = 0
  return (last: number) => {
    const from = position
    while (position < rows.length && Number(rows[position]?.[0]) <= last) position++
    return rows.slice(from, position)
  }
}

/** Returns the first links that together cover at most `pieceRows` rows, and at least one link. */
function pieceOf(before: ChainLink, links: readonly ChainLink[]): readonly ChainLink[] {
  const firstOver = links.findIndex(link => rowsUpTo(link) - rowsUpTo(before) > pieceRows)
  return firstOver < 0 ? links : links.slice(0, Math.max(1, firstOver))
}

/** Returns the row numbers that `links` cover: above the first value, up to and including the second. */
const rangeOf = (before: ChainLink, links: readonly ChainLink[]) => {
  const last = links.at(-1) ?? before
  return {
    postings: [before.postings, last.postings],
    auditEntries: [before.auditEntries, last.auditEntries],
  }
}

/**
 * Checks links that follow `before` against the rows that they cover.
 * @returns a sentence for each problem
 */
function problemsIn(
  before: ChainLink,
  links: readonly ChainLink[],
  postings: readonly unknown[][],
  auditEntries: readonly unknown[][],
): string[] {
  const takers = { postings: newRowTaker(postings), auditEntries: newRowTaker(auditEntries) }
  return links.flatMap((link, index) => linkProblem(links[index - 1] ?? before, link, takers) ?? [])
}

/**
 * Returns the newest links, at most `startLinks` that cover at most `startRows` rows, and the link
 * before them.
 * @param last the last link of the chain
 */
function newestLinks(rows: Rows, last: ChainLink): { before: ChainLink; links: ChainLink[] } {
  const all = rows(linkRows, [Math.max(0, last.number - startLinks - 1), startLinks + 1]).map(linkOf)
  const firstChecked = all.findIndex(link => rowsUpTo(last) - rowsUpTo(link) <= startRows)
  const before = firstChecked > 0 ? all[firstChecked - 1] : undefined
  if (before) return { before, links: all.slice(firstChecked) }
  // `all` has one link more than is checked, unless the chain is too short for that.
  return last.number <= startLinks
    ? { before: chainStart, links: all }
    : { before: all[0] ?? chainStart, links: all.slice(1) }
}

/**
 * Compares an opened folder with its head, checks its newest links, and adds a separate link for rows that
 * something else added while Kaunta was off. Problems are stored in a setting before the head is written.
 * @param later as in `openHead`
 */
export function openChain(raw: Database, folder: string, later: Later | undefined): HeadWriter {
  const { rows, finalize } = statementCache(raw)
  try {
    return openHead(folder, checkAtStart(rows, folder), later)
  } finally {
    finalize()
  }
}

/**
 * Checks a folder at its start, and adds a link for rows that something else added. Writes the head file if
 * it does not fit.
 * @returns the link that the head must hold
 */
function checkAtStart(rows: Rows, folder: string): ChainLink {
  const head = readHead(folder)
  const last = lastLink(rows)
  const hashAt = (number: number) =>
    number === 0 ? '' : String(rows('select hash from chain_link where number = ?', [number])[0]?.[0])
  const { before, links } = newestLinks(rows, last)
  const range = rangeOf(before, links)
  const problems = [
    ...listOfProblem(headProblem(head, last, hashAt)),
    ...problemsIn(before, links, rows(postingRows, range.postings), rows(auditRows, range.auditEntries)),
  ]
  const counted = countRecords(rows)
  const isForeign = counted.postings !== last.postings || counted.auditEntries !== last.auditEntries
  if (isForeign) problems.push(unlinkedRowsProblem(last))
  rows('begin immediate', [], 'once')
  const next = isForeign ? addLink(rows, last, counted, 'foreign') : last
  storeProblems(rows, problems)
  rows('commit', [], 'once')
  if (typeof head === 'string' || headProblem(head, next, hashAt)) writeHead(folder, next)
  if (head === 'missing') syncFolder(folder)
  return next
}

/** Adds problems to a setting: once the server runs, it puts them into the audit log. */
function storeProblems(rows: Rows, problems: readonly string[]): void {
  if (problems.length === 0) return
  const storedProblems = parseProblems(
    rows('select value from setting where name = ?', [problemsSetting])[0]?.[0],
  )
  rows(
    'insert into setting (name, value) values (?, ?) on conflict (name) do update set value = excluded.value',
    [problemsSetting, JSON.stringify([...new Set([...storedProblems, ...problems])].slice(0, problemsMax))],
  )
}

/** Returns the problems in the setting of a start; none if it cannot be parsed. */
export function parseProblems(setting: unknown): string[] {
  try {
    const list: unknown = JSON.parse(String(setting ?? '[]'))
    return Array.isArray(list) ? list.map(String) : []
  } catch {
    return []
  }
}

/**
 * Checks all links against all rows, in pieces, and the head file against the links.
 * @param head must be read before this call, so that it is not ahead of the links; undefined if no file
 * exists
 * @param pause called between two pieces, so that the check delays no sale
 * @returns a sentence for each problem, at most `problemsMax`
 */
export async function chainProblems(
  read: Read,
  head: Head | undefined,
  pause: () => Promise<void>,
): Promise<string[]> {
  const problems: string[] = []
  let before = chainStart
  /** Hash of the stored link that has the head's number. */
  let headHash = ''
  for (;;) {
    const rows = await read.rows(linkRows, [before.number, pieceLinks])
    const links = pieceOf(before, rows.map(linkOf))
    if (links.length === 0) break
    const range = rangeOf(before, links)
    const postings = await read.rows(postingRows, range.postings)
    const auditEntries = await read.rows(auditRows, range.auditEntries)
    problems.push(...problemsIn(before, links, postings, auditEntries))
    if (typeof head === 'object') headHash = links.find(link => link.number === head.number)?.hash ?? headHash
    before = links.at(-1) ?? before
    if (problems.length >= problemsMax) break
    await pause()
  }
  problems.push(...(await findUnlinkedRows(read)))
  if (head !== undefined && problems.length < problemsMax)
    problems.push(...listOfProblem(headProblem(head, before, () => headHash)))
  return problems.slice(0, problemsMax)
}

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

/** Returns the problem between the head and the links; undefined when they agree. */
function headProblem(head: Head, last: ChainLink, hashAt: (number: number) => string): string | undefined {
  if (typeof head === 'string')
    return last.number === 0 ? undefined : `the file chain.head was ${head} at link ${last.number}`
  if (head.number > last.number)
    return `the last postings or audit entries are gone: the database ends at link ${last.number}, and link ${head.number} had been written`
  return hashAt(head.number) === head.hash
    ? undefined
    : `postings or audit entries up to link ${head.number} are not those that Kaunta wrote`
}

/** Returns the problem that rows after the last link were not written by a commit of Kaunta. */
const unlinkedRowsProblem = (last: ChainLink) =>
  `postings or audit entries after ${linkText(last)} were added or removed by something else than Kaunta`

/** Returns the problem of rows without a link, which no commit of Kaunta leaves behind. */
async function findUnlinkedRows(read: Read): Promise<string[]> {
  const [row] = await read.rows(lastAndCounts)
  const last = row?.[0] === null || !row ? chainStart : linkOf(row)
  return row && (row[5] !== last.postings || row[6] !== last.auditEntries) ? [unlinkedRowsProblem(last)] : []
}

/**
 * Checks that a link fits the one before and its rows.
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

/** Returns a function that takes rows in the order of their numbers, each call after the last one. */
function newTaker(rows: readonly unknown[][]) {
  let position = 0
  return (last: number) => {
    const from = position
    while (position < rows.length && Number(rows[position]?.[0]) <= last) position++
    return rows.slice(from, position)
  }
}

/** Returns the first links that together cover at most `pieceRows` rows, and at least one link. */
function pieceOf(before: ChainLink, links: readonly ChainLink[]): readonly ChainLink[] {
  const rowsUpTo = (link: ChainLink) => link.postings + link.auditEntries
  const firstOver = links.findIndex(link => rowsUpTo(link) - rowsUpTo(before) > pieceRows)
  return firstOver < 0 ? links : links.slice(0, Math.max(1, firstOver))
}

/** Returns the ranges of the rows that `links` cover after `before`. */
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
  const takers = { postings: newTaker(postings), auditEntries: newTaker(auditEntries) }
  return links.flatMap((link, index) => linkProblem(links[index - 1] ?? before, link, takers) ?? [])
}

/** Returns the newest links that a start checks (`startLinks`, `startRows`), and the link before them. */
function newestLinks(rows: Rows, last: ChainLink): { before: ChainLink; links: ChainLink[] } {
  const all = rows(linkRows, [Math.max(0, last.number - startLinks - 1), startLinks + 1]).map(linkOf)
  const rowsUpTo = (link: ChainLink) => link.postings + link.auditEntries
  const first = all.findIndex(link => rowsUpTo(last) - rowsUpTo(link) <= startRows)
  const before = first > 0 ? all[first - 1] : undefined
  if (before) return { before, links: all.slice(first) }
  // `all` has one link more than is checked, unless the chain is too short for that.
  return last.number <= startLinks
    ? { before: chainStart, links: all }
    : { before: all[0] ?? chainStart, links: all.slice(1) }
}

/**
 * Compares an opened folder with its head, checks its newest links, and adds a separate link for rows that
 * something else added while Kaunta was off. Problems are kept in a setting before the head moves on.
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
  keepProblems(rows, problems)
  rows('commit', [], 'once')
  if (typeof head === 'string' || headProblem(head, next, hashAt)) writeHead(folder, next)
  if (head === 'missing') syncFolder(folder)
  return next
}

/** Keeps problems until the server runs and can put them into the audit log. */
function keepProblems(rows: Rows, problems: readonly string[]): void {
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
 * Checks all links against all rows, in pieces.
 * @param head read before the links, so that they are not behind it; undefined if there is no file
 * @param rest called between two pieces, so that the check delays no sale
 * @returns a sentence for each problem, at most `problemsMax`
 */
export async function chainProblems(
  read: Read,
  head: Head | undefined,
  rest: () => Promise<void>,
): Promise<string[]> {
  const problems: string[] = []
  let before = chainStart
  let headHash = ''
  for (;;) {
    const links = pieceOf(before, (await read.rows(linkRows, [before.number, pieceLinks])).map(linkOf))
    if (links.length === 0) break
    const range = rangeOf(before, links)
    const postings = await read.rows(postingRows, range.postings)
    problems.push(...problemsIn(before, links, postings, await read.rows(auditRows, range.auditEntries)))
    if (typeof head === 'object') headHash = links.find(link => link.number === head.number)?.hash ?? headHash
    before = links.at(-1) ?? before
    if (problems.length >= problemsMax) break
    await rest()
  }
  problems.push(...(await findUnlinkedRows(read)))
  if (head !== undefined && problems.length < problemsMax)
    problems.push(...listOfProblem(headProblem(head, before, () => headHash)))
  return problems.slice(0, problemsMax)
}

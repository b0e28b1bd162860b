// Checks the record chain: the head against the links when a folder is opened, and links against their rows,
// the last ones at each start and all of them by the nightly check and `kaunta doctor`.
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

/** At a start the links of the last rows are checked, which takes some milliseconds. */
const startLinks = 200
const startRows = 2_000
/** As many links at a time, and rows, so that a check of all delays no sale. */
const pieceLinks = 100
const pieceRows = 500
/** A file that was rewritten as a whole has no more to say. */
export const problemsMost = 20
/** The setting with what a start found: it is put into the audit log once the server runs (record-problem.ts). */
export const problemsSetting = 'record_problems'

const covered = ({ number, postings, auditEntries }: ChainLink) =>
  `link ${number} (postings up to ${postings}, audit entries up to ${auditEntries})`

/** What is wrong between the head and the links; undefined when they agree. */
function headProblem(head: Head, last: ChainLink, hashAt: (number: number) => string): string | undefined {
  if (typeof head === 'string')
    return last.number === 0 ? undefined : `the file chain.head was ${head} at link ${last.number}`
  if (head.number > last.number)
    return `the last postings or audit entries are gone: the database ends at link ${last.number}, and link ${head.number} had been written`
  return hashAt(head.number) === head.hash
    ? undefined
    : `postings or audit entries up to link ${head.number} are not those that Kaunta wrote`
}

const unlinked = (last: ChainLink) =>
  `postings or audit entries after ${covered(last)} were added or removed by something else than Kaunta`

/** Rows without a link, which no commit of Kaunta leaves behind. */
async function unlinkedProblems(read: Read): Promise<string[]> {
  const [row] = await read.rows(lastAndCounts, [], true)
  const last = row?.[0] === null || !row ? chainStart : linkOf(row)
  return row && (row[5] !== last.postings || row[6] !== last.auditEntries) ? [unlinked(last)] : []
}

/** Whether one link fits the one before and its rows. @returns the problem in words */
function linkProblem(before: ChainLink, link: ChainLink, rows: Pieces): string | undefined {
  const postings = rows.postings(link.postings)
  const auditEntries = rows.auditEntries(link.auditEntries)
  if (link.number !== before.number + 1)
    return `the links of the record chain from ${before.number + 1} to ${link.number - 1} are gone`
  if (link.foreignRows !== 0)
    return `postings or audit entries of ${covered(link)} were added or removed by something else than Kaunta`
  const hash = hashOf(before.hash, link.foreignRows, postings, auditEntries)
  return hash === link.hash
    ? undefined
    : `postings or audit entries of ${covered(link)} were changed: their hash is now ${hash.slice(0, 8)}`
}

const listed = (problem: string | undefined) => (problem === undefined ? [] : [problem])

interface Pieces {
  /** The rows that follow those taken before, up to and with this number. */
  postings(last: number): unknown[][]
  auditEntries(last: number): unknown[][]
}

/** Hands rows out in the order of their number. */
function taker(rows: readonly unknown[][]) {
  let at = 0
  return (last: number) => {
    const from = at
    while (at < rows.length && Number(rows[at]?.[0]) <= last) at++
    return rows.slice(from, at)
  }
}

/** Those of `links` that cover so many rows together, and at least one. */
function pieceOf(before: ChainLink, links: readonly ChainLink[]): readonly ChainLink[] {
  const size = (link: ChainLink) => link.postings + link.auditEntries
  const most = links.findIndex(link => size(link) - size(before) > pieceRows)
  return most < 0 ? links : links.slice(0, Math.max(1, most))
}

/** The rows of `links`, which follow `before`, as two queries. */
const rangeOf = (before: ChainLink, links: readonly ChainLink[]) => {
  const last = links.at(-1) ?? before
  return {
    postings: [before.postings, last.postings],
    auditEntries: [before.auditEntries, last.auditEntries],
  }
}

function problemsIn(
  before: ChainLink,
  links: readonly ChainLink[],
  postings: readonly unknown[][],
  auditEntries: readonly unknown[][],
): string[] {
  const pieces = { postings: taker(postings), auditEntries: taker(auditEntries) }
  return links.flatMap((link, index) => linkProblem(links[index - 1] ?? before, link, pieces) ?? [])
}

/** The links of the last rows, and the one before them. */
function newestLinks(rows: Rows, last: ChainLink): { before: ChainLink; links: ChainLink[] } {
  const all = rows(linkRows, [Math.max(0, last.number - startLinks - 1), startLinks + 1], true).map(linkOf)
  const size = (link: ChainLink) => link.postings + link.auditEntries
  const first = all.findIndex(link => size(last) - size(link) <= startRows)
  const before = first > 0 ? all[first - 1] : undefined
  if (before) return { before, links: all.slice(first) }
  return last.number <= startLinks
    ? { before: chainStart, links: all }
    : { before: all[0] ?? chainStart, links: all.slice(1) }
}

/**
 * Compares a folder that is opened with its head, checks its newest links, and gives rows that something else
 * added while Kaunta was off a link of their own. Problems are kept in a setting before the head moves on.
 * @param later as of `openHead`
 */
export function openChain(raw: Database, folder: string, later: Later | undefined): HeadWriter {
  const { rows, finalize } = statementCache(raw)
  try {
    return openHead(folder, bringHead(rows, folder), later)
  } finally {
    finalize()
  }
}

/** @returns the link that the head must say */
function bringHead(rows: Rows, folder: string): ChainLink {
  const head = readHead(folder)
  const last = lastLink(rows)
  const hashAt = (number: number) =>
    number === 0 ? '' : String(rows('select hash from chain_link where number = ?', [number], true)[0]?.[0])
  const { before, links } = newestLinks(rows, last)
  const range = rangeOf(before, links)
  const problems = [
    ...listed(headProblem(head, last, hashAt)),
    ...problemsIn(
      before,
      links,
      rows(postingRows, range.postings, true),
      rows(auditRows, range.auditEntries, true),
    ),
  ]
  const counted = countRecords(rows)
  const isForeign = counted.postings !== last.postings || counted.auditEntries !== last.auditEntries
  if (isForeign) problems.push(unlinked(last))
  rows('begin immediate', [], false)
  const next = isForeign ? addLink(rows, last, counted, true) : last
  keepProblems(rows, problems)
  rows('commit', [], false)
  if (typeof head === 'string' || headProblem(head, next, hashAt)) writeHead(folder, next)
  if (head === 'missing') syncFolder(folder)
  return next
}

/** Until the server runs, and can put them into the audit log. */
function keepProblems(rows: Rows, problems: readonly string[]): void {
  if (problems.length === 0) return
  const kept = listIn(rows('select value from setting where name = ?', [problemsSetting], true)[0]?.[0])
  rows(
    'insert into setting (name, value) values (?, ?) on conflict (name) do update set value = excluded.value',
    [problemsSetting, JSON.stringify([...new Set([...kept, ...problems])].slice(0, problemsMost))],
    true,
  )
}

/** The setting with what a start found. Something else may have written it. */
export function listIn(setting: unknown): string[] {
  try {
    const list: unknown = JSON.parse(String(setting ?? '[]'))
    return Array.isArray(list) ? list.map(String) : []
  } catch {
    return []
  }
}

/**
 * Checks all links against all rows, in pieces. @param head read before, so that the links are not behind it
 * @param rest called between two pieces
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
    const links = pieceOf(before, (await read.rows(linkRows, [before.number, pieceLinks], true)).map(linkOf))
    if (links.length === 0) break
    const range = rangeOf(before, links)
    const postings = await read.rows(postingRows, range.postings, true)
    problems.push(
      ...problemsIn(before, links, postings, await read.rows(auditRows, range.auditEntries, true)),
    )
    if (typeof head === 'object') headHash = links.find(link => link.number === head.number)?.hash ?? headHash
    before = links.at(-1) ?? before
    if (problems.length >= problemsMost) break
    await rest()
  }
  problems.push(...(await unlinkedProblems(read)))
  if (head !== undefined && problems.length < problemsMost)
    problems.push(...listed(headProblem(head, before, () => headHash)))
  return problems.slice(0, problemsMost)
}

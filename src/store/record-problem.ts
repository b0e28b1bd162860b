// Problems of the records, and which of them are listed. Finding and accepting a problem are each an entry of
// the audit log, which the record chain covers: silencing the alarm in the file breaks the chain.
import { type CarriedHead, findCarriedHeadProblems } from './backup/carried-head.ts'
import { chainProblems, parseProblems, problemsMax, problemsSetting } from './engine/chain-check.ts'
import type { Head } from './engine/chain-head.ts'
import type { Read } from './engine/statement.ts'
import { rightProblems } from './right-check.ts'
import { rowProblems } from './row-check.ts'

/** Subject of the audit entries about problems. */
export const recordsSubject = 'records'

const entries = `select rowid, kind, detail from audit_entry where subject = '${recordsSubject}' order by id`
const lastNumber = 'select coalesce(max(number), 0) from chain_link'
const linkAt = 'select audit_entries, foreign_rows from chain_link where number = $1'
const setting = 'select value from setting where name = $1'

export interface Facts {
  /**
   * Head of the record chain, read before the links so that they are not behind it; undefined without a
   * file.
   */
  readonly head: Head | undefined
  /** Head of the record chain in the second place; undefined if there is none. */
  readonly carried: CarriedHead | undefined
  /** Called between two pieces, so that a check delays no sale. */
  readonly rest: () => Promise<void>
}

/**
 * Checks postings and audit entries against their chain, and the other rows against both.
 * @returns a sentence for each problem, at most `problemsMax`
 */
export async function foundProblems(read: Read, { head, carried, rest }: Facts): Promise<string[]> {
  const problems = [
    ...(await chainProblems(read, head, rest)),
    ...(carried ? await findCarriedHeadProblems(read, carried) : []),
    ...(await rightProblems(read)),
    ...(await rowProblems(read, rest)),
  ]
  return problems.slice(0, problemsMax)
}

/** Parses JSON that something else than Kaunta may have written; undefined if it is not JSON. */
function parseOrUndefined(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}

/** Returns problems that a start found and that are not in the audit log yet. */
export const problemsOfStart = async (read: Read): Promise<string[]> =>
  parseProblems((await read.rows(setting, [problemsSetting]))[0]?.[0])

/** Returns whether Kaunta wrote an audit entry: the link that covers it has no foreign rows. */
async function isOwnEntry(read: Read, rowid: number): Promise<boolean> {
  const findLink = async (number: number) => (await read.rows(linkAt, [number]))[0]
  // Binary search for the first link that covers at least this many entries.
  let [low, high] = [1, Number((await read.rows(lastNumber))[0]?.[0])]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (Number((await findLink(middle))?.[0] ?? 0) >= rowid) high = middle
    else low = middle + 1
  }
  const link = await findLink(low)
  return link !== undefined && Number(link[0]) >= rowid && Number(link[1]) === 0
}

interface ListedProblems {
  readonly open: Set<string>
  readonly accepted: Set<string>
}

/** Reads the problems in the audit log, in the order in which they were found and accepted. */
async function listProblems(read: Read): Promise<ListedProblems> {
  const [open, accepted] = [new Set<string>(), new Set<string>()]
  const rows = (await read.rows(entries)).sort(([first], [second]) => Number(first) - Number(second))
  for (const [rowid, kind, detail] of rows) {
    const problem = (parseOrUndefined(detail) as { readonly problem?: unknown } | undefined)?.problem
    if (typeof problem !== 'string') continue
    if (kind === 'records.changed') open.add(problem)
    else if (kind === 'records.accepted' && (await isOwnEntry(read, Number(rowid)))) {
      open.delete(problem)
      accepted.add(problem)
    }
  }
  return { open, accepted }
}

/** Returns the problems that a person has accepted. */
export const listAcceptedProblems = async (read: Read): Promise<ReadonlySet<string>> =>
  (await listProblems(read)).accepted

/** Returns a sentence for each problem that was found and not accepted. */
export async function openProblems(read: Read): Promise<string[]> {
  const { open } = await listProblems(read)
  return [...new Set([...(await problemsOfStart(read)), ...open])]
}

/** Returns the found problems that the list lacks and no person has accepted, as many as it has room for. */
export async function newProblems(read: Read, found: readonly string[]): Promise<string[]> {
  if (found.length === 0) return []
  const { open, accepted } = await listProblems(read)
  return [...new Set(found)]
    .filter(problem => !open.has(problem) && !accepted.has(problem))
    .slice(0, Math.max(0, problemsMax - open.size))
}

/** Returns all problems that a check shows: those listed, and those it found. */
export async function shownProblems(read: Read, found: readonly string[]): Promise<string[]> {
  const { open, accepted } = await listProblems(read)
  const all = new Set([...(await problemsOfStart(read)), ...open])
  for (const problem of found) if (!accepted.has(problem)) all.add(problem)
  return [...all].slice(0, problemsMax)
}

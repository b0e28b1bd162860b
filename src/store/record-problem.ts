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
   * Head of the record chain, read before the links so that the links are not behind; undefined without a
   * file.
   */
  readonly head: Head | undefined
  /** Head of the record chain in the second place; undefined if there is none. */
  readonly carried: CarriedHead | undefined
  /** Called between two pieces, so that a check delays no sale. */
  readonly rest: () => Promise<void>
}

/**
 * Checks postings and audit entries against the record chain, and other rows against these two.
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

/** Returns problems that a start of the server found and that are not in the audit log yet. */
export async function problemsOfStart(read: Read): Promise<string[]> {
  const [settingRow] = await read.rows(setting, [problemsSetting])
  return parseProblems(settingRow?.[0])
}

/**
 * Returns whether Kaunta itself wrote an audit entry: the link of the record chain that covers the entry has
 * no foreign rows, which something else wrote.
 * @param rowid the position of the entry among all entries, from 1
 */
async function isOwnEntry(read: Read, rowid: number): Promise<boolean> {
  const findLink = async (number: number) => (await read.rows(linkAt, [number]))[0]
  const [lastLink] = await read.rows(lastNumber)
  // Binary search for the first link that covers at least this many entries.
  let low = 1
  let high = Number(lastLink?.[0])
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const coveredEntries = Number((await findLink(middle))?.[0] ?? 0)
    if (coveredEntries >= rowid) high = middle
    else low = middle + 1
  }
  const link = await findLink(low)
  if (link === undefined) return false
  const [coveredEntries, foreignRows] = link
  return Number(coveredEntries) >= rowid && Number(foreignRows) === 0
}

/** Problems in the audit log: `open` ones were found and not accepted since. */
interface ListedProblems {
  readonly open: Set<string>
  readonly accepted: Set<string>
}

/**
 * Reads from the audit log, in its order, which problems were found and which a person has accepted. An
 * acceptance counts only if Kaunta wrote its entry, because it could also be forged in the file.
 */
async function listProblems(read: Read): Promise<ListedProblems> {
  const open = new Set<string>()
  const accepted = new Set<string>()
  const rows = (await read.rows(entries)).sort(([first], [second]) => Number(first) - Number(second))
  for (const [rowid, kind, detail] of rows) {
    const details = parseOrUndefined(detail) as { readonly problem?: unknown } | undefined
    const problem = details?.problem
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

/** Returns a sentence for each problem that a start or a check found and no person has accepted. */
export async function openProblems(read: Read): Promise<string[]> {
  const { open } = await listProblems(read)
  return [...new Set([...(await problemsOfStart(read)), ...open])]
}

/** Returns the found problems that are neither open nor accepted, up to `problemsMax` with the open ones. */
export async function newProblems(read: Read, found: readonly string[]): Promise<string[]> {
  if (found.length === 0) return []
  const { open, accepted } = await listProblems(read)
  const unlisted = [...new Set(found)].filter(problem => !open.has(problem) && !accepted.has(problem))
  const room = Math.max(0, problemsMax - open.size)
  return unlisted.slice(0, room)
}

/**
 * Returns all problems to show after a check, at most `problemsMax`: those that were open before, and those
 * that the check found and no person has accepted.
 */
export async function shownProblems(read: Read, found: readonly string[]): Promise<string[]> {
  const { open, accepted } = await listProblems(read)
  const all = new Set([...(await problemsOfStart(read)), ...open])
  for (const problem of found) if (!accepted.has(problem)) all.add(problem)
  return [...all].slice(0, problemsMax)
}

// Checks that the records still have the last link of their chain that was copied to the second place.
// Otherwise records were lost or replaced.
import type { HeadLink } from '../engine/chain-head.ts'
import type { Read } from '../engine/statement.ts'

/** The last link in the second place, and when it was copied there (milliseconds since 1970). */
export interface CarriedHead extends HeadLink {
  readonly at: number
}

const linkHash = 'select hash from chain_link where number = $1'
const lastRestore = `select max(created_at) from audit_entry
  where account_id in (select id from account) and kind = 'data.restored'`

/** Returns whether the record chain has a link with this number and hash. */
export async function hasLink(read: Read, { number, hash }: HeadLink): Promise<boolean> {
  const [row] = await read.rows(linkHash, [number])
  return row?.[0] === hash
}

/**
 * Checks whether the record chain lacks the link that was copied to the second place. A restore made after
 * that copy explains the loss, and was reported at the time. A person accepts a problem by its text, so the
 * text contains nothing that changes as the chain grows.
 * @returns a list with one sentence; empty if there is no problem
 */
export async function findCarriedHeadProblems(read: Read, carried: CarriedHead): Promise<string[]> {
  if (await hasLink(read, carried)) return []
  const [row] = await read.rows(lastRestore)
  const lastRestoredAt = Number(row?.[0] ?? 0)
  if (lastRestoredAt >= carried.at) return []
  const { number, hash } = carried
  return [
    `the records lack link ${number} (${hash.slice(0, 8)}), which was copied to the second place: an older back-up was put over this folder, the records were created again, or the place belongs to another shop`,
  ]
}

// The last link of the record chain that was carried to the second place, compared with the records.
import type { HeadLink } from '../engine/chain-head.ts'
import type { Read } from '../engine/statement.ts'

/** A link, and when everything up to it was in the second place, in milliseconds. */
export interface CarriedHead extends HeadLink {
  readonly at: number
}

const linkHash = 'select hash from chain_link where number = $1'
const lastRestore = `select max(created_at) from audit_entry
  where account_id in (select id from account) and kind = 'data.restored'`

export const hasLink = async (read: Read, { number, hash }: HeadLink): Promise<boolean> =>
  (await read.rows(linkHash, [number], true))[0]?.[0] === hash

/**
 * Returns the problem if the records lack the link that was carried. A restore itself reports what it left
 * out. The text does not change when links are added, so one acceptance is enough.
 */
export async function carriedProblems(read: Read, carried: CarriedHead): Promise<string[]> {
  if (await hasLink(read, carried)) return []
  const restoredAt = Number((await read.rows(lastRestore, [], true))[0]?.[0] ?? 0)
  if (restoredAt >= carried.at) return []
  const { number, hash } = carried
  return [
    `the records do not have link ${number} (${hash.slice(0, 8)}), which had been carried to the second place: an older back-up was put over this folder, records were made anew, or the place is another shop’s`,
  ]
}

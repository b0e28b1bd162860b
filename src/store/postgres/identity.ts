// Detects whether the database is the one of the last start, or one that a dump was restored into, which
// lacks what was paid, sent and ended since. A dump never contains a server's identifier or the numbers of
// its databases and tables. A copy of all files of the server contains them, so it is not noticed.
import { staffSchema } from './migration.ts'
import type { Session } from './session.ts'

const currentIdentity = `(select system_identifier from pg_control_system())::text || ' ' ||
  (select oid from pg_database where datname = current_database())::text || ' ' || 'home'::regclass::oid::text`

/** Tables whose rows keep people logged in. */
const accessTables = ['session', 'verification', 'jwks']

/**
 * Compares the identity of the database with the recorded identity. At the first start, and for a database
 * without a shop, records the current identity instead: such a database does not count as restored.
 * @returns whether a dump was restored into this database
 */
export async function detectRestore(session: Session): Promise<boolean> {
  await session.rows('create table if not exists home (identity text not null)')
  const [row] = await session.rows(
    `select identity, ${currentIdentity}, (select count(*) from account) from (select 1) as one left join home on true`,
  )
  const [recorded, current, accounts] = row ?? []
  if (recorded === current) return false
  const isRestored = recorded !== null && Number(accounts) > 0
  if (!isRestored) await recordIdentity(session)
  return isRestored
}

/** Records the current identity of the database. */
export async function recordIdentity(session: Session): Promise<void> {
  await session.rows('begin')
  await session.rows('delete from home')
  await session.rows(`insert into home values (${currentIdentity})`)
  await session.commit()
}

/** Ends every login, unfinished sign-in and token: some may have ended since the dump was made. */
export async function endAllAccess(session: Session): Promise<void> {
  for (const table of accessTables) await session.rows(`delete from ${staffSchema}.${table}`)
}

// Detects whether the database is the one of the last start, or one that a dump was restored into, which
// lacks what was paid, sent and ended since. A dump never contains a server's identifier or the numbers of
// its databases and tables. A copy of all files of the server contains them, so it is not noticed.
import { staffSchema } from './migration.ts'
import type { Session } from './session.ts'

const present = `(select system_identifier from pg_control_system())::text || ' ' ||
  (select oid from pg_database where datname = current_database())::text || ' ' || 'home'::regclass::oid::text`

/** Tables whose rows keep people logged in. */
const accessTables = ['session', 'verification', 'jwks']

/**
 * Records the identity at the first start. @returns whether the identity differs from the recorded one. A
 * database without a shop does not count as restored, wherever it came from.
 */
export async function isRestored(session: Session): Promise<boolean> {
  await session.rows('create table if not exists home (identity text not null)')
  const [row] = await session.rows(
    `select identity, ${present}, (select count(*) from account) from (select 1) as one left join home on true`,
  )
  const [noted, found, accounts] = row ?? []
  if (noted === found) return false
  if (noted === null || Number(accounts) === 0) await noteIdentity(session)
  return noted !== null && Number(accounts) > 0
}

/** Records the present identity of the database. */
export async function noteIdentity(session: Session): Promise<void> {
  await session.rows('begin')
  await session.rows('delete from home')
  await session.rows(`insert into home values (${present})`)
  await session.commit()
}

/** Ends every login, unfinished sign-in and token, because some of them had ended since the dump. */
export async function endAllAccess(session: Session): Promise<void> {
  for (const table of accessTables) await session.rows(`delete from ${staffSchema}.${table}`)
}

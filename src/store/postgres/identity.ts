// Whether a database is the one it was at the last start, or one that a dump was restored into: what such a copy lacks
// was paid, sent and ended elsewhere. A server's identifier and the numbers of its databases and tables are never in a
// dump. A copy of the whole server's files has them too, and is not noticed.
import { staffSchema } from './migration.ts'
import type { Session } from './session.ts'

const present = `(select system_identifier from pg_control_system())::text || ' ' ||
  (select oid from pg_database where datname = current_database())::text || ' ' || 'home'::regclass::oid::text`

/** What makes people log in again. */
const accessTables = ['session', 'verification', 'jwks']

/**
 * Notes the identity at the first start. @returns whether it is another one than was noted. A database without a shop
 * was not restored, wherever it came from.
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

/** From now on this is the database that it is. */
export async function noteIdentity(session: Session): Promise<void> {
  await session.rows('begin')
  await session.rows('delete from home')
  await session.rows(`insert into home values (${present})`)
  await session.commit()
}

/** Ends every login, unfinished sign-in and token: some of them had ended since the dump. */
export async function endAllAccess(session: Session): Promise<void> {
  for (const table of accessTables) await session.rows(`delete from ${staffSchema}.${table}`)
}

// Removes indexes and references while a shop is moved to PostgreSQL, because each new row would be entered
// in them and checked against them. Making them from all rows at the end costs a fraction. Audit entries
// bring their own numbers, so they are not counted either. A table keeps what must be made again, so that an
// interrupted move can go on.
import { type Session, setParameter } from '../postgres/session.ts'

/** Memory to make an index, for which the server's own share is small. */
const indexMemory = '256MB'

/**
 * Lists references and indexes of the payments' tables, except those that hold the keys of rows: for each the
 * text that drops it, the text that makes it, and the order of making.
 */
const indexQuery = `
select 'alter table ' || conrelid::regclass || ' drop constraint ' || quote_ident(conname),
  'alter table ' || conrelid::regclass || ' add constraint ' || quote_ident(conname) || ' ' || pg_get_constraintdef(oid), 1
from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
union all
select 'drop index ' || indexrelid::regclass, pg_get_indexdef(indexrelid), 0
from pg_index join pg_class on pg_class.oid = indexrelid
where relnamespace = 'public'::regnamespace and not exists (select from pg_constraint where conindid = indexrelid)
union all
select 'alter table audit_entry disable trigger count_row', 'alter table audit_entry enable trigger count_row', 2
order by 3, 2`

/**
 * Removes the indexes and references, unless an interrupted move has done so, and records in the table
 * `move_index` how to make them again. From now on commits of this session do not wait for the disk. If the
 * server fails, the next move goes on after the last row on the disk.
 */
export async function putOffIndexes(session: Session): Promise<void> {
  await setParameter(session, 'maintenance_work_mem', indexMemory)
  await setParameter(session, 'synchronous_commit', 'off')
  const [row] = await session.rows("select to_regclass('move_index') is not null")
  if (row?.[0] === true) return
  const toRemove = await session.rows(indexQuery)
  await session.rows('begin')
  await session.rows('create table move_index (number bigint primary key, made_by text not null)')
  for (const [index, [dropText, makeText]] of toRemove.entries()) {
    await session.rows(String(dropText))
    await session.rows('insert into move_index values ($1, $2)', [index, makeText])
  }
  await session.commit()
}

/**
 * Makes the indexes and references again that `putOffIndexes` removed, indexes first.
 * @param onPart called after each one with the share that is done, from 0 to 1
 */
export async function makeIndexes(session: Session, onPart: (share: number) => void): Promise<void> {
  const missing = await session.rows('select number, made_by from move_index order by number')
  for (const [index, [number, makeText]] of missing.entries()) {
    await session.rows('begin')
    await session.rows(String(makeText))
    await session.rows('delete from move_index where number = $1', [number])
    await session.commit()
    onPart((index + 1) / missing.length)
  }
  // Without this, the planner would not know how many rows the tables have.
  await session.rows('vacuum analyze')
}

/** Removes the table `move_index`. Waits until this commit and all commits before it are on the disk. */
export async function forgetIndexes(session: Session): Promise<void> {
  await setParameter(session, 'synchronous_commit', 'on')
  await session.rows('begin')
  await session.rows('drop table move_index')
  await session.commit()
}

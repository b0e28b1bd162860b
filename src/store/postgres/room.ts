// Whether the disk of a PostgreSQL server is full. Nothing there says how much is free, and a row that is changed in
// place needs no room: it is tried with a table that no one else sees and that is gone at once.
import { Fault, fault } from '../../domain/fault.ts'
import type { Store } from '../store.ts'
import { sqlStateOf } from './error.ts'
import { openSession, type Session } from './session.ts'

/** More than the free pages of a table: 2 MB. */
const fill = 'insert into room select gen_random_uuid()::text from generate_series(1, 20000)'

export async function isFull(session: Session): Promise<boolean> {
  await session.rows('begin')
  try {
    // Where the database itself is, not where other temporary tables are.
    await session.rows("set local temp_tablespaces = ''")
    await session.rows('create temporary table room (text text) on commit drop')
    await session.rows(fill)
    return false
  } catch (error) {
    if (sqlStateOf(error) === '53100') return true
    if (sqlStateOf(error) === '42501') return false // it may make no table
    throw error
  } finally {
    await session.rows('rollback')
  }
}

/** Remembers that a write found the disk full, and looks whether there is room again only then. */
export function newRoom(url: string, write: Store['write']): Pick<Store, 'write' | 'assertRoom'> {
  let wasFull = false
  return {
    async write(body, kind, first) {
      try {
        return await write(body, kind, first)
      } catch (error) {
        wasFull ||= error instanceof Fault && error.reason === 'disk_full'
        throw error
      }
    },
    async assertRoom() {
      if (!wasFull) return
      const session = await openSession(url)
      try {
        if (await isFull(session)) throw fault('disk_full')
        wasFull = false
      } finally {
        session.end()
      }
    },
  }
}

// Checks whether the disk of a PostgreSQL server is full. The server does not report free space, and an
// update in place needs none. So this fills a temporary table, which no one else sees and which is dropped at
// once.
import { Fault, fault } from '../../domain/fault.ts'
import type { Store } from '../store.ts'
import { sqlStateOf } from './error.ts'
import { openSession, type Session } from './session.ts'

/** Fills 2 MB, more than the free pages of a table. */
const fill = 'insert into room select gen_random_uuid()::text from generate_series(1, 20000)'

/** Returns whether the disk of the database is full; false if the user may not find out. */
export async function isFull(session: Session): Promise<boolean> {
  await session.rows('begin')
  try {
    // Test the disk of the database itself, not that of other temporary tables.
    await session.rows("set local temp_tablespaces = ''")
    await session.rows('create temporary table room (text text) on commit drop')
    await session.rows(fill)
    return false
  } catch (error) {
    if (sqlStateOf(error) === '53100') return true
    if (sqlStateOf(error) === '42501') return false // it may not make a table
    throw error
  } finally {
    await session.rows('rollback')
  }
}

/** Remembers that a write found the disk full, and only then checks for free space. */
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

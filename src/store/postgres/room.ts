// Checks whether the disk of a PostgreSQL server is full. The server does not report free space, and an
// update in place needs none. So this fills a temporary table, which no one else sees and which is dropped at
// once.
import { Fault, fault } from '../../domain/fault.ts'
import type { Store } from '../store.ts'
import { diskFullState, sqlStateOf } from './error.ts'
import { openSession, type Session } from './session.ts'

/** Fills 2 MB, more than the free pages of a table. */
const fillText = 'insert into room select gen_random_uuid()::text from generate_series(1, 20000)'

/** SQLSTATE for a user who may not create a temporary table. */
const notAllowedState = '42501'

/**
 * Tests whether the disk of the database is full, with a temporary table that is rolled back.
 * @returns false also when the user may not create a temporary table
 */
export async function testDiskFull(session: Session): Promise<boolean> {
  await session.rows('begin')
  try {
    // Temporary tables may be on another disk, but this one must be on that of the database.
    await session.rows("set local temp_tablespaces = ''")
    await session.rows('create temporary table room (text text) on commit drop')
    await session.rows(fillText)
    return false
  } catch (error) {
    if (sqlStateOf(error) === diskFullState) return true
    if (sqlStateOf(error) === notAllowedState) return false
    throw error
  } finally {
    await session.rows('rollback')
  }
}

/**
 * Returns a `write` that records when the disk was full, and an `assertRoom` that then tests the disk. If no
 * write has met a full disk since the last test, `assertRoom` does nothing.
 */
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
        if (await testDiskFull(session)) throw fault('disk_full')
        wasFull = false
      } finally {
        session.end()
      }
    },
  }
}

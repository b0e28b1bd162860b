// The advisory locks of a database: who may use it, whose turn it is to write, and which nodes are alive. The
// server frees them when the connection that took them ends.

import { exitStatuses, FolderError } from '../folder/folder.ts'
import type { Session } from './session.ts'

/**
 * Numbers of Kaunta's locks. Each lock has two: `space` ("Kaun") and what the lock is for, or `nodes`
 * ("Knod") and the number of a node.
 */
export const locks = {
  space: 0x4b61756e,
  migration: 1,
  turn: 2,
  node: 3,
  jobs: 5,
  nodes: 0x4b6e6f64,
} as const

/** Longest wait for a lock. Within this time the server notices that an earlier node was killed. */
const waitMs = 5_000
const pauseMs = 200

/** The lock of a whole database. */
const databaseLock = [locks.space, locks.node]

/** Tries to lock the database for this process alone. @returns false when another process has locked it */
export async function lockExclusive(session: Session): Promise<boolean> {
  const [row] = await session.rows('select pg_try_advisory_lock($1, $2)', databaseLock)
  return row?.[0] === true
}

/** Tries to lock the database together with other nodes. @returns false when a process has locked it alone */
export async function lockShared(session: Session): Promise<boolean> {
  const [row] = await session.rows('select pg_try_advisory_lock_shared($1, $2)', databaseLock)
  return row?.[0] === true
}

/** Replaces the exclusive lock of this session by a shared one, so that other nodes may join. */
export async function shareDatabase(session: Session): Promise<void> {
  await session.rows('select pg_advisory_lock_shared($1, $2)', databaseLock)
  await session.rows('select pg_advisory_unlock($1, $2)', databaseLock)
}

/** Repeats `take` until it returns true: it has taken the lock. @throws FolderError after `waitMs` */
export async function untilTaken(
  take: () => Promise<boolean>,
  pause: (ms: number) => Promise<void>,
): Promise<void> {
  const until = performance.now() + waitMs
  while (!(await take())) {
    if (performance.now() > until)
      throw new FolderError(
        'another Kaunta is running on this database, or still prepares it: wait, or stop it first',
        exitStatuses.inUse,
      )
    await pause(pauseMs)
  }
}

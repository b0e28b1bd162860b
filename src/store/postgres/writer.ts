// The connection that writes. It is opened again when it is lost, and then asked whether an unanswered commit
// was saved.
import { fault } from '../../domain/fault.ts'
import type { After } from '../engine/after.ts'
import type { Refresh } from '../engine/node.ts'
import { writeErrorOf } from '../engine/write-error.ts'
import { isConnectionLost, isFatal } from './error.ts'
import type { Limit, Limited, Session } from './session.ts'

/** While the database is away, waiting writes fail after this time. */
const patienceMs = 4_000
const pauseMs = 200
/** How long to look up an unanswered commit. */
const lookUpMs = 8_000

export interface WriterParts {
  readonly connect: () => Promise<Session>
  readonly after: After
  /** How long a group waits for a silent server; if unset, as long as a group may take. */
  readonly limit?: Limit
  /** A connection that is open already. */
  readonly first: Session
  /** Number of this node. */
  readonly node: number
  /** Called in the turn to write when another node has written since this one. */
  readonly refresh: Refresh
}

/** Identifies a transaction whose commit was not answered. */
export interface CommitCheck {
  readonly transaction: unknown
  /** The server incarnation in which that id is unique. */
  readonly serverIncarnation: unknown
}

/**
 * SQL for the incarnation of the server in which a transaction's id is unique. A server that took over from
 * another or that crashed may give the same ids again, counting from the last id on its disk. Its timeline or
 * the reset time of its statistics is then another.
 */
export const serverIncarnation = `concat(substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8), ' ',
  extract(epoch from pg_stat_get_bgwriter_stat_reset_time()))`

/** Thrown when it remains unknown whether a commit was saved. */
class Unconfirmed extends Error {
  override name = 'Unconfirmed'
}

interface Reconnection {
  current(): Promise<Session>
  drop(): void
  pause(ms: number): Promise<void>
}

/**
 * Returns whether the server saved a transaction whose connection was lost during the commit.
 * @throws Unconfirmed when that is still unknown after `lookUpMs`, or another incarnation of the server
 * answers
 */
async function isCommitted(check: CommitCheck, { current, drop, pause }: Reconnection): Promise<boolean> {
  const until = performance.now() + lookUpMs
  while (performance.now() < until) {
    try {
      const session = await current()
      const [incarnationRow] = await session.rows(`select ${serverIncarnation}`)
      if (incarnationRow?.[0] !== check.serverIncarnation) break // another transaction may have this id now
      const [statusRow] = await session.rows('select pg_xact_status($1::text::xid8)', [check.transaction])
      const status = statusRow?.[0]
      if (status === 'committed' || status === 'aborted') return status === 'committed'
    } catch {
      drop()
    }
    await pause(pauseMs)
  }
  throw new Unconfirmed('the database did not say whether it committed')
}

/** Returns the holder of the one session that writes. After `drop`, the next `current` connects again. */
function newSessionHolder({ connect, first, limit }: Pick<WriterParts, 'connect' | 'first' | 'limit'>) {
  let session: Session | undefined = first
  let isSilent = false

  function drop(): void {
    session?.end()
    session = undefined
  }

  const limited: Limited | undefined = limit?.(() => {
    isSilent = true
    drop()
  })
  return {
    session: () => session,
    drop,
    limited: limited ?? (work => work),
    /** Returns whether the last connection was cut because the server was silent. */
    isSilent: () => isSilent,
    async current(): Promise<Session> {
      session ??= await connect()
      isSilent = false
      return session
    },
  }
}

/**
 * Returns the connection that writes. It is opened again when it is lost, and it finds out whether a commit
 * without an answer was saved.
 */
export function newWriterConnection({ after, ...parts }: Omit<WriterParts, 'node' | 'refresh'>) {
  const holder = newSessionHolder(parts)
  const { drop, current, limited, isSilent } = holder
  const pause = (ms: number) => new Promise<void>(resolve => after(ms, resolve))

  return {
    drop,
    limited,
    isSilent,
    isOpen: () => holder.session() !== undefined,
    /**
     * Returns the session, and opens it if it was lost.
     * @throws the error of the last try, after `patienceMs`
     */
    async open(): Promise<Session> {
      const until = performance.now() + patienceMs
      for (;;) {
        try {
          return await current()
        } catch (error) {
          if (performance.now() > until) throw error
          await pause(pauseMs)
        }
      }
    },
    /**
     * Commits. If the connection is lost before the answer, asks the server whether the commit was saved.
     * @throws unless the rows are saved
     */
    async commit(session: Session, check: CommitCheck): Promise<void> {
      try {
        await session.commit()
      } catch (error) {
        if (!isConnectionLost(error) && !isFatal(error)) throw error
        drop()
        // The answer was lost, but perhaps not the commit.
        if (!(await isCommitted(check, { current, drop, pause }))) throw error
      }
    },
    /** Rolls back a failed transaction, or drops its lost connection. @returns the error for its callers */
    async endFailed(cause: unknown): Promise<unknown> {
      if (cause instanceof Unconfirmed) return fault('write_unconfirmed')
      if (isConnectionLost(cause)) drop()
      else await holder.session()?.rows('rollback').catch(drop)
      return writeErrorOf(cause)
    },
  }
}

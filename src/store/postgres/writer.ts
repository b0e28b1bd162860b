// The connection that writes: opened again when it goes, and asked then whether a commit that it did not answer is
// there.
import { fault } from '../../domain/fault.ts'
import type { Refresh } from '../engine/node.ts'
import { writeErrorOf } from '../engine/write-error.ts'
import { isConnectionLost, isFatal } from './error.ts'
import type { Session } from './session.ts'
import type { Limit, Limited } from './silence.ts'

/** While the database is away, what waits is answered after this. */
const patienceMs = 4_000
const pauseMs = 200
/** A commit that was not answered is asked about for so long. */
const askMs = 8_000

/** Calls back after a while; answers the way to cancel. */
export type After = (ms: number, call: () => void) => () => void

export interface WriterParts {
  readonly connect: () => Promise<Session>
  readonly after: After
  /** How long a group waits for a server that says nothing; undefined as long as a group may take. */
  readonly limit?: Limit
  /** A connection that is open already. */
  readonly first: Session
  /** Our number. */
  readonly node: number
  /** Called in the turn to write when another node has written since ours. */
  readonly refresh: Refresh
}

/** By what a transaction is known when its commit was not answered. */
export interface CommitCheck {
  readonly transaction: unknown
  /** Where that is the name of no other one. */
  readonly serverIncarnation: unknown
}

/**
 * As SQL: where a transaction's id is its own. A server that took over counts them anew, and so does one that crashed,
 * from the last that its disk had. Its statistics begin anew then, too.
 */
export const serverIncarnation = `concat(substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8), ' ',
  extract(epoch from pg_stat_get_bgwriter_stat_reset_time()))`

/** Whether the commit is there cannot be found out. */
class Unconfirmed extends Error {
  override name = 'Unconfirmed'
}

interface Reconnection {
  current(): Promise<Session>
  drop(): void
  pause(ms: number): Promise<void>
}

/** Whether a transaction is there whose connection went while it was committed. @throws Unconfirmed */
async function isCommitted(name: CommitCheck, { current, drop, pause }: Reconnection): Promise<boolean> {
  const until = performance.now() + askMs
  while (performance.now() < until) {
    try {
      const session = await current()
      const [now] = await session.rows(`select ${serverIncarnation}`)
      if (now?.[0] !== name.serverIncarnation) break
      const [row] = await session.rows('select pg_xact_status($1::text::xid8)', [name.transaction])
      if (row?.[0] === 'committed' || row?.[0] === 'aborted') return row[0] === 'committed'
    } catch {
      drop()
    }
    await pause(pauseMs)
  }
  throw new Unconfirmed('the database did not say whether it committed')
}

/** The one connection, while it is open. */
function newPlace({ connect, first, limit }: Pick<WriterParts, 'connect' | 'first' | 'limit'>) {
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
    /** Whether the last connection was cut because the server said nothing. */
    isSilent: () => isSilent,
    async current(): Promise<Session> {
      session ??= await connect()
      isSilent = false
      return session
    },
  }
}

export function newWriterConnection({ after, ...parts }: Omit<WriterParts, 'node' | 'refresh'>) {
  const place = newPlace(parts)
  const { drop, current, limited, isSilent } = place
  const pause = (ms: number) => new Promise<void>(resolve => after(ms, resolve))

  return {
    drop,
    limited,
    isSilent,
    isOpen: () => place.session() !== undefined,
    /** @throws what the last try said, after `patienceMs` */
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
    /** @throws unless the rows are there */
    async commit(on: Session, name: CommitCheck): Promise<void> {
      try {
        await on.commit()
      } catch (error) {
        if (!isConnectionLost(error) && !isFatal(error)) throw error
        drop()
        if (!(await isCommitted(name, { current, drop, pause }))) throw error
      }
    },
    /** Ends what is left of a transaction that failed. @returns what its callers are answered */
    async failureOf(cause: unknown): Promise<unknown> {
      if (cause instanceof Unconfirmed) return fault('write_unconfirmed')
      if (isConnectionLost(cause)) drop()
      else await place.session()?.rows('rollback').catch(drop)
      return writeErrorOf(cause)
    },
  }
}

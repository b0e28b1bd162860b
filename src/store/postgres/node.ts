// This process among the nodes on a database. A separate connection holds an advisory lock with its number,
// so the server knows that it is alive: the lock is freed when the process or its connection ends, and when
// it hangs. Twice a second the same connection reads which nodes are alive, and takes over the jobs when no
// other node runs them. It also holds the names that only one node may have at a time.
import { createHash } from 'node:crypto'
import type { After } from '../engine/after.ts'
import type { Nodes } from '../engine/node.ts'
import { arrayLiteral } from './batch.ts'
import { isConnectionLost } from './error.ts'
import { locks } from './lock.ts'
import { type Limit, openSession, type Session } from './session.ts'

/** How often a node shows that it is alive, and checks the others. */
const checkMs = 500
/** The server ends the connection of a node that shows nothing for this long. */
const silenceMaxMs = 2_000
/** A node that is missing for this long is gone. After a restart of the server nodes return one by one. */
const goneAfterMs = 2_000
/**
 * A node begins no jobs when the server has not confirmed for this long that it holds the lock of the jobs.
 * Shorter than `goneAfterMs`, so that it has stopped before another node takes over its claimed jobs.
 */
const knownMaxMs = 1_500
/** How long to wait for a name while the database is away. */
const patienceMs = 4_000
const retryMs = 200

const livingText = 'select living_nodes()::text'
/** Jobs that were claimed before a shop moved here have no node. `$1`: whether to try the jobs' lock. */
const checkText = `select living_nodes()::text, exists (select from job where state = 'claimed'
  and (node is null or node <> all ((select living_nodes())::bigint[]))),
  case when $1::boolean then pg_try_advisory_lock(${locks.space}, ${locks.jobs}) end`

/** A lock with one number has its halves in two columns. */
const takenText = `select exists (select from pg_locks where locktype = 'advisory' and granted and objsubid = 1
  and classid::bigint = (($1::bigint >> 32) & 4294967295) and objid::bigint = ($1::bigint & 4294967295)
  and database = (select oid from pg_database where datname = current_database()))`

/** Returns the number of the advisory lock of a name, as decimal text: the first 64 bits of its SHA-256. */
const lockOf = (name: string): string =>
  createHash('sha256').update(name).digest().readBigInt64BE(0).toString()

/** Returns the numbers in a list as PostgreSQL writes it, such as "{3,7}". */
const numbersOf = (list: unknown): number[] => (String(list).match(/\d+/g) ?? []).map(Number)

export interface OwnNode extends Omit<Nodes, 'isAlone' | 'onOtherWriter'> {
  close(): void
}

type Pause = (ms: number) => Promise<void>

/**
 * Tries to take a lock.
 * @param key placeholders for the number or numbers of the lock, such as `$1, $2`
 * @returns false while another session has it
 */
async function takeLock(session: Session, key: string, values: readonly unknown[]): Promise<boolean> {
  const [row] = await session.rows(`select pg_try_advisory_lock(${key})`, values)
  return row?.[0] === true
}

/** Releases the lock of a name. If that fails, the connection is gone, and the lock with it. */
const releaseLock = (session: Session, name: string) =>
  void session.rows('select pg_advisory_unlock($1::bigint)', [lockOf(name)]).catch(() => {})

/**
 * Takes a number for this node, and returns the connection that holds the locks of this number and of the
 * names that the node has taken. `current` opens the connection again when it is lost.
 * @param heldNames the names that this node has taken; the caller changes this set
 */
async function openHeartbeat(url: string, heldNames: ReadonlySet<string>, pause: Pause, limit: Limit) {
  const connect = () => openSession(url, { idle_session_timeout: String(silenceMaxMs) }, limit)
  let session: Session | undefined
  /** A connection that does not hold this node's number yet. */
  let joiningOn: Session | undefined
  let joining: Promise<Session> | undefined
  const first = await connect()
  const [numberRow] = await first.rows("select nextval('node_number')")
  const number = Number(numberRow?.[0])
  first.end()

  /** Opens a connection, and takes the locks of this node's number and names on it. */
  async function join(): Promise<Session> {
    const opened = await connect()
    const names: string[] = []
    joiningOn = opened
    try {
      // The server frees the lock once it notices that the earlier connection is gone.
      while (!(await takeLock(opened, '$1, $2', [locks.nodes, number]))) await pause(retryMs)
      names.push(...heldNames)
      await opened.rows('select pg_try_advisory_lock(name) from unnest($1::bigint[]) name', [
        arrayLiteral(names.map(lockOf)),
      ])
    } catch (error) {
      opened.end()
      throw error
    } finally {
      joiningOn = undefined
    }
    session = opened
    // Release the names that this node gave up while it had no connection.
    for (const name of names) if (!heldNames.has(name)) releaseLock(opened, name)
    return opened
  }

  return {
    number,
    session: () => session,
    async current(): Promise<Session> {
      if (session) return session
      joining ??= join().finally(() => {
        joining = undefined
      })
      return joining
    },
    drop(): void {
      session?.end()
      joiningOn?.end()
      session = undefined
    },
  }
}

type Heartbeat = Awaited<ReturnType<typeof openHeartbeat>>

/** Number in place of a node that is gone but was never seen. No node has this number. */
const unknownNode = 0

/**
 * Returns the failure detector of this node, whose `checkNodes` finds out which other nodes are alive. Each
 * check also shows the others that this node is alive, and takes over the jobs when no node runs them.
 * @param isVisitor whether this node never runs jobs
 */
function newFailureDetector(heartbeat: Heartbeat, isVisitor: boolean) {
  const goneListeners: ((living: readonly number[]) => void)[] = []
  const runsJobsListeners: (() => void)[] = []
  let living: readonly number[] = []
  /** Nodes that were alive and are missing, each with the time at which a check first missed it. */
  const missing = new Map<number, number>()
  /** The connection that holds the lock of the jobs, and when the check that last confirmed it was sent. */
  let jobsLock: { readonly session: Session; readonly confirmedAt: number } | undefined

  /** Returns whether this node surely still holds the lock of the jobs. */
  const runsJobs = () =>
    jobsLock !== undefined &&
    jobsLock.session === heartbeat.session() &&
    performance.now() - jobsLock.confirmedAt < knownMaxMs

  /** Records that a node is missing, unless an earlier check has recorded it. */
  const recordMissing = (node: number) => void missing.set(node, missing.get(node) ?? performance.now())

  /** Records which nodes are alive now, and which nodes of the last check are missing. */
  function recordLiving(livingNow: readonly number[]): void {
    const livingBefore = living
    living = livingNow
    for (const node of living) missing.delete(node)
    for (const node of livingBefore) if (!living.includes(node)) recordMissing(node)
  }

  /** Forgets the nodes that have been missing for `goneAfterMs`, and calls the listeners if there are any. */
  function notifyGone(): void {
    const goneBefore = performance.now() - goneAfterMs
    const isGone = (missedAt: number) => missedAt <= goneBefore
    if (![...missing.values()].some(isGone)) return
    for (const [node, missedAt] of missing) if (isGone(missedAt)) missing.delete(node)
    for (const call of goneListeners) call([...living, ...missing.keys()])
  }

  return {
    runsJobs,
    onGone: (call: (living: readonly number[]) => void) => void goneListeners.push(call),
    onRunsJobs: (call: () => void) => void runsJobsListeners.push(call),
    hasOthers: () => living.some(number => number !== heartbeat.number),
    async checkNodes(): Promise<void> {
      if (!heartbeat.session()) recordMissing(unknownNode) // until now, a node may have gone unnoticed
      const session = await heartbeat.current()
      const askedAt = performance.now()
      const hadLock = jobsLock?.session === session
      const triesLock = !hadLock && !isVisitor
      const [row] = await session.rows(checkText, [triesLock])
      const [livingNow, hasAbandonedJobs, tookLock] = row ?? []
      recordLiving(numbersOf(livingNow))
      if (hasAbandonedJobs === true) recordMissing(unknownNode)
      const ranJobsBefore = runsJobs()
      const hasLock = hadLock || tookLock === true
      jobsLock = hasLock ? { session, confirmedAt: askedAt } : undefined
      if (!ranJobsBefore && runsJobs()) for (const call of runsJobsListeners) call()
      notifyGone()
    },
  }
}

/**
 * Registers this process as a node of a database, and checks the other nodes twice a second.
 * @param url of the database, whose tables must be up to date
 * @param isVisitor whether this process runs no jobs and leaves them to the other nodes
 */
export async function joinNodes(
  url: string,
  after: After,
  limit: Limit,
  isVisitor = false,
): Promise<OwnNode> {
  const pause: Pause = ms => new Promise(resolve => after(ms, resolve))
  const heldNames = new Set<string>()
  const heartbeat = await openHeartbeat(url, heldNames, pause, limit)
  const { checkNodes, ...detector } = newFailureDetector(heartbeat, isVisitor)
  const limited = limit(heartbeat.drop)
  let isClosed = false
  let cancelCheck = () => {}
  const planCheck = () => {
    cancelCheck = after(checkMs, async () => {
      await limited(checkNodes()).catch(heartbeat.drop) // the next check opens another connection
      if (isClosed) heartbeat.drop()
      else planCheck()
    })
  }
  await checkNodes()
  planCheck()

  return {
    ...detector,
    number: heartbeat.number,
    async others(read) {
      const [row] = await read.rows(livingText)
      return numbersOf(row?.[0]).filter(number => number !== heartbeat.number)
    },
    async hold(name) {
      const until = performance.now() + patienceMs
      for (;;) {
        try {
          const session = await heartbeat.current()
          const isTaken = await limited(takeLock(session, '$1::bigint', [lockOf(name)]))
          if (isTaken) heldNames.add(name)
          return isTaken
        } catch (error) {
          heartbeat.drop()
          if (!isConnectionLost(error) || performance.now() > until) throw error
          await pause(retryMs)
        }
      }
    },
    release(name) {
      heldNames.delete(name)
      const session = heartbeat.session()
      if (session) releaseLock(session, name)
    },
    isHeld: async (name, read) => (await read.rows(takenText, [lockOf(name)]))[0]?.[0] === true,
    close() {
      isClosed = true
      cancelCheck()
      heartbeat.drop()
    },
  }
}

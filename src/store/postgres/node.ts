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
 * A node that has not heard for this long that it holds the lock of the jobs begins none. Shorter than
 * `goneAfterMs`, so that it has stopped before another node takes over the jobs that it has claimed.
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

/** Returns the number of the lock of a name. */
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
 * @param key number or numbers of the lock, as placeholders
 * @returns false while another session has it
 */
async function takeLock(session: Session, key: string, values: readonly unknown[]): Promise<boolean> {
  return (await session.rows(`select pg_try_advisory_lock(${key})`, values))[0]?.[0] === true
}

/** Releases the lock of a name. If that fails, the connection is gone, and the lock with it. */
const releaseLock = (session: Session, name: string) =>
  void session.rows('select pg_advisory_unlock($1::bigint)', [lockOf(name)]).catch(() => {})

/**
 * Opens the connection that holds the number of this node and the names that it has taken. It is opened again
 * when it is lost.
 * @param held the names, which the caller changes
 */
async function openHeartbeat(url: string, held: ReadonlySet<string>, pause: Pause, limit: Limit) {
  const connect = () => openSession(url, { idle_session_timeout: String(silenceMaxMs) }, limit)
  let session: Session | undefined
  /** A connection that does not hold this node's number yet. */
  let joiningOn: Session | undefined
  let joining: Promise<Session> | undefined
  const first = await connect()
  const number = Number((await first.rows("select nextval('node_number')"))[0]?.[0])
  first.end()

  /** Opens the connection, and takes the lock of this node's number and of its names on it. */
  async function join(): Promise<Session> {
    const opened = await connect()
    const names: string[] = []
    joiningOn = opened
    try {
      // The server frees it once it notices that the earlier connection is gone.
      while (!(await takeLock(opened, '$1, $2', [locks.nodes, number]))) await pause(retryMs)
      names.push(...held)
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
    // While the connection was gone, these names could not be released.
    for (const name of names) if (!held.has(name)) releaseLock(opened, name)
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

/** The number in place of a node that we have not seen. No node has it. */
const unknownNode = 0

/**
 * Returns the failure detector of this node, whose `checkNodes` finds out which other nodes are alive. Each
 * check also shows the others that this node is alive, and takes over the jobs when no node runs them.
 * @param isVisitor whether this node never runs them
 */
function newFailureDetector(heartbeat: Heartbeat, isVisitor: boolean) {
  const goneListeners: ((living: readonly number[]) => void)[] = []
  const runsJobsListeners: (() => void)[] = []
  let living: readonly number[] = []
  /** Nodes that were alive, by when a check first missed them. */
  const missing = new Map<number, number>()
  /** Our connection that holds the lock of the jobs, and when we last asked it. */
  let jobsLock: { readonly session: Session; readonly knownAt: number } | undefined

  /** Returns whether this node surely still holds the lock of the jobs. */
  const runsJobs = () =>
    jobsLock !== undefined &&
    jobsLock.session === heartbeat.session() &&
    performance.now() - jobsLock.knownAt < knownMaxMs

  /** Records when a node was first missing. */
  const miss = (node: number) => void missing.set(node, missing.get(node) ?? performance.now())

  /** Records the nodes that are alive now, and which of those before are missing. */
  function recordLiving(livingNow: readonly number[]): void {
    const before = living
    living = livingNow
    for (const node of living) missing.delete(node)
    for (const node of before) if (!living.includes(node)) miss(node)
  }

  /** Reports the nodes that have been missing for too long. */
  function reportGone(): void {
    const before = performance.now() - goneAfterMs
    const isGone = (missedAt: number) => missedAt <= before
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
      if (!heartbeat.session()) miss(unknownNode) // notices may have been lost with the connection
      const session = await heartbeat.current()
      const askedAt = performance.now()
      const hadLock = jobsLock?.session === session
      const triesLock = !hadLock && !isVisitor
      const [row] = await session.rows(checkText, [triesLock])
      const [livingNow, hasAbandonedJobs, tookLock] = row ?? []
      recordLiving(numbersOf(livingNow))
      if (hasAbandonedJobs === true) miss(unknownNode)
      const ranJobsBefore = runsJobs()
      const hasLock = hadLock || tookLock === true
      jobsLock = hasLock ? { session, knownAt: askedAt } : undefined
      if (!ranJobsBefore && runsJobs()) for (const call of runsJobsListeners) call()
      reportGone()
    },
  }
}

/**
 * Registers this process as a node.
 * @param url of the database, whose tables are up to date
 * @param isVisitor whether it runs no jobs and leaves them to the other nodes
 */
export async function joinNodes(
  url: string,
  after: After,
  limit: Limit,
  isVisitor = false,
): Promise<OwnNode> {
  const pause: Pause = ms => new Promise(resolve => after(ms, resolve))
  const held = new Set<string>()
  const heartbeat = await openHeartbeat(url, held, pause, limit)
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
    others: async read =>
      numbersOf((await read.rows(livingText))[0]?.[0]).filter(number => number !== heartbeat.number),
    async hold(name) {
      const until = performance.now() + patienceMs
      for (;;) {
        try {
          const isOurs = await limited(takeLock(await heartbeat.current(), '$1::bigint', [lockOf(name)]))
          if (isOurs) held.add(name)
          return isOurs
        } catch (error) {
          heartbeat.drop()
          if (!isConnectionLost(error) || performance.now() > until) throw error
          await pause(retryMs)
        }
      }
    },
    release(name) {
      held.delete(name)
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

// Group commit on PostgreSQL: all bodies that wait run in one transaction on one connection, and groups take turns,
// whichever node they come from. Decision 35 says why.
import { changeNotifier, listenerCalls } from './commit-listener.ts'
import { newBody, type WriteBody, type WriteKind } from './group-body.ts'
import { notifyWith, tablesNotes } from './node-channel.ts'
import { type OpenGroup, runPostgresBody, sentChanges } from './postgres-body.ts'
import { newPostgresChain } from './postgres-chain.ts'
import { locks } from './postgres-lock.ts'
import type { Session } from './postgres-session.ts'
import { newWriterConnection, type TransactionName, timeline, type WriterParts } from './postgres-writer.ts'
import type { Tx } from './statement.ts'
import { writeErrorOf } from './write-error.ts'
import { newWriteQueue, type WriteQueue } from './write-queue.ts'

/** A group that is still not over is on a connection that is cut. */
const groupMaxMs = 20_000

type Writer = Pick<WriterParts, 'node' | 'refresh'> & {
  /** Names this node to the others, which hear what it commits. */
  readonly sender: string
}
type Listeners = ReturnType<typeof listenerCalls>
type Changes = ReturnType<typeof changeNotifier>

/**
 * Takes the turn to write, and waits for those before. What another node has written since is read anew. What nodes
 * write in turns has ids in turns as well, whatever their clocks say: readers of events go on after the last id that
 * they know.
 */
async function begin(session: Session, { node, refresh }: Writer): Promise<TransactionName> {
  session.rows('begin').catch(() => {}) // what follows fails as well
  const turn = session.rows(`select pg_advisory_xact_lock($1, $2), pg_current_xact_id()::text, ${timeline}`, [
    locks.space,
    locks.turn,
  ])
  // A statement of its own: it sees what is committed when the turn has come.
  const writer = session.rows('select node from last_writer')
  const [[row], [last]] = await Promise.all([turn, writer])
  if (last?.[0] !== node) {
    const noted = session.rows('update last_writer set node = $1', [node])
    await Promise.all([noted, refresh(session)])
  }
  return { transaction: row?.[1], timeline: row?.[2] }
}

/**
 * Runs what waits as one transaction, up to its commit.
 * @param bodies is given each that runs @throws when none of them can be saved
 */
async function runGroup(
  session: Session,
  queue: WriteQueue,
  bodies: WriteBody[],
  parts: Writer & { readonly listeners: Listeners; readonly changes: Changes },
): Promise<TransactionName> {
  const { listeners, changes, node, sender } = parts
  const chain = newPostgresChain(session)
  const onStatement = (text: string) => {
    changes.onStatement(text)
    chain.onStatement(text)
  }
  const group: OpenGroup = {
    ...{ session, onStatement, node },
    callListener: listeners.call,
    sent: [],
    notes: new Map(),
    hasFailed: false,
  }
  let name = await begin(session, parts)
  queue.begin()
  let isWhole = true
  let body = queue.next()
  for (; isWhole && body?.isRepeatable; body = queue.next()) {
    bodies.push(body)
    isWhole = await runPostgresBody(body, group, false)
  }
  // One that failed cannot be undone alone, and all of them may run again.
  if (!(await sentChanges(group)) || !isWhole) {
    await session.rows('rollback')
    chain.begin()
    group.hasFailed = false
    name = await begin(session, parts)
    for (const one of bodies) await runPostgresBody(one, group, true)
  }
  for (; body; body = queue.next()) {
    bodies.push(body)
    await runPostgresBody(body, group, true)
  }
  await chain.link()
  notifyWith(session, sender, [...tablesNotes(changes.tables()), ...[...group.notes.values()].flat()])
  return name
}

/** The writer on connections of its own. */
export function postgresWriter(parts: WriterParts, sender: string) {
  const listeners = listenerCalls()
  const changes = changeNotifier(listeners.call, true)
  const queue = newWriteQueue()
  const connection = newWriterConnection(parts)
  const idle: (() => void)[] = []
  let isRunning = false

  const rejectWaiting = (error: unknown) => {
    for (const body of queue.empty()) body.reject(error)
  }

  async function runNext(): Promise<void> {
    const session = await connection.open().catch(cause => rejectWaiting(writeErrorOf(cause)))
    if (!session) return
    const bodies: WriteBody[] = []
    const cancel = parts.after(groupMaxMs, connection.drop)
    changes.begin()
    try {
      const name = await runGroup(session, queue, bodies, { ...parts, listeners, changes, sender })
      queue.committed(await connection.commit(session, name))
      changes.publish()
    } catch (cause) {
      const error = await connection.failureOf(cause)
      for (const body of bodies) body.end = () => body.reject(error)
      // A connection may have gone unnoticed while it was idle: the next group opens another one.
      if (bodies.length === 0 && connection.isOpen()) rejectWaiting(error)
    }
    cancel()
    for (const body of bodies) body.end()
  }

  async function drain(): Promise<void> {
    while (!queue.isEmpty()) await runNext()
    isRunning = false
    for (const call of idle.splice(0)) call()
  }

  function plan(): void {
    if (isRunning) return
    isRunning = true
    setImmediate(() => void drain())
  }

  return {
    write<T>(run: (tx: Tx) => Promise<T>, kind?: WriteKind): Promise<T> {
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      queue.add(newBody({ run, resolve, reject }, kind), kind)
      plan()
      return promise
    },
    changes: changes.subscribe,
    publishChanges: changes.publishTables,
    onListenerError: listeners.onError,
    /** Resolves when nothing is queued or running. */
    quiet: () => (isRunning ? new Promise<void>(resolve => idle.push(resolve)) : Promise.resolve()),
    /** Gives the connection back; nothing may be running. */
    close: connection.drop,
  }
}

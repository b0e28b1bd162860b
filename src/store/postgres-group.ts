// Group commit on PostgreSQL: all bodies that wait run in one transaction on one connection, and groups take turns,
// whichever node they come from. Decision 35 says why.
import { changeNotifier, listenerCalls } from './commit-listener.ts'
import { type FirstRead, newBody, type WriteBody, type WriteKind } from './group-body.ts'
import { notifyWith, tablesNotes } from './node-channel.ts'
import { newRowBatch, readFirst } from './postgres-batch.ts'
import { type OpenGroup, runPostgresBody, sendChange, sentChanges, writeLater } from './postgres-body.ts'
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
 * @param atTurn asks what can be asked as soon as the turn has come
 */
async function begin(
  session: Session,
  { node, refresh }: Writer,
  atTurn?: () => Promise<unknown>,
): Promise<TransactionName> {
  session.rows('begin').catch(() => {}) // what follows fails as well
  const turn = session.rows(`select pg_advisory_xact_lock($1, $2), pg_current_xact_id()::text, ${timeline}`, [
    locks.space,
    locks.turn,
  ])
  // A statement of its own: it sees what is committed when the turn has come.
  const writer = session.rows('select node = $1 from last_writer', [node])
  const [[row], [last]] = await Promise.all([turn, writer])
  const asked = [atTurn?.()]
  if (last?.[0] !== true)
    asked.push(session.rows('update last_writer set node = $1', [node]), refresh(session))
  await Promise.all(asked)
  return { transaction: row?.[1], timeline: row?.[2] }
}

function newGroup(parts: Pick<OpenGroup, 'session' | 'onStatement' | 'node' | 'callListener'>): OpenGroup {
  const group: OpenGroup = {
    ...parts,
    sent: [],
    batch: newRowBatch((text, values) =>
      sendChange(group, text, values, () => {
        group.hasFailed = true
      }),
    ),
    first: new Map(),
    later: new Map(),
    notes: new Map(),
    hasFailed: false,
  }
  return group
}

/** Runs bodies that need no savepoint. @returns false when one of them failed after a change */
async function runBare(bodies: readonly WriteBody[], group: OpenGroup): Promise<boolean> {
  let isWhole = true
  for (const body of bodies) {
    isWhole = await runPostgresBody(body, group, false)
    if (!isWhole) break
  }
  if (isWhole) await writeLater(group)
  else group.batch.drop()
  group.first.clear()
  group.later.clear()
  return (await sentChanges(group)) && isWhole
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
  const group = newGroup({ session, onStatement, node, callListener: listeners.call })
  // None of them has been answered, so they may run in any order.
  const bare: WriteBody[] = []
  let name = await begin(session, parts, async () => {
    queue.begin()
    for (let body = queue.next(); body; body = queue.next()) bodies.push(body)
    bare.push(...bodies.filter(body => body.isRepeatable))
    group.first = await readFirst(session, bare)
  })
  // One that failed cannot be undone alone, and all of them may run again.
  if (!(await runBare(bare, group))) {
    await session.rows('rollback')
    chain.begin()
    group.hasFailed = false
    name = await begin(session, parts)
    for (const one of bare) await runPostgresBody(one, group, true)
  }
  for (const body of bodies) if (!body.isRepeatable) await runPostgresBody(body, group, true)
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
  const own = { ...parts, listeners, changes, sender }
  let isRunning = false
  const rejectWaiting = (error: unknown) => {
    for (const body of queue.empty()) body.reject(error)
  }

  async function runNext(): Promise<void> {
    const session = await connection.open().catch(cause => rejectWaiting(writeErrorOf(cause)))
    const bodies: WriteBody[] = []
    if (!session) return
    const cancel = parts.after(groupMaxMs, connection.drop)
    changes.begin()
    try {
      const name = await connection.limited(runGroup(session, queue, bodies, own))
      queue.committed(await connection.limited(connection.commit(session, name)))
      changes.publish()
    } catch (cause) {
      const error = await connection.failureOf(cause)
      for (const body of bodies) body.end = () => body.reject(error)
      // A connection may have gone unnoticed while it was idle: the next group opens another one.
      if (bodies.length === 0 && (connection.isOpen() || connection.isSilent())) rejectWaiting(error)
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
    write<T>(run: (tx: Tx) => Promise<T>, kind?: WriteKind, first?: FirstRead): Promise<T> {
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      queue.add(newBody({ run, resolve, reject }, kind, first), kind)
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

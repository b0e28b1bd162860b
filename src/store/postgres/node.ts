// This process among the nodes on a database. A connection of its own holds an advisory lock with its number, so the
// server knows that it is alive: the lock is freed when the process or its connection ends, and when it hangs. The
// same connection looks twice a second whether another node is gone, and holds names that one node may have at a time.
import { createHash } from 'node:crypto'
import type { Nodes } from '../engine/node.ts'
import { listOf } from './batch.ts'
import { isConnectionLost } from './error.ts'
import { locks } from './lock.ts'
import { openSession, type Session } from './session.ts'
import type { Limit } from './silence.ts'
import type { After } from './writer.ts'

/** How often a node shows that it is alive, and looks at the others. */
const lookMs = 500
/** A node that shows nothing for so long hangs, and counts as gone. */
const silenceMaxMs = 2_000
/** While the database is away, a name is waited for so long. */
const patienceMs = 4_000
const retryMs = 200

const livingText = 'select living_nodes()::text'
const look = `select living_nodes()::text, exists (select from job where state = 'claimed' and node is not null
  and node <> all ((select living_nodes())::bigint[]))`

/** A lock with one number has its halves in two columns. */
const isTaken = `select exists (select from pg_locks where locktype = 'advisory' and granted and objsubid = 1
  and classid::bigint = (($1::bigint >> 32) & 4294967295) and objid::bigint = ($1::bigint & 4294967295)
  and database = (select oid from pg_database where datname = current_database()))`

/** A name as the number of a lock. */
const lockOf = (name: string): string =>
  createHash('sha256').update(name).digest().readBigInt64BE(0).toString()

/** "{3,7}" as PostgreSQL writes a list. */
const numbersOf = (list: unknown): number[] => (String(list).match(/\d+/g) ?? []).map(Number)

export interface OwnNode extends Omit<Nodes, 'onOtherWriter'> {
  close(): void
}

type Pause = (ms: number) => Promise<void>

async function take(on: Session, text: string, values: readonly unknown[]): Promise<boolean> {
  return (await on.rows(`select pg_try_advisory_lock(${text})`, values))[0]?.[0] === true
}

/** What fails went with its connection. */
const giveBack = (on: Session, name: string) =>
  void on.rows('select pg_advisory_unlock($1::bigint)', [lockOf(name)]).catch(() => {})

/** The connection that holds our number, and the names that are ours; opened again when it goes. */
async function openLife(url: string, held: ReadonlySet<string>, pause: Pause, limit: Limit) {
  const connect = () => openSession(url, { idle_session_timeout: String(silenceMaxMs) }, limit)
  let session: Session | undefined
  /** Not ours before it holds our number. */
  let coming: Session | undefined
  let joining: Promise<Session> | undefined
  const first = await connect()
  const number = Number((await first.rows("select nextval('node_number')"))[0]?.[0])
  first.end()

  async function join(): Promise<Session> {
    const opened = await connect()
    const names: string[] = []
    coming = opened
    try {
      // Until the server notices that the connection before is gone.
      while (!(await take(opened, '$1, $2', [locks.nodes, number]))) await pause(retryMs)
      names.push(...held)
      await opened.rows('select pg_try_advisory_lock(name) from unnest($1::bigint[]) name', [
        listOf(names.map(lockOf)),
      ])
    } catch (error) {
      opened.end()
      throw error
    } finally {
      coming = undefined
    }
    session = opened
    // They could not be given back meanwhile.
    for (const name of names) if (!held.has(name)) giveBack(opened, name)
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
      coming?.end()
      session = undefined
    },
  }
}

type Life = Awaited<ReturnType<typeof openLife>>

/** Never a node's number. */
const unknownNode = 0

/**
 * Looks who is alive, which shows that we are.
 * @param onGone called when a node was missed in two looks: after a restart of the server all come back one by one
 */
function newLookout(life: Life, onGone: () => void) {
  let living: readonly number[] = []
  const missing = new Set<number>()
  let isSuspected = false
  return {
    hasOthers: () => living.some(one => one !== life.number),
    async look(): Promise<void> {
      if (!life.session()) missing.add(unknownNode)
      const [row] = await (await life.current()).rows(look)
      for (const one of living) missing.add(one)
      living = numbersOf(row?.[0])
      for (const one of living) missing.delete(one)
      const isGone = row?.[1] === true || missing.size > 0
      if (isGone && isSuspected) {
        missing.clear()
        onGone()
      }
      isSuspected = isGone
    },
  }
}

/**
 * Registers this process as a node.
 * @param url of the database, whose tables are up to date
 */
export async function joinNodes(url: string, after: After, limit: Limit): Promise<OwnNode> {
  const pause: Pause = ms => new Promise(resolve => after(ms, resolve))
  const held = new Set<string>()
  const gone: (() => void)[] = []
  const life = await openLife(url, held, pause, limit)
  const lookout = newLookout(life, () => {
    for (const call of gone) call()
  })
  const limited = limit(life.drop)
  let isClosed = false
  let cancelLook = () => {}
  const planLook = () => {
    cancelLook = after(lookMs, async () => {
      await limited(lookout.look()).catch(life.drop) // the next look opens another one
      if (isClosed) life.drop()
      else planLook()
    })
  }
  await lookout.look()
  planLook()

  return {
    number: life.number,
    hasOthers: lookout.hasOthers,
    others: async read =>
      numbersOf((await read.rows(livingText, [], true))[0]?.[0]).filter(one => one !== life.number),
    onGone: call => void gone.push(call),
    async hold(name) {
      const until = performance.now() + patienceMs
      for (;;) {
        try {
          const isOurs = await limited(take(await life.current(), '$1::bigint', [lockOf(name)]))
          if (isOurs) held.add(name)
          return isOurs
        } catch (error) {
          life.drop()
          if (!isConnectionLost(error) || performance.now() > until) throw error
          await pause(retryMs)
        }
      }
    },
    release(name) {
      held.delete(name)
      const session = life.session()
      if (session) giveBack(session, name)
    },
    isHeld: async (name, read) => (await read.rows(isTaken, [lockOf(name)], true))[0]?.[0] === true,
    close() {
      isClosed = true
      cancelLook()
      life.drop()
    },
  }
}

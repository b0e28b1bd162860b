// A node whose connection went comes back on another one, also when that one hangs. `bun run test:postgres`
// runs it; elsewhere it is skipped.
import { expect, test } from 'bun:test'
import { connect, createServer } from 'node:net'
import { assert } from '../../src/domain/fault.ts'
import { isConnectionLost } from '../../src/store/postgres/error.ts'
import { locks } from '../../src/store/postgres/lock.ts'
import { joinNodes } from '../../src/store/postgres/node.ts'
import { openSession, type Session } from '../../src/store/postgres/session.ts'
import { limitOn } from '../../src/store/postgres/silence.ts'
import { newPostgresDatabase, testServer } from '../kit/store-database.ts'
import { until } from '../kit/wait.ts'

/** Calls back twenty times as fast. */
const quickly = (ms: number, call: () => void) => {
  const timer = setTimeout(call, ms / 20)
  return () => clearTimeout(timer)
}

/** Ends the connection of the only node. */
const endNode = (on: Session) =>
  on.rows(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted and classid = $1
     and database = (select oid from pg_database where datname = current_database())`,
    [locks.nodes],
  )

test.skipIf(!testServer)('a node that comes back on a connection that hangs takes another one', async () => {
  assert(testServer, 'skipped without a server')
  const url = newPostgresDatabase(testServer)
  /** Cuts what waits. */
  const cuts = new Set<() => void>()
  const node = await joinNodes(url, quickly, cut => work => {
    cuts.add(cut)
    return work.finally(() => cuts.delete(cut))
  })
  const [holder, looker] = await Promise.all([openSession(url), openSession(url)])
  // As long as the server has not noticed that its connection is gone.
  const held = holder.rows('select pg_advisory_lock($1, $2)', [locks.nodes, node.number])
  await endNode(looker)
  await held
  const idle = () =>
    looker.rows(
      `select pid from pg_stat_activity where datname = current_database() and state = 'idle'
       and query like 'select pg\\_try\\_advisory\\_lock(%'`,
    )
  await until(async () => (await idle()).length > 0)
  const [[comer] = []] = await idle()
  process.kill(Number(comer), 'SIGSTOP')
  try {
    for (const cut of cuts) cut()
    await holder.rows('select pg_advisory_unlock($1, $2)', [locks.nodes, node.number])
    await until(async () => {
      const [[living] = []] = await looker.rows('select living_nodes()::text')
      return living === `{${node.number}}`
    })
  } finally {
    process.kill(Number(comer), 'SIGCONT')
  }
  node.close()
  holder.end()
  looker.end()
})

test.skipIf(!testServer)('a node that comes back holds no name that it gave back meanwhile', async () => {
  assert(testServer, 'skipped without a server')
  const url = newPostgresDatabase(testServer)
  const node = await joinNodes(url, quickly, () => work => work)
  const looker = await openSession(url)
  /** Returns the connection that holds each name. */
  const holders = async () =>
    (
      await looker.rows(
        `select pid from pg_locks where locktype = 'advisory' and objsubid = 1
         and database = (select oid from pg_database where datname = current_database())`,
      )
    ).flat()
  const names = Array.from({ length: 300 }, (_, index) => `order ${index}`)
  for (const name of names) await node.hold(name)
  const [before] = await holders()
  await endNode(looker)
  const isBack = (held: readonly unknown[]) => held.length > 0 && !held.includes(before)
  await until(async () => isBack(await holders()))
  for (const name of names) node.release(name)
  await until(async () => (await holders()).length === 0)
  node.close()
  looker.end()
})

test.skipIf(!testServer)('a connection that falls silent when it is open is given up', async () => {
  assert(testServer, 'skipped without a server')
  const url = newPostgresDatabase(testServer)
  const { hostname, port } = new URL(url)
  /** Passes on how a connection begins, and nothing that is asked on it. */
  const way = createServer(client => {
    const server = connect(Number(port), hostname)
    client.once('data', begin => server.write(begin))
    server.on('data', bytes => client.write(bytes)).on('error', () => {})
    client.on('close', () => server.destroy())
  }).listen(0, '127.0.0.1')
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String(Object(way.address()).port)
  const error = await openSession(through.href, {}, limitOn(through.href, quickly)).catch(
    (error: unknown) => error,
  )
  expect(isConnectionLost(error)).toBe(true)
  way.close()
})

// A node whose connection went comes back on another one, also when that one hangs. `bun run test:postgres` runs it;
// elsewhere it is skipped.
import { expect, test } from 'bun:test'
import { assert } from '../../src/domain/fault.ts'
import { locks } from '../../src/store/postgres-lock.ts'
import { joinNodes } from '../../src/store/postgres-node.ts'
import { openSession, type Session } from '../../src/store/postgres-session.ts'
import { newPostgresDatabase, testServer } from '../kit/store-database.ts'

/** Takes some seconds. */
const looksMax = 10_000

/** Twenty times as fast. */
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
  let cut = () => {}
  const node = await joinNodes(url, quickly, given => {
    cut = given
    return work => work
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
  let comers = await idle()
  while (comers.length === 0) comers = await idle()
  const comer = comers[0]?.[0]
  process.kill(Number(comer), 'SIGSTOP')
  try {
    cut()
    await holder.rows('select pg_advisory_unlock($1, $2)', [locks.nodes, node.number])
    let living: unknown
    for (let looks = 0; looks < looksMax && living !== `{${node.number}}`; looks++)
      living = (await looker.rows('select living_nodes()::text'))[0]?.[0]
    expect(living).toBe(`{${node.number}}`)
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
  const count = async () => {
    const [row] = await looker.rows(
      `select count(*) from pg_locks where locktype = 'advisory' and objsubid = 1
       and database = (select oid from pg_database where datname = current_database())`,
    )
    return Number(row?.[0])
  }
  /** As many as are locked once that is so. */
  async function counted(isSo: (held: number) => boolean): Promise<number> {
    let held = await count()
    for (let looks = 0; looks < looksMax && !isSo(held); looks++) held = await count()
    return held
  }
  const names = Array.from({ length: 300 }, (_, index) => `order ${index}`)
  for (const name of names) await node.hold(name)
  await endNode(looker)
  await counted(held => held === 0)
  expect(await counted(held => held > 0)).toBeGreaterThan(0)
  for (const name of names) node.release(name)
  expect(await counted(held => held === 0)).toBe(0)
  node.close()
  looker.end()
})

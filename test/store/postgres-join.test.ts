// A node whose connection went comes back on another one, also when that one hangs. `bun run test:postgres` runs it;
// elsewhere it is skipped.
import { expect, test } from 'bun:test'
import { assert } from '../../src/domain/fault.ts'
import { locks } from '../../src/store/postgres-lock.ts'
import { joinNodes } from '../../src/store/postgres-node.ts'
import { openSession } from '../../src/store/postgres-session.ts'
import { newPostgresDatabase, testServer } from '../kit/store-database.ts'

/** Takes some seconds. */
const looksMax = 10_000

/** Twenty times as fast. */
const quickly = (ms: number, call: () => void) => {
  const timer = setTimeout(call, ms / 20)
  return () => clearTimeout(timer)
}

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
  await looker.rows(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted and classid = $1
     and database = (select oid from pg_database where datname = current_database())`,
    [locks.nodes],
  )
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

// A server that crashes while a group is committed: it gives ids of transactions again that its disk never
// had, so the id of such a group may be that of another one, which is committed.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { assert } from '../../src/domain/fault.ts'
import { putSetting } from '../../src/store/account.ts'
import { postgresWriter } from '../../src/store/postgres/group.ts'
import { openPostgres } from '../../src/store/postgres/postgres.ts'
import { openSession, type Session } from '../../src/store/postgres/session.ts'
import { type ClusterPlace, hasPostgres, openCluster } from '../kit/postgres-cluster.ts'
import { after } from '../kit/wait.ts'

describe.skipIf(!hasPostgres)('a commit on a server that crashes', () => {
  let place: ClusterPlace
  beforeAll(async () => {
    // What was not committed stays in memory.
    place = await openCluster({ wal_writer_delay: '10s', autovacuum: 'off', max_connections: 30 })
  }, 60_000)
  afterAll(() => place?.remove())

  /** The same address once it answers again. */
  async function reopened(): Promise<Session> {
    for (;;) {
      const session = await openSession(place.cluster.url()).catch(() => undefined)
      if (session) return session
      await Bun.sleep(5)
    }
  }

  /** Crashes the server while it commits a group. @returns the ids of its transaction and of the other one */
  async function crash() {
    const url = place.cluster.url()
    const store = await openPostgres({ url, isAlone: true }, 0, () => {}, after)
    await store.close()
    const session = await openSession(url)
    let own: unknown
    let others: unknown
    const first: Session = {
      ...session,
      async rows(text, values) {
        const rows = await session.rows(text, values)
        if (text.includes('pg_current_xact_id')) own = rows[0]?.[1]
        return rows
      },
      async commit() {
        const [[process] = []] = await session.rows('select pg_backend_pid()')
        // One process that is killed takes the server's memory with it.
        globalThis.process.kill(Number(process), 'SIGKILL')
        await session.rows('select 1').catch(() => {})
        const other = await reopened()
        while (Number(others ?? 0) < Number(own))
          others = (await other.rows('select pg_current_xact_id()::text'))[0]?.[0]
        other.end()
        throw Object.assign(new Error('Connection closed'), { code: 'ERR_POSTGRES_CONNECTION_CLOSED' })
      },
    }
    const connect = () => openSession(url)
    const channel = { node: 'unheard', send() {} }
    const writer = postgresWriter({ connect, after, first, node: 1, refresh: async () => {} }, channel)
    const result = await writer
      .write(tx => putSetting(tx, 'lost', 'x'))
      .then(
        () => 'acknowledged',
        error => error.reason,
      )
    writer.close()
    assert(own !== undefined, 'the group has a transaction id')
    return { own, others, result }
  }

  test('is not taken for the one of another program with the same id', async () => {
    let crashed = await crash()
    // A server that was just writing a checkpoint has the id on its disk and does not give it again.
    for (let more = 0; crashed.others !== crashed.own && more < 5; more++) crashed = await crash()
    expect(crashed.others).toBe(crashed.own)
    expect(await place.cluster.sql("select name from setting where name = 'lost'")).toEqual([])
    expect(crashed.result).toBe('write_unconfirmed')
  }, 60_000)
})

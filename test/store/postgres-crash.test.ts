// The answer to a commit is lost. PostgreSQL can be asked whether it saved that transaction, unless it
// crashed: after a crash it reuses the ids of transactions that never reached its disk. The id of a lost
// group may then be that of another group, which is committed.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { assert } from '../../src/domain/fault.ts'
import { putSetting } from '../../src/store/account.ts'
import { postgresWriter } from '../../src/store/postgres/group.ts'
import { openPostgres } from '../../src/store/postgres/postgres.ts'
import { openSession, type Session } from '../../src/store/postgres/session.ts'
import { type ClusterPlace, hasPostgres, openCluster } from '../kit/postgres-cluster.ts'
import { after } from '../kit/wait.ts'

describe.skipIf(!hasPostgres)('a commit whose answer is lost', () => {
  let place: ClusterPlace
  beforeAll(async () => {
    // What was not committed stays in memory.
    place = await openCluster({ wal_writer_delay: '10s', autovacuum: 'off', max_connections: 30 })
  }, 300_000)
  afterAll(() => place?.remove())

  /** Resolves with the same address once it answers again. */
  async function reopened(): Promise<Session> {
    for (;;) {
      const session = await openSession(place.cluster.url()).catch(() => undefined)
      if (session) return session
      await Bun.sleep(5)
    }
  }

  const lost = () => Object.assign(new Error('Connection closed'), { code: 'ERR_POSTGRES_CONNECTION_CLOSED' })

  /** Opens a session on the tables of a shop. */
  async function openShop(): Promise<Session> {
    const url = place.cluster.url()
    const store = await openPostgres({ url, isAlone: true }, 0, () => {}, after)
    await store.close()
    return openSession(url)
  }

  /** Writes a setting through this session. @returns how it was answered, and how often its body ran */
  async function writeThrough(first: Session, name: string) {
    let runs = 0
    const connect = () => openSession(place.cluster.url())
    const channel = { node: 'unheard', send() {} }
    const writer = postgresWriter({ connect, after, first, node: 1, refresh: async () => {} }, channel)
    const write = writer.write(tx => {
      runs++
      return putSetting(tx, name, 'x')
    })
    const result = await write.then(
      () => 'acknowledged',
      error => error.reason,
    )
    writer.close()
    return { result, runs }
  }

  const saved = (name: string) => place.cluster.sql(`select name from setting where name = '${name}'`)

  test('and that was saved is acknowledged', async () => {
    const session = await openShop()
    const commit = async () => {
      await session.commit()
      throw lost()
    }
    expect(await writeThrough({ ...session, commit }, 'kept')).toEqual({ result: 'acknowledged', runs: 1 })
    expect(await saved('kept')).toEqual([['kept']])
  })

  test('and that was not saved is refused', async () => {
    const session = await openShop()
    const commit = async () => {
      await session.rows('rollback')
      throw lost()
    }
    const { result } = await writeThrough({ ...session, commit }, 'undone')
    expect(result).toBe('database_unavailable')
    expect(await saved('undone')).toEqual([])
  })

  /** Crashes the server while it commits a group. @returns the ids of its transaction and of the other one */
  async function crash() {
    const session = await openShop()
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
        throw lost()
      },
    }
    const { result } = await writeThrough(first, 'lost')
    assert(own !== undefined, 'the group has a transaction id')
    return { own, others, result }
  }

  test('in a crash is not taken for the one of another program with the same id', async () => {
    let crashed = await crash()
    // A server that was just writing a checkpoint has the id on its disk and does not give it again.
    for (let more = 0; crashed.others !== crashed.own && more < 5; more++) crashed = await crash()
    expect(crashed.others).toBe(crashed.own)
    expect(await saved('lost')).toEqual([])
    expect(crashed.result).toBe('write_unconfirmed')
  }, 300_000)
})

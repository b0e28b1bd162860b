// The store on a real PostgreSQL: what is acknowledged is committed, a body fails alone, and a connection
// that goes leaves neither half a group nor a wrong answer.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { SQL } from 'bun'
import { migrations } from '../../migrations/list.ts'
import { assert, fault } from '../../src/domain/fault.ts'
import { findSetting, putSetting } from '../../src/store/account.ts'
import { chainProblems } from '../../src/store/engine/chain-check.ts'
import type { Read, Tx } from '../../src/store/engine/statement.ts'
import { UnfinishedWrite } from '../../src/store/engine/write-error.ts'
import { postgresWriter } from '../../src/store/postgres/group.ts'
import { locks } from '../../src/store/postgres/lock.ts'
import { migratePostgres } from '../../src/store/postgres/migration.ts'
import { openPostgres } from '../../src/store/postgres/postgres.ts'
import { openSession, type Session } from '../../src/store/postgres/session.ts'
import { sumRefundedOfCash } from '../../src/store/refund.ts'
import type { Store } from '../../src/store/store.ts'
import { changeOf } from '../kit/change.ts'
import { hasPostgres, openStoreServer } from '../kit/postgres-cluster.ts'
import { newPostgresDatabase } from '../kit/store-database.ts'
import { after, outcome } from '../kit/wait.ts'

/** Calls back after a short pause; limits are not shortened. */
const quickly = (ms: number, call: () => void) => after(ms < 1_000 ? 1 : ms, call)
const put = (tx: Tx, name: string, value = 'x') => putSetting(tx, name, value)
/** A writer that is no node. */
const alone = { node: 1, refresh: async () => {}, clock: { now: Date.now, follow() {} } }
const unavailable = { error: expect.objectContaining({ reason: 'database_unavailable' }) }

/** There is no other node. */
const unheard = { node: 'unheard', send() {} }

describe.skipIf(!hasPostgres)('the store on PostgreSQL', () => {
  let server: Awaited<ReturnType<typeof openStoreServer>>
  beforeAll(async () => {
    server = await openStoreServer()
  })
  afterAll(() => server.close())
  let url: string
  let store: Store
  /** Another program on the same database. */
  let other: SQL
  let failures: unknown[]
  beforeEach(async () => {
    url = newPostgresDatabase(server.url)
    failures = []
    store = await openPostgres({ url, isAlone: true }, 0, cause => failures.push(cause), after)
    other = new SQL({ url, max: 1 })
  })
  afterEach(async () => {
    await store.close()
    await other.close({ timeout: 0 })
    expect(failures).toEqual([])
  })

  const kept = async () => (await store.read.rows('select name from setting order by name')).flat()
  const killOthers = () =>
    other.unsafe(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
  const write = (...names: string[]) =>
    Promise.all(names.map(name => store.write(tx => put(tx, name), 'repeatable')))

  describe('a group', () => {
    test('is answered after its commit', async () => {
      await store.write(async tx => {
        await put(tx, 'first')
        expect(await findSetting(tx, 'first')).toBe('x')
      })
      expect(await kept()).toEqual(['first'])
    })

    test.each([undefined, 'repeatable'] as const)('loses what failed in it, and no more (%s)', async kind => {
      const results = await Promise.all([
        outcome(store.write(tx => put(tx, 'first'), kind)),
        outcome(
          store.write(async tx => {
            await put(tx, 'second')
            throw fault('address_not_paused')
          }, kind),
        ),
        outcome(
          store.write(
            tx => tx.rows("insert into setting values ('first', 'y')", [], 'kept', changeOf('setting')),
            kind,
          ),
        ),
        outcome(store.write(tx => put(tx, 'last'), kind)),
      ])
      expect(results).toEqual([
        { value: expect.anything() },
        { error: expect.objectContaining({ reason: 'address_not_paused' }) },
        { error: expect.objectContaining({ errno: '23505' }) },
        { value: expect.anything() },
      ])
      expect(await kept()).toEqual(['first', 'last'])
    })

    test('is not held up by a body that awaits something else', async () => {
      const stuck = outcome(
        store.write(async tx => {
          await put(tx, 'stuck')
          await new Promise(() => {})
        }),
      )
      await write('next')
      expect(await stuck).toEqual({ error: expect.any(UnfinishedWrite) })
      expect(await kept()).toEqual(['next'])
    })

    test('ends its transactions: nothing runs in one afterwards', async () => {
      let kept: Tx | undefined
      await store.write(async tx => {
        kept = tx
      })
      assert(kept, 'the body ran')
      expect(put(kept, 'late')).rejects.toThrow('this transaction is over')
    })

    test('publishes the tables that it changed, and calls back after the commit', async () => {
      const heard: unknown[] = []
      store.changes(tables => heard.push([...tables]))
      await store.write(async tx => {
        tx.afterCommit(() => heard.push('after'))
        await put(tx, 'first')
      })
      await Promise.resolve()
      expect(heard).toEqual([['setting'], 'after'])
    })
  })

  describe('a connection that goes', () => {
    test('while nothing is written costs nothing', async () => {
      await write('first')
      await killOthers()
      await write('second')
      expect(await kept()).toEqual(['first', 'second'])
    })

    test('in a group: nothing of it is saved, its callers are answered, and the next is', async () => {
      const cut = outcome(
        store.write(async tx => {
          await put(tx, 'cut')
          await findSetting(tx, 'cut')
          killOthers().catch(() => {})
          for (;;) await findSetting(tx, 'cut')
        }),
      )
      expect(await cut).toEqual(unavailable)
      await write('next')
      expect(await kept()).toEqual(['next'])
    })

    const closed = { code: 'ERR_POSTGRES_CONNECTION_CLOSED' }
    const panicked = { code: 'ERR_POSTGRES_SERVER_ERROR', errno: '53100', severity: 'PANIC' }
    test.each([
      ['after the commit: the transaction is found in the database', true, closed],
      ['before the commit: the transaction is not found in the database', false, closed],
      ['after the commit, with a disk error: the transaction is found in the database', true, panicked],
      ['before the commit, with a disk error: that error is reported', false, panicked],
    ])('%s', async (_, isDone, more) => {
      const lost = Object.assign(new Error('it went'), more)
      const session = await openSession(url)
      const cutting: Session = {
        ...session,
        async commit() {
          await (isDone ? session.commit() : session.rows('rollback'))
          throw lost
        },
      }
      const writer = postgresWriter(
        { connect: () => openSession(url), after, first: cutting, ...alone },
        unheard,
      )
      const result = await outcome(writer.write(tx => put(tx, 'unanswered')))
      writer.close()
      const refused = { error: fault(more === panicked ? 'disk_full' : 'database_unavailable') }
      expect(result).toEqual(isDone ? { value: expect.anything() } : refused)
      expect(await kept()).toEqual(isDone ? ['unanswered'] : [])
    })

    test.each([
      ['was done: they are found in the database', true],
      ['was not: they are not found in the database', false],
    ])('before rows were answered whose commit %s', async (_, isDone) => {
      const lost = Object.assign(new Error('Connection closed'), { code: 'ERR_POSTGRES_CONNECTION_CLOSED' })
      const session = await openSession(url)
      let isCutting = false
      const sent: string[] = []
      const cut = <T>(text: string, answer: Promise<T>): Promise<T> => {
        sent.push(text)
        return isCutting && /^(insert|commit)/.test(text) ? answer.then(() => Promise.reject(lost)) : answer
      }
      const cutting: Session = {
        ...session,
        rows: (text, values) => cut(text, session.rows(text, values)),
        commit: () =>
          cut('commit', isDone || !isCutting ? session.commit() : session.rows('rollback').then(() => {})),
      }
      const writer = postgresWriter(
        { connect: () => openSession(url), after, first: cutting, ...alone },
        unheard,
      )
      const called: string[] = []
      const add = (name: string) => {
        const body = async (tx: Tx) => {
          tx.afterCommit(() => called.push(name))
          await put(tx, name)
          return name
        }
        return outcome(writer.write(body, 'repeatable'))
      }
      await add('first on this connection')
      isCutting = true
      called.length = 0
      sent.length = 0
      const results = await Promise.all([add('one'), add('two')])
      await Promise.resolve()
      writer.close()
      expect(sent.filter(text => /^(insert|commit|rollback)/.test(text))).toEqual([
        ...[expect.stringContaining('insert'), expect.stringContaining('insert'), 'commit'],
      ])
      expect(results).toEqual(isDone ? [{ value: 'one' }, { value: 'two' }] : [unavailable, unavailable])
      expect(called).toEqual(isDone ? ['one', 'two'] : [])
      expect(await kept()).toEqual(['first on this connection', ...(isDone ? ['one', 'two'] : [])])
    })

    test('to a database that stays away: waiting writes are answered, and later writes work again', async () => {
      let isAway = true
      const connect = async () => {
        if (isAway) throw Object.assign(new Error('no'), { code: 'ERR_POSTGRES_CONNECTION_REFUSED' })
        return openSession(url)
      }
      const first = await openSession(url)
      first.end()
      const writer = postgresWriter({ connect, after: quickly, first, ...alone }, unheard)
      expect(await outcome(writer.write(tx => put(tx, 'away')))).toEqual(unavailable)
      isAway = false
      await writer.write(tx => put(tx, 'back'))
      writer.close()
      expect(await kept()).toEqual(['back'])
    })
  })

  describe('a snapshot', () => {
    const names = async (read: Read) => (await read.rows('select name from setting order by name')).flat()

    test('sees the rows of one moment, whatever is written meanwhile', async () => {
      await write('first')
      const seen = await store.snapshot(async read => {
        const before = await names(read)
        await write('second')
        return [before, await names(read), await kept()]
      })
      expect(seen).toEqual([['first'], ['first'], ['first', 'second']])
      expect(await store.snapshot(names)).toEqual(['first', 'second'])
    })

    test('is taken again when its connection is lost', async () => {
      await write('first')
      const seen: unknown[] = []
      const last = await store.snapshot(async read => {
        seen.push(await names(read))
        if (seen.length === 1) {
          await write('second')
          await killOthers()
        }
        return names(read)
      })
      expect([...seen, last]).toEqual([['first'], ['first', 'second'], ['first', 'second']])
    })

    test('that fails leaves nothing open, and it writes nothing', async () => {
      const wrong = (read: Read) => read.rows('select 1 / 0')
      const divided = { error: expect.objectContaining({ errno: '22012' }) }
      for (let count = 0; count < 5; count++) expect(await outcome(store.snapshot(wrong))).toEqual(divided)
      const change = (read: Read) => read.rows("insert into setting values ('sneaked', 'x')")
      expect(await outcome(store.snapshot(change))).toEqual(unavailable)
      expect(await store.snapshot(names)).toEqual([])
      const open = "select count(*) from pg_stat_activity where state like 'idle in transaction%'"
      expect(await store.read.rows(open)).toEqual([[0]])
    })
  })

  describe('the database', () => {
    test('compiles no plan, whatever it takes a statement to cost', async () => {
      await other.unsafe(`alter database "${new URL(url).pathname.slice(1)}" set jit = on`)
      const setting = "select current_setting('jit')"
      const session = await openSession(url)
      expect(await session.rows(setting)).toEqual([['off']])
      session.end()
      for (const keep of ['kept', 'once'] as const)
        expect(await store.read.rows(setting, [], keep)).toEqual([['off']])
    })

    test('answers numbers as numbers', async () => {
      expect(
        await store.read.rows('select 1700000000000::bigint, count(*), $1::bigint from setting', [5]),
      ).toEqual(expect.arrayContaining([[1_700_000_000_000, 0, 5]]))
    })

    test('adds up what was given back of cash sales', async () => {
      // Without the rows that they refer to.
      await other.unsafe('set session_replication_role = replica')
      const sums = [
        ['a', 'completed', 2_000_000_000],
        ['a', 'completed', 1_500_000_000],
        ['a', 'failed', 700],
        ['b', 'pending', 900],
      ]
      for (const [index, [sale, status, amount]] of sums.entries())
        await other.unsafe(
          `insert into refund (id, account_id, status, amount, fees, connector, connection, network_reference, state,
             recipient, narration, metadata, api_version, created_at, payer, ran_at, yes_count, cash_sale_id, way, reason,
             from_sales)
           values ($1, 'a', $2, $3, 0, 'cash', 'cash', $1, 'settled', '{}', '', '{}', '1', 0, '', 0, 0, $4, 'cash', '', 0)`,
          [`refund-${index}`, status, amount, `cash_${sale}`],
        )
      const found = await sumRefundedOfCash(store.read, ['cash_a', 'cash_b'])
      expect([...found]).toEqual([['cash_a', 3_500_000_000]])
    })

    test('has indexes of payments that end in their number, as those of SQLite do by themselves', async () => {
      const indexes = await store.read.rows(
        "select indexname, indexdef from pg_indexes where tablename = 'payment' and indexdef like '%account_id%'",
        [],
        'once',
      )
      expect(indexes.length).toBeGreaterThan(8)
      const unordered = indexes.filter(([, text]) => !/, number\)( WHERE .*)?$/.test(String(text)))
      // No list reads its rows in order: it finds the last id that is ahead of its creation.
      expect(unordered.map(([name]) => name)).toEqual(['payment_ahead'])
    })

    test('belongs to one Kaunta at a time', async () => {
      const second = outcome(
        openPostgres(
          { url, isAlone: true },
          0,
          () => {},
          (_, call) => after(1, call),
        ),
      )
      expect(await second).toEqual({
        error: expect.objectContaining({ exitStatus: 3, message: expect.stringContaining('another Kaunta') }),
      })
    }, 300_000)

    test('of a newer Kaunta is refused', async () => {
      await other.unsafe("insert into migration values (99, 'newer', 0)")
      const session = await openSession(url)
      expect(await outcome(migratePostgres(session, migrations, 0))).toEqual({
        error: expect.objectContaining({ exitStatus: 4, message: expect.stringContaining('newer Kaunta') }),
      })
      session.end()
    })

    test('gives a migration the time that it needs', async () => {
      const session = await openSession(url)
      const limits = ['statement', 'lock'].map(name => `current_setting('${name}_timeout') as ${name}`)
      const slow = { name: 'slow', text: `create table seen as select ${limits.join()}` }
      await migratePostgres(session, [...migrations, slow], 0)
      expect(await session.rows('select * from seen')).toEqual([['0', '10s']])
      expect(await session.rows("select current_setting('statement_timeout')")).toEqual([['30s']])
      session.end()
    })

    test('is waited for while another node migrates it, however long that takes', async () => {
      const migrating = await openSession(url)
      const lock = `pg_advisory_lock(${locks.space}, ${locks.migration})`
      await migrating.rows(`select ${lock}`)
      const impatient = { lock_timeout: '50ms' }
      const starting = await openSession(url, impatient)
      const migrated = outcome(migratePostgres(starting, migrations, 0))
      // A plain wait that began later has already ended.
      const plain = await openSession(url, impatient)
      expect(await outcome(plain.rows(`select ${lock}`))).toMatchObject({ error: { errno: '55P03' } })
      await migrating.rows(`select ${lock.replace('lock', 'unlock')}`)
      expect(await migrated).toEqual({ value: undefined })
      expect(await starting.rows("select current_setting('lock_timeout')")).toEqual([['50ms']])
      for (const session of [migrating, starting, plain]) session.end()
    })

    test('that does not exist is reported by its name', async () => {
      const nowhere = new URL(url)
      nowhere.pathname = 'nowhere'
      expect(await outcome(openPostgres({ url: nowhere.href, isAlone: true }, 0, () => {}, after))).toEqual({
        error: expect.objectContaining({ exitStatus: 1, message: expect.stringContaining('nowhere') }),
      })
    })
  })

  describe('the record chain', () => {
    const addAccount = () =>
      other.unsafe(`insert into account (id, number, name, mode, city, time_zone, api_version, signing_key, webhook_hosts, fees,
        expiry_seconds, created_at, routing, quick_amounts, pin_length, blind_count)
        values ('acct_a', 1, 'A', 'sandbox', '', 'UTC', '', '', '[]', '{}', 60, 0, '{}', '[]', 4, 0)`)
    const entry = `insert into "audit_entry" (id, account_id, kind, detail, created_at) values ($1, 'acct_a', 'x', '{}', 0)`
    const add = (id: string) => store.write(tx => tx.rows(entry, [id], 'kept', changeOf('audit_entry')))
    const problems = () => chainProblems(store.read, undefined, async () => {})

    test('has a link for each group, over the rows that it added', async () => {
      await addAccount()
      await add('a')
      await Promise.all([add('b'), add('c')])
      expect(await store.read.rows('select number, audit_entries, foreign_rows from chain_link')).toEqual(
        expect.arrayContaining([
          [1, 1, 0],
          [2, 3, 0],
        ]),
      )
      expect(await problems()).toEqual([])
    })

    test('names rows that something else added', async () => {
      await addAccount()
      await add('a')
      await other.unsafe(entry, ['forged'])
      expect(await problems()).toEqual([expect.stringContaining('were added or removed by something else')])
    })

    test.each(['update audit_entry set detail = 1', 'delete from audit_entry', 'truncate chain_link'])(
      'refuses %s',
      async text => {
        await addAccount()
        await add('a')
        expect(outcome(other.unsafe(text))).resolves.toEqual({
          error: expect.objectContaining({ message: expect.stringContaining('never changed or removed') }),
        })
      },
    )
  })
})

// The one way to write, on real files: what is acknowledged is committed, a body fails alone, and
// no misuse of a transaction leaves a row behind (stack-findings.md §0 and §2).

import { Database } from 'bun:sqlite'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assert, fault } from '../../src/domain/fault.ts'
import { findSetting, putSetting } from '../../src/store/account.ts'
import type { Tx } from '../../src/store/engine/statement.ts'
import { UnfinishedWrite } from '../../src/store/engine/write-error.ts'
import { groupWriter } from '../../src/store/sqlite/group.ts'
import { openSqlite } from '../../src/store/sqlite/sqlite.ts'
import type { Store } from '../../src/store/store.ts'
import { changeOf } from '../kit/change.ts'
import { outcome } from '../kit/wait.ts'

let folder: string
let store: Store
let failures: unknown[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kaunta-store-'))
  failures = []
  store = openSqlite(folder, 0, cause => failures.push(cause))
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
  expect(failures).toEqual([])
})

/** Returns the settings that are committed, without those of the server itself. */
const kept = async () => (await store.read.rows('select name from setting order by name')).flat()
const put = (tx: Tx, name: string) => putSetting(tx, name, 'x')
const nextTurn = () => new Promise<void>(resolve => setImmediate(resolve))

describe('a group', () => {
  test('is answered after its commit, and not before', async () => {
    const seen: string[] = []
    const first = store
      .write(async tx => {
        await put(tx, 'first')
        seen.push(`first: ${await kept()}`)
      })
      .then(async () => seen.push(`answered: ${await kept()}`))
    const second = store.write(async tx => {
      await put(tx, 'second')
      seen.push(`second: ${await kept()}, ${await findSetting(tx, 'first')}`)
    })
    await Promise.all([first, second])
    expect(seen).toEqual(['first: ', 'second: , x', 'answered: first,second'])
  })

  test('takes requests before a backlog, and some of the backlog after them', async () => {
    const order: string[] = []
    const body = (name: string) => async (tx: Tx) => {
      await put(tx, name)
      order.push(name)
    }
    const backlog = Array.from({ length: 40 }, (_, index) => store.write(body(`job ${index}`), 'delivery'))
    await store.write(body('request'))
    expect(order[0]).toBe('request')
    const begun = order.length
    expect(begun).toBeGreaterThan(1)
    await store.write(body('next'))
    expect(order.indexOf('next')).toBe(begun)
    await Promise.all(backlog)
    expect(order).toHaveLength(42)
  })

  test('takes up to 256 waiting writes into one commit, in their order', async () => {
    const raw = new Database(':memory:')
    raw.run('create table t (n integer)')
    const texts: string[] = []
    const { write } = groupWriter(
      listening(raw, text => texts.push(text)),
      () => {},
    )
    const insert = (n: number) => write(tx => tx.rows('insert into t values (?)', [n], 'kept', changeOf('t')))
    await Promise.all(Array.from({ length: 600 }, (_, n) => insert(n)))
    expect(texts.filter(text => text === 'commit')).toHaveLength(3)
    expect(raw.query('select n from t order by rowid').values().flat()).toEqual(
      Array.from({ length: 600 }, (_, n) => n),
    )
  })

  // Each fails in another way, and all around it are committed once.
  test.each<[string, (tx: Tx) => Promise<unknown>, number]>([
    ['before its first change', () => Promise.reject(new Error('refused')), 1],
    ['after a change', tx => put(tx, 'failed').then(() => assert(false, 'a mistake')), 2],
    ['in a statement', tx => put(tx, 'failed').then(() => tx.rows('insert into no_table', [], 'once')), 2],
    ['as it awaits no query', tx => put(tx, 'failed').then(nextTurn), 2],
  ])('of bodies that may run again: one that fails %s is rolled back alone', async (_, failing, runs) => {
    const ran: string[] = []
    const called: string[] = []
    const body = (name: string) => async (tx: Tx) => {
      ran.push(name)
      tx.afterCommit(() => called.push(name))
      await put(tx, name)
      return name
    }
    const [a, failed, b, once, c] = await Promise.all([
      outcome(store.write(body('a'), 'repeatable')),
      outcome(store.write(failing, 'repeatable')),
      outcome(store.write(body('b'), 'repeatable')),
      outcome(store.write(body('once'))),
      outcome(store.write(body('c'), 'repeatable')),
    ])
    await nextTurn()
    expect([a, b, once, c]).toEqual([{ value: 'a' }, { value: 'b' }, { value: 'once' }, { value: 'c' }])
    expect(failed).toEqual({ error: expect.any(Error) })
    expect(await kept()).toEqual(['a', 'b', 'c', 'once'])
    expect(called).toEqual(['a', 'b', 'once', 'c'])
    expect(ran).toEqual([...Array.from({ length: runs }, () => 'a'), 'b', 'once', 'c'])
  })

  test('of bodies that may run again writes a sum once, and before a body that may read it', async () => {
    const written: number[] = []
    const add = async (tx: Tx) => {
      await put(tx, 'one')
      const sum = tx.deferredSums?.get('sum')
      if (sum) return void sum.change.count++
      const change = { count: 1, amount: 0 }
      const write = (to: Tx) => {
        written.push(change.count)
        return putSetting(to, 'sum', String(change.count))
      }
      if (tx.deferredSums) return void tx.deferredSums.set('sum', { change, write })
      await write(tx)
    }
    const failing = (tx: Tx) => add(tx).then(() => assert(false, 'a mistake'))
    const seen = (tx: Tx) => findSetting(tx, 'sum')
    const sumOf = async (...bodies: Promise<unknown>[]) => {
      const values = await Promise.all(bodies.map(outcome))
      return { values, kept: await findSetting(store.read, 'sum') }
    }
    const again = (body: (tx: Tx) => Promise<unknown>) => store.write(body, 'repeatable')
    expect((await sumOf(again(add), again(add), again(add))).kept).toBe('3')
    expect((await sumOf(again(add), again(add), store.write(seen), again(add))).values[2]).toEqual({
      value: '2',
    })
    expect(written).toEqual([3, 2, 1])
    // After a mistake each body writes its own, and nothing of the failed one is left.
    expect((await sumOf(again(add), again(add), again(failing), again(add))).kept).toBe('1')
    expect(written).toEqual([3, 2, 1, 1, 1, 1, 1])
  })

  test('stays committed and answered when listeners throw, each of which is reported', async () => {
    const raw = new Database(':memory:')
    raw.run('create table t (n integer)')
    const { write, changes, onListenerError } = groupWriter(raw, () => {})
    const reported: unknown[] = []
    onListenerError(error => reported.push(error))
    const heard: string[] = []
    changes(() => assert(false, 'a stream is broken'))
    changes(tables => heard.push([...tables].join()))
    const answer = await write(async tx => {
      tx.afterCommit(() => assert(false, 'a till is gone'))
      tx.afterCommit(() => heard.push('after'))
      await tx.rows('insert into t values (1)', [], 'kept', changeOf('t'))
      return 'answered'
    })
    await nextTurn()
    expect([answer, raw.query('select n from t').values()]).toEqual(['answered', [[1]]])
    expect(heard).toEqual(['t', 'after'])
    expect(reported.map(String)).toEqual([
      'AssertionError: a stream is broken',
      'AssertionError: a till is gone',
    ])
  })

  test('reports after its commit which tables it changed, and nothing to listeners that stopped', async () => {
    const raw = new Database(':memory:')
    raw.run('create table "t" (n integer)')
    raw.run('create table u (n integer)')
    const { write, changes } = groupWriter(raw, () => {})
    const heard: string[][] = []
    const stop = changes(tables => heard.push([...tables, raw.inTransaction ? 'open' : 'committed']))
    const run = (text: string, changed?: string) =>
      write(tx => tx.rows(text, [], 'kept', changed === undefined ? undefined : changeOf(changed)))
    await Promise.all([
      run('insert into "t" (n) values (1)', 't'),
      run('update u set n = 2', 'u'),
      run('select n from "t"'),
    ])
    await run('select n from u')
    await run('delete from "t"', 't')
    stop()
    await run('delete from u', 'u')
    expect(heard).toEqual([['t', 'u', 'committed'], ['committed'], ['t', 'committed']])
  })

  test('takes the writes of one turn of the event loop, as requests arrive', async () => {
    const texts: string[] = []
    const { write } = groupWriter(
      listening(new Database(':memory:'), text => texts.push(text)),
      () => {},
    )
    const request = () =>
      new Promise<void>(resolve =>
        setImmediate(() => void write(tx => tx.rows('select 1')).then(() => resolve())),
      )
    await Promise.all([request(), request(), request()])
    expect(texts.filter(text => text === 'commit').length).toBe(1)
  })

  test('commits the other bodies when one throws, and nothing of that one', async () => {
    const rejection = fault('cash_sale_refunded')
    const outcomes = await Promise.all(
      [0, 1, 2, 3, 4].map(n =>
        outcome(
          store.write(async tx => {
            await put(tx, `body ${n}`)
            if (n % 2 === 1) throw rejection
            return n
          }),
        ),
      ),
    )
    expect(outcomes).toEqual([
      { value: 0 },
      { error: rejection },
      { value: 2 },
      { error: rejection },
      { value: 4 },
    ])
    expect(await kept()).toEqual(['body 0', 'body 2', 'body 4'])
  })

  test('calls what a body wants called after the commit, and nothing of a body that failed', async () => {
    const called: unknown[] = []
    const body = (name: string, fails: boolean) =>
      outcome(
        store.write(async tx => {
          await put(tx, name)
          tx.afterCommit(() => called.push(name))
          if (fails) throw new Error('no')
        }),
      )
    await Promise.all([body('good', false), body('bad', true)])
    expect(called).toEqual(['good'])
  })

  test('resolves `close` when it is done', async () => {
    const written = store.write(tx => put(tx, 'late'))
    await store.close()
    await written
    store = openSqlite(folder, 0, () => {})
    expect(await kept()).toEqual(['late'])
  })
})

describe('a body that awaits anything but a query is rolled back', () => {
  const others: Record<string, (tx: Tx) => unknown> = {
    'Bun.sleep(0)': () => Bun.sleep(0),
    setImmediate: nextTurn,
    'setTimeout 0': () => new Promise(resolve => setTimeout(resolve, 0)),
    fetch: () => fetch(server.url),
    'crypto.subtle': () => crypto.subtle.digest('SHA-256', new Uint8Array(1)),
    'a password hash': () => Bun.password.hash('x', { algorithm: 'bcrypt', cost: 4 }),
    'a file': () => Bun.file(import.meta.path).text(),
    'a process': () => Bun.spawn(['true']).exited,
    'a promise that never ends': () => new Promise(() => {}),
    'a write of its own': () => store.write(tx => tx.rows('select 1')),
    'a write it queued before': () => earlier,
  }
  let earlier: Promise<unknown>
  const server = Bun.serve({ port: 0, fetch: () => new Response('x') })
  afterAll(() => server.stop(true))
  test.each(Object.entries(others))('%s', async (_, other) => {
    let over: Promise<unknown> = Promise.resolve()
    earlier = store.write(tx => put(tx, 'earlier'))
    const stuck = outcome(
      store.write(async tx => {
        await put(tx, 'before')
        over = nextTurn().then(() => put(tx, 'afterwards'))
        await other(tx)
        await put(tx, 'after')
      }),
    )
    const later = store.write(tx => put(tx, 'later'))
    await Promise.all([earlier, later])
    expect(await stuck).toEqual({ error: expect.any(UnfinishedWrite) })
    expect(await outcome(over)).toEqual({ error: expect.any(UnfinishedWrite) })
    expect(await kept()).toEqual(['earlier', 'later'])
  })

  test('while settled promises, and its own, are allowed', async () => {
    const good = store.write(async tx => {
      await Promise.resolve()
      await new Promise<void>(queueMicrotask)
      await Promise.all([put(tx, 'one'), put(tx, 'two')])
      for (let turn = 0; turn < 1_000; turn++) await null
      void put(tx, 'not awaited')
    })
    await good
    expect(await kept()).toEqual(['not awaited', 'one', 'two'])
  })
})

describe('a transaction handle', () => {
  test('is closed once its body has ended', async () => {
    const leaked = await store.write(async tx => tx)
    expect(await outcome(put(leaked, 'ghost'))).toEqual({ error: expect.any(UnfinishedWrite) })
    expect(await kept()).toEqual([])
  })

  test('is closed after one statement failed, even if the body goes on', async () => {
    const insert = (tx: Tx, name: string) =>
      tx.rows('insert into setting values (?, ?)', [name, 'x'], 'kept', changeOf('setting'))
    const work = store.write(async tx => {
      await insert(tx, 'one')
      await outcome(insert(tx, 'one'))
      await outcome(insert(tx, 'two'))
      return 'fine'
    })
    expect(await outcome(work)).toEqual({
      error: expect.objectContaining({ code: 'SQLITE_CONSTRAINT_PRIMARYKEY' }),
    })
    expect(await kept()).toEqual([])
  })

  test('is closed once its transaction has ended, in any way', async () => {
    const work = store.write(async tx => {
      await tx.rows('rollback', [], 'once')
      await outcome(put(tx, 'ghost'))
    })
    expect(await outcome(work)).toEqual({ error: expect.objectContaining({ kind: 'storage_full' }) })
    expect(await kept()).toEqual([])
  })

  test('reads what its own body wrote, while `read` sees committed rows only', async () => {
    await store.write(async tx => {
      await put(tx, 'one')
      expect(await findSetting(tx, 'one')).toBe('x')
      expect(await findSetting(store.read, 'one')).toBeUndefined()
    })
    expect(await findSetting(store.read, 'one')).toBe('x')
  })

  test('of a body that is no promise at all rejects like any other', async () => {
    const work = store.write(() => {
      throw new Error('at once')
    })
    expect(await outcome(work)).toEqual({ error: new Error('at once') })
  })
})

describe('the read handle', () => {
  test.each([
    'insert into setting values (1, 2)',
    'delete from setting',
    'create table t (n)',
    'pragma user_version = 1',
  ])('refuses %s', async text => {
    expect(await outcome(store.read.rows(text, [], 'once'))).toEqual({
      error: expect.objectContaining({ code: expect.stringMatching(/^SQLITE_READONLY/) }),
    })
  })
})

describe('a full database', () => {
  const pages = async (most: number) =>
    (await store.write(tx => tx.rows(`pragma max_page_count = ${most}`, [], 'once'))).flat()[0]
  const big = 'x'.repeat(100_000)

  test('confirms nothing of a group, leaves no row of it, and goes on once there is room', async () => {
    await store.write(tx => put(tx, 'before'))
    const most = await pages(1)
    expect(most).toBeNumber()
    const caught: unknown[] = []
    const group = await Promise.all([
      outcome(store.write(tx => put(tx, 'neighbour before'))),
      outcome(
        store.write(async tx => {
          for (let n = 0; n < 20; n++) caught.push(await outcome(putSetting(tx, `big ${n}`, big)))
          await outcome(put(tx, 'ghost'))
          return 'fine'
        }),
      ),
      outcome(store.write(tx => put(tx, 'neighbour after'))),
    ])
    const full = expect.objectContaining({ kind: 'storage_full' })
    expect(caught.at(-1)).toEqual({ error: full })
    expect(group[0]).toEqual({ error: full })
    expect(group[1]).toEqual({ error: full })
    expect(await kept()).toEqual('value' in group[2] ? ['before', 'neighbour after'] : ['before'])
    await pages(1_000_000)
    await store.write(tx => putSetting(tx, 'big', big))
    expect(await findSetting(store.read, 'big')).toBe(big)
  })
})

describe('a disk that fails', () => {
  const error = Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_FSYNC' })
  test.each(['commit', 'insert'])(
    'on %s: nothing is reported as saved, and nothing is written any more',
    async where => {
      const raw = new Database(':memory:')
      raw.run('create table t (n integer)')
      let fails = false
      const texts: string[] = []
      const heard: unknown[] = []
      const fail = (text: string) => {
        texts.push(text)
        if (fails && text.startsWith(where)) throw error
      }
      const { write } = groupWriter(listening(raw, fail), cause => heard.push(cause))
      const insert = (n: number) =>
        outcome(write(tx => tx.rows('insert into t values (?)', [n], 'kept', changeOf('t'))))
      await insert(1)
      fails = true
      const unknown = { error: expect.objectContaining({ kind: 'outcome_unknown' }) }
      expect(await Promise.all([insert(2), insert(3)])).toEqual([unknown, unknown])
      fails = false
      texts.length = 0
      expect(await insert(4)).toEqual(unknown)
      expect(texts).toEqual([])
      expect(heard.length).toBe(1)
      expect(raw.query('select n from t').values()).toEqual([[1]])
    },
  )
})

/** Returns a database that reports each text that it is about to run. */
function listening(raw: Database, ran: (text: string) => void): Database {
  return new Proxy(raw, {
    get(target, name) {
      if (name !== 'prepare') {
        const value = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      }
      return (text: string) => {
        const statement = target.prepare(text)
        return {
          values(...values: never[]) {
            ran(text)
            return statement.values(...values)
          },
          finalize: () => statement.finalize(),
        }
      }
    },
  })
}

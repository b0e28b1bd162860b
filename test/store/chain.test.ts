// The record chain on real files: what a hand in the database, a lost -wal or an old copy changes is found at
// the next start or by the whole check, and nothing else ever is: not a kill -9, not a head that lags.
import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrations } from '../../migrations/list.ts'
import { openLoginFile } from '../../src/login/file.ts'
import { insertAuditEntry } from '../../src/store/audit-log.ts'
import { problemsSetting } from '../../src/store/engine/chain-check.ts'
import { headFile, readHead, writeHead } from '../../src/store/engine/chain-head.ts'
import { migrate } from '../../src/store/engine/migration.ts'
import type { Tx } from '../../src/store/engine/statement.ts'
import { checkFolder } from '../../src/store/folder/folder-check.ts'
import { openProblems } from '../../src/store/record-problem.ts'
import { openSqlite } from '../../src/store/sqlite/sqlite.ts'
import type { Store } from '../../src/store/store.ts'
import { accountRow, book, pay, problemEntry } from '../kit/record-writer.ts'
import { newChance } from '../kit/simulated-world.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kaunta-chain-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = () => openSqlite(folder, 0, cause => expect(cause).toBeUndefined())
const file = () => join(folder, 'kaunta.db')

async function sell(tx: Tx, sale: number): Promise<void> {
  await pay(tx, sale)
  await book(tx, sale)
}

/** Opens the folder, sells, and leaves it as a clean stop does. */
async function sold(from: number, to: number): Promise<void> {
  const store = open()
  if (from === 0) await store.write(tx => tx.rows(accountRow, [], 'once'))
  for (let sale = from; sale < to; sale++) await store.write(tx => sell(tx, sale))
  await store.close()
}

const problemsOf = (store: Store): Promise<string[]> => openProblems(store.read)
async function problemsAtStart(): Promise<string[]> {
  const store = open()
  const problems = await problemsOf(store)
  await store.close()
  return problems
}
const examined = async () => (await checkFolder(folder)).find(({ name }) => name === 'records')?.problems

/** Changes the database with a tool for SQLite: triggers are no obstacle to it. */
function tamper(...statements: string[]): void {
  using db = new Database(file())
  const triggers = db.query("select name from sqlite_master where type = 'trigger'").values()
  for (const [name] of triggers) db.run(`drop trigger ${name}`)
  for (const statement of statements) db.run(statement)
}

describe('triggers', () => {
  test.each([
    'update posting set amount = 1 where number = 1',
    'delete from posting where number = 1',
    'insert or replace into posting select number, account_id, subject, reason, from_book, to_book, 1, 0 from posting limit 1',
    'update audit_entry set address = null',
    'delete from audit_entry',
    'insert or replace into audit_entry select * from audit_entry limit 1',
    "update chain_link set hash = ''",
    'delete from chain_link',
  ])('refuse to change what was recorded: %s', async text => {
    await sold(0, 2)
    const store = open()
    await expect(store.write(tx => tx.rows(text, [], 'once'))).rejects.toThrow('are never changed or removed')
    await store.close()
    expect(await examined()).toEqual([])
  })

  test('are there again after somebody dropped them', async () => {
    await sold(0, 1)
    tamper()
    const store = open()
    await expect(store.write(tx => tx.rows('delete from posting', [], 'once'))).rejects.toThrow('never')
    await store.close()
  })
})

describe('one commit adds one link', () => {
  test('whatever number of bodies it holds; a body that fails adds nothing', async () => {
    await sold(0, 0)
    const store = open()
    const all = Array.from({ length: 20 }, (_, sale) =>
      store.write(async tx => {
        await sell(tx, sale)
        if (sale % 5 === 0) throw new Error('no')
      }),
    )
    await Promise.allSettled(all)
    expect(
      await store.read.rows('select number, postings, audit_entries from chain_link', [], 'once'),
    ).toEqual([[1, 32, 16]])
    expect(store.head()).toMatchObject({ number: 1 })
    await store.close()
    expect(await problemsAtStart()).toEqual([])
    expect(await examined()).toEqual([])
  })

  test('a commit that records nothing adds no link', async () => {
    await sold(0, 0)
    expect(readHead(folder)).toEqual({ number: 0, hash: '' })
  })
})

describe('a change from outside is found', () => {
  const table: [what: string, statements: string[], atStart: RegExp | null, examined: RegExp][] = [
    [
      'an amount',
      ['update posting set amount = 5 where number = 599'],
      /of link 300 .* were changed/,
      /link 300/,
    ],
    ['an old amount', ['update posting set amount = 5 where number = 7'], null, /of link 4 .* were changed/],
    [
      'the person in an entry',
      ["update audit_entry set staff_id = 'staff_2' where id = 'audit_7'"],
      null,
      /of link 8 /,
    ],
    [
      'the last entry is gone',
      ["delete from audit_entry where id = 'audit_299'"],
      /were added or removed/,
      /link 300 .*/,
    ],
    [
      'an old entry is gone',
      ["delete from audit_entry where id = 'audit_9'"],
      null,
      /of link 10 .* were changed/,
    ],
    [
      'a further entry',
      [
        "insert into audit_entry select 'audit_x', account_id, staff_id, till_id, key_id, kind, subject, detail, address, created_at from audit_entry limit 1",
      ],
      /after link 300 .* were added or removed by something else/,
      /./,
    ],
    [
      'the links are gone',
      ['delete from chain_link'],
      /the last postings or audit entries are gone/,
      /link 300 had been written/,
    ],
    [
      'a link is gone',
      ['delete from chain_link where number = 298'],
      /from 298 to 298 are gone/,
      /from 298 to 298 are gone/,
    ],
  ]
  test.each(table)('%s', async (_, statements, atStart, whole) => {
    await sold(0, 300)
    expect(await examined()).toEqual([])
    tamper(...statements)
    if (!/were added/.test(String(atStart))) expect(String(await examined())).toMatch(whole)
    const found = await problemsAtStart()
    if (atStart) expect(String(found)).toMatch(atStart)
    else expect(found).toEqual([])
    expect(String(await examined())).toMatch(whole)
  })

  test('by a chain that was rebuilt over changed rows: the head outside does not fit', async () => {
    await sold(0, 10)
    const head = readHead(folder)
    tamper('update posting set amount = 5 where number = 7', 'delete from chain_link')
    rmSync(headFile(folder))
    await sold(10, 10) // the attacker has a Kaunta, and lets it link the changed rows
    tamper(`delete from setting where name = '${problemsSetting}'`, 'update chain_link set foreign_rows = 0')
    if (typeof head === 'object') writeHead(folder, head)
    expect(String(await examined())).toMatch(/link 10 had been written/)
  })

  test('while Kaunta runs', async () => {
    await sold(0, 2)
    const store = open()
    {
      using db = new Database(file())
      db.run(
        'insert into posting select 1_000_000, account_id, subject, reason, from_book, to_book, 1, 0 from posting limit 1',
      )
    }
    await store.write(tx => sell(tx, 2))
    await store.close()
    expect(String(await examined())).toMatch(/link 3 .* were added or removed by something else than Kaunta/)
  })

  test('an older copy in place of the database, and a head that is gone or damaged', async () => {
    await sold(0, 3)
    const old = readFileSync(file())
    await sold(3, 5)
    const now = readFileSync(file())
    writeFileSync(file(), old)
    expect(String(await problemsAtStart())).toMatch(/ends at link 3, and link 5 had been written/)
    writeFileSync(file(), now)
    expect(await problemsAtStart()).toEqual([])
    rmSync(headFile(folder))
    expect(await problemsAtStart()).toEqual(['the file chain.head was missing at link 5'])
    writeFileSync(file(), now)
    truncateSync(headFile(folder), 10)
    expect(await problemsAtStart()).toEqual(['the file chain.head was damaged at link 5'])
  })

  test('and stays listed after the next start', async () => {
    await sold(0, 3)
    rmSync(headFile(folder))
    expect(await problemsAtStart()).toHaveLength(1)
    expect(await problemsAtStart()).toHaveLength(1)
    await sold(3, 5)
    expect(await examined()).toEqual(['the file chain.head was missing at link 3'])
  })
})

describe('a problem that is listed', () => {
  const changed = problemEntry('records.changed', 'audit_changed', 'something was changed')
  const accepted = problemEntry('records.accepted', 'audit_accepted', 'something was changed')
  const openNow = async () => {
    const store = open()
    const problems = await problemsOf(store)
    await store.close()
    return problems
  }
  const write = async (entry: typeof changed) => {
    const store = open()
    await store.write(tx => insertAuditEntry(tx, entry))
    await store.close()
  }

  test('stays, whatever the settings are, until Kaunta writes that it was accepted', async () => {
    await sold(0, 2)
    await write(changed)
    tamper(
      'delete from setting',
      "insert into setting values ('record_problems_accepted', '[\"something was changed\"]')",
    )
    expect(await openNow()).toEqual(['something was changed'])
    expect(await examined()).toEqual(['something was changed'])
    await write(accepted)
    expect(await openNow()).toEqual([])
    expect(await examined()).toEqual([])
  })

  test('stays when an entry that accepts it was added manually, and that entry is found as well', async () => {
    await sold(0, 2)
    await write(changed)
    const unlinked = `postings or audit entries after link 3 (postings up to 4, audit entries up to 3) were added or removed by something else than Kaunta`
    const add = (
      id: string,
      problem: string,
    ) => `insert into audit_entry (id, account_id, kind, subject, detail, created_at)
      values ('${id}', 'acct_1', 'records.accepted', 'records', '${JSON.stringify({ problem })}', 0)`
    tamper(add('audit_x', 'something was changed'), add('audit_y', unlinked))
    expect(await examined()).toEqual(['something was changed', unlinked])
    expect((await openNow()).sort()).toEqual([unlinked, 'something was changed'])
  })
})

describe('what others put into a database', () => {
  const table: [what: string, name: string, ...statements: string[]][] = [
    [
      'a trigger',
      'trigger steal',
      'create trigger steal after update on payout begin delete from member; end',
    ],
    ['a view', 'view sold', 'create view sold as select * from payment'],
    ['an index', 'index fast', 'create index fast on payment (token)'],
    ['a table', 'table more', 'create table more (n integer)'],
    [
      'a list of migrations without their tables',
      'table account is missing',
      ...['payment', 'account'].map(name => `drop table ${name}`),
    ],
    [
      'an endless view of the migrations',
      'table old',
      'alter table migration rename to old',
      'create view migration as with recursive n(number) as (select 1 union all select number from n) select * from n',
    ],
  ]
  test.each(table)('%s is refused at the start and a problem for doctor', async (_, name, ...statements) => {
    await sold(0, 2)
    tamper(...statements)
    expect(open).toThrow(`kaunta.db is not as Kaunta makes it (the ${name}`)
    expect(await checkFolder(folder)).toMatchObject([
      { name: 'kaunta.db', problems: expect.arrayContaining([expect.stringContaining(name)]) },
      {},
    ])
  })

  test('and into that of people', () => {
    const staff = join(folder, 'staff.db')
    openLoginFile(staff).close()
    {
      using db = new Database(staff)
      db.run('create table "user" ("id" text not null primary key)')
      db.run('create trigger steal after update on user begin delete from user; end')
    }
    expect(() => openLoginFile(staff)).toThrow(
      'staff.db is not as Kaunta makes it (the trigger steal is not Kaunta’s)',
    )
  })
})

describe('nothing is found where nothing was changed', () => {
  test('after a first start that was cut off before, between or after its migrations', async () => {
    for (let count = 0; count <= migrations.length; count++) {
      rmSync(file(), { force: true })
      {
        using db = new Database(file(), { create: true, strict: true })
        migrate(db, migrations.slice(0, count), 0)
      }
      expect([count, await problemsAtStart()]).toEqual([count, []])
    }
  })

  test('after a head that lags, as a power cut leaves it', async () => {
    await sold(0, 3)
    const lagging = readFileSync(headFile(folder))
    await sold(3, 9)
    writeFileSync(headFile(folder), lagging)
    expect(await examined()).toEqual([])
    expect(await problemsAtStart()).toEqual([])
    expect(readHead(folder)).toMatchObject({ number: 9 })
  })

  test('after a torn write of the head: the other slot is read', async () => {
    await sold(0, 3)
    const whole = readFileSync(headFile(folder))
    for (const start of [0, 4_096]) {
      const torn = Buffer.from(whole)
      torn.fill(0, start, start + 100)
      writeFileSync(headFile(folder), torn)
      expect(await problemsAtStart()).toEqual([])
      writeFileSync(headFile(folder), whole)
    }
  })

  test('after VACUUM, which may renumber rows', async () => {
    await sold(0, 5)
    {
      using db = new Database(file())
      db.run('vacuum')
    }
    expect(await examined()).toEqual([])
    expect(await problemsAtStart()).toEqual([])
  })
})

describe('after kill -9, with what the disk kept', () => {
  /** Sells in a process of its own, is killed, and leaves the folder with all commits in the -wal. */
  async function killed(): Promise<void> {
    const writer = Bun.spawn([process.execPath, join(import.meta.dir, '../kit/record-writer.ts'), folder], {
      env: {},
      stdout: 'inherit',
      stderr: 'inherit',
    })
    await writer.exited
    expect(writer.signalCode).toBe('SIGKILL')
    expect(statSync(`${file()}-wal`).size).toBeGreaterThan(100_000)
  }

  test('no problem is found, and the head shows the last commit', async () => {
    await killed()
    expect(readHead(folder)).toMatchObject({ number: 60 })
    expect(await examined()).toEqual([])
    expect(await problemsAtStart()).toEqual([])
  })

  test('a -wal that was removed, cut or flipped is reported at the start, each of 60 times', async () => {
    await killed()
    const db = readFileSync(file())
    const wal = readFileSync(`${file()}-wal`)
    const head = readFileSync(headFile(folder))
    const chance = newChance(7)
    const silent: number[] = []
    for (let trial = 0; trial < 60; trial++) {
      for (const name of ['-shm', '-wal']) rmSync(file() + name, { force: true })
      writeFileSync(file(), db)
      writeFileSync(headFile(folder), head)
      const damaged = Buffer.from(wal)
      const at = chance.between(32, wal.length - 1)
      if (trial % 3 === 1) damaged.writeUInt8(damaged.readUInt8(at) ^ 0x10, at)
      if (trial % 3 !== 0) writeFileSync(`${file()}-wal`, trial % 3 === 1 ? damaged : wal.subarray(0, at))
      let found: string
      try {
        found = String(await problemsAtStart())
      } catch (error) {
        found = String(error)
      }
      if (found === '') silent.push(trial)
    }
    expect(silent).toEqual([])
  }, 300_000)
})

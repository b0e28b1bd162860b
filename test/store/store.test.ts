// The store on real files: who may open a folder and what is refused in words, what the tables themselves
// refuse, how jobs are claimed, and that no query of a request ever walks through a whole table.

import { Database } from 'bun:sqlite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrations } from '../../migrations/list.ts'
import type { Account } from '../../src/domain/account.ts'
import { assert } from '../../src/domain/fault.ts'
import { type Job, type JobKind, leaseMs, waitMaxMs } from '../../src/domain/job.ts'
import type { Payment } from '../../src/domain/payment.ts'
import { paymentStatuses, paymentTypes } from '../../src/domain/payment-type.ts'
import { completionPostings } from '../../src/domain/posting.ts'
import { findAccount, findSetting, insertAccount, putSetting } from '../../src/store/account.ts'
import { holdDueJobs, listHeldJobs, listHeldQueues } from '../../src/store/engine/host-queue.ts'
import type { Read, Tx } from '../../src/store/engine/statement.ts'
import { FolderError } from '../../src/store/folder/folder.ts'
import { makeKey, newSeal, openSeal } from '../../src/store/folder/seal.ts'
import { isHashOf, sha256 } from '../../src/store/hash.ts'
import { dropJob, nextJobAt, putJob, recoverParkedJobs } from '../../src/store/job.ts'
import {
  claimHeldJob,
  claimJobs,
  finishJob,
  moveJob,
  recoverJobs,
  renewJob,
} from '../../src/store/job-claim.ts'
import { makeFarJobsDue, moveJobsBack, moveJobsForward } from '../../src/store/job-clock.ts'
import { totalsOfPayments } from '../../src/store/list-total.ts'
import { findPayment, insertPayment, updatePayment } from '../../src/store/payment.ts'
import { countPaymentsUpTo, listPayments } from '../../src/store/payment-list.ts'
import { findBalance, insertPostings } from '../../src/store/posting.ts'
import { openMemory, openSqlite, setPragmas } from '../../src/store/sqlite/sqlite.ts'
import type { Store } from '../../src/store/store.ts'
import { pendingPayment } from '../kit/row.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kaunta-store-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const open = (at = folder) => openSqlite(at, 1_000, cause => assert(false, `the disk failed: ${cause}`))
/** Opens the folder for one piece of work. */
async function withStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const store = open()
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
const run = (store: Store, text: string, ...values: unknown[]) =>
  store.write(tx => tx.rows(text, values, 'once'))
const errorOf = async (work: () => unknown): Promise<unknown> => {
  try {
    await work()
  } catch (error) {
    return error
  }
  return undefined
}
/** Returns what a person at the server reads, and the exit status. */
async function rejection(work: () => unknown = open): Promise<[string, number]> {
  const error = await errorOf(work)
  if (!(error instanceof FolderError)) throw error ?? new Error('it was not refused')
  return [error.message, error.exitStatus]
}

const account: Account = {
  id: 'acct_a',
  name: 'Duka',
  mode: 'sandbox',
  twinId: null,
  city: 'Dar es Salaam',
  timeZone: 'Africa/Dar_es_Salaam',
  apiVersion: '2026-01-25',
  signingKey: 'sealed',
  previousSigningKey: null,
  previousUntil: null,
  webhookUrl: null,
  webhookHosts: ['10.0.0.0/8', 'printer.lan'],
  fees: {
    'dynamic-qr': { basisPoints: 50, fixed: 0 },
    mobile: { basisPoints: 50, fixed: 0 },
    card: { basisPoints: 300, fixed: 100 },
    payout: { basisPoints: 0, fixed: 1_500 },
  },
  amountMax: null,
  payoutApprovalAbove: null,
  cashRefundApprovalAbove: null,
  refundDays: 90,
  address: 'Mtaa wa Lumumba 12\nKariakoo',
  phone: '+255222123456',
  tin: '123-456-789',
  vrn: '40012345A',
  receiptHeader: 'Karibu',
  receiptFooter: null,
  simulatedPhone: true,
  quickAmounts: [1_000, 2_000],
  pinLength: 4,
  blindCount: false,
  routing: { qr: ['relay', 'selcom'] },
  expirySeconds: 14_400,
  createdAt: 1_000,
}
const payment: Payment = {
  ...pendingPayment,
  id: '01900000-0000-7000-8000-000000000001',
  accountId: account.id,
  amount: 5_000,
  metadata: { z: 1, a: true, '10': 'order kept?', text: 'Zoë 🙂' },
  createdAt: 1_000,
  expiresAt: 2_000,
  keyId: 'key_a',
}
const insert = (store: Store, value: Payment = payment) =>
  store.write(tx => insertPayment(tx, value, account.timeZone))

describe('a data folder', () => {
  test('is made, migrated and left without -wal and -shm', async () => {
    const inner = join(folder, 'deep', 'er')
    const first = open(inner)
    await first.write(tx => putSetting(tx, 'name', 'value'))
    expect(await findSetting(first.read, 'name')).toBe('value')
    await first.close()
    expect(readdirSync(inner).sort()).toEqual(['chain.head', 'kaunta.db', 'lock.db'])
    expect(statSync(inner).mode & 0o077).toBe(0)
    const store = open(inner)
    const applied = await store.read.rows('select number, name, applied_at from migration', [], 'once')
    expect(applied).toEqual(migrations.map(({ name }, index) => [index + 1, name, 1_000]))
    await store.close()
  })

  test('is locked by one process, refused to another at once, and free after kill -9', async () => {
    const holder = Bun.spawn(
      [
        process.execPath,
        '-e',
        `const { openSqlite } = await import(${JSON.stringify(join(import.meta.dir, '../../src/store/sqlite/sqlite.ts'))})
         globalThis.store = openSqlite(${JSON.stringify(folder)}, 0, () => {})
         await store.write(tx => tx.rows("insert into setting values ('held', 'yes')", [], false))
         console.log('held')
         await new Promise(() => setInterval(() => {}, 1_000))`,
      ],
      { stdout: 'pipe', stderr: 'inherit' },
    )
    const said = await holder.stdout.getReader().read()
    expect(new TextDecoder().decode(said.value)).toBe('held\n')
    expect(await rejection()).toEqual([
      `another Kaunta is already running on ${folder}: stop it first, or choose another folder with --data`,
      3,
    ])
    holder.kill('SIGKILL')
    await holder.exited
    await withStore(async store => expect(await findSetting(store.read, 'held')).toBe('yes'))
  })

  test('is refused to a second opening in the same process, too', async () => {
    await withStore(async () => expect((await rejection())[1]).toBe(3))
  })

  test('written by a newer Kaunta is refused with a message, and not touched', async () => {
    await withStore(store => run(store, "insert into migration values (99, 'later', 0)"))
    const before = Bun.hash(await Bun.file(join(folder, 'kaunta.db')).bytes())
    expect(await rejection()).toEqual([
      expect.stringMatching(/^this data folder was written by a newer Kaunta \(version 99 /),
      4,
    ])
    expect(Bun.hash(await Bun.file(join(folder, 'kaunta.db')).bytes())).toBe(before)
  })

  const ruined: Record<string, [(file: string) => void, RegExp]> = {
    'a database that is none': [
      file => writeFileSync(file, 'no database'.repeat(1_000)),
      /kaunta\.db is not a database: /,
    ],
    'a folder in its place': [file => mkdirSync(file), /^cannot open .*kaunta\.db: /],
    'a damaged page': [
      file => {
        const raw = new Database(file, { create: true })
        raw.run('create table t (n integer primary key, x text)')
        for (let n = 0; n < 200; n++) raw.run('insert into t values (?, ?)', [n, 'x'.repeat(1_000)])
        raw.close()
        const descriptor = openSync(file, 'r+')
        writeSync(descriptor, Buffer.alloc(4_096, 0x2a), 0, 4_096, 4_096 * 3)
      },
      /kaunta\.db is damaged \(.*\): restore a back-up/,
    ],
    'a -wal that cannot be': [file => mkdirSync(`${file}-wal`), /^cannot open .*kaunta\.db: /],
    'a -shm that cannot be': [file => mkdirSync(`${file}-shm`), /^cannot open .*kaunta\.db: /],
  }
  test.each(Object.entries(ruined))('with %s is refused with a message', async (_, [ruin, sentence]) => {
    ruin(join(folder, 'kaunta.db'))
    expect(await rejection()).toEqual([expect.stringMatching(sentence), 1])
  })

  test('that cannot be made or written is refused with a message', async () => {
    writeFileSync(join(folder, 'file'), '')
    expect(await rejection(() => open(join(folder, 'file')))).toEqual([
      expect.stringMatching(/^cannot make the data folder .*file: /),
      1,
    ])
    expect(await rejection(() => open(join(folder, 'file', 'data')))).toEqual([
      expect.stringMatching(/^cannot make the data folder /),
      1,
    ])
    mkdirSync(join(folder, 'lock.db'))
    expect(await rejection()).toEqual([expect.stringMatching(/^cannot write to the data folder /), 1])
  })

  test('whose -wal was removed is refused', async () => {
    const store = open()
    store.check()
    rmSync(join(folder, 'kaunta.db-wal'))
    expect(await rejection(() => store.check())).toEqual([
      expect.stringMatching(/kaunta\.db-wal was removed or replaced /),
      1,
    ])
    writeFileSync(join(folder, 'kaunta.db-wal'), '')
    expect((await rejection(() => store.check()))[0]).toMatch(/kaunta\.db-wal was removed or replaced /)
    await store.close()
  })

  test('that will not keep a write-ahead log is refused with a message', async () => {
    expect(await rejection(() => setPragmas(new Database(':memory:')))).toEqual([
      'the database refused journal_mode=wal (it says memory): is the folder on a network disk?',
      1,
    ])
  })

  test('is opened as durably as it can be', async () => {
    const pragmas = {
      journal_mode: 'wal',
      synchronous: 2,
      foreign_keys: 1,
      trusted_schema: 0,
      cell_size_check: 1,
      busy_timeout: 5_000,
      journal_size_limit: 16_777_216,
      wal_autocheckpoint: 0,
      mmap_size: 0,
    }
    await withStore(async store => {
      for (const [name, value] of Object.entries(pragmas))
        expect([name, (await run(store, `pragma ${name}`)).flat()[0]]).toEqual([name, value])
      const [version = ''] = (await run(store, 'select sqlite_version()')).flat().map(String)
      expect(Bun.semver.order(version, '3.51.3')).toBeGreaterThanOrEqual(0)
    })
  })
})

describe('secrets', () => {
  const key = new Uint8Array(32).fill(7)
  const nonce = new Uint8Array(12).fill(1)
  test('are sealed, opened, and refused when changed anywhere', () => {
    const seal = newSeal(key)
    const closed = seal.close('whsec_é', nonce)
    expect(seal.open(closed)).toBe('whsec_é')
    expect(closed).not.toBe(seal.close('whsec_é', new Uint8Array(12).fill(2)))
    const bytes = Buffer.from(closed, 'base64')
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index)
      expect(() => seal.open(changed.toString('base64'))).toThrow()
    }
    expect(() => newSeal(new Uint8Array(32).fill(8)).open(closed)).toThrow()
    // More than are remembered once they were opened.
    const secrets = Array.from({ length: 40 }, (_, index) => `secret ${index}`)
    const many = secrets.map(secret => seal.close(secret, nonce))
    expect([...many, ...many, closed].map(seal.open)).toEqual([...secrets, ...secrets, 'whsec_é'])
    expect(seal.derive('logins')).toMatch(/^[0-9a-f]{64}$/)
    expect(seal.derive('logins')).not.toBe(seal.derive('else'))
  })

  test('have a key of their own, readable by its owner only, that is never replaced over payments', async () => {
    const file = join(folder, 'secret.key')
    const make = (isFresh: boolean) =>
      openSeal(file, { isFresh, random: length => new Uint8Array(length).fill(7) })
    expect(await rejection(() => make(false))).toEqual([
      expect.stringMatching(/secret\.key is missing: .*restore it from a back-up/),
      1,
    ])
    expect(existsSync(file)).toBe(false)
    const closed = make(true).close('x', nonce)
    chmodSync(file, 0o644)
    expect(make(false).open(closed)).toBe('x')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    writeFileSync(file, 'short')
    expect(await rejection(() => make(false))).toEqual([
      expect.stringMatching(/secret\.key is damaged: it must hold 32 bytes/),
      1,
    ])
  })

  test('a key that is copied is in no name of a file: that takes four random bytes', () => {
    const lengths: number[] = []
    const random = (length: number) => {
      lengths.push(length)
      return new Uint8Array(length).fill(1)
    }
    const file = join(folder, 'copied.key')
    makeKey(file, random, new Uint8Array(32).fill(7))
    expect([lengths, [...readFileSync(file)]]).toEqual([[4], Array(32).fill(7)])
  })

  test('that are only compared are kept as SHA-256', () => {
    expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect([isHashOf('abc', sha256('abc')), isHashOf('abd', sha256('abc')), isHashOf('abc', '')]).toEqual([
      true,
      false,
      false,
    ])
  })
})

describe('rows', () => {
  let store: Store
  beforeEach(async () => {
    store = openMemory(new Database(':memory:', { strict: true }), 0)
    await store.write(tx => insertAccount(tx, account))
  })

  test('come back as they were: texts, whole numbers, flags, json and null', async () => {
    const flags = { late: true, unknown: true } as const
    const full = {
      ...payment,
      ...flags,
      number: 2,
      id: 'x',
      phone: '+255754123456',
      customer: { email: 'é@x.tz' },
      amount: 999_999_999_999,
    }
    await insert(store)
    await insert(store, full)
    expect(await findPayment(store.read, payment.id)).toEqual(payment)
    expect(await findPayment(store.read, 'x')).toEqual(full)
    expect(await findAccount(store.read, account.id)).toEqual(account)
    const kept = await findPayment(store.read, payment.id)
    expect(JSON.stringify(kept?.metadata)).toBe(JSON.stringify(payment.metadata))
    expect(
      await run(store, 'select late, unknown, metadata, phone from payment where id = ?', payment.id),
    ).toEqual([[0, 0, JSON.stringify(payment.metadata), null]])
  })

  test.each([1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
    'refuse %p where a whole number belongs',
    async amount => {
      expect(String(await errorOf(() => insert(store, { ...payment, amount })))).toContain(
        `not a whole number: ${amount}`,
      )
      expect(await findPayment(store.read, payment.id)).toBeUndefined()
    },
  )

  const wrong: [string, Partial<Record<keyof Payment, unknown>>, RegExp][] = [
    ['an amount of 499', { amount: 499 }, /CHECK constraint failed: amount between/],
    ['an amount of 10^12', { amount: 10 ** 12 }, /CHECK constraint failed: amount between/],
    ['another currency', { currency: 'KES' }, /CHECK constraint failed: currency/],
    ['an unknown status', { status: 'paid' }, /CHECK constraint failed: status/],
    ['an unknown type', { type: 'cash' }, /CHECK constraint failed: type/],
    ['completed without fees', { status: 'completed' }, /CHECK constraint failed/],
    ['fees without being completed', { fees: 1 }, /CHECK constraint failed/],
    ['more fees than money', { status: 'completed', fees: 5_001 }, /CHECK constraint failed: fees/],
    ['no token', { token: null }, /NOT NULL constraint failed: payment\.token/],
  ]
  test.each(wrong)('of payments refuse %s', async (_, change, sentence) => {
    expect(String(await errorOf(() => insert(store, Object.assign({ ...payment }, change))))).toMatch(
      sentence,
    )
  })

  test('refer to rows that exist', () =>
    withStore(async files => {
      expect(String(await errorOf(() => insert(files)))).toMatch(/FOREIGN KEY constraint failed/)
    }))

  const raw: [string, RegExp][] = [
    ["insert into setting values (1, x'00')", /cannot store BLOB value in TEXT column setting\.value/],
    [
      "insert into migration values (999, 'x', 'soon')",
      /cannot store TEXT value in INTEGER column migration\.applied_at/,
    ],
    [
      "insert into balance values ('acct_a', 'merchant', 1.5)",
      /cannot store REAL value in INTEGER column balance\.amount/,
    ],
    [
      "insert into posting values (1, 'acct_a', 's', 'r', 'network', 'merchant', 0, 0)",
      /CHECK constraint failed: amount > 0/,
    ],
    [
      "insert into posting values (1, 'acct_a', 's', 'r', 'fees', 'fees', 1, 0)",
      /CHECK constraint failed: from_book <> to_book/,
    ],
    [
      "insert into posting values (1, 'acct_a', 's', 'r', 'network', 'pocket', 1, 0)",
      /CHECK constraint failed: to_book/,
    ],
    ["insert into job values ('1', 'k', 's', null, 'lost', 0, 0, null)", /CHECK constraint failed: state/],
    [
      "insert into member (staff_id, account_id, role, created_at, may_confirm) values ('s', 'acct_a', 'god', 0, 0)",
      /CHECK constraint failed: role/,
    ],
  ]
  test.each(raw)('refuse %s', async (text, sentence) => {
    expect(String(await errorOf(() => run(store, text)))).toMatch(sentence)
  })

  test('are STRICT in every table, with texts free of tokens', async () => {
    const tables = await run(
      store,
      "select name, strict from pragma_table_list where type = 'table' and name not like 'sqlite_%'",
    )
    expect(tables.length).toBeGreaterThan(12)
    expect(tables.filter(([, strict]) => strict !== 1)).toEqual([])
    const texts = (await run(store, 'select sql from sqlite_schema where sql is not null')).flat().map(String)
    expect(texts.filter(text => /\{\w/.test(text))).toEqual([])
    // SQLite would build a table of each such list for each row that is written.
    expect(texts.filter(text => /check \(\w+ in \(('[^']*'(, )?){3,}/.test(text))).toEqual([])
  })

  test('hold each event of a payment once', async () => {
    await insert(store)
    const event = "insert into event values (?, 'acct_a', ?, 'payment.completed', '2026-01-25', '{}', 0)"
    await run(store, event, 'evt_1', payment.id)
    expect(String(await errorOf(() => run(store, event, 'evt_2', payment.id)))).toMatch(
      /UNIQUE constraint failed: index 'event_subject'/,
    )
  })
})

describe('payments of one type', () => {
  // Their index has the status before the type, so that they are merged from one walk for each status.
  const rangeOf = (from: number, before: number) => ({ fromId: idOf(from), beforeId: idOf(before) })
  const idOf = (number: number) => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`
  const made = Array.from({ length: 60 }, (_, index): Payment => {
    const status = paymentStatuses[(index * 7) % 5] ?? 'pending'
    return {
      ...payment,
      number: index + 1,
      id: idOf(index + 1),
      token: String(10_000_000 + index),
      type: paymentTypes[(index * 5) % 3] ?? 'card',
      status,
      fees: status === 'completed' ? 0 : null,
      amount: 1_000 + index,
    }
  })
  let store: Store
  beforeAll(async () => {
    store = openMemory(new Database(':memory:', { strict: true }), 0)
    await store.write(tx => insertAccount(tx, account))
    for (const one of made) await insert(store, one)
  })
  afterAll(() => store.close())

  test.each(paymentTypes)('%s: page by page in order, counted and added up', async type => {
    const filter = { accountId: account.id, type }
    const wanted = made.filter(eachPayment => eachPayment.type === type).toReversed()
    const pages = [0, 7, 14, 21].map(offset => listPayments(store.read, filter, 7, offset))
    expect((await Promise.all(pages)).flat()).toEqual(wanted)
    const some = wanted.filter(({ number }) => number >= 10 && number < 40)
    const ofTime = { ...filter, ...rangeOf(10, 40) }
    expect(await listPayments(store.read, ofTime, 100, 0)).toEqual(some)
    expect(await countPaymentsUpTo(store.read, ofTime, 1_000)).toBe(some.length)
    const totals = await totalsOfPayments(store.read, ofTime, 1_000)
    const sums = paymentStatuses.flatMap(status => {
      const ofStatus = some.filter(eachPayment => eachPayment.status === status)
      return ofStatus.length === 0
        ? []
        : [{ status, count: ofStatus.length, amount: ofStatus.reduce((sum, { amount }) => sum + amount, 0) }]
    })
    expect(totals.toSorted((a, b) => a.amount - b.amount)).toEqual(
      sums.toSorted((a, b) => a.amount - b.amount),
    )
  })

  type Chosen = Partial<Pick<Payment, 'status' | 'type'>>
  test.each<[string, Chosen]>([
    ['all', {}],
    ...paymentStatuses.map((status): [string, Chosen] => [status, { status }]),
    ...paymentStatuses.map((status): [string, Chosen] => [`${status} by card`, { status, type: 'card' }]),
  ])('%s: from every offset on, also beyond the last', async (_, chosen) => {
    const wanted = made
      .filter(({ status, type }) => status === (chosen.status ?? status) && type === (chosen.type ?? type))
      .toReversed()
    const filter = { accountId: account.id, ...chosen }
    for (const offset of [1, 2, 5, wanted.length - 1, wanted.length, wanted.length + 30].filter(at => at > 0))
      expect(await listPayments(store.read, filter, 3, offset)).toEqual(wanted.slice(offset, offset + 3))
    const nobody = { ...filter, accountId: 'acct_z' }
    expect(await listPayments(store.read, nobody, 3, 1)).toEqual([])
  })

  test.each(paymentTypes)('%s: counted from the totals of its days where they show enough', async type => {
    const asked: string[] = []
    const read: Read = {
      rows: (text, values, keep) => {
        asked.push(text)
        return store.read.rows(text, values, keep)
      },
    }
    const day = { first: 19_700_101, last: 19_700_101 }
    const filter = { accountId: account.id, type, status: 'failed' } as const
    const fits = made.filter(
      eachPayment => eachPayment.type === type && eachPayment.status === 'failed',
    ).length
    expect(fits).toBeGreaterThan(1)
    expect(await countPaymentsUpTo(read, filter, fits, day)).toBe(fits)
    expect(asked).toEqual([expect.stringContaining('from "total"')])
    expect(await countPaymentsUpTo(read, filter, fits + 1, day)).toBe(fits)
    const otherDay = { first: 19_700_102, last: 99_991_231 }
    expect(await countPaymentsUpTo(read, filter, fits, otherDay)).toBe(fits)
    expect(asked.length).toBeGreaterThan(3)
    // No totals are kept by amount.
    expect(await countPaymentsUpTo(read, { ...filter, amount: 999 }, 1, day)).toBe(0)
  })
})

describe('money and totals', () => {
  const totals = 'select day, status, count, amount from total where count <> 0 order by status'
  const complete = async (tx: Tx) => {
    const after: Payment = { ...payment, status: 'completed', fees: 25, endedAt: 1_500 }
    await updatePayment(tx, payment, after, account.timeZone)
    const postings = completionPostings(payment.amount, 25)
    await insertPostings(tx, { accountId: account.id, subject: payment.id, postings }, 1_500)
  }
  const books = async (store: Store) =>
    Promise.all(
      (['network', 'merchant', 'fees', 'suspense'] as const).map(book =>
        findBalance(store.read, account.id, book),
      ),
    )

  test('change with the payment in one transaction', () =>
    withStore(async store => {
      await store.write(tx => insertAccount(tx, account))
      await insert(store)
      expect(await store.read.rows(totals, [], 'once')).toEqual([[19_700_101, 'pending', 1, 5_000]])
      const failing = store.write(async tx => {
        await complete(tx)
        throw new Error('no')
      })
      expect(String(await errorOf(() => failing))).toBe('Error: no')
      expect(await books(store)).toEqual([0, 0, 0, 0])
      expect(await store.read.rows(totals, [], 'once')).toEqual([[19_700_101, 'pending', 1, 5_000]])
      await store.write(complete)
      expect(await books(store)).toEqual([-5_000, 4_975, 25, 0])
      expect(await store.read.rows(totals, [], 'once')).toEqual([[19_700_101, 'completed', 1, 5_000]])
      const sums = 'select to_book, sum(amount) from posting group by to_book order by to_book'
      expect(await store.read.rows(sums, [], 'once')).toEqual([
        ['fees', 25],
        ['merchant', 5_000],
      ])
    }))

  test('count a payment on the shop’s day, not the UTC day', () =>
    withStore(async store => {
      await store.write(tx => insertAccount(tx, account))
      await insert(store, { ...payment, createdAt: Date.UTC(2026, 10, 21, 21, 0) })
      expect((await store.read.rows(totals, [], 'once')).map(([day]) => day)).toEqual([20_261_122])
    }))

  test('are never posted below a shilling', () =>
    withStore(async store => {
      await store.write(tx => insertAccount(tx, account))
      for (const amount of [0, -1, 1.5, Number.NaN]) {
        const postings = [{ reason: 'payment.fee', from: 'merchant', to: 'fees', amount }] as const
        const work = () =>
          store.write(tx => insertPostings(tx, { accountId: account.id, subject: 's', postings }, 0))
        expect(String(await errorOf(work))).toMatch(
          /postings must sum to zero|a posting must move a positive amount/,
        )
      }
      expect(await books(store)).toEqual([0, 0, 0, 0])
    }))
})

/** Returns a limit of `count` jobs for each priority. */
const upTo = (count: number) => ({ money: count, expiry: count, delivery: count, upkeep: count })

describe('jobs', () => {
  let store: Store
  beforeEach(() => {
    store = openMemory(new Database(':memory:', { strict: true }), 0)
  })
  const put = (subject: string, dueAt: number, queue: string | null = null) =>
    store.write(tx => putJob(tx, 'delivery.send', subject, dueAt, queue))
  const claim = (now: number, limit = 100) => store.write(tx => claimJobs(tx, now, upTo(limit)))
  const claimOne = async (now: number) => {
    const [job, ...more] = await claim(now)
    expect(more).toEqual([])
    assert(job, 'one job is due')
    return job
  }
  const back = { state: 'waiting', dueAt: 5_000, tries: 1, lastError: 'no' } as const

  test('250 due are claimed by a hundred, and once', async () => {
    await Promise.all(Array.from({ length: 250 }, (_, index) => put(`${index}`, index)))
    const rounds = [await claim(1_000), await claim(1_000), await claim(1_000), await claim(1_000)]
    expect(rounds.map(round => round.length)).toEqual([100, 100, 50, 0])
    expect(new Set(rounds.flat().map(job => job.id)).size).toBe(250)
    expect(Math.max(...(rounds[0] ?? []).map(job => Number(job.subject)))).toBe(99)
    expect(await nextJobAt(store.read)).toBe(1_000 + leaseMs)
    const again = await claim(1_000 + leaseMs, 250)
    expect(again.length).toBe(250)
    expect(again.every(job => job.tries === 2)).toBe(true)
  })

  test('are claimed the most urgent first, and a few of each', async () => {
    const kinds = [
      'backup.take',
      'delivery.send',
      'session.expire',
      'payment.expire',
      'payout.check',
    ] as const
    for (const [due, kind] of kinds.entries())
      for (const subject of ['a', 'b', 'c'])
        await store.write(tx =>
          putJob(tx, kind, subject, due, kind === 'delivery.send' ? 'shop.example' : null),
        )
    expect((await claim(100, 2)).map(({ id }) => id)).toEqual([
      'payout.check:a',
      'payout.check:b',
      'session.expire:a',
      'session.expire:b',
      'delivery.send:a',
      'delivery.send:b',
      'backup.take:a',
      'backup.take:b',
    ])
    expect(await nextJobAt(store.read, ['money'])).toBe(4)
    expect(await nextJobAt(store.read, ['expiry', 'upkeep'])).toBe(0)
  })

  test('are not claimed before they are due', async () => {
    await put('a', 500)
    expect(await claim(499)).toEqual([])
    expect(await nextJobAt(store.read)).toBe(500)
    expect((await claim(500)).length).toBe(1)
  })

  test('are removed once finished, and leave their queue empty', async () => {
    await put('a', 0)
    const job = await claimOne(0)
    await store.write(tx => finishJob(tx, job))
    expect(await nextJobAt(store.read)).toBeUndefined()
  })

  test('scheduled again move earlier, never later', async () => {
    await put('a', 500)
    await put('a', 900)
    expect(await nextJobAt(store.read)).toBe(500)
    await put('a', 100)
    expect(await nextJobAt(store.read)).toBe(100)
  })

  test('rechecked while they run are due again, whatever the run records', async () => {
    for (const book of [
      finishJob,
      (tx: Tx, job: Parameters<typeof finishJob>[1]) => moveJob(tx, job, back),
    ]) {
      await put('a', 0)
      const job = await claimOne(0)
      await put('a', 10)
      await store.write(tx => book(tx, job))
      expect(await nextJobAt(store.read)).toBe(10)
      const again = await claimOne(10)
      await store.write(tx => finishJob(tx, again))
    }
  })

  test('whose lease ran out belong to the next that claims them', async () => {
    await put('a', 0)
    const slow = await claimOne(0)
    const next = await claimOne(leaseMs)
    await store.write(tx => finishJob(tx, slow))
    await store.write(tx => moveJob(tx, slow, back))
    expect(await nextJobAt(store.read)).toBe(2 * leaseMs)
    await store.write(tx => finishJob(tx, next))
    expect(await nextJobAt(store.read)).toBeUndefined()
  })

  test('held for their queue are not claimed with those that are due', async () => {
    for (const subject of ['a', 'b', 'c']) await put(subject, 0, 'shop.example')
    for (const [index, job] of (await claim(0)).entries())
      await store.write(tx => moveJob(tx, job, { ...back, state: 'held', dueAt: index }))
    expect(await claim(1_000_000)).toEqual([])
    expect(await nextJobAt(store.read)).toBeUndefined()
  })

  test('held are released by one that leaves their queue, the longest held first', async () => {
    for (const subject of ['a', 'b']) await put(subject, 0, 'shop.example')
    for (const [index, job] of (await claim(0)).entries())
      await store.write(tx => moveJob(tx, job, { ...back, state: 'held', dueAt: index }))
    expect(await listHeldJobs(store.read, 'elsewhere', 9)).toEqual([])
    const held = await listHeldJobs(store.read, 'shop.example', 9)
    expect(held).toEqual(['delivery.send:a', 'delivery.send:b'])
    expect(await listHeldJobs(store.read, 'shop.example', 1)).toEqual(held.slice(0, 1))
    const claimHeld = (id: string) => store.write(tx => claimHeldJob(tx, id, 7))
    expect(await claimHeld('delivery.send:a')).toMatchObject({
      state: 'claimed',
      dueAt: 7 + leaseMs,
      tries: 2,
    })
    expect(await claimHeld('delivery.send:a')).toBeUndefined()
    expect(await listHeldJobs(store.read, 'shop.example', 9)).toEqual(['delivery.send:b'])
  })

  test('are held many at once: those of a queue among the first that are due', async () => {
    for (const [index, queue] of ['a', 'b', 'a', 'a', 'a'].entries()) await put(`${index}`, index, queue)
    await put('later', 100, 'a')
    const [first] = await claim(0, 1)
    expect(first?.subject).toBe('0')
    await store.write(tx => holdDueJobs(tx, 'a', 50, 3))
    expect(await listHeldJobs(store.read, 'a', 9)).toEqual(['delivery.send:2', 'delivery.send:3'])
    expect((await claim(50)).map(({ subject }) => subject)).toEqual(['1', '4'])
  })

  test('of a dead process are due at once when claimed or parked; those of a host are held', async () => {
    for (const [index, state] of (['claimed', 'held', 'parked'] as const).entries()) {
      await put(state, index, 'shop.example')
      const job = await claimOne(index)
      if (state !== 'claimed') await store.write(tx => moveJob(tx, job, { ...back, state, tries: 8 }))
    }
    await put('elsewhere', 0)
    await claimOne(0)
    await store.write(async tx => {
      await recoverJobs(tx, 50)
      await recoverParkedJobs(tx, 50)
    })
    // What was parked has all its tries again.
    expect((await claim(50)).map(({ subject, tries }) => [subject, tries])).toEqual([
      ['parked', 1],
      ['elsewhere', 2],
    ])
    // What was claimed for a host comes before all that wait for it.
    expect(await listHeldQueues(store.read)).toEqual(['shop.example'])
    expect(await listHeldJobs(store.read, 'shop.example', 9)).toEqual([
      'delivery.send:claimed',
      'delivery.send:held',
    ])
  })

  test('have their lease renewed while it is theirs', async () => {
    await put('a', 0)
    const job = await claimOne(0)
    const renew = (lease: number, dueAt: number) => store.write(tx => renewJob(tx, job, lease, dueAt))
    expect([await renew(job.dueAt, 500_000), await renew(job.dueAt, 600_000)]).toEqual([true, false])
    expect(await claim(499_999)).toEqual([])
    await put('a', 10)
    expect(await renew(500_000, 600_000)).toBe(false)
    expect((await claimOne(10)).tries).toBe(2)
  })

  describe('when the clock is set', () => {
    const now = 10_000_000
    const all = async () =>
      Object.fromEntries(
        (await run(store, 'select subject, state, due_at from job')).map(([subject, state, dueAt]) => [
          String(subject),
          [state, Number(dueAt) - now],
        ]),
      )
    const putAs = (kind: JobKind, subject: string, dueAt: number, queue: string | null = null) =>
      store.write(tx => putJob(tx, kind, subject, now + dueAt, queue))

    test('back, waiting jobs keep their distance, money is checked at once, and no valid lease changes', async () => {
      await putAs('attempt.check', 'ours', 0)
      await store.write(tx => claimJobs(tx, now, upTo(100)))
      await putAs('attempt.check', 'lost', 0)
      await store.write(tx => claimJobs(tx, now + 1, upTo(100)))
      await putAs('delivery.send', 'held', 5, 'shop.example')
      const [held] = await claim(now + 5)
      assert(held, 'one is due')
      await store.write(tx => moveJob(tx, held, { ...back, state: 'held', dueAt: now + 5 }))
      await putAs('payment.expire', 'due', -1)
      await putAs('payment.expire', 'ends', 7_000)
      await putAs('delivery.send', 'retry', 6_000, 'shop.example')
      for (const kind of ['attempt.check', 'attempt.recheck', 'payout.check', 'payout.recheck'] as const)
        await putAs(kind, kind, 9_000)
      await store.write(tx => moveJobsBack(tx, 5_000, now))
      expect(await all()).toEqual({
        ours: ['claimed', leaseMs],
        lost: ['claimed', 0],
        held: ['held', 5 - 5_000],
        due: ['waiting', -1],
        ends: ['waiting', 2_000],
        retry: ['waiting', 1_000],
        'attempt.check': ['waiting', 0],
        'attempt.recheck': ['waiting', 0],
        'payout.check': ['waiting', 0],
        'payout.recheck': ['waiting', 0],
      })
    })

    test('forward, jobs that end a customer’s time keep their distance, if not yet due and not made since', async () => {
      await putAs('payment.expire', 'was due', -5_000)
      await putAs('payment.expire', 'ends', -4_999)
      await putAs('payment.expire', 'ends last', -1_000)
      await putAs('payment.expire', 'made since', -999)
      await putAs('session.expire', 'another', -2_000)
      await store.write(tx => moveJobsForward(tx, 'payment.expire', 5_000, now, 4_000))
      expect(await all()).toEqual({
        'was due': ['waiting', -5_000],
        ends: ['waiting', 1],
        'ends last': ['waiting', 4_000],
        'made since': ['waiting', -999],
        another: ['waiting', -2_000],
      })
    })

    test('before a start, no job waits longer than its kind can, but those that end a customer’s time', async () => {
      await putAs('attempt.check', 'a day', waitMaxMs)
      await putAs('payout.check', 'longer', waitMaxMs + 1)
      await putAs('delivery.send', 'a webhook', waitMaxMs + 1, 'shop.example')
      await putAs('session.expire', 'ends', waitMaxMs + 1)
      await store.write(tx => makeFarJobsDue(tx, now))
      expect(await all()).toEqual({
        'a day': ['waiting', waitMaxMs],
        longer: ['waiting', 0],
        'a webhook': ['waiting', 0],
        ends: ['waiting', waitMaxMs + 1],
      })
    })
  })

  test('are held for queues that are found one by one', async () => {
    for (const [index, queue] of ['b.example', 'a.example', 'b.example', 'c.example'].entries()) {
      await put(`${index}`, index, queue)
      await store.write(async tx =>
        moveJob(tx, (await claimJobs(tx, index, upTo(1)))[0] as Job, { ...back, state: 'held' }),
      )
    }
    await put('waits', 0, 'd.example')
    expect(await listHeldQueues(store.read)).toEqual(['a.example', 'b.example', 'c.example'])
  })

  test('are dropped in any state', async () => {
    await put('a', 0)
    await claimOne(0)
    await store.write(tx => dropJob(tx, 'delivery.send', 'a'))
    expect(await run(store, 'select count(*) from job')).toEqual([[0]])
  })
})

test('a setting that is written again replaces the old value', () =>
  withStore(async store => {
    for (const value of ['one', 'two']) await store.write(tx => putSetting(tx, 'name', value))
    expect(await findSetting(store.read, 'name')).toBe('two')
  }))

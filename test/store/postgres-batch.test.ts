// What a group on PostgreSQL does for many bodies at once: the rows are those of single statements, and a
// body sees nothing else than it would alone. `bun run test:postgres` runs it; elsewhere it is skipped.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { assert } from '../../src/domain/fault.ts'
import { createPayment, type PaymentRequest } from '../../src/flow/create-payment.ts'
import { findSetting, putSetting } from '../../src/store/account.ts'
import type { Tx } from '../../src/store/engine/statement.ts'
import { answerRead, claimKey, findAnswer, type StoredAnswer } from '../../src/store/idempotency.ts'
import { postgresWriter } from '../../src/store/postgres/group.ts'
import { openSession } from '../../src/store/postgres/session.ts'
import type { Store } from '../../src/store/store.ts'
import { openNode, type TestNode } from '../kit/node.ts'
import { newPostgresDatabase, testServer } from '../kit/store-database.ts'
import { after, outcome } from '../kit/wait.ts'

/** What a list on PostgreSQL gives a meaning to, and what is empty. */
const oddTexts = [
  '',
  'null',
  'NULL',
  '{}',
  '{a,b}',
  'a,b',
  '"',
  '""',
  '\\',
  '\\"',
  "'",
  ' a ',
  'a\nb\r\tc',
  'Ñ✓🛒',
  '$1',
]

describe.skipIf(!testServer)('bodies of a group on PostgreSQL', () => {
  let node: TestNode
  let store: Store
  let accountId: string
  let writer: ReturnType<typeof postgresWriter>
  /** What the driver does not send. */
  let refused: string
  beforeEach(async () => {
    assert(testServer, 'skipped without a server')
    const url = newPostgresDatabase(testServer)
    node = await openNode({ url })
    store = node.appliance.store
    accountId = node.account.id
    const session = await openSession(url)
    refused = ''
    const rows: typeof session.rows = (text, values) =>
      refused && text.includes(refused)
        ? Promise.reject(new Error('the driver refuses it'))
        : session.rows(text, values)
    const first = { ...session, rows }
    const connect = () => openSession(url)
    const channel = { node: 'unheard', send() {} }
    writer = postgresWriter({ connect, after, first, node: 1, refresh: async () => {} }, channel)
  })
  afterEach(async () => {
    writer.close()
    await node.close()
  })
  const answerOf = (key: string, more: Partial<StoredAnswer> = {}): StoredAnswer => ({
    ranAt: 1,
    accountId,
    key,
    fingerprint: 'f',
    subject: 's',
    status: null,
    body: null,
    ...more,
  })
  const add = (value: StoredAnswer) => writer.write(tx => claimKey(tx, value), 'repeatable')
  const kept = async () => {
    const text = 'select key from idempotency order by key collate "C"'
    return (await store.read.rows(text, [], 'once')).flat()
  }

  test('add their rows as they would alone', async () => {
    const values = oddTexts.map((text, index) =>
      answerOf(`key ${index}`, {
        fingerprint: text,
        status: index % 2 ? 201 : null,
        body: index % 3 ? text : null,
      }),
    )
    await Promise.all(values.map(add))
    for (const value of values) expect(await findAnswer(store.read, accountId, value.key)).toEqual(value)
  })

  test('lose one whose row is refused, and no more', async () => {
    await add(answerOf('twice'))
    const results = await Promise.all(['a', 'twice', 'b'].map(key => outcome(add(answerOf(key)))))
    expect(results).toEqual([
      { value: expect.anything() },
      { error: expect.objectContaining({ errno: '23505' }) },
      { value: expect.anything() },
    ])
    expect(await kept()).toEqual(['a', 'b', 'twice'])
  })

  test('see the rows of those before them', async () => {
    const seen = writer.write(tx => findAnswer(tx, accountId, 'early'), 'repeatable')
    const early = add(answerOf('early'))
    const late = writer.write(tx => findAnswer(tx, accountId, 'early'), 'repeatable')
    expect(await Promise.all([seen, early, late])).toEqual([undefined, expect.anything(), answerOf('early')])
  })

  test('read together what each reads first', async () => {
    await Promise.all(oddTexts.map(key => add(answerOf(key))))
    const keys = [...oddTexts, 'none', ...oddTexts.map(text => `${text}.`)]
    const read = (key: string) =>
      writer.write(tx => findAnswer(tx, accountId, key), 'repeatable', answerRead(accountId, key))
    const answers = await Promise.all(keys.map(read))
    expect(answers).toEqual(keys.map(key => (oddTexts.includes(key) ? answerOf(key) : undefined)))
  })

  /** Adds an answer unless there is one. */
  const take = (key: string) =>
    writer.write(
      async tx => {
        if (await findAnswer(tx, accountId, key)) return 'known'
        await claimKey(tx, answerOf(key))
        return 'made'
      },
      'repeatable',
      answerRead(accountId, key),
    )

  test('that read the same first see what the one before made of it', async () => {
    expect(await Promise.all(['a', 'b', 'a', 'a'].map(take))).toEqual(['made', 'made', 'known', 'known'])
    expect(await kept()).toEqual(['a', 'b'])
  })

  test('are not committed with a statement that never reached the server', async () => {
    refused = 'insert into "idempotency"'
    const both = async (tx: Tx) => {
      await putSetting(tx, 'one', 'x')
      await claimKey(tx, answerOf('a'))
    }
    expect(await outcome(writer.write(both, 'repeatable'))).toEqual({
      error: expect.objectContaining({ message: 'the driver refuses it' }),
    })
    expect(await findSetting(store.read, 'one')).toBe(undefined)
  })

  test('that may run again write a sum once, and before a body that may read it', async () => {
    const written: number[] = []
    const sum = async (tx: Tx) => {
      await putSetting(tx, 'one', 'x')
      const known = tx.deferredSums?.get('sum')
      if (known) return void known.change.count++
      const change = { count: 1, amount: 0 }
      const write = (to: Tx) => {
        written.push(change.count)
        return putSetting(to, 'sum', String(change.count))
      }
      if (tx.deferredSums) return void tx.deferredSums.set('sum', { change, write })
      await write(tx)
    }
    const again = (body: (tx: Tx) => Promise<unknown>) => writer.write(body, 'repeatable')
    const reader = writer.write(tx => findSetting(tx, 'sum'))
    expect(await Promise.all([again(sum), reader, again(sum), again(sum)])).toContain('3')
    expect(written).toEqual([3])
    // After a mistake each body writes its own, and nothing of the failed one is left.
    const failing = (tx: Tx) => sum(tx).then(() => assert(false, 'a mistake'))
    await Promise.all([again(sum), outcome(again(failing)), again(sum)])
    expect(written).toEqual([3, 1, 1, 1])
    expect(await findSetting(store.read, 'sum')).toBe('1')
  })
})

describe.skipIf(!testServer)('sales at once on PostgreSQL', () => {
  let node: TestNode
  beforeEach(async () => {
    assert(testServer, 'skipped without a server')
    node = await openNode({ url: newPostgresDatabase(testServer) })
  })
  afterEach(() => node.close())

  test('are each as if it were alone: with notes, phones and no key', async () => {
    const { appliance, account } = node
    const { read } = appliance.store
    const sale = (index: number): PaymentRequest => ({
      type: index % 3 ? 'dynamic-qr' : 'mobile',
      amount: 1_000 + index,
      expiresInSeconds: undefined,
      phone: index % 3 ? undefined : { e164: `+25571300011${index % 10}`, provider: 'mpesa' },
      customer: { email: `a"${index}\\@example.com` },
      metadata: { note: `Meza {${index}}, "chai"` },
      webhookUrl: undefined,
      apiVersion: '2026-01-25',
      createdBy: { kind: 'server' },
    })
    const wanted = Array.from({ length: 20 }, (_, index) => sale(index))
    const sold = await Promise.all(
      wanted.map(paymentRequest => createPayment(appliance, account, paymentRequest)),
    )
    for (const [index, one] of sold.entries()) {
      assert(!one.replayed, 'it has no key')
      const [row] = await read.rows(
        `select p.number, p.amount, p.customer, p.metadata, p.type, a.phone, a.state,
          (select string_agg(word, ' ' order by word) from note_word where payment_number = p.number)
          from payment p join attempt a on a.payment_id = p.id where p.id = $1`,
        [one.value.id],
        'once',
      )
      const { type, amount, customer, metadata, phone } = sale(index)
      expect(row).toEqual([
        ...[one.value.number, amount, JSON.stringify(customer), JSON.stringify(metadata), type],
        ...[phone?.e164 ?? null, 'sent', ['chai', String(index), 'meza'].sort().join(' ')],
      ])
    }
    const [count] = await read.rows('select sum(count), sum(amount) from total', [], 'once')
    expect(count?.map(Number)).toEqual([20, wanted.reduce((sum, { amount }) => sum + amount, 0)])
  })
})

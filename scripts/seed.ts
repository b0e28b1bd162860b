// Creates a data folder with the payments of 400 days: for scripts/bench/scale.ts, and to see the pages with
// real amounts of data. `kaunta init` sets it up. The store's own functions write the rows, without syncs and
// without indexes, which are created at the end. The ledger check then shows whether balances match.
//
//   bun scripts/seed.ts --data DIR --payments 1000000 [--days 400] [--seed 1] [--json]
import { Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { newAppliance } from '../src/appliance.ts'
import type { Account } from '../src/domain/account.ts'
import type { Attempt } from '../src/domain/attempt.ts'
import { assert } from '../src/domain/fault.ts'
import { idWithPrefix } from '../src/domain/id.ts'
import type { Appliance } from '../src/flow/appliance.ts'
import { lastLedgerCheck, runLedgerCheck } from '../src/flow/ledger-check.ts'
import { findAccount, listKeys } from '../src/store/account.ts'
import { insertAttempt } from '../src/store/attempt.ts'
import { newRecordChain } from '../src/store/engine/chain.ts'
import type { Read, Tx } from '../src/store/engine/statement.ts'
import { insertEvent } from '../src/store/event.ts'
import { openSeal } from '../src/store/folder/seal.ts'
import { insertPayment } from '../src/store/payment.ts'
import { insertPostings } from '../src/store/posting.ts'
import { insertSimulation } from '../src/store/simulation.ts'
import { statementCache } from '../src/store/sqlite/prepared.ts'
import { openSqlite } from '../src/store/sqlite/sqlite.ts'
import { countStatusCheck } from '../src/store/status-check.ts'
import type { Store } from '../src/store/store.ts'
import { paymentEventBody } from '../src/wire/webhook.ts'
import { newOrderedIds, realWorld, type World } from '../src/world.ts'
import { initBinary } from '../test/kit/binary.ts'
import { newChance } from '../test/kit/simulated-world.ts'
import { type Maker, type Past, pastPayment } from './seed/history.ts'

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    payments: { type: 'string', default: '1000000' },
    days: { type: 'string', default: '400' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
  },
})
/** Payments in a transaction. */
const groupSize = 20_000
/** Payments per link of the record chain: a busy shop's commits have a few. */
const linkSize = 20
const paymentsPerCustomer = 25
const dayMs = 86_400_000

assert(options.data, 'name the folder: --data DIR')
const data = options.data
assert(!existsSync(join(data, 'kaunta.db')), `${data} already holds a shop`)
const count = Number(options.payments)
assert(Number.isSafeInteger(count) && count > 0, '--payments must be a whole number from 1 on')

const startMs = performance.now()
const now = Date.now()
const keys = await initBinary(data)
const chance = newChance(Number(options.seed))
const world: World = {
  ...realWorld('error', {
    request: async () => ({ kind: 'unreachable', error: 'the past calls nobody', tookMs: 0 }),
    print: async () => ({ kind: 'unreachable', error: 'the past prints nothing' }),
  }),
  random: chance,
  ids: newOrderedIds(chance),
}

const raw = new Database(join(data, 'kaunta.db'), { strict: true })
for (const pragma of [
  'journal_mode = delete',
  'journal_mode = off',
  'synchronous = off',
  'cache_size = -1000000',
  'foreign_keys = on',
])
  raw.run(`pragma ${pragma}`)
const statements = statementCache(raw)
const chain = newRecordChain(statements.rows)
/** Runs a statement, and tells the record chain which table it changes. */
const rows: Read['rows'] = async (text, values, keep, change) => {
  if (change) chain.onChange(change.table)
  return statements.rows(text, values, keep)
}
const tx: Tx = { writes: true, afterCommit() {}, rows }

/** newAppliance reads a little, but nothing writes through its store until the ledger check. */
const unopened: Store = {
  read: { rows },
  readNow: { rowsNow: (text, values) => statements.rows(text, values) },
  snapshot: body => body({ rows }),
  write: () => Promise.reject(new Error('the past is written in its own transactions')),
  changes: () => () => {},
  onListenerError() {},
  check() {},
  freeBytes: () => undefined,
  ownBytes: () => undefined,
  head: () => undefined,
  close: async () => {},
}
/** The appliance of this folder on a store. */
const applianceOver = (store: Store): Promise<Appliance> =>
  newAppliance({
    world,
    store,
    seal: openSeal(join(data, 'secret.key'), { isFresh: false, random: chance.bytes }),
    own: { addresses: [], ports: [0] },
    publicUrl: 'http://localhost:8080',
  })

/** The network's answer that ended an attempt. */
const answerOf = ({ state }: Attempt) => (state === 'succeeded' ? 'completed' : 'failed')

/** Writes all rows of a payment, as the flows would have written them over time. */
async function savePayment({ payment, attempt, simulation, ended }: Past, account: Account): Promise<void> {
  const isOpen = payment.status === 'pending' || attempt.state === 'sent'
  await insertPayment(tx, isOpen ? payment : { ...payment, dueAt: null }, account.timeZone)
  await insertAttempt(tx, attempt)
  if (simulation.outcome !== 'pending' || simulation.method === 'push') await insertSimulation(tx, simulation)
  if (attempt.endedAt !== null)
    await countStatusCheck(tx, { attemptId: attempt.id, answer: answerOf(attempt), now: attempt.endedAt })
  const { endedAt } = payment
  if (!ended || endedAt === null) return
  const ids = newOrderedIds(chance) // of its own time: many later payments had been made by then
  if (ended.postings.length > 0)
    await insertPostings(
      tx,
      { accountId: account.id, subject: payment.id, postings: ended.postings },
      endedAt,
    )
  for (const type of ended.events) {
    const id = idWithPrefix('evt', ids.uuid(endedAt))
    const { accountId, apiVersion } = payment
    const body = paymentEventBody({ id, type, now: endedAt }, payment)
    await insertEvent(tx, { id, accountId, subject: payment.id, type, apiVersion, body, createdAt: endedAt })
  }
}

/**
 * Writes all payments, evenly over the days, in large transactions with several links of the record chain
 * each.
 */
async function fill(maker: Maker): Promise<void> {
  const spanMs = Number(options.days) * dayMs
  const first = now - spanMs
  for (let made = 0; made < count; ) {
    raw.run('begin immediate')
    for (const until = Math.min(count, made + groupSize); made < until; ) {
      chain.begin()
      for (const linked = Math.min(until, made + linkSize); made < linked; made++) {
        const createdAt = Math.floor(first + ((made + chance.roll()) / count) * spanMs)
        await savePayment(await pastPayment(maker, made + 1, createdAt), maker.account)
      }
      chain.link()
      chain.committed()
    }
    raw.run('commit')
    const perSecond = made / ((performance.now() - startMs) / 1_000)
    process.stderr.write(
      `\r${made.toLocaleString('en')} of ${count.toLocaleString('en')} payments, ${perSecond.toFixed(0)} a second `,
    )
  }
  process.stderr.write('\r\x1b[K')
}

/** Drops all indexes while `work` runs. Creating them at the end, sorted, costs a fraction. */
async function withoutIndexes(work: () => Promise<void>): Promise<void> {
  const indexes = raw
    .query("select name, sql from sqlite_master where type = 'index' and sql is not null")
    .values()
  for (const [name] of indexes) raw.run(`drop index ${name}`)
  await work()
  for (const [name, text] of indexes) {
    process.stderr.write(`\rindex ${name}\x1b[K`)
    raw.run(String(text))
  }
  process.stderr.write('\r\x1b[K')
}

// New ids follow the newest one, which is from today: payments of the past get ids of their own time.
const appliance = { ...(await applianceOver(unopened)), world: { ...world, ids: newOrderedIds(chance) } }
const account = await findAccount(unopened.read, keys.sandbox_account.id)
assert(account, 'init made a sandbox account')
const keyId = (await listKeys(unopened.read, account.id))[0]?.id ?? ''
const networks = ['74', '75', '76', '71', '65', '68', '78', '62'] as const
const phones = Array.from(
  { length: Math.ceil(count / paymentsPerCustomer) },
  (_, index) =>
    `+255${networks[index % networks.length]}${String((index * 7_919 + 1_000_000) % 10_000_000).padStart(7, '0')}`,
)
await withoutIndexes(() =>
  fill({ appliance, account, chance, phones, createdBy: { kind: 'key', keyId }, now }),
)
statements.finalize()
raw.close(true)

const store = openSqlite(data, now, cause => assert(false, `the disk failed: ${cause}`))
/** Nothing waits, so the check needs no pauses between its pieces. */
const hurried = { ...world.clock, after: (_ms: number, call: () => void) => world.clock.after(0, call) }
const audited = { ...(await applianceOver(store)), world: { ...world, clock: hurried } }
await runLedgerCheck(audited)
const differences = (await lastLedgerCheck(audited))?.differences ?? ['the audit did not run']
await store.close()

const seconds = Math.round((performance.now() - startMs) / 100) / 10
if (options.json)
  process.stdout.write(`${JSON.stringify({ ...keys, payments: count, now, seconds, differences })}\n`)
else
  process.stdout.write(
    [
      `${count.toLocaleString('en')} payments in ${data} after ${seconds} s`,
      `sandbox API key   ${keys.sandbox_api_key}`,
      `live API key      ${keys.api_key}`,
      differences.length === 0 ? 'audit: the books add up' : `audit: ${differences.join('; ')}`,
      '',
    ].join('\n'),
  )
if (differences.length > 0) process.exitCode = 1

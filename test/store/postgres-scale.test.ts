// Lists, searches and totals on PostgreSQL read what they show and little more, of a hundred thousand
// payments: its planner knows how many rows there are of each kind and may choose to read all of them. As
// scale.test.ts holds it on SQLite. `bun run test:postgres` runs it; elsewhere it is skipped.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { SQL } from 'bun'
import { eventTypes } from '../../src/domain/event.ts'
import { assert } from '../../src/domain/fault.ts'
import {
  countDeliveriesUpTo,
  type DeliveryFilter,
  listDeliveryPage,
  listResendable,
} from '../../src/store/delivery-list.ts'
import type { Read } from '../../src/store/engine/statement.ts'
import { totalsOfPayments } from '../../src/store/list-total.ts'
import type { PaymentFilter } from '../../src/store/payment-filter.ts'
import { countPaymentsUpTo, listPayments } from '../../src/store/payment-list.ts'
import { encodeParameter } from '../../src/store/postgres/session.ts'
import { newPostgresDatabase, testServer } from '../kit/store-database.ts'

const payments = 100_000
/** A count goes so far. */
const countMax = 10_000

/**
 * Nearly all are completed and by QR code, sold at ten tills; some are by phone, and 30 old ones by card. A
 * fifth has the same amount. The account `b` has made nearly all of the newest.
 */
const rows = `
set session_replication_role = replica;
insert into payment (number, id, account_id, type, status, amount, currency, connector, channel_type, provider, phone, customer,
  metadata, api_version, token, external_reference, fees, late, unknown, created_at, expires_at, till_id, staff_id)
select g, lpad(to_hex(g), 36, '0'), case when g % 1000 = 0 or g between 90001 and 99000 then 'b' else 'a' end,
  case when g between 1000 and 1029 then 'card' when g % 10 = 0 then 'mobile' else 'dynamic-qr' end, status,
  case when g % 5 = 0 then 5000 else 1000 + g % 997 end, 'TZS', 'simulator', 'simulator', 'mpesa',
  case when g % 10 = 0 then '+255754' || lpad((g % 1000)::text, 6, '0') end, '{}', '{}', 'v1', '', case when status = 'completed' then 'NW' || g end,
  case when status = 'completed' then 0 end, 0, case when g % 20000 = 7 then 1 else 0 end, g, g + 1,
  case when g % 10 < 8 then 'till_' || g % 10 end, case when g % 10 = 8 then 'staff_' || g % 7 end
from generate_series(1, ${payments}) g, lateral (select case when g > 99980 then 'pending' when g % 20 = 0 then 'expired'
  when g % 20 = 1 then 'failed' when g between 2000 and 2010 then 'voided' else 'completed' end as status) s;
insert into note_word select 'a', word, g from generate_series(1, ${payments}) g, lateral (values ('mifuko'), ('w' || g % 5000),
  (case when g % 10 = 0 then 'saruji' end), (case when g % 1000 = 0 then 'saruji40' end),
  (case when g % 8 = 0 then 'mchanga' end)) w (word) where word is not null and g % 4 = 0;
insert into delivery (id, event_id, account_id, subject, url, host, status, tries, created_at, stalls, type)
select lpad(to_hex(g), 12, '0'), '', 'a', g::text, 'u', 'h' || g % 3, case when g % 1000 = 0 then 'abandoned' else 'success' end,
  1, g, 0, ('{${eventTypes.join()}}'::text[])[1 + g % 2] from generate_series(1, ${payments}) g;
`

interface Step {
  readonly 'Node Type': string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
  readonly Plans?: readonly Step[]
}

/** Returns how many rows of tables were looked at; a bitmap names rows that are then read. */
const looked = (step: Step): number =>
  (/^(Seq|Index|Index Only|Bitmap Heap) Scan$/.test(step['Node Type'])
    ? (step['Actual Rows'] +
        (step['Rows Removed by Filter'] ?? 0) +
        (step['Rows Removed by Index Recheck'] ?? 0)) *
      step['Actual Loops']
    : 0) + (step.Plans ?? []).reduce((sum, eachStep) => sum + looked(eachStep), 0)

const account = { accountId: 'a' }
const id = (number: number) => number.toString(16).padStart(36, '0')
const times: readonly (readonly [string, Partial<PaymentFilter>])[] = [
  ['at any time', {}],
  ['from', { fromId: id(50_000) }],
  ['to', { beforeId: id(99_500) }],
  ['on old days', { fromId: id(3_000), beforeId: id(6_000) }],
]
/** How many rows each list reads in addition to its page: rows that it skips, or finds and compares. */
const lists: readonly (readonly [string, Partial<PaymentFilter>, more: number])[] = [
  ['nothing', {}, 9_100],
  ['a common status', { status: 'completed' }, 9_600],
  ['a rare status', { status: 'voided' }, 0],
  ['a common type', { type: 'dynamic-qr' }, 10_000],
  ['a rare type', { type: 'card' }, 0],
  ['a type that most once had', { type: 'mobile' }, 100],
  ['status and type', { status: 'completed', type: 'dynamic-qr' }, 10_000],
  ['rare status and type', { status: 'completed', type: 'card' }, 0],
  ['a till', { tillId: 'till_3' }, 0],
  ['a till and a common type', { tillId: 'till_3', type: 'dynamic-qr' }, 50],
  ['a till, a status and a type', { tillId: 'till_3', status: 'completed', type: 'dynamic-qr' }, 50],
  ['a till and a rare status', { tillId: 'till_3', status: 'voided' }, 10_000],
  ['a till without sales', { tillId: 'till_x' }, 0],
  ['a login', { staffId: 'staff_3' }, 11_000],
  ['a phone', { phone: '+255754000010' }, 100],
  ['a phone and a status', { phone: '+255754000010', status: 'completed' }, 200],
  ['the end of a phone', { phoneEnd: '010' }, 100],
  ['the end of a phone and a status', { phoneEnd: '010', status: 'completed' }, 200],
  ['an external reference', { externalReference: 'NW777' }, 0],
  ['an amount that many have', { amount: 5_000 }, 20_000],
  ['an amount', { amount: 1_234 }, 110],
  ['an amount and a type', { amount: 1_234, type: 'dynamic-qr' }, 220],
  ['a word that many have', { words: ['mifuko'] }, 20_000],
  ['a rare word', { words: ['w16'] }, 50],
  ['two words', { words: ['mifuko', 'saruji40'] }, 300],
  ['the beginning of a word', { wordStart: 'saru' }, 20_000],
  ['the beginning of the only word', { words: [], wordStart: 'saru' }, 20_000],
  ['a word and the beginning of another', { words: ['mifuko'], wordStart: 'saru' }, 30_000],
  ['words of a login', { words: ['mifuko'], wordStart: 'saru', staffId: 'staff_3' }, 30_000],
  ['words and a common type', { words: ['mifuko'], type: 'dynamic-qr' }, 20_000],
  ['an unknown outcome', { unknown: true }, 10],
  ['a token', { token: '', numbers: [1_234, 501_234] }, 2],
  ['a reference', { reference: id(1_234) }, 1],
]
const deliveries: readonly (readonly [string, Partial<DeliveryFilter>])[] = [
  ['nothing', {}],
  ['a common status', { status: 'success' }],
  ['a rare status', { status: 'abandoned' }],
  ['a host', { host: 'h1' }],
  ['a host and a status', { host: 'h1', status: 'success' }],
  ['a type', { type: 'payout.reversed' }],
]

describe.skipIf(!testServer)('of a hundred thousand rows on PostgreSQL', () => {
  let sql: SQL
  beforeAll(async () => {
    assert(testServer, 'skipped without a server')
    sql = new SQL({ url: newPostgresDatabase(testServer), max: 1, prepare: false })
    await sql.unsafe(rows).simple()
    // All rows are looked at: a sample would differ from run to run.
    await sql.unsafe('set default_statistics_target = 1000')
    await sql.unsafe('vacuum analyze')
  }, 300_000)
  afterAll(() => sql?.close())

  /** Returns what the statements of `asks` cost, added up. */
  async function costOf(
    asks: (read: Read) => Promise<unknown>,
    cost: (plan: Step) => number,
  ): Promise<number> {
    let sum = 0
    await asks({
      planner: 'postgres',
      async rows(text, values = []) {
        const bound = values.map(encodeParameter)
        const [[plan] = []] = await sql
          .unsafe(`explain (analyze, buffers, format json) ${text}`, bound)
          .values()
        sum += cost((typeof plan === 'string' ? JSON.parse(plan) : plan)[0].Plan)
        return (await sql.unsafe(text, bound).values()) as unknown[][]
      },
    })
    return sum
  }
  /** Returns how many rows `asks` looks at. */
  const lookedAt = (asks: (read: Read) => Promise<unknown>) => costOf(asks, looked)

  describe.each(times)('%s', (_, range) => {
    test.each(lists)('payments by %s', async (_, chosen, more) => {
      const filter = { ...account, ...chosen, ...range }
      const first = await lookedAt(read => listPayments(read, filter, 20, 0))
      expect(first).toBeLessThanOrEqual(200 + more)
      const deep = await lookedAt(read => listPayments(read, filter, 20, 1_000))
      expect(deep).toBeLessThanOrEqual(payments / 5 + more)
      // To its last that counts, and when there are fewer, all of them once more.
      const counted = await lookedAt(read => countPaymentsUpTo(read, filter, countMax))
      expect(counted).toBeLessThanOrEqual(2 * countMax + 2 * more + 10)
      // Ten thousand of which there are as many are found among all others.
      const added = await lookedAt(read => totalsOfPayments(read, filter, countMax))
      expect(added).toBeLessThanOrEqual(payments * 0.6)
    })
  })

  // A payment that is looked up alone costs three pages.
  test.each([
    ['with each other', ['mifuko', 'mchanga']],
    ['with one that a fifth have', ['mifuko', 'mchanga', 'saruji']],
  ])('two words that many have are compared as sets, %s', async (_, words) => {
    const pages = (plan: Step) => plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
    const filter = { ...account, words }
    let found = 0
    const counts = async (read: Read) => {
      found = await countPaymentsUpTo(read, filter, countMax)
    }
    expect(await costOf(counts, pages)).toBeLessThanOrEqual(1_500)
    expect(found).toBeGreaterThanOrEqual(2_500)
    expect(await costOf(read => listPayments(read, filter, 20, 0), pages)).toBeLessThanOrEqual(1_500)
  })

  test.each(deliveries)('deliveries by %s', async (_, chosen) => {
    const filter = { ...account, ...chosen }
    const each = 20 * eventTypes.length
    const first = await lookedAt(read => listDeliveryPage(read, filter, 20, 0))
    expect(first).toBeLessThanOrEqual(20 + each)
    const deep = await lookedAt(read => listDeliveryPage(read, filter, 20, 1_000))
    expect(deep).toBeLessThanOrEqual(2_500)
    const counted = await lookedAt(read => countDeliveriesUpTo(read, filter, countMax))
    expect(counted).toBeLessThanOrEqual(2 * countMax)
  })

  test('deliveries to send again', async () => {
    expect(await lookedAt(read => listResendable(read, 'a', 'success', '', 500))).toBeLessThanOrEqual(2_000)
  })
})

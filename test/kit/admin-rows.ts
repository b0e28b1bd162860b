// Three merchants on one server, for tests of each page with no row, with one row of its kind, and with many:
// 10,000 in the proof. The first rows are made over HTTP; the many are copies of those, written while the
// server is stopped.

import { Database, type SQLQueryBindings } from 'bun:sqlite'
import { join } from 'node:path'
import { dayOf } from '../../src/domain/day.ts'
import { assert } from '../../src/domain/fault.ts'
import { newOrderedIds } from '../../src/world.ts'
import { type Binary, startBinary } from './binary.ts'
import { asha } from './console.ts'
import { newDifference } from './difference.ts'
import { zoneAtNoon } from './noon-zone.ts'
import { sized } from './proof.ts'
import { seedFolder } from './seeded.ts'
import { newChance } from './simulated-world.ts'
import { until } from './wait.ts'

/** The size of lists that grow without limit. */
const manyRows = sized({ test: 1_000, proof: 10_000 })
/** People, tills, keys and open invitations: each list is one page, and no shop has thousands. */
export const fewRows = 200
/** More than two pages of the price list. */
const productRows = 60
/** The hook's own time limit, because this is much work. */
export const seedingMaxMs = 240_000

const longName =
  'Chama cha Ushirika wa Wakulima na Wafanyabiashara wa Kahawa na Korosho Mtwara na Lindi Kusini (1984)'
const dayMs = 86_400_000
/** Of the accounts that have rows: today is the same day for all tests of a file. */
const zone = zoneAtNoon()

export interface Shops {
  /** Sandbox accounts by how much they hold. */
  readonly accounts: Readonly<Record<0 | 1 | 'many', string>>
  /** The one row of each kind of the second, by the parameter of its page's path. */
  readonly one: Readonly<
    Record<
      | 'payments'
      | 'payouts'
      | 'sessions'
      | 'webhooks'
      | 'events'
      | 'profiles'
      | 'staff'
      | 'tills'
      | 'shifts'
      | 'networks'
      | 'products',
      string
    >
  >
}

/** Makes the folder. @param hook where webhooks go */
export async function makeShops(data: string, hook: string): Promise<Shops> {
  const seeded = await seedFolder(data, manyRows)
  const box = await startBinary({ data })
  const owner = await logIn(box)
  const merchant = async (name: string) =>
    (await owner('/accounts', { name })).data.sandbox_account.id as string
  const accounts = {
    0: await merchant('Duka Jipya'),
    1: await merchant(longName),
    many: seeded.sandbox_account.id,
  }
  const one = await fill(owner, accounts[1], hook)
  await fill(owner, accounts.many, hook)
  for (let at = 0; at < productRows; at++)
    await owner('/products', { name: `Bidhaa ${at}`, price: 500 + at }, { account: accounts.many })
  await box.stop()
  multiply(data, accounts)
  return { accounts, one }
}

type Ask = (
  path: string,
  json?: unknown,
  more?: { account?: string; method?: string; cookie?: string },
) => Promise<Reply>
interface Reply {
  // biome-ignore lint/suspicious/noExplicitAny: what each route answers is tested elsewhere
  readonly data: any
  readonly cookie: string
}

async function logIn(box: Binary): Promise<Ask> {
  const ask =
    (own: string): Ask =>
    async (path, json, { account = '', method = json === undefined ? 'GET' : 'POST', cookie = own } = {}) => {
      const headers = {
        origin: box.url,
        cookie,
        'content-type': 'application/json',
        ...(account ? { 'kaunta-account': account } : {}),
      }
      const answer = await fetch(
        `${box.url}${path.startsWith('/sandbox/') ? '/v1' : path.startsWith('/auth/') ? '/api' : '/api/v1'}${path}`,
        {
          method,
          headers: cookie === own ? headers : { ...headers, 'kaunta-till': '1' },
          ...(json === undefined ? {} : { body: JSON.stringify(json) }),
        },
      )
      const text = await answer.text()
      assert(answer.ok, `${method} ${path}: ${answer.status} ${text}`)
      return { data: JSON.parse(text).data, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
    }
  const { cookie } = await ask('')('/auth/sign-in/email', asha)
  return ask(cookie)
}

/** Creates one of everything over HTTP. */
async function fill(owner: Ask, account: string, hook: string): Promise<Shops['one']> {
  const ask: Ask = (path, json, more) => owner(path, json, { account, ...more })
  await ask('/settings', { webhook_url: hook, time_zone: zone }, { method: 'PATCH' })
  const paid = await ask('/payments', {
    payment_type: 'mobile',
    details: { amount: 12_500_000, currency: 'TZS' },
    phone_number: '0754123456',
    customer: {
      firstname: 'Mwanahamisi',
      lastname: 'Abdulrahman Mwinyimkuu',
      email: 'mwanahamisi@mteja.example',
    },
    metadata: { note: 'Mifuko 40 ya saruji, kupelekwa Ijumaa' },
  })
  await ask(`/sandbox/payments/${paid.data.reference}`, { outcome: 'completed' })
  const delivered = async () => (await ask('/webhooks/deliveries?limit=1&status=success')).data.items
  await until(async () => (await delivered()).length > 0)
  const delivery: string = (await delivered())[0].id
  const [event] = (await ask(`/events?payment=${paid.data.reference}&limit=1`)).data.items
  await owner('/me/confirm', { password: asha.password })
  const recipient = {
    channel: 'mobile',
    recipient_phone: '0754000001',
    recipient_name: 'Mwanahamisi Abdulrahman',
  }
  const payout = await ask('/payouts/send', { amount: 9_999_000, ...recipient, narration: 'Mzigo wa Ijumaa' })
  await ask(`/payments/${paid.data.reference}/refunds`, {
    amount: 312_500,
    reason: 'Mfuko mmoja wa saruji ulikuwa na maji, na mteja hakuhitaji mwingine',
  })
  const session = await ask('/sessions', { amount: 45_000, description: longName })
  const profile = await ask('/profiles', { name: longName, merchant_name: longName })
  await ask('/keys', {
    name: longName,
    scopes: ['collection:read', 'collection:create', 'disbursement:read'],
  })
  const product = await ask('/products', {
    name: longName,
    name_sw: longName,
    category: 'Vifaa vya ujenzi na mapambo ya nyumba',
    price: 12_500_000,
    cost: 11_000_000,
    sku: 'SARUJI-42.5R-50KG-MFUKO',
    barcodes: ['4006381333931'],
    packs: [{ name: 'Katoni', holds: 12, price: 140_000_000, barcodes: [] }],
  })
  await ask('/invitations', {
    name: 'Mwanahamisi Abdulrahman Mwinyimkuu',
    role: 'developer',
    email: 'mwanahamisi@mteja.example',
  })
  const me = (await ask('/me')).data.staff.id
  const { till, shift } = await openTill(ask, me)
  return {
    payments: paid.data.reference,
    payouts: payout.data.reference,
    sessions: session.data.reference,
    ...{
      webhooks: delivery,
      events: event.id,
      profiles: profile.data.id,
      staff: me,
      tills: till,
      shifts: shift,
      networks: 'selcom',
      products: product.data.id,
    },
  }
}

/** Pairs a till and takes a counted cash sale at it. */
async function openTill(ask: Ask, staffId: string): Promise<{ till: string; shift: string }> {
  const pin = '4071'
  await ask(`/staff/${staffId}/pin`, { pin }, { method: 'PUT' })
  const till = await ask('/tills', { name: 'Kaunta ya mbele, duka la jumla' })
  const { cookie } = await ask('/till/pair', { code: till.data.pairing_code })
  const there: Ask = (path, json) => ask(`/till${path}`, json, { cookie })
  await there('/login', { staff_id: staffId, pin })
  await there('/shift', { float: 50_000 })
  await there('/cash', { amount: 18_500, given: 20_000 })
  await there('/shift/close', { counted: 68_000, reason: 'Counted in haste' })
  const [shift] = (await ask('/shifts')).data.items
  return { till: till.data.id, shift: shift.id }
}

type Row = Record<string, SQLQueryBindings>
const pick = <T>(values: readonly T[], at: number) => values[at % values.length] as T

/**
 * Copies the rows of the third account until there are enough, each with its own id and time, the newest a
 * minute ago.
 */
function multiply(data: string, accounts: Shops['accounts']): void {
  const db = new Database(join(data, 'kaunta.db'))
  const now = Date.now()
  const account = accounts.many
  const templateOf = (table: string): Row => {
    const row = db.query(`select * from ${table} where account_id = ? order by id`).get(account)
    assert(row, `there is a row of ${table} to copy`)
    return row as Row
  }
  const copy = (table: string, kind: string, count: number, change: (at: number, id: string) => Row) => {
    const [ids, template] = [newOrderedIds(newChance(1)), templateOf(table)]
    for (let at = 0; at < count; at++) {
      const created = now - 30 * dayMs + Math.floor((at / count) * 29.9 * dayMs)
      const uuid = ids.uuid(created)
      const id = kind ? `${kind}_${uuid.replaceAll('-', '')}` : uuid
      const times = 'created_at' in template ? { created_at: created } : {}
      const row: Row = { ...template, id, ...times, ...change(at, id) }
      const names = Object.keys(row)
      db.query(`insert into ${table} (${names.join()}) values (${names.map(() => '?').join()})`).run(
        ...Object.values(row),
      )
    }
  }
  db.run('pragma synchronous = off')
  db.run('begin immediate')
  const idOf = (at: number) => at.toString().padStart(20, '0')
  copy('payout', '', manyRows - 1, at => ({
    network_reference: idOf(at),
    amount: 5_000 + at * 7_919,
    external_reference: `PO${at}`,
    ...pick(
      [
        { status: 'completed' },
        { status: 'failed', failure_reason: 'invalid_recipient' },
        { status: 'reversed' },
      ],
      at,
    ),
    state: 'settled',
    ended_at: now,
    completed_at: now,
  }))
  copy('refund', '', manyRows - 1, at => ({
    network_reference: `R${idOf(at)}`,
    amount: 500 + at * 7,
    ...pick(
      [
        { status: 'completed', way: 'cash' },
        { status: 'failed', failure_reason: 'recipient_not_found' },
        { status: 'completed', way: 'payout' },
      ],
      at,
    ),
    state: 'settled',
    ended_at: now,
    completed_at: now,
  }))
  copy('session', '', manyRows - 1, (at, id) => ({
    ...{
      token: id.replaceAll('-', '').slice(-22),
      short_code: idOf(at).slice(-8),
      status: pick(['completed', 'expired', 'cancelled'], at),
      ended_at: now,
    },
  }))
  db.run('delete from session_total where account_id = ?', [account])
  db.run(
    'insert into session_total select account_id, status, count(*) from session where account_id = ? group by 1, 2',
    [account],
  )
  copy('profile', 'prof', manyRows - 1, at => ({ name: `Tawi ${at}`, is_default: 0 }))
  copy('api_key', 'key', fewRows - 1, at => ({
    name: `Duka la mtandaoni ${at}`,
    hash: `copy-${at}`,
    revoked_at: at % 4 ? null : now,
  }))
  copy('till', 'till', fewRows - 1, at => ({
    name: `Kaunta ${at}`,
    hash: null,
    revoked_at: at % 4 ? null : now,
  }))
  copy('shift', 'shift', manyRows - 1, at => ({
    number: at + 2,
    opened_at: now - at * 60_000,
    closed_at: now - at * 30_000,
  }))
  copy('audit_entry', 'audit', manyRows - 1, at => ({
    kind: pick(['payment.voided', 'key.created', 'settings.changed'], at),
    subject: null,
  }))
  copy('invitation', 'inv', fewRows - 1, at => ({ name: `Mhudumu ${at}`, email: null, hash: `copy-${at}` }))
  const events = db
    .query('select id, subject from event where account_id = ? order by id')
    .all(account) as Row[]
  copy('delivery', 'del', manyRows - 1, at => ({
    event_id: pick(events, at).id ?? '',
    subject: pick(events, at).subject ?? '',
    ...pick(
      [{ status: 'success' }, { status: 'abandoned', last_status: 500, tries: 5 }],
      at % 50 === 0 ? 1 : 0,
    ),
  }))
  holdMoney(db, account, manyRows, 'paid_twice')
  holdMoney(db, accounts[1], 1, 'paid_twice')
  plantDifferences(db, accounts[1])
  const staff = hire(data, fewRows - 1)
  for (const [at, id] of staff.entries())
    db.run(
      'insert into member (staff_id, account_id, role, created_at, may_confirm) values (?, ?, ?, ?, 0)',
      [...([id, account, pick(['cashier', 'cashier', 'developer', 'admin'], at), now] as const)],
    )
  db.run('commit')
  db.close()
}

/** Stores a settlement file of today that lacks orders, has others, and has another amount. */
function plantDifferences(db: Database, account: string): void {
  const { id: paymentId = '', amount = 0 } =
    db
      .query<{ id: string; amount: number }, string>('select id, amount from payment where account_id = ?')
      .get(account) ?? {}
  const own = {
    kind: 'payment',
    subject: paymentId,
    reference: 'KN1',
    ownAmount: amount,
    ownState: 'paid',
  } as const
  const nothing = { networkReference: null, networkReceipt: null, networkAmount: null, networkState: null }
  const day = dayOf(Date.now(), zone)
  const differences = [
    newDifference(account, 1, { day }),
    newDifference(account, 2, { ...own, day, result: 'other_amount' }),
    newDifference(account, 3, {
      ...own,
      ...nothing,
      day,
      result: 'missing_there',
      seenAt: Date.now(),
      note: 'Selcom pays it tomorrow',
    }),
  ]
  for (const one of differences) {
    const columns = Object.keys(one).map(name => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`))
    db.query(`insert into difference (${columns}) values (${columns.map(() => '?')})`).run(
      ...Object.values(one),
    )
  }
}

/** Holds unmatched money on the newest payments, with the postings that belong to it. */
function holdMoney(db: Database, account: string, count: number, reason: string): void {
  const attempts = db
    .query(
      'select id, payment_id, amount, created_at from attempt where account_id = ? order by id desc limit ?',
    )
    .all(account, count) as { id: string; payment_id: string; amount: number; created_at: number }[]
  assert(attempts.length === count, `${count} attempts can be paid twice`)
  const ids = newOrderedIds(newChance(2))
  for (const { id, payment_id, amount, created_at } of attempts.toReversed())
    db.query(
      'insert into unmatched (id, account_id, payment_id, attempt_id, amount, reason, created_at) values (?, ?, ?, ?, ?, ?, ?)',
    ).run(
      `unm_${ids.uuid(created_at).replaceAll('-', '')}`,
      account,
      payment_id,
      id,
      amount,
      reason,
      created_at,
    )
}

/** Adds people without passwords; returns their ids. */
function hire(data: string, count: number): string[] {
  const db = new Database(join(data, 'staff.db'))
  const names = [
    'Asha Mushi',
    'Juma Said',
    'Neema Kimaro',
    'Mwanahamisi Abdulrahman Mwinyimkuu',
    'Baraka John',
  ]
  const ids = Array.from({ length: count }, (_, index) => `mtu_${index}`)
  for (const [at, id] of ids.entries())
    db.query(
      'insert into user (id, name, email, emailVerified, createdAt, updatedAt) values (?, ?, ?, 0, ?, ?)',
    ).run(
      ...[
        id,
        `${pick(names, at)} ${at}`,
        `mtu${at}@duka.co.tz`,
        '2026-01-02T03:04:05.000Z',
        '2026-01-02T03:04:05.000Z',
      ],
    )
  db.close()
  return ids
}

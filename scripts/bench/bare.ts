// The baseline on Kaunta's own tables: the smallest program of the same parts (Bun.serve, bun:sqlite) that
// stores the same rows and answers the same bytes. No router, validation, rate limit, log or job loop; one
// key, one account, one kind of payment. limit.ts needs no such tables. Started as `bare.ts <folder> <port>
// <key>`.
import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { migrations } from '../../migrations/list.ts'
import { migrate } from '../../src/store/engine/migration.ts'
import { newGroups, setPragmas } from './group.ts'

const [folder = '.', port = '0', key = ''] = process.argv.slice(2)
const expiryMs = 14_400_000
const accountId = 'acct_duka1234'

const db = new Database(join(folder, 'kaunta.db'), { create: true })
setPragmas(db)
migrate(db, migrations, Date.now())
db.run(
  `insert into account (id, number, name, mode, twin_id, city, time_zone, api_version, signing_key, webhook_url, webhook_hosts, fees, amount_max, expiry_seconds, created_at, routing, quick_amounts, pin_length, blind_count)
   values (?, 1, 'Duka', 'sandbox', null, 'Dar es Salaam', 'Africa/Dar_es_Salaam', '2026-01-25', 'none', null, '[]', '{}', null, 14400, 0, '{}', '[]', 4, 0)`,
  [accountId],
)

/** Prepares the insert of a row with these columns, separated by commas. */
const prepareInsert = (table: string, columns: string) =>
  db.prepare(`insert into ${table} (${columns}) values (${columns.replace(/\w+/g, '?')})`)
const insertPayment = prepareInsert(
  'payment',
  `id, account_id, type, status, amount, currency, connector, channel_type, provider, phone, customer, metadata, webhook_url, api_version,
   token, qr, external_reference, fees, failure_reason, late, unknown, key_id, created_at, expires_at, due_at, ended_at`,
)
const insertAttempt = prepareInsert(
  'attempt',
  `id, payment_id, account_id, connector, network_reference, method, phone, amount, state, external_reference, failure_reason,
   paid_amount, created_at, sent_at, ended_at, connection, ran_at, yes_count`,
)
const claimKey = prepareInsert('idempotency', 'account_id, key, fingerprint, subject, status, body, ran_at')

/** The columns of a payment that an answer shows. */
interface Row {
  readonly id: string
  readonly amount: number
  readonly token: string
  readonly qr: string
  readonly created_at: number
  readonly expires_at: number
}

const reader = new Database(join(folder, 'kaunta.db'), { readonly: true })
const findPayment = reader.prepare<Row, [string]>('select * from payment where id = ?')
const pageSize = 20
const listPayments = reader.prepare<Row, [string, number]>(
  'select * from payment where account_id = ? order by number desc limit ?',
)
const countPayments = reader.prepare<{ count: number }, [string]>(
  'select coalesce(sum(count), 0) as count from payment_total where account_id = ?',
)
const countOne = db.prepare(
  `insert into total (account_id, day, type, status, count, amount) values (?, ?, 'dynamic-qr', 'pending', 1, ?)
   on conflict do update set count = count + 1, amount = amount + excluded.amount`,
)
const countAll = db.prepare(
  `insert into payment_total (account_id, type, status, count, amount) values (?, 'dynamic-qr', 'pending', 1, ?)
   on conflict do update set count = count + 1, amount = amount + excluded.amount`,
)
const dayMs = 86_400_000

/** A payment as Kaunta's API shows it. */
const paymentView = (row: Row) => ({
  id: row.id,
  reference: row.id,
  external_reference: '',
  object: 'payment',
  api_version: '2026-01-25',
  payment_type: 'dynamic-qr',
  status: 'pending',
  amount: { value: row.amount, currency: 'TZS' },
  channel: { type: 'qr', provider: 'tanqr' },
  customer: { first_name: '', last_name: '', email: '', phone: '' },
  metadata: {},
  line_items: [],
  settlement: null,
  payment_token: row.token,
  payment_url: `http://127.0.0.1/pay/${row.id}`,
  payment_qr_code: row.qr,
  failure_reason: null,
  late: false,
  outcome_unknown: false,
  manual_confirmation: null,
  created_at: new Date(row.created_at).toISOString(),
  expires_at: new Date(row.expires_at).toISOString(),
  completed_at: null,
})
/** The envelope of a successful answer. */
const view = (code: number, data: unknown) => JSON.stringify({ status: 'success', code, data })

interface Order {
  readonly amount: number
  readonly key: string
  readonly text: string
}

/** Writes the rows of one payment and returns the answer as JSON. */
function write({ amount, key, text }: Order): string {
  const now = Date.now()
  const id = Bun.randomUUIDv7('hex', now)
  const attemptId = Bun.randomUUIDv7('hex', now)
  const reference = attemptId.replaceAll('-', '').slice(-20).toUpperCase()
  const token = id.slice(-8)
  const qr = `00020101021226390014tz.go.bot.tips0105099990208${token}52040000530383454040${amount}5802TZ5904Duka6013Dar es Salaam62360308${token}0520${reference}6304AEA0`
  const row = { id, amount, token, qr, created_at: now, expires_at: now + expiryMs }
  const answer = view(201, paymentView(row))
  // biome-ignore format: the columns of a table, not a list to read
  insertPayment.run(id, accountId, 'dynamic-qr', 'pending', amount, 'TZS', 'simulator', 'qr', 'tanqr', null, '{}', '{}', null, '2026-01-25',
    token, qr, null, null, null, 0, 0, 'key_bench', now, now + expiryMs, now + expiryMs, null)
  // biome-ignore format: as above
  insertAttempt.run(attemptId, id, accountId, 'simulator', reference, 'qr', null, amount, 'sent', null, null, null, now, now, null, 'simulator', 0, 1)
  claimKey.run(accountId, key, Bun.SHA256.hash(text, 'hex'), id, 201, null, now)
  countOne.run(accountId, Math.floor(now / dayMs), amount)
  countAll.run(accountId, amount)
  return answer
}
/** Creates a payment in the next group and resolves to its answer after the commit. */
const order = newGroups(db, write)

const credential = `Bearer ${key}`
const json = { 'content-type': 'application/json;charset=utf-8' }
/** An empty answer with this status. */
const emptyAnswer = (status: number) => new Response('', { status })

Bun.serve({
  hostname: '127.0.0.1',
  port: Number(port),
  development: false,
  routes: {
    '/ready': () => new Response('ready'),
    '/v1/payments': {
      async POST(request) {
        if (request.headers.get('authorization') !== credential) return emptyAnswer(401)
        const key = request.headers.get('idempotency-key')
        const text = await request.text()
        const { payment_type, details } = JSON.parse(text)
        if (!key || payment_type !== 'dynamic-qr' || !Number.isSafeInteger(details?.amount))
          return emptyAnswer(400)
        const answer = await order({ amount: details.amount, key, text })
        return new Response(answer, { status: 201, headers: json })
      },
      GET(request) {
        if (request.headers.get('authorization') !== credential) return emptyAnswer(401)
        const items = listPayments.all(accountId, pageSize).map(paymentView)
        const total = countPayments.get(accountId)?.count
        return new Response(view(200, { items, total, limit: pageSize, offset: 0 }), { headers: json })
      },
    },
    '/v1/payments/:reference': {
      GET(request) {
        if (request.headers.get('authorization') !== credential) return emptyAnswer(401)
        const row = findPayment.get(request.params.reference)
        return row ? new Response(view(200, paymentView(row)), { headers: json }) : emptyAnswer(404)
      },
    },
  },
})
process.on('SIGTERM', () => process.exit(0))

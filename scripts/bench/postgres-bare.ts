// The baseline of nodes on PostgreSQL: the smallest program that writes the same rows of a payment over
// Bun.SQL, all waiting ones in one transaction on one connection with one statement for each table, and
// answers the same bytes. No router, validation, limit, log or job loop. Started as `postgres-bare.ts
// <database url> <port> <key> <account> [<place> <of>]`: of several programs each uses every n-th number,
// from its place.
import { SQL } from 'bun'

const [url = '', port = '0', key = '', accountId = '', place = '0', programs = '1'] = process.argv.slice(2)
const expiryMs = 14_400_000
const dayMs = 86_400_000
const columnsOf = {
  payment: `number, id, account_id, type, status, amount, currency, connector, channel_type, provider, customer, metadata,
    api_version, token, qr, late, unknown, key_id, created_at, expires_at, due_at`,
  attempt: `id, payment_id, account_id, connector, network_reference, method, amount, state, created_at, sent_at,
    connection, ran_at, yes_count`,
  idempotency: 'ran_at, account_id, key, fingerprint, subject, status',
} as const

const numbers = new Set(
  'number,amount,late,unknown,created_at,expires_at,due_at,sent_at,ran_at,yes_count,status'.split(','),
)
/**
 * Adds many rows: each parameter is a column of them. The status of an answer is a number, that of a payment
 * a word.
 */
function inserting(table: keyof typeof columnsOf): string {
  const columns = columnsOf[table].split(',').map(name => name.trim())
  const isNumber = (name: string) => numbers.has(name) && (name !== 'status' || table === 'idempotency')
  const lists = columns.map((name, index) => `$${index + 1}::${isNumber(name) ? 'bigint' : 'text'}[]`)
  return `insert into ${table} (${columns.join()}) select * from unnest(${lists.join()})`
}
const [payment, attempt, answerRow] = [inserting('payment'), inserting('attempt'), inserting('idempotency')]
const total = `insert into total (account_id, day, type, status, count, amount) values ($1, $2, 'dynamic-qr', 'pending', $3, $4)
  on conflict (account_id, day, type, status) do update set count = total.count + excluded.count, amount = total.amount + excluded.amount`

const sql = new SQL({ url, max: 1, idleTimeout: 0 })
const connection = await sql.reserve()
const run = (text: string, values: readonly unknown[]) => connection.unsafe(text, values.map(encoded))
const encoded = (value: unknown) => (typeof value === 'number' ? String(value) : value)
/** In the form of a PostgreSQL array. */
const listOf = (values: readonly unknown[]) =>
  `{${values.map(value => `"${String(value).replace(/["\\]/g, '\\$&')}"`).join()}}`
const addRows = (text: string, rows: readonly (readonly unknown[])[]) =>
  run(
    text,
    (rows[0] ?? []).map((_, column) => listOf(rows.map(row => row[column]))),
  )
const [[last] = []] = await connection.unsafe('select coalesce(max(number), 0) from payment').values()
let number = Number(last) + Number(place)

interface Order {
  readonly amount: number
  readonly key: string
  readonly text: string
  readonly done: (answer: string) => void
}
const waiting: Order[] = []
let isRunning = false

interface Rows {
  readonly payment: unknown[][]
  readonly attempt: unknown[][]
  readonly answer: unknown[][]
}

/** Adds the rows of one payment. @returns the answer */
function write({ amount, key, text }: Order, rows: Rows): string {
  const now = Date.now()
  const id = Bun.randomUUIDv7('hex', now)
  number += Number(programs)
  const token = id.slice(-8)
  const qr = `00020101021226390014tz.go.bot.tips0105099990208${token}52040000530383454040${amount}5802TZ5904Duka6013Dar es Salaam62360308${token}0520${id.slice(-20)}6304AEA0`
  // biome-ignore format: the columns of a table, not a list to read
  rows.payment.push([number, id, accountId, 'dynamic-qr', 'pending', amount, 'TZS', 'simulator', 'qr', 'tanqr', '{}', '{}',
    '2026-01-25', token, qr, 0, 0, 'key_bench', now, now + expiryMs, now + expiryMs])
  // biome-ignore format: as above
  rows.attempt.push([id, id, accountId, 'simulator', id.replaceAll('-', '').slice(-20), 'qr', amount, 'sent', now, now,
    'simulator', 0, 0])
  rows.answer.push([now, accountId, key, Bun.SHA256.hash(text, 'hex'), id, 201])
  const shown = {
    id,
    reference: id,
    status: 'pending',
    amount: { value: amount, currency: 'TZS' },
    qr,
    token,
  }
  return JSON.stringify({
    status: 'success',
    code: 201,
    data: { ...shown, created_at: new Date(now).toISOString() },
  })
}

async function drain(): Promise<void> {
  while (waiting.length > 0) {
    const group = waiting.splice(0)
    const rows: Rows = { payment: [], attempt: [], answer: [] }
    const answers = group.map(order => write(order, rows))
    const amount = group.reduce((sum, order) => sum + order.amount, 0)
    await Promise.all([
      run('begin', []),
      addRows(payment, rows.payment),
      addRows(attempt, rows.attempt),
      addRows(answerRow, rows.answer),
      run(total, [accountId, Math.floor(Date.now() / dayMs), group.length, amount]),
      run('commit', []),
    ])
    for (const [index, { done }] of group.entries()) done(answers[index] ?? '')
  }
  isRunning = false
}

function order(amount: number, key: string, text: string): Promise<string> {
  return new Promise(done => {
    waiting.push({ amount, key, text, done })
    if (isRunning) return
    isRunning = true
    setImmediate(() => void drain())
  })
}

const json = { 'content-type': 'application/json;charset=utf-8' }
Bun.serve({
  hostname: '127.0.0.1',
  port: Number(port),
  development: false,
  routes: {
    '/ready': () => new Response('ready'),
    '/v1/payments': {
      async POST(request) {
        if (request.headers.get('authorization') !== `Bearer ${key}`) return new Response('', { status: 401 })
        const idempotencyKey = request.headers.get('idempotency-key')
        const text = await request.text()
        const { payment_type, details } = JSON.parse(text)
        if (!idempotencyKey || payment_type !== 'dynamic-qr' || !Number.isSafeInteger(details?.amount))
          return new Response('', { status: 400 })
        return new Response(await order(details.amount, idempotencyKey, text), { status: 201, headers: json })
      },
    },
  },
})
process.on('SIGTERM', () => process.exit(0))

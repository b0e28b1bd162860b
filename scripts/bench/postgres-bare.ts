// What nodes on PostgreSQL are measured against: the smallest program that writes the same rows of a payment over
// Bun.SQL, all that wait in one transaction on one connection, and answers the same bytes. No router, validation, limit,
// log or job loop. Started as `postgres-bare.ts <database url> <port> <key> <account>`.
import { SQL } from 'bun'

const [url = '', port = '0', key = '', accountId = ''] = process.argv.slice(2)
const expiryMs = 14_400_000
const dayMs = 86_400_000
const columnsOf = {
  payment: `number, id, account_id, type, status, amount, currency, connector, channel_type, provider, customer, metadata,
    api_version, token, qr, late, unknown, key_id, created_at, expires_at, due_at`,
  attempt: `id, payment_id, account_id, connector, network_reference, method, amount, state, created_at, sent_at,
    connection, ran_at, yes_count`,
  idempotency: 'ran_at, account_id, key, fingerprint, subject, status',
} as const

const inserting = (table: keyof typeof columnsOf) => {
  const columns = columnsOf[table].split(',')
  return `insert into ${table} (${columns.join()}) values (${columns.map((_, index) => `$${index + 1}`).join()})`
}
const [payment, attempt, answerRow] = [inserting('payment'), inserting('attempt'), inserting('idempotency')]
const total = `insert into total (account_id, day, type, status, count, amount) values ($1, $2, 'dynamic-qr', 'pending', 1, $3)
  on conflict (account_id, day, type, status) do update set count = total.count + 1, amount = total.amount + excluded.amount`

const sql = new SQL({ url, max: 1, idleTimeout: 0 })
const connection = await sql.reserve()
const run = (text: string, values: readonly unknown[]) => connection.unsafe(text, values.map(encoded))
const encoded = (value: unknown) => (typeof value === 'number' ? String(value) : value)
const [[last] = []] = await connection.unsafe('select coalesce(max(number), 0) from payment').values()
let number = Number(last)

interface Order {
  readonly amount: number
  readonly key: string
  readonly text: string
  readonly done: (answer: string) => void
}
const waiting: Order[] = []
let isRunning = false

/** The rows of one payment, sent without waiting. @returns what the caller gets */
function write({ amount, key, text }: Order, sent: Promise<unknown>[]): string {
  const now = Date.now()
  const id = Bun.randomUUIDv7('hex', now)
  number++
  const token = id.slice(-8)
  const qr = `00020101021226390014tz.go.bot.tips0105099990208${token}52040000530383454040${amount}5802TZ5904Duka6013Dar es Salaam62360308${token}0520${id.slice(-20)}6304AEA0`
  // biome-ignore format: the columns of a table, not a list to read
  sent.push(run(payment, [number, id, accountId, 'dynamic-qr', 'pending', amount, 'TZS', 'simulator', 'qr', 'tanqr', '{}', '{}',
    '2026-01-25', token, qr, 0, 0, 'key_bench', now, now + expiryMs, now + expiryMs]))
  // biome-ignore format: as above
  sent.push(run(attempt, [id, id, accountId, 'simulator', id.replaceAll('-', '').slice(-20), 'qr', amount, 'sent', now, now,
    'simulator', 0, 0]))
  sent.push(run(answerRow, [now, accountId, key, Bun.SHA256.hash(text, 'hex'), id, 201]))
  sent.push(run(total, [accountId, Math.floor(now / dayMs), amount]))
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
    const sent: Promise<unknown>[] = [run('begin', [])]
    const answers = group.map(order => write(order, sent))
    await Promise.all([...sent, run('commit', [])])
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

// The limit of the engine and the disk: the least program of Bun.serve and bun:sqlite that writes five rows
// per payment to minimal tables, and reads one of them. It syncs as Kaunta does, in groups. Nothing with
// these promises can be much faster. Started as `limit.ts <folder> <port> <key>`.
import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { newGroups, setPragmas } from './group.ts'

const [folder = '.', port = '0', key = ''] = process.argv.slice(2)
const db = new Database(join(folder, 'limit.db'), { create: true })
setPragmas(db)
for (const table of [
  'payment (id text primary key, amount int not null, token text not null, created_at int not null) strict, without rowid',
  'attempt (id integer primary key, payment text not null, reference text not null) strict',
  'expiry (id integer primary key, payment text not null, due_at int not null) strict',
  'status_check (id integer primary key, payment text not null, due_at int not null) strict',
  'idempotency (key text primary key, payment text not null) strict, without rowid',
])
  db.run(`create table ${table}`)

const insertPayment = db.prepare('insert into payment values (?, ?, ?, ?)')
const insertAttempt = db.prepare('insert into attempt (payment, reference) values (?, ?)')
const insertExpiry = db.prepare('insert into expiry (payment, due_at) values (?, ?)')
const insertCheck = db.prepare('insert into status_check (payment, due_at) values (?, ?)')
const insertKey = db.prepare('insert into idempotency values (?, ?)')

interface Row {
  readonly id: string
  readonly amount: number
  readonly token: string
  readonly created_at: number
}
const reader = new Database(join(folder, 'limit.db'), { readonly: true })
const findPayment = reader.prepare<Row, [string]>('select * from payment where id = ?')

const credential = `Bearer ${key}`
const json = { 'content-type': 'application/json' }
/** An empty answer with this status. */
const refuse = (status: number) => new Response('', { status })

/** Creates a payment in the next group and resolves to its answer after the commit. */
const order = newGroups(db, ({ amount, key }: { amount: number; key: string }) => {
  const now = Date.now()
  const id = Bun.randomUUIDv7('hex', now)
  const row: Row = { id, amount, token: id.slice(-8), created_at: now }
  insertPayment.run(id, amount, row.token, now)
  insertAttempt.run(id, row.token)
  insertExpiry.run(id, now)
  insertCheck.run(id, now)
  insertKey.run(key, id)
  return JSON.stringify(row)
})

Bun.serve({
  hostname: '127.0.0.1',
  port: Number(port),
  development: false,
  routes: {
    '/ready': () => new Response('ready'),
    '/v1/payments': {
      async POST(request) {
        if (request.headers.get('authorization') !== credential) return refuse(401)
        const key = request.headers.get('idempotency-key')
        const { details } = JSON.parse(await request.text())
        if (!key || !Number.isSafeInteger(details?.amount)) return refuse(400)
        return new Response(await order({ amount: details.amount, key }), { status: 201, headers: json })
      },
    },
    '/v1/payments/:reference': {
      GET(request) {
        if (request.headers.get('authorization') !== credential) return refuse(401)
        const row = findPayment.get(request.params.reference)
        return row ? new Response(JSON.stringify(row), { headers: json }) : refuse(404)
      },
    },
  },
})
process.on('SIGTERM', () => process.exit(0))

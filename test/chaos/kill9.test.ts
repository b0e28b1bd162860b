// The process is killed (kill -9) again and again while eight tills sell: whatever was acknowledged is there,
// once; each key made one payment and answers the same for ever; every completed payment is announced,
// signed; and the books balance.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifyWebhook } from '../../src/wire/signature.ts'
import { type Binary, freePort, type Initial, initBinary, startBinary } from '../kit/binary.ts'
import { reportTrials, sized } from '../kit/proof.ts'
import { until } from '../kit/wait.ts'

const payments = sized({ test: 100, proof: 1_000 })
/** Shares of the payments after which it is killed. */
const kills = sized({ test: [0.3, 0.7], proof: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9] })
const clients = 8
/**
 * Returns whether a sale is by mobile money. Half pay automatically two seconds later (numbers that end in
 * 789), half are decided by the sandbox call.
 */
const isMobile = (index: number) => index % 2 === 0

interface Heard {
  readonly id: string
  readonly reference: string
  readonly body: string
  readonly signed: boolean
}
interface Acknowledged {
  readonly body: string
  readonly replayed: boolean
}

describe('a server that dies again and again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-kill9-'))
  const data = join(folder, 'data')
  const port = freePort()
  const heard: Heard[] = []
  const acknowledged = new Map<string, Acknowledged>()
  let initial: Initial
  let box: Binary
  const receiver = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const body = await request.text()
      const { id, type, data } = JSON.parse(body)
      const stamp = Number(request.headers.get('x-webhook-timestamp'))
      const signature = request.headers.get('x-webhook-signature') ?? ''
      const signed = verifyWebhook(initial.sandbox_webhook_secret, stamp, body, signature, Date.now() / 1_000)
      heard.push({ id, reference: data.reference, body, signed: signed && type === 'payment.completed' })
      return new Response()
    },
  })

  const start = async () => {
    box = await startBinary({ data, port, env: { KAUNTA_RATE_LIMIT: '0' } })
  }
  /** Repeats until there is an answer: the server may be dead or restarting. */
  async function ask(path: string, headers: Record<string, string> = {}, json?: object): Promise<Response> {
    for (;;) {
      const answer = await fetch(box.url + path, {
        method: json ? 'POST' : 'GET',
        headers: {
          authorization: `Bearer ${initial.sandbox_api_key}`,
          'content-type': 'application/json',
          ...headers,
        },
        ...(json ? { body: JSON.stringify(json) } : {}),
        keepalive: false,
      }).catch(() => undefined)
      const text = await answer?.text().catch(() => undefined)
      if (answer && text !== undefined) return new Response(text, answer)
      await Bun.sleep(2)
    }
  }
  const bodyOf = (index: number) => ({
    ...(isMobile(index)
      ? { payment_type: 'mobile', phone_number: '0754 000 789' }
      : { payment_type: 'dynamic-qr' }),
    details: { amount: 1_000 + index, currency: 'TZS' },
    webhook_url: `${receiver.url}hook`,
    metadata: { index },
  })
  async function create(index: number): Promise<Acknowledged & { reference: string }> {
    const answer = await ask('/v1/payments', { 'idempotency-key': `order-${index}` }, bodyOf(index))
    const body = await answer.text()
    expect([answer.status, body]).toEqual([201, expect.stringContaining('"reference"')])
    return {
      body,
      replayed: answer.headers.get('idempotent-replayed') === 'true',
      reference: JSON.parse(body).data.reference,
    }
  }
  async function sell(index: number): Promise<void> {
    const { body, replayed, reference } = await create(index)
    acknowledged.set(`order-${index}`, { body, replayed })
    if (isMobile(index)) return
    const decided = await ask(`/v1/sandbox/payments/${reference}`, {}, { outcome: 'completed' })
    expect(decided.status).toBe(200)
  }
  beforeAll(async () => {
    initial = await initBinary(data)
    await start()
  })
  afterAll(() => {
    receiver.stop(true)
    rmSync(folder, { recursive: true, force: true })
  })

  test('loses nothing, doubles nothing, publishes everything', async () => {
    const queue = Array.from({ length: payments }, (_, index) => index)
    const client = async () => {
      for (let index = queue.shift(); index !== undefined; index = queue.shift()) await sell(index)
    }
    const selling = Promise.all(Array.from({ length: clients }, client))
    reportTrials(kills.length)
    for (const share of kills) {
      await until(() => acknowledged.size >= payments * share)
      await box.kill9()
      await start()
    }
    await selling
    expect(acknowledged.size).toBe(payments)

    const references = new Set<string>()
    for (let index = 0; index < payments; index++) {
      const again = await create(index)
      expect(again).toMatchObject({ replayed: true, body: acknowledged.get(`order-${index}`)?.body ?? '' })
      references.add(again.reference)
    }
    expect(references.size).toBe(payments)

    await until(() => new Set(heard.map(({ reference }) => reference)).size >= payments)
    expect(heard.filter(({ signed }) => !signed)).toEqual([])
    expect(new Set(heard.map(({ reference }) => reference))).toEqual(references)
    expect(new Set(heard.map(({ id }) => id)).size).toBe(payments)
    expect(new Set(heard.map(({ body }) => body)).size).toBe(payments)

    const listed: { reference: string; status: string; metadata: { index: number } }[] = []
    for (let offset = 0; offset < payments + 100; offset += 100) {
      const page = await (await ask(`/v1/payments?limit=100&offset=${offset}`)).json()
      expect(page.data.total).toBe(payments)
      listed.push(...page.data.items)
    }
    expect(listed.length).toBe(payments)
    expect(new Set(listed.map(({ reference }) => reference))).toEqual(references)
    expect(listed.filter(({ status }) => status !== 'completed')).toEqual([])
  }, 600_000)

  test('its books do not change when another process reads them after the stop', async () => {
    const balance = await (await ask('/v1/payments/balance')).json()
    expect(await box.stop()).toBe(0)
    const facts = await factsOf(join(data, 'kaunta.db'))
    expect(facts).toEqual({
      integrity: ['ok'],
      payments: [payments],
      keys: [payments],
      postings: [payments * 2],
      'payments without their two postings': [0],
      'events, each of another payment': [payments, payments],
      'deliveries, all of them done': [payments, payments],
      'jobs left, but for checks that will find all settled': [0],
      'payments that are still due': [0],
      'balances that are not the sum of their postings': [0],
      'what all books hold together': [0],
      'what the merchant has': [balance.data.available.value],
      'what the totals count': [payments],
    })
  })
})

/**
 * Reads the file with SQLite only, in a separate process, because this one must not hold a handle of a file
 * that a server may open again.
 */
async function factsOf(file: string): Promise<Record<string, unknown>> {
  const facts: Record<string, string> = {
    integrity: 'pragma integrity_check',
    payments: 'select count(*) from payment',
    keys: 'select count(*) from idempotency',
    postings: 'select count(*) from posting',
    'payments without their two postings':
      'select count(*) from (select count(subject) as postings from payment left join posting on subject = payment.id group by payment.id) where postings <> 2',
    'events, each of another payment': 'select count(*), count(distinct subject) from event',
    'deliveries, all of them done': "select count(*), sum(status = 'success') from delivery",
    'jobs left, but for checks that will find all settled':
      "select count(*) from job where kind not in ('idempotency.prune', 'event.prune', 'ledger.check', 'backup.take', 'reconciliation.run', 'attempt.check')",
    'payments that are still due': 'select count(*) from payment where due_at is not null',
    'balances that are not the sum of their postings': `select count(*) from balance where amount <>
        (select coalesce(sum(case when to_book = book then amount else -amount end), 0) from posting
         where posting.account_id = balance.account_id and book in (from_book, to_book))`,
    'what all books hold together': 'select sum(amount) from balance',
    'what the merchant has': "select amount from balance where book = 'merchant'",
    'what the totals count': "select sum(count) from total where status = 'completed'",
  }
  const program = `const { Database } = await import('bun:sqlite')
    const db = new Database(${JSON.stringify(file)}, { readonly: true })
    const facts = ${JSON.stringify(facts)}
    for (const name in facts) facts[name] = db.query(facts[name]).values()[0]
    console.log(JSON.stringify(facts))`
  return Bun.$`${process.execPath} -e ${program}`.json()
}

// Webhooks from the real binary: two receivers, one of which never answers; the process is killed (kill -9)
// five times. The live one gets every event of its own, signed, in order per payout, and the dead one does
// not slow it. `EVENTS=10000 bun test ./test/binary/webhook-run.proof.ts` runs the full size.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifyWebhook } from '../../src/wire/signature.ts'
import { type Binary, freePort, type Initial, initBinary, startBinary } from '../kit/binary.ts'

/** Each payout has two events: it is completed, and later reversed. */
const payouts = Number(Bun.env.EVENTS ?? 1_000) / 2
const clients = 8
const kills = 5
const isForLive = (index: number) => index % 2 === 0
const patienceMs = 20_000 + payouts * 60

interface Heard {
  readonly id: string
  readonly type: string
  readonly signed: boolean
  readonly delayMs: number // from the event's commit, by its own text, until it is here
}

describe('a server with a receiver that works and one that is down', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-webhooks-'))
  const data = join(folder, 'data')
  const port = freePort()
  const heard = new Map<string, Heard[]>()
  let count = 0
  let initial: Initial
  let box: Binary

  const live = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const now = Date.now()
      const body = await request.text()
      const { id, type, created_at, data } = JSON.parse(body)
      const stamp = Number(request.headers.get('x-webhook-timestamp'))
      const signature = request.headers.get('x-webhook-signature') ?? ''
      const signed = verifyWebhook(initial.sandbox_webhook_secret, stamp, body, signature, now / 1_000)
      const delayMs = now - Date.parse(created_at)
      heard.set(data.reference, [...(heard.get(data.reference) ?? []), { id, type, signed, delayMs }])
      count++
      return new Response()
    },
  })
  let tried = 0
  const dead = createServer(socket => {
    socket.on('error', () => {})
    socket.on('data', () => tried++)
  })

  const start = async () => {
    box = await startBinary({ data, port, env: { KAUNTA_RATE_LIMIT: '0' } })
  }
  /** Repeats until there is an answer: the server may be dead or restarting. */
  async function ask(path: string, json?: object, key?: string) {
    for (;;) {
      const answer = await fetch(box.url + path, {
        method: json ? 'POST' : 'GET',
        headers: {
          authorization: `Bearer ${initial.sandbox_api_key}`,
          ...(json ? { 'content-type': 'application/json' } : {}),
          ...(key ? { 'idempotency-key': key } : {}),
        },
        ...(json ? { body: JSON.stringify(json) } : {}),
        keepalive: false,
      }).catch(() => undefined)
      const found = await answer?.json().catch(() => undefined)
      if (answer?.ok && found) return found.data
      if (answer && answer.status >= 400) throw new Error(`${path}: ${JSON.stringify(found)}`)
      await Bun.sleep(2)
    }
  }
  const until = async (what: string, isSo: () => boolean | Promise<boolean>) => {
    const deadline = performance.now() + patienceMs
    while (!(await isSo())) {
      if (performance.now() > deadline) throw new Error(`in vain: ${what}`)
      await Bun.sleep(3)
    }
  }
  async function paysOut(index: number): Promise<string> {
    const receiver = isForLive(index)
      ? `${live.url}hook`
      : `http://127.0.0.1:${(dead.address() as { port: number }).port}/hook`
    const request = {
      amount: 5_000,
      channel: 'mobile',
      recipient_phone: '0754123456',
      recipient_name: 'Juma',
      webhook_url: receiver,
    }
    const { reference } = await ask('/v1/payouts/send', request, `payout-${index}`)
    const isNow = async (status: string) => (await ask(`/v1/payouts/${reference}`)).status === status
    for (const outcome of ['completed', 'reversed']) {
      await ask(`/v1/sandbox/payouts/${reference}`, { outcome })
      await until(`${reference} ${outcome}`, () => isNow(outcome))
    }
    return reference
  }

  beforeAll(async () => {
    await new Promise<void>(resolve => dead.listen(0, '127.0.0.1', resolve))
    initial = await initBinary(data)
    await start()
    const money = { payment_type: 'dynamic-qr', details: { amount: 999_999_999, currency: 'TZS' } }
    const { reference } = await ask('/v1/payments', money, 'money')
    await ask(`/v1/sandbox/payments/${reference}`, { outcome: 'completed' })
    await until(
      'the money is there',
      async () => (await ask('/v1/payments/balance')).available.value > 900_000_000,
    )
  })
  afterAll(() => {
    live.stop(true)
    dead.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test(
    'the working one receives all of its events, in order, through five power cuts',
    async () => {
      const references = new Map<number, string>()
      const queue = Array.from({ length: payouts }, (_, index) => index)
      const client = async () => {
        for (let index = queue.shift(); index !== undefined; index = queue.shift())
          references.set(index, await paysOut(index))
      }
      const paying = Promise.all(Array.from({ length: clients }, client))
      for (let kill = 1; kill <= kills; kill++) {
        await until('some payouts are made', () => references.size >= (payouts * kill) / (kills + 1))
        await box.kill9()
        await start()
      }
      await paying
      const wanted = [...references].filter(([index]) => isForLive(index)).map(([, reference]) => reference)
      await until('all is heard', () =>
        wanted.every(reference => new Set(heard.get(reference)?.map(({ id }) => id)).size === 2),
      )

      expect([...heard.keys()].toSorted()).toEqual(wanted.toSorted())
      const all = [...heard.values()]
      expect(all.flat().filter(({ signed }) => !signed)).toEqual([])
      const firsts = all.map(one => [...new Map(one.map(({ id, type }) => [id, type])).values()])
      expect(firsts.filter(types => types.join() !== 'payout.completed,payout.reversed')).toEqual([])
      // Running deliveries at a kill come once more, and nothing else.
      expect(count).toBeLessThanOrEqual(payouts + kills * 4)
      expect(tried).toBeGreaterThan(0)
      const delays = all.flat().map(({ delayMs }) => delayMs)
      const median = delays.toSorted((one, other) => one - other)[delays.length >> 1]
      if (Bun.env.EVENTS) console.log(`${payouts} events heard, the median ${median} ms after their commit`)
    },
    patienceMs * 3,
  )

  test('what the other did not take is kept, with a job of its own or behind a delivery that has one', async () => {
    expect(await box.stop()).toBe(0)
    const facts = await factsOf(join(data, 'kaunta.db'))
    expect(facts).toEqual({
      integrity: ['ok'],
      'events, and deliveries': [payouts * 2 + 1, payouts * 2],
      'delivered to the live one': [payouts],
      'delivered to the dead one, or given up': [0],
      'under way, without a job and nothing to wait for': [0],
      'parked jobs': [0],
    })
  })

  async function factsOf(file: string): Promise<Record<string, unknown>> {
    const facts: Record<string, string> = {
      integrity: 'pragma integrity_check',
      'events, and deliveries': 'select (select count(*) from event), (select count(*) from delivery)',
      'delivered to the live one': `select count(*) from delivery where status = 'success' and host = '${new URL(live.url).host}'`,
      'delivered to the dead one, or given up': `select count(*) from delivery where status in ('success', 'abandoned') and host <> '${new URL(live.url).host}'`,
      'under way, without a job and nothing to wait for': `select count(*) from delivery where status not in ('success', 'abandoned')
          and not exists (select 1 from job where job.id = 'delivery.send:' || delivery.id)
          and not exists (select 1 from delivery earlier where earlier.subject = delivery.subject and earlier.id < delivery.id
            and earlier.status not in ('success', 'abandoned'))`,
      'parked jobs': "select count(*) from job where state = 'parked'",
    }
    const program = `const { Database } = await import('bun:sqlite')
      const db = new Database(${JSON.stringify(file)}, { readonly: true })
      const facts = ${JSON.stringify(facts)}
      for (const name in facts) facts[name] = db.query(facts[name]).values()[0]
      console.log(JSON.stringify(facts))`
    return Bun.$`${process.execPath} -e ${program}`.json()
  }
})

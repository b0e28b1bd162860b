// The back-up of a database is `pg_dump`, also while Kaunta sells, and `pg_restore` restores it into an empty
// database: of another server, of this one, or the one that it was dumped from.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Binary, type Initial, runBinary, startBinary } from '../kit/binary.ts'
import { mobile, qr } from '../kit/endpoint.ts'
import { wallet } from '../kit/endpoint-money.ts'
import { owner } from '../kit/people.ts'
import {
  type ClusterPlace,
  dumpDatabase,
  hasPostgres,
  openCluster,
  restoreDump,
} from '../kit/postgres-cluster.ts'
import { openSelcom, selcomCredentials } from '../kit/selcom.ts'

/** What is never removed. */
const kept = ['payment', 'attempt', 'payout', 'posting', 'event', 'audit_entry', 'chain_link'] as const
type Counts = Record<(typeof kept)[number], number>

describe.skipIf(!hasPostgres)('a dump that was taken while Kaunta sold', () => {
  let place: ClusterPlace
  let other: ClusterPlace
  let selcom: Awaited<ReturnType<typeof openSelcom>>
  let env: Record<string, string>
  let made: Initial
  let database: string
  let box: Binary
  let dump: string
  /** The login from before. */
  let cookie: string
  /** A payout that waited for a second person. */
  let waiting: string
  let counts: { readonly before: Counts; readonly after: Counts }
  /** The number of the last payment before, made after the dump. */
  let lastNumber: number

  const ask = async (path: string, token: string, json?: object, method = json ? 'POST' : 'GET') => {
    const answer = await fetch(`${box.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(json ? { body: JSON.stringify(json) } : {}),
    })
    const body = Object(await answer.json())
    return { status: answer.status, reason: body.reason, data: body.data }
  }
  const numbers = async (on: ClusterPlace, from: string): Promise<number[]> =>
    (await on.cluster.sql('select number from payment order by number', from)).flat().map(Number)
  async function countsOf(on: ClusterPlace, from: string): Promise<Counts> {
    const all = kept.map(table => `(select count(*) from ${table})`)
    const [row = []] = await on.cluster.sql(`select ${all}`, from)
    return Object.fromEntries(kept.map((table, index) => [table, Number(row[index])])) as Counts
  }
  const ownerToken = async () => (await ask('/api/v1/auth/token', made.api_key, owner)).data.token as string
  const myEmail = async () =>
    Object(await (await fetch(`${box.url}/api/auth/get-session`, { headers: { cookie } })).json())?.user
      ?.email

  /** Makes a sale that its customer has paid. */
  async function sell(): Promise<string> {
    const { data } = await ask('/v1/payments', made.sandbox_api_key, qr)
    const paid = { outcome: 'completed' }
    expect((await ask(`/v1/sandbox/payments/${data.reference}`, made.sandbox_api_key, paid)).status).toBe(200)
    return data.reference
  }
  async function untilPaid(path: string, key: string): Promise<void> {
    while ((await ask(path, key)).data.status !== 'completed') await Bun.sleep(5)
  }

  async function dumpBesideSales(): Promise<void> {
    let isDumped = false
    const sales = (async () => {
      let count = 0
      for (; !isDumped; count++) await sell()
      return count
    })()
    const before = await countsOf(place, database)
    await dumpDatabase(env.KAUNTA_DATABASE_URL ?? '', dump)
    counts = { before, after: await countsOf(place, database) }
    isDumped = true
    expect(await sales).toBeGreaterThan(0)
  }

  beforeAll(async () => {
    place = await openCluster()
    other = await openCluster()
    selcom = await openSelcom()
    dump = place.path('kaunta.dump')
    const shop = await place.newShop()
    made = shop.made
    database = shop.database
    env = { ...shop.env, KAUNTA_SELCOM_URL: selcom.url }
    const words = ['network', 'connect', 'selcom', '--credentials', '-', '--data', place.path('connect')]
    const { log } = await runBinary(words, { env, input: JSON.stringify(selcomCredentials) })
    expect(log).toBe('')
    box = await startBinary({ data: place.path('node'), env })
    const signedIn = await fetch(`${box.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: box.url },
      body: JSON.stringify(owner),
    })
    cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    expect(await myEmail()).toBe(owner.email)

    const float = await ask('/v1/payments', made.api_key, {
      ...mobile,
      details: { amount: 90_000, currency: 'TZS' },
    })
    for (const { order_id } of selcom.fake.orders.values())
      selcom.fake.steer(order_id, { answer: 'COMPLETED' })
    await untilPaid(`/v1/payments/${float.data.reference}`, made.api_key)
    const paidOut = await ask('/v1/payouts/send', made.api_key, wallet)
    await untilPaid(`/v1/payouts/${paidOut.data.reference}`, made.api_key)
    const limit = { payout_approval_above: 10_000 }
    expect((await ask('/api/v1/settings', await ownerToken(), limit, 'PATCH')).status).toBe(200)
    const large = await ask('/v1/payouts/send', made.api_key, { ...wallet, amount: 20_000 })
    expect(large.data).toMatchObject({ status: 'pending', approval: { state: 'waiting' } })
    waiting = large.data.reference
    await sell()

    await dumpBesideSales()
    for (let count = 0; count < 3; count++) await sell()
    lastNumber = (await numbers(place, database)).at(-1) ?? 0
    expect(await box.stop()).toBe(0)
  }, 300_000)
  afterAll(async () => {
    await box?.stop()
    selcom?.close()
    await place?.remove()
    await other?.remove()
  })

  async function newDatabase(on: ClusterPlace): Promise<string> {
    await on.cluster.sql('create database again')
    return 'again'
  }
  /** Empties the previous database. @returns its name */
  async function emptied(on: ClusterPlace): Promise<string> {
    const schemas = 'drop schema public cascade; drop schema staff cascade; create schema public'
    await on.cluster.sql(schemas, database)
    return database
  }

  test.each<[string, () => ClusterPlace, (on: ClusterPlace) => Promise<string>]>([
    ['of another server', () => other, newDatabase],
    ['of the same server', () => place, newDatabase],
    ['that it was dumped from', () => place, emptied],
  ])(
    'is restored into an empty database %s, and served with the key',
    async (_, where, empty) => {
      const on = where()
      const name = await empty(on)
      await restoreDump(dump, on.cluster.url(name))
      const found = await countsOf(on, name)
      const isBetween = (table: (typeof kept)[number]) =>
        found[table] >= counts.before[table] && found[table] <= counts.after[table]
      expect(kept.filter(table => !isBetween(table))).toEqual([])
      box = await startBinary({
        data: place.path(`node-${on.cluster.port}-${name}`),
        env: { ...env, KAUNTA_DATABASE_URL: on.cluster.url(name) },
      })
      expect(await myEmail()).toBeUndefined()
      const token = await ownerToken()
      const { owner_notices: notices } = (await ask('/api/v1/overview', token)).data.attention
      expect(notices).toMatchObject([{ kind: 'data_restored' }])
      expect(await ask('/v1/payouts/send', made.api_key, wallet)).toMatchObject({
        reason: 'payouts_paused_by_restore',
      })
      // It may have been approved and sent since.
      const { data: large } = await ask(`/v1/payouts/${waiting}`, made.api_key)
      expect(large).toMatchObject({ status: 'pending', outcome_unknown: true })
      const seen = await ask('/api/v1/owner-notices/acknowledge', token, { id: notices[0].id })
      expect(seen.status).toBe(200)
      expect((await ask('/v1/payouts/send', made.api_key, wallet)).status).toBe(201)
      await untilPaid(`/v1/payments/${await sell()}`, made.sandbox_api_key)
      expect((await numbers(on, name)).at(-1)).toBeGreaterThan(lastNumber)

      const words = ['doctor', '--json', '--data', place.path('node'), '--port', new URL(box.url).port]
      const doctor = await runBinary(words, { env: { ...env, KAUNTA_DATABASE_URL: on.cluster.url(name) } })
      const checks: { state: string }[] = JSON.parse(doctor.output).checks
      expect(checks.filter(({ state }) => state !== 'good')).toEqual([])
      expect(await box.stop()).toBe(0)
      expect(box.log()).not.toContain('"level":"error"')
    },
    60_000,
  )
})

// Lists of 5,000 long rows, for every connector with a list: all of it is read, within the network's limit,
// and a status check finds its order in it.
import { afterAll, describe, expect, test } from 'bun:test'
import type { Call, NetworkConnection, SeenMoney } from '../../src/connector/connector.ts'
import { relayConnection } from '../../src/connector/relay/relay.ts'
import { selcomConnection } from '../../src/connector/selcom/selcom.ts'
import { networkReference } from '../../src/domain/id.ts'
import { realNet } from '../../src/net/net.ts'
import { openRelay, relayKey } from '../kit/relay.ts'
import { openSelcom, selcomCredentials } from '../kit/selcom.ts'

const rows = 5_000
const start = Date.parse('2026-11-22T08:00:00Z')
/** Of the clock that cannot be set, and of the network. */
const clock = { passed: 0 }
const world = { now: () => start + clock.passed, after: () => {}, callBack: async () => {} }
const parts = {
  id: 'net_1',
  net: realNet(),
  now: world.now,
  elapsed: () => clock.passed,
  after: (ms: number, call: () => void) => {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  },
  callbackUrl: 'http://192.168.1.10:8080/callback/x/secret',
}
const padding = 'x'.repeat(2_500)
const referenceAt = (at: number) => networkReference(start + at, new Uint8Array(10))

const selcom = await openSelcom(world)
for (let at = 0; at < rows; at++) {
  const order_id = referenceAt(at)
  ;(selcom.fake.orders as Map<string, object>).set(order_id, {
    order_id,
    creation_date: '2026-11-22 11:00:00',
    amount: 5_000,
    paid: 5_000,
    payment_status: at % 2 === 0 ? 'COMPLETED' : 'PENDING',
    transid: `T${at}`,
    channel: padding,
    reference: `R${at}`,
    msisdn: '255754000111',
  })
}
const relay = await openRelay(world)
for (let at = 0; at < rows; at++) {
  const reference = `pay-${at}`
  const isPaid = at % 2 === 0
  ;(relay.fake.payments as Map<string, object>).set(reference, {
    view: {
      reference,
      external_reference: `S${at}`,
      status: isPaid ? 'completed' : 'pending',
      amount: { value: 5_000, currency: 'TZS' },
      metadata: { kaunta_reference: referenceAt(at), note: padding },
      created_at: new Date(start).toISOString(),
      expires_at: new Date(start + 86_400_000).toISOString(),
      completed_at: isPaid ? new Date(start).toISOString() : null,
    },
  })
}
afterAll(() => {
  selcom.close()
  relay.close()
})

const connections: readonly (readonly [string, NetworkConnection, object])[] = [
  [
    'selcom',
    selcomConnection({
      ...parts,
      random: length => new Uint8Array(length),
      credentials: selcomCredentials,
      baseUrl: selcom.url,
    }),
    { ordered: 'yes' },
  ],
  [
    'relay',
    relayConnection({
      ...parts,
      baseUrl: relay.origin,
      apiKey: relayKey,
      policy: { mode: 'live', allowed: ['127.0.0.1'], ownAddresses: [], ownPorts: [] },
    }),
    { payment: `pay-${rows - 2}` },
  ],
]

describe.each(connections)('%s', (_, connection, memo) => {
  test('all that was paid is listed', async () => {
    const seen: SeenMoney[] = []
    let cursor: string | undefined
    do {
      const page = await connection.list?.(
        start - 3_600_000,
        cursor,
        AbortSignal.timeout(60_000),
        world.now(),
      )
      if (!page || page === 'too long') return expect.unreachable()
      seen.push(...page.seen)
      cursor = page.next
      clock.passed += page.waitMs ?? 0
    } while (cursor !== undefined)
    expect(new Set(seen.map(({ reference }) => reference)).size).toBe(rows / 2)
    expect(seen).toHaveLength(rows / 2)
  })

  test('the checks of a crowd find their orders', async () => {
    clock.passed += 120_000
    const order = { networkReference: referenceAt(rows - 2), method: 'qr' } as Call['order']
    const call = { order, memo, ageMs: 0, signal: AbortSignal.timeout(60_000) } as Call
    const answers = await Promise.all([1, 2, 3, 4].map(() => connection.check?.(call)))
    expect(answers.map(answer => answer?.kind)).toEqual(Array(4).fill('completed'))
  })
})

// How a node learns what another one changed: by the note of the other, and by missed beats where
// this node hears nothing, for then it forgets what it remembers. `bun run test:postgres` runs it.
import { afterAll, beforeAll, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import type { NetworkConnection } from '../../src/connector/connector.ts'
import { purposeOf } from '../../src/domain/routing.ts'
import { circuitOf, throughCircuit } from '../../src/flow/circuit.ts'
import { insertNetwork } from '../../src/store/network.ts'
import { type EndpointShop, mobile, openEndpointShop, openUnclaimedServer, owner } from '../kit/endpoint.ts'
import { messagesOf, textAt } from '../kit/endpoint-answer.ts'
import { openDisplay, setDisplayContent } from '../kit/endpoint-display.ts'
import { addCashiers, pairTill, pins } from '../kit/endpoint-till.ts'
import { openSilentWay } from '../kit/silent-way.ts'
import { testServer } from '../kit/store-database.ts'
import { whileAdvancing } from '../kit/wait.ts'

type Node = Awaited<ReturnType<typeof openUnclaimedServer>>

let shop: EndpointShop
const statusOf = async (on: Node, request: Parameters<Node['request']>[0]) =>
  (await on.request(request)).status
const settings = (json: object) =>
  shop.request({ as: 'owner', method: 'PATCH', path: '/api/v1/settings', json })
const sells = (on: Node) => statusOf(on, { as: 'sandbox', path: '/v1/payments', json: mobile })

/** A key, what it reads, and how it is revoked. */
async function newKey() {
  const json = { name: 'Web shop', scopes: ['collection:read'] }
  const made = await shop.request({ as: 'owner', path: '/api/v1/keys', json })
  const headers = { authorization: `Bearer ${textAt(made, 'data.key')}` }
  const path = `/api/v1/keys/${textAt(made, 'data.id')}`
  return {
    reads: (on: Node) => statusOf(on, { path: '/v1/payments', headers }),
    revoke: () => shop.request({ as: 'owner', method: 'DELETE', path }),
  }
}

describe.skipIf(!testServer)('a change on one node', () => {
  beforeAll(async () => {
    shop = await openEndpointShop()
  })
  afterAll(() => shop.close())

  describe('is known to another one by a note', () => {
    let other: Node
    beforeAll(async () => {
      other = await openUnclaimedServer({ beside: shop })
    })
    afterAll(() => other.close())
    beforeEach(() => {
      shop.advance(60_000)
      other.advance(60_000)
    })

    /** Changes something, and looks at the other node with each note of this one. Resolves once it knows. */
    async function untilKnown(change: () => Promise<unknown>, isKnown: () => Promise<boolean>) {
      const known = Promise.withResolvers<void>()
      const look = async () => {
        if (await isKnown()) known.resolve()
      }
      let isOver = false
      other.appliance.store.channel?.onNote(() => {
        if (!isOver) look().catch(known.reject)
      })
      await change()
      await look()
      await known.promise
      isOver = true
    }

    test('a key that is revoked', async () => {
      const key = await newKey()
      expect(await key.reads(other)).toBe(200)
      await untilKnown(key.revoke, async () => (await key.reads(other)) === 401)
    })

    test('a limit that is lowered', async () => {
      expect(await sells(other)).toBe(201)
      const lower = () => settings({ amount_max: 1_000 })
      await untilKnown(lower, async () => (await sells(other)) === 400)
      await settings({ amount_max: null })
    })

    test('a circuit that opens', async () => {
      const connection = { id: 'net_1', connector: 'selcom' } as NetworkConnection
      const fail = () =>
        throughCircuit(shop.appliance, connection, purposeOf('mobile'), async () => ({ kind: 'unknown' }))
      const failThrice = async () => {
        for (let count = 0; count < 3; count++) await fail()
      }
      const isOpen = async () => circuitOf(other.appliance, 'net_1', 'mobile').state === 'open'
      await untilKnown(failThrice, isOpen)
    })

    test('what a display is to show', async () => {
      const { juma } = await addCashiers(shop)
      const till = await pairTill(shop, 'Counter 1', { staffId: juma, pin: pins.juma })
      const { cookie } = await openDisplay(shop, till)
      const stream = messagesOf(
        await other.send({
          path: '/api/v1/display/stream',
          headers: { cookie, accept: 'text/event-stream' },
        }),
      )
      const until = async (text: string) => {
        for (;;) {
          const message = await stream.next()
          if (message === 'end' || message.includes(text)) return message
        }
      }
      await until('event: display')
      await setDisplayContent(till, { reference: null, amount: 7_000 })
      expect(await until('7000')).toContain('7000')
    })
  })

  test('holds after two missed beats on one that hears nothing', async () => {
    const way = openSilentWay(shop.database ?? '')
    const cut = await openUnclaimedServer({ beside: { ...shop, database: way.url } })
    const { channel } = cut.appliance.store
    const { networks } = cut.appliance
    const rereads = spyOn(networks, 'reread')
    let beats = 0
    const silence = () => new Promise<number>(resolve => channel?.onSilence(() => resolve(beats)))
    const [first, second] = [await newKey(), await newKey()]
    const cookies = await shop.login.cookiesFor(owner, new Request(shop.url), 'test')
    const headers = { cookie: cookies.map(cookie => cookie.split(';')[0]).join('; ') }
    const me = () => statusOf(cut, { path: '/api/v1/me', headers })
    expect([await first.reads(cut), await me(), await sells(cut)]).toEqual([200, 200, 201])

    expect(way.fallSilent('listen')).toBe(1)
    channel?.onBeat(() => beats++)
    const isSilent = silence()
    // Both wait some seconds of the clock for the node that hears nothing.
    await whileAdvancing(shop, first.revoke())
    const signOut = {
      path: '/api/auth/sign-out',
      headers: { ...headers, origin: shop.url },
      method: 'POST',
    }
    await whileAdvancing(shop, shop.request(signOut))
    await settings({ amount_max: 1_000 })
    const row = {
      ...{ id: 'net_news', accountId: shop.accounts.live.id, name: 'till-number', merchant: '123456' },
      credentials: shop.appliance.seal.close(
        '{"number":"123456","name":"Duka","provider":"mpesa"}',
        new Uint8Array(12),
      ),
      ...{ connected: true, enabled: true, createdAt: 0 },
    }
    await shop.appliance.store.write(tx => insertNetwork(tx, row))
    // It is noticed at the second beat of a second.
    expect(await isSilent).toBeLessThanOrEqual(1)
    expect([await first.reads(cut), await me(), await sells(cut)]).toEqual([401, 401, 400])
    await Promise.all(rereads.mock.results.map(({ value }) => value))
    expect(networks.of(shop.accounts.live).map(({ id }) => id)).toContain('net_news')

    // What it has read since then it does not remember for longer, either.
    expect(await second.reads(cut)).toBe(200)
    await whileAdvancing(shop, second.revoke())
    await Promise.race([silence(), new Promise<void>(resolve => channel?.onMissed(resolve))])
    expect(await second.reads(cut)).toBe(401)
    await cut.close()
    way.close()
  })
})

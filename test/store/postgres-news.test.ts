// A node that receives nothing from the others notices it by missed beats, and forgets what it remembers.
// postgres-share.test.ts tests what it learns from their notes. `bun run test:postgres` runs both.
import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { type EndpointShop, mobile, openEndpointShop, openUnclaimedServer, owner } from '../kit/endpoint.ts'
import { textAt } from '../kit/endpoint-answer.ts'
import { openSilentWay } from '../kit/silent-way.ts'
import { testServer } from '../kit/store-database.ts'
import { insertTillNumber } from '../kit/till-number-network.ts'
import { whileAdvancing } from '../kit/wait.ts'

type Node = Awaited<ReturnType<typeof openUnclaimedServer>>

let shop: EndpointShop
const statusOf = async (on: Node, request: Parameters<Node['request']>[0]) =>
  (await on.request(request)).status
const settings = (json: object) =>
  shop.request({ as: 'owner', method: 'PATCH', path: '/api/v1/settings', json })
const sells = (on: Node) => statusOf(on, { as: 'sandbox', path: '/v1/payments', json: mobile })

/** Creates a key, and returns what it reads and how it is revoked. */
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

  test('holds after two missed beats on one that hears nothing', async () => {
    const way = openSilentWay(shop.database ?? '')
    const cut = await openUnclaimedServer({ joins: { ...shop, database: way.url } })
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
    const network = await insertTillNumber(shop)
    // It is noticed at the second beat of a second.
    expect(await isSilent).toBeLessThanOrEqual(1)
    expect([await first.reads(cut), await me(), await sells(cut)]).toEqual([401, 401, 400])
    await Promise.all(rereads.mock.results.map(({ value }) => value))
    expect(networks.connectionsOf(shop.accounts.live).map(({ id }) => id)).toContain(network)

    // What it has read since then it does not remember for longer, either.
    expect(await second.reads(cut)).toBe(200)
    await whileAdvancing(shop, second.revoke())
    await Promise.race([silence(), new Promise<void>(resolve => channel?.onMissed(resolve))])
    expect(await second.reads(cut)).toBe(401)
    await cut.close()
    way.close()
  })
})

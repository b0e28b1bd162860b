// Connecting a payment network over the API: who may, what is stored, what is shown, and the result of a
// test. Credentials are never returned.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { realNet } from '../../src/net/net.ts'
import { openEndpointShop, owner, qr } from '../kit/endpoint.ts'
import { at, errorBody } from '../kit/endpoint-answer.ts'
import { openSelcom, selcomCredentials } from '../kit/selcom.ts'

const selcom = await openSelcom()
const shop = await openEndpointShop({ networkAddresses: { selcom: selcom.url } })
const { world } = shop.appliance
const { request } = world.net
const real = realNet()
world.net.request = call => (call.url.startsWith(selcom.url) ? real.request(call) : request(call))
const cookies = await shop.login.cookiesFor(owner, new Request(shop.url), 'test')
const headers = { cookie: cookies[0]?.split(';')[0] ?? '', 'kaunta-account': shop.accounts.live.id }
afterAll(async () => {
  await shop.close()
  selcom.close()
})
beforeEach(async () => {
  selcom.fake.set({})
  await shop.request({ path: '/api/v1/me/confirm', json: { password: owner.password }, headers })
})

const hour = 3_600_000
const path = '/api/v1/networks/selcom'
const list = async () =>
  at(await shop.request({ path: '/api/v1/networks', headers }), 'data.items.0') as Record<string, unknown>
const connect = (json: object = { credentials: selcomCredentials }) =>
  shop.request({ method: 'PUT', path, json, headers })
const disconnect = () => shop.request({ method: 'DELETE', path, headers })
const runTest = () => shop.request({ method: 'POST', path: `${path}/test`, headers })
const results = async () =>
  Object.fromEntries(
    (at(await runTest(), 'data.checks') as { name: string; result: string }[]).map(one => [
      one.name,
      one.result,
    ]),
  )
const all = (result: string) => ({
  orders: result,
  payouts_mobile: result,
  payouts_bank: result,
  balance: result,
})

test('a network’s answers contain its time, which may confirm this computer’s clock', async () => {
  const { clock } = world
  const { confirm } = clock
  const times: number[] = []
  clock.confirm = time => times.push(time)
  await connect()
  await runTest()
  await disconnect()
  clock.confirm = confirm
  expect(times.length).toBeGreaterThan(0)
  const nowMs = Date.now()
  expect(times.filter(time => Math.abs(time - nowMs) > hour)).toEqual([])
})

describe('connecting', () => {
  test('what this build knows, before anything is connected', async () => {
    expect(await list()).toMatchObject({
      name: 'selcom',
      title: 'Selcom',
      methods: ['qr', 'push', 'card'],
      payouts: ['mobile', 'bank'],
      connected: false,
      enabled: false,
      environment: 'live',
      state: 'off',
      credentials: {},
      fields: [
        { key: 'vendor', secret: false, required: true },
        { key: 'api_key', secret: true, required: true },
        { key: 'api_secret', secret: true, required: true },
        { key: 'pin', secret: true, required: false },
        { key: 'refunds', secret: false, required: false },
      ],
    })
    expect((await shop.request({ as: 'live', path: '/v1/payments', json: qr })).json).toMatchObject(
      errorBody('method_unavailable', 'network_for_method_missing'),
    )
  })

  test('needs a password that was confirmed recently', async () => {
    shop.advance(301_000)
    for (const request of [
      { method: 'PUT', path, json: {} },
      { method: 'DELETE', path },
      { method: 'POST', path: `${path}/test` },
    ])
      expect((await shop.request({ ...request, headers })).json).toMatchObject(
        errorBody('confirmation_required'),
      )
  })

  test.each([
    [{ credentials: { ...selcomCredentials, api_secret: ' ' } }, 'credentials.api_secret', 'required'],
    [{ credentials: { ...selcomCredentials, till: '1' } }, 'credentials.till', 'credential_unknown'],
  ])('%j is refused', async (json, field, reason) => {
    expect((await connect(json)).json).toMatchObject({ errors: [{ field, reason }] })
  })

  test('another network', async () => {
    const request = { method: 'PUT', path: '/api/v1/networks/none', json: {}, headers }
    expect((await shop.request(request)).json).toMatchObject(errorBody('not_found', 'network_not_found'))
    expect((await connect({ enabled: true })).json).toMatchObject(
      errorBody('not_found', 'network_not_connected'),
    )
  })

  test('sells from then on; no credential is in any answer, audit entry or log line', async () => {
    const connected = await connect()
    expect(connected.json).toMatchObject({
      data: {
        connected: true,
        enabled: true,
        state: 'unused',
        credentials: { vendor: '…2345', api_key: '…4b70', api_secret: '…d055', pin: '…' },
      },
    })
    const sale = await shop.request({ as: 'live', path: '/v1/payments', json: qr })
    expect(sale.status).toBe(201)
    const audit = await shop.request({ path: '/api/v1/audit-log?limit=5', headers })
    expect(audit.text).toContain('network.connected')
    const said = [connected.text, sale.text, audit.text, JSON.stringify(await list()), ...shop.logged].join(
      '\n',
    )
    for (const key of ['api_key', 'api_secret'] as const) expect(said).not.toContain(selcomCredentials[key])
    expect(said).not.toContain(`"${selcomCredentials.pin}"`)
    expect(JSON.stringify([...(await shop.rows()).values()])).not.toContain(selcomCredentials.api_secret)
  })

  test('switched off, it takes no new payments; new credentials of the same merchant continue it', async () => {
    await connect()
    const { id } = shop.appliance.networks.rowOf(shop.accounts.live.id, 'selcom') ?? {}
    expect((await connect({ enabled: false })).json).toMatchObject({ data: { enabled: false, state: 'off' } })
    expect((await shop.request({ as: 'live', path: '/v1/payments', json: qr })).json).toMatchObject(
      errorBody('method_unavailable'),
    )
    await connect({ credentials: { ...selcomCredentials, api_secret: 'a-new-secret-of-theirs' } })
    expect(shop.appliance.networks.rowOf(shop.accounts.live.id, 'selcom')?.id).toBe(id ?? '')
    await connect({ credentials: { ...selcomCredentials, vendor: 'TILL60099999' } })
    expect(shop.appliance.networks.rowOf(shop.accounts.live.id, 'selcom')?.id).not.toBe(id ?? '')
    await connect()
    expect(shop.appliance.networks.rowOf(shop.accounts.live.id, 'selcom')?.id).toBe(id ?? '')
  })

  test('is not disconnected while a payment has no outcome, and then forgets the credentials', async () => {
    await connect()
    await shop.request({ as: 'live', path: '/v1/payments', json: qr })
    expect((await disconnect()).json).toMatchObject(errorBody('conflict', 'network_in_use'))
    for (const order of selcom.fake.orders.keys()) selcom.fake.steer(order, { answer: 'COMPLETED' })
    for (let minute = 0; minute < 10; minute++) {
      shop.advance(60_000)
      await shop.work()
    }
    await shop.request({ path: '/api/v1/me/confirm', json: { password: owner.password }, headers })
    expect((await disconnect()).status).toBe(200)
    expect(await list()).toMatchObject({ connected: false, credentials: {} })
  })

  test('without a PIN it only collects', async () => {
    const { pin, ...rest } = selcomCredentials
    await connect({ credentials: rest })
    const json = { amount: 5_000, channel: 'mobile', recipient_name: 'Juma', recipient_phone: '0713000111' }
    expect((await shop.request({ as: 'live', path: '/v1/payouts/send', json })).json).toMatchObject(
      errorBody('method_unavailable', 'network_for_payout_missing'),
    )
  })
})

describe('a test', () => {
  beforeEach(() => connect())

  test('passes with the right credentials', async () => {
    expect(await list()).toMatchObject({ balance: null })
    expect((await runTest()).json).toMatchObject({ data: { ok: true } })
    expect(await list()).toMatchObject({
      balance: { amount: { value: 50_000_000, currency: 'TZS' }, at: expect.any(String) },
    })
    expect(await results()).toEqual(all('ok'))
    expect(await list()).toMatchObject({ state: 'ok', last_error: null, last_ok_at: expect.any(String) })
  })

  test('reports a wrong secret', async () => {
    await connect({ credentials: { ...selcomCredentials, api_secret: 'not-the-secret' } })
    expect(await results()).toEqual(all('credentials_wrong'))
    expect(await list()).toMatchObject({ state: 'failing' })
  })

  test('reports a wrong PIN', async () => {
    await connect({ credentials: { ...selcomCredentials, pin: '0000' } })
    expect(await results()).toEqual({ ...all('ok'), balance: 'pin_wrong' })
  })

  test('reports a product that is not switched on', async () => {
    selcom.fake.set({ off: ['walletcashin'] })
    expect(await results()).toEqual({ ...all('ok'), payouts_mobile: 'product_off' })
  })

  test('reports an address that is not on their list', async () => {
    selcom.fake.set({ off: ['address'] })
    expect(await results()).toEqual(all('address_not_listed'))
    expect((await runTest()).text).toContain('ask it to add the address to its list')
  })

  test('reports that the network cannot be reached', async () => {
    const { net } = shop.appliance.world
    const { request } = net
    net.request = async () => ({ kind: 'unreachable', error: 'no route', tookMs: 1 })
    expect(await results()).toEqual(all('unreachable'))
    expect(await list()).toMatchObject({ state: 'failing', last_error: { message: 'no route' } })
    net.request = request
  })
})

// The routing over the API: the default, what an owner sets, and what is refused.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { openEndpointShop, owner, qr } from '../kit/endpoint.ts'
import { at, errorBody, paymentOf, textAt } from '../kit/endpoint-answer.ts'
import { cookieOf, tillWithCookie } from '../kit/endpoint-till.ts'
import { selcomCredentials } from '../kit/selcom.ts'

const tillNumber = { number: '57241234', name: 'Duka la Asha', provider: 'mpesa' }

const shop = await openEndpointShop()
const cookies = await shop.login.cookiesFor(owner, new Request(shop.url), 'test')
const headers = { cookie: cookies[0]?.split(';')[0] ?? '', 'kaunta-account': shop.accounts.sandbox.id }
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.request({ path: '/api/v1/me/confirm', json: { password: owner.password }, headers })
})

const path = '/api/v1/routing'
const change = (json: object) => shop.request({ method: 'PUT', path, json, headers })
const wayOf = async (way: string) => {
  const items = at(await shop.request({ path, headers }), 'data.items') as Record<string, unknown>[]
  return items.find(item => item.way === way)
}
const closed = { state: 'closed', since: null }

describe('the routing', () => {
  test('is the default before anybody has set it', async () => {
    expect(await wayOf('mobile.mpesa')).toEqual({
      way: 'mobile.mpesa',
      networks: ['simulator'],
      is_default: true,
      choices: expect.arrayContaining([
        { name: 'selcom', used: false, circuit: closed },
        { name: 'simulator', used: true, circuit: closed },
      ]),
    })
  })

  test('of a live account names no simulator, and its own till number', async () => {
    const answer = await shop.request({
      path,
      headers: { ...headers, 'kaunta-account': shop.accounts.live.id },
    })
    const [first] = at(answer, 'data.items') as { networks: string[]; choices: { name: string }[] }[]
    expect(first?.networks).toEqual([])
    const names = first?.choices.map(({ name }) => name) ?? []
    expect([names.includes('simulator'), names.includes('till-number')]).toEqual([false, true])
  })

  test('an owner sets it: payments follow, and the rest has its default again', async () => {
    expect((await change({ qr: [], card: ['selcom', 'simulator'] })).status).toBe(200)
    expect(await wayOf('card')).toMatchObject({ networks: ['selcom', 'simulator'], is_default: false })
    expect((await shop.request({ as: 'sandbox', path: '/v1/payments', json: qr })).json).toMatchObject(
      errorBody('method_unavailable', 'network_for_method_missing'),
    )
    expect((await change({ card: null })).status).toBe(200)
    expect(await wayOf('card')).toMatchObject({ networks: ['simulator'], is_default: true })
    expect(paymentOf(await shop.request({ as: 'sandbox', path: '/v1/payments', json: qr })).status).toBe(
      'pending',
    )
    const log = await shop.request({ path: '/api/v1/audit-log?kind=routing.changed', headers })
    expect((at(log, 'data.items') as { detail: object }[]).map(({ detail }) => detail)).toEqual([
      {
        changes: [
          { field: 'qr', from: '', to: null },
          { field: 'card', from: 'selcom, simulator', to: null },
        ],
      },
      {
        changes: [
          { field: 'qr', from: null, to: '' },
          { field: 'card', from: null, to: 'selcom, simulator' },
        ],
      },
    ])
  })

  test('names what cannot serve', async () => {
    expect((await change({ qr: ['till-number'] })).json).toMatchObject({
      errors: [{ field: 'qr.0', reason: 'wrong_choice' }],
    })
  })

  test('needs a password that was confirmed recently', async () => {
    shop.advance(301_000)
    expect((await change({})).json).toMatchObject(errorBody('confirmation_required'))
  })
})

describe('Selcom that cannot be reached', () => {
  const asLive = () => ({ ...headers, 'kaunta-account': shop.accounts.live.id })
  const sell = async () => paymentOf(await shop.request({ as: 'live', path: '/v1/payments', json: qr }))
  const connect = (name: string, credentials: object) =>
    shop.request({
      method: 'PUT',
      path: `/api/v1/networks/${name}`,
      json: { credentials },
      headers: asLive(),
    })
  const ofQr = async () =>
    at(await shop.request({ path, headers: asLive() }), 'data.items.0') as { choices: object[] }

  test('leaves the sale to the shop’s own till number, and is left out after three', async () => {
    const { net } = shop.appliance.world
    const { request } = net
    let calls = 0
    net.request = call => {
      if (!call.url.includes('selcom')) return request(call)
      calls++
      return Promise.resolve({ kind: 'unreachable', error: 'no route', tookMs: 1 })
    }
    expect((await connect('till-number', tillNumber)).status).toBe(200)
    expect((await connect('selcom', selcomCredentials)).status).toBe(200)
    for (let sale = 1; sale <= 4; sale++)
      expect(await sell()).toMatchObject({
        status: 'pending',
        payment_token: tillNumber.number,
        channel: { provider: 'till_number' },
      })
    expect(calls).toBe(3)
    const open = { state: 'open', since: expect.any(String) }
    expect((await ofQr()).choices).toContainEqual({ name: 'selcom', used: true, circuit: open })
    const made = await shop.request({ path: '/api/v1/tills', json: { name: 'Front' }, headers: asLive() })
    const json = { code: textAt(made, 'data.pairing_code') }
    const cookie = cookieOf(await shop.request({ path: '/api/v1/till/pair', json }))
    const till = tillWithCookie(shop, textAt(made, 'data.id'), cookie)
    expect(at(await till.request({ path: '/api/v1/till/networks' }), 'data')).toEqual({
      down: [],
      circuits: [{ network: 'selcom', title: 'Selcom', way: 'qr', ...open }],
    })
  })
})

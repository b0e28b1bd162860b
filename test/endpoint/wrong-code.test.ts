// Wrong codes of set-up, pairing and invitations: they count by address, and block no right code.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { newClaimCode } from '../../src/flow/account.ts'
import { openEndpointShop, openUnclaimedServer, type TestRequest } from '../kit/endpoint.ts'
import { textAt } from '../kit/endpoint-answer.ts'
import { addCashiers, pairTill, pins } from '../kit/endpoint-till.ts'

const options = { trustedProxies: ['127.0.0.1'] }
const shop = await openEndpointShop(options)
afterAll(() => shop.close())
beforeEach(() => shop.advance(61_000))

/** Returns the headers of an address in the shop's network, as its proxy names it. */
const from = (address: string) => ({ 'x-forwarded-for': address })
const attacker = from('192.168.1.66')
const owner = from('192.168.1.10')
type Ask = (request: TestRequest) => Promise<{ readonly status: number }>

/** Sends wrong codes until well after the limit. @returns how many were checked */
async function guess(ask: Ask, request: TestRequest, times = 25) {
  let looked = 0
  for (let round = 0; round < times; round++) if ((await ask(request)).status === 403) looked++
  return looked
}

test('set-up: 25 wrong codes, of which 10 are looked at, and the right one works', async () => {
  const box = await openUnclaimedServer(options)
  const code = await newClaimCode(box.appliance)
  const shop = { store: 'Duka', name: 'Asha', email: 'asha@duka.co.tz', password: 'siri-kubwa-sana' }
  const claim = { path: '/api/v1/setup/claim' }
  const wrong = { ...claim, headers: attacker, json: { ...shop, code: 'wrong' } }
  expect(await guess(box.request, wrong)).toBe(10)
  const refused = await box.request({ ...wrong, json: { ...shop, code } })
  expect(refused.json).toMatchObject({ code: 429, reason: 'too_many_requests' })
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
  expect((await box.request({ ...claim, headers: owner, json: { ...shop, code } })).status).toBe(201)
  await box.close()
})

describe('pairing', () => {
  test('a till: 25 wrong codes leave the right one as it is', async () => {
    const made = await shop.request({ as: 'owner', path: '/api/v1/tills', json: { name: 'Mbele' } })
    const pair = { path: '/api/v1/till/pair' }
    expect(await guess(shop.request, { ...pair, headers: attacker, json: { code: 'wrong' } })).toBe(10)
    const json = { code: textAt(made, 'data.pairing_code') }
    expect((await shop.request({ ...pair, headers: attacker, json })).status).toBe(429)
    expect((await shop.request({ ...pair, headers: owner, json })).status).toBe(200)
  })

  test('a display as well', async () => {
    const { neema } = await addCashiers(shop)
    const till = await pairTill(shop, 'Nyuma', { staffId: neema, pin: pins.neema })
    const made = await till.request({ method: 'POST', path: '/api/v1/till/displays' })
    const pair = { path: '/api/v1/display/pair' }
    expect(await guess(shop.request, { ...pair, headers: attacker, json: { code: 'wrong' } })).toBe(10)
    const json = { code: textAt(made, 'data.pairing_code') }
    expect((await shop.request({ ...pair, headers: owner, json })).status).toBe(200)
  })
})

test('an invitation as well', async () => {
  const json = { name: 'Juma', role: 'cashier' }
  const made = await shop.request({ as: 'owner', path: '/api/v1/invitations', json })
  const code = new URL(textAt(made, 'data.url')).searchParams.get('code') ?? ''
  const look = (code: string, headers: Record<string, string>) =>
    shop.request({ path: `/api/v1/join?code=${code}`, headers })
  expect(
    await guess(request => shop.request(request), { path: '/api/v1/join?code=wrong', headers: attacker }),
  ).toBe(10)
  expect((await look(code, attacker)).status).toBe(429)
  expect((await look(code, owner)).status).toBe(200)
})

test('300 wrong codes from many addresses leave each address one a minute, and a right first one works', async () => {
  const made = await shop.request({ as: 'owner', path: '/api/v1/tills', json: { name: 'Kati' } })
  const pair = { path: '/api/v1/till/pair' }
  const wrong = { ...pair, json: { code: 'wrong' } }
  for (let host = 0; host < 30; host++)
    expect(await guess(shop.request, { ...wrong, headers: from(`10.0.0.${host}`) }, 10)).toBe(10)
  expect(await guess(shop.request, { ...wrong, headers: from('10.0.1.1') }, 5)).toBe(1)
  const json = { code: textAt(made, 'data.pairing_code') }
  expect((await shop.request({ ...pair, headers: owner, json })).status).toBe(200)
})

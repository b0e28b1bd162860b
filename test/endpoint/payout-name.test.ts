// The name behind a number or account, before a payout goes there: who may ask, how often, and what is never
// logged. test/conformance/payout.test.ts asks the networks.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { openEndpointShop, type Who } from '../kit/endpoint.ts'
import { at } from '../kit/endpoint-answer.ts'
import { addRoles } from '../kit/endpoint-money.ts'

const shop = await openEndpointShop()
await addRoles(shop)
afterAll(() => shop.close())
beforeEach(() => shop.advance(61_000))

const ask = (query: Record<string, string>, as: Who = 'payer', prefix = '/v1') =>
  shop.request({ as, path: `${prefix}/payouts/name?${new URLSearchParams(query)}` })
const wallet = { channel: 'mobile', recipient_phone: '0713 000 111' }
const bank = { channel: 'bank', recipient_bank: 'crdb', recipient_account: '0150-123456789' }

describe('the name', () => {
  test.each([
    ['of a wallet', wallet, 'JUMA MFANO'],
    ['of a bank account', bank, 'ASHA MFANO'],
    ['that no network knows', { ...wallet, recipient_phone: '0713000089' }, null],
  ])('%s', async (_, query, name) => {
    expect((await ask(query)).json).toEqual({ status: 'success', code: 200, data: { name } })
    expect(at(await ask(query, 'owner', '/api/v1'), 'data')).toEqual({ name })
  })

  test.each([
    ['no channel', {}, 'channel'],
    ['another channel', { channel: 'post' }, 'channel'],
    ['no number', { channel: 'mobile' }, 'recipient_phone'],
    ['no number of a phone', { channel: 'mobile', recipient_phone: '12' }, 'recipient_phone'],
    ['no bank', { ...bank, recipient_bank: 'NO BANK' }, 'recipient_bank'],
    ['no account', { channel: 'bank', recipient_bank: 'CRDB' }, 'recipient_account'],
    ['no number of an account', { ...bank, recipient_account: 'a b' }, 'recipient_account'],
  ])('%s is refused', async (_, query, field) => {
    expect((await ask(query)).json).toMatchObject({ code: 400, errors: [{ field }] })
  })

  test('an account without a network', async () => {
    expect((await ask(wallet, 'live')).json).toMatchObject({ reason: 'network_for_payout_missing' })
  })
})

test('20 a minute for an account, by whichever key or person', async () => {
  for (let count = 0; count < 20; count++)
    expect((await ask(wallet, count % 2 ? 'owner' : 'payer')).status).toBe(200)
  const refused = await ask(bank, 'owner')
  expect(refused.json).toMatchObject({ code: 429, reason: 'too_many_requests' })
  expect(refused.headers.get('retry-after')).toBe('60')
  shop.advance(61_000)
  expect((await ask(bank, 'owner')).status).toBe(200)
})

test('neither the number nor the name is in a log or in the audit log', async () => {
  await ask(wallet)
  await ask({ ...wallet, recipient_phone: '0713000089' })
  expect(shop.logged.join('\n')).not.toMatch(/713000|MFANO/)
  const log = await shop.request({ as: 'owner', path: '/api/v1/audit-log?limit=100' })
  expect(log.text).not.toMatch(/713000|MFANO/)
})

// A request is repeated with its Idempotency-Key because its answer was lost. Meanwhile the shop has changed,
// so that a new request is refused. The repeat gets what the first request created: otherwise a program would
// treat the payment as not created, although a customer can still pay it.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { claimKey, findAnswer, removeAnswer } from '../../src/store/idempotency.ts'
import { mobile, openEndpointShop, qr, type TestRequest } from '../kit/endpoint.ts'
import { at, textAt } from '../kit/endpoint-answer.ts'
import { addRoles, earn, wallet } from '../kit/endpoint-money.ts'
import { changesBetween } from '../kit/endpoint-rows.ts'
import { connectTillNumber } from '../kit/sms.ts'

const shop = await openEndpointShop()
connectTillNumber(shop)
const { appliance, accounts } = shop
const { connectionsOf } = appliance.connections
beforeAll(async () => {
  await addRoles(shop)
  await earn(shop, 1_000_000)
})
afterAll(() => shop.close())
beforeEach(() => shop.advance(60_000))

/** A change that makes a new request fail. */
interface Change {
  /** The reason why a new request is refused afterwards. */
  readonly reason: string
  readonly make: (request: Sent) => Promise<unknown>
  readonly undo: () => Promise<unknown>
}
type Sent = TestRequest & { readonly json: object }

const set = (mode: 'live' | 'sandbox', json: object) =>
  shop.request({
    as: mode === 'live' ? 'owner of live' : 'owner',
    method: 'PATCH',
    path: '/api/v1/settings',
    json,
  })
const lowerLimit = (mode: 'live' | 'sandbox'): Change => ({
  reason: 'above_account_limit',
  make: () => set(mode, { amount_max: 4_000 }),
  undo: () => set(mode, { amount_max: null }),
})
const switchOff = (reason: string): Change => ({
  reason,
  make: async () => Object.assign(appliance.connections, { connectionsOf: () => [] }),
  undo: async () => Object.assign(appliance.connections, { connectionsOf }),
})
const payment =
  (as: 'live' | 'sandbox', json: object = qr) =>
  async (): Promise<Sent> => ({
    as,
    path: '/v1/payments',
    json,
  })
const session = (more: object) => async (): Promise<Sent> => ({
  as: 'sandbox',
  path: '/api/v1/sessions',
  json: { amount: 5_000, ...more },
})
const push = async (): Promise<Sent> => {
  const sale = await shop.request({ as: 'sandbox', path: '/v1/payments', json: qr })
  return {
    as: 'sandbox',
    path: `/v1/payments/${textAt(sale, 'data.reference')}/push`,
    json: { phone: '0713000111' },
  }
}
const payout = async (): Promise<Sent> => ({
  as: 'sandbox',
  path: '/v1/payouts/send',
  json: wallet,
})
const refund = async (): Promise<Sent> => {
  const { reference } = await earn(shop, 20_000)
  const json = { amount: 5_000, reason: 'Torn', way: 'payout', recipient: { phone: '0713000111' } }
  return { as: 'sandbox', path: `/v1/payments/${reference}/refunds`, json }
}
const withProfile = async (): Promise<Sent> => {
  const made = await shop.request({ as: 'admin', path: '/api/v1/profiles', json: { name: 'Juice bar' } })
  return session({ profile_id: textAt(made, 'data.id') })()
}
const profileDeleted: Change = {
  reason: 'profile_unknown',
  make: ({ json }) =>
    shop.request({
      as: 'admin',
      method: 'DELETE',
      path: `/api/v1/profiles/${'profile_id' in json && json.profile_id}`,
    }),
  undo: async () => {},
}
const cashier = async (): Promise<Sent> => ({
  as: 'owner',
  path: '/api/v1/staff',
  json: { name: 'Asia', pin: '4719' },
})
const longerPins: Change = {
  reason: 'pin_malformed',
  make: () => set('sandbox', { pin_length: 6 }),
  undo: () => set('sandbox', { pin_length: 4 }),
}

const repeats: Record<string, [() => Promise<Sent>, Change]> = {
  'a payment, after the limit was lowered': [payment('sandbox'), lowerLimit('sandbox')],
  'a payment to a till number, after the limit was lowered': [payment('live'), lowerLimit('live')],
  'a push payment, after the network was switched off': [
    payment('sandbox', mobile),
    switchOff('network_for_method_missing'),
  ],
  'a payment to a till number, after it was switched off': [
    payment('live'),
    switchOff('network_for_method_missing'),
  ],
  'a push, after the network was switched off': [push, switchOff('network_for_method_missing')],
  'a payout, after the network was switched off': [payout, switchOff('network_for_payout_missing')],
  'a refund, after the network was switched off': [refund, switchOff('refund_way_impossible')],
  'a session, after the limit was lowered': [session({}), lowerLimit('sandbox')],
  'a session, after the network was switched off': [session({}), switchOff('network_for_method_missing')],
  'a session, after its profile was deleted': [withProfile, profileDeleted],
  'a cashier, after PINs were made longer': [cashier, longerPins],
}

let used = 0
async function sendAndChange([prepare, change]: [() => Promise<Sent>, Change]) {
  const request = await prepare()
  const key = `repeat-${++used}`
  const keyed = (name: string) => ({ ...request, headers: { ...request.headers, 'idempotency-key': name } })
  const first = await shop.request(keyed(key))
  expect([200, 201]).toContain(first.status)
  const accountId = accounts[request.as === 'live' ? 'live' : 'sandbox'].id
  return {
    first,
    accountId,
    key,
    /** Sends the request again, and a new one, which is refused. */
    async repeat() {
      await change.make(request)
      const before = await shop.rows()
      const refused = await shop.request(keyed(`${key}-new`))
      const again = await shop.request(keyed(key))
      const changes = changesBetween(before, await shop.rows())
      await change.undo()
      expect(refused.status).toBeGreaterThanOrEqual(400)
      expect(refused.text).toContain(`"reason":"${change.reason}"`)
      return { again, changes }
    },
  }
}

describe('a repeat gets what was created:', () => {
  test.each(Object.entries(repeats))('%s', async (_, row) => {
    const { first, repeat } = await sendAndChange(row)
    const { again, changes } = await repeat()
    expect([again.status, again.text]).toEqual([first.status, first.text])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(changes).toEqual({})
  })

  const claimable = Object.entries(repeats).filter(([name]) => !/session|cashier/.test(name))
  test.each(claimable)('%s, if the server stopped before it stored the response', async (_, row) => {
    const { first, accountId, key, repeat } = await sendAndChange(row)
    await appliance.store.write(async tx => {
      const stored = await findAnswer(tx, accountId, key)
      expect(stored).toBeDefined()
      await removeAnswer(tx, accountId, key)
      if (stored) await claimKey(tx, { ...stored, status: null, body: null })
    })
    const { again, changes } = await repeat()
    expect(again.status).toBe(first.status)
    expect(at(again, 'data.reference')).toBe(at(first, 'data.reference'))
    // The network of a payment is asked whether it was paid.
    const { status_check: __, ...otherChanges } = changes
    expect(otherChanges).toEqual({ idempotency: 1 })
  })

  test('but another request under its key is refused', async () => {
    const { key } = await sendAndChange([payment('sandbox'), lowerLimit('sandbox')])
    const { make, undo } = lowerLimit('sandbox')
    await make({ path: '', json: {} })
    const json = { ...qr, details: { ...qr.details, amount: 6_000 } }
    const headers = { 'idempotency-key': key }
    const other = await shop.request({ as: 'sandbox', path: '/v1/payments', json, headers })
    await undo()
    expect(other.json).toMatchObject({ reason: 'idempotency_key_reused' })
  })
})

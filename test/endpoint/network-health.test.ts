// Which networks are failing: as a table, and as one till learns it from another's failure.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { staffActor } from '../../src/domain/actor.ts'
import {
  afterNetworkFailure,
  afterPaymentChange,
  downMethods,
  failureShownMs,
  type NetworkHealth,
} from '../../src/domain/network-health.ts'
import type { Payment } from '../../src/domain/payment.ts'
import { type EndpointShop, openEndpointShop } from '../kit/endpoint.ts'
import { at } from '../kit/endpoint-answer.ts'
import { addCashiers, type CashierIds, type PairedTill, pairTill, pins } from '../kit/endpoint-till.ts'

describe('the network health', () => {
  const both: NetworkHealth = { qr: 5, push: 5 }
  const change = (more: Partial<Payment>) =>
    ({
      type: 'dynamic-qr',
      status: 'pending',
      failureReason: null,
      manualConfirmation: null,
      ...more,
    }) as const
  const manualConfirmation = {
    by: staffActor('x'),
    name: 'X',
    reason: 'x',
    receipt: 'x',
    at: 0,
    confirmed: false,
  }
  test.each([
    ['pending', change({}), ['qr', 'push']],
    ['completed', change({ status: 'completed' }), ['push']],
    [
      'completed on a person’s word',
      change({ status: 'completed', manualConfirmation: manualConfirmation }),
      ['qr', 'push'],
    ],
    [
      'confirmed by the network since',
      change({ status: 'completed', manualConfirmation: { ...manualConfirmation, confirmed: true } }),
      ['push'],
    ],
    [
      'refused for a reason of its own',
      change({ type: 'mobile', status: 'failed', failureReason: 'wrong_pin' }),
      ['qr'],
    ],
    ['not reached', change({ status: 'failed', failureReason: 'network_unavailable' }), ['qr', 'push']],
    ['voided', change({ status: 'voided' }), ['qr', 'push']],
    ['expired', change({ status: 'expired' }), ['qr', 'push']],
    ['a card', change({ type: 'card', status: 'completed' }), ['qr', 'push']],
  ] as const)('%s', (_, payment, down) => {
    expect(downMethods(afterPaymentChange(both, payment, 10), 10)).toEqual([...down])
  })
  test('is forgotten after two minutes', () => {
    const health = afterNetworkFailure({}, { type: 'mobile' }, 1_000)
    expect(downMethods(health, 1_000 + failureShownMs - 1)).toEqual(['push'])
    expect(downMethods(health, 1_000 + failureShownMs)).toEqual([])
    expect(downMethods(afterNetworkFailure({}, { type: 'card' }, 1_000), 1_000)).toEqual([])
  })
})

describe('over HTTP', () => {
  let shop: EndpointShop
  let crew: CashierIds
  let front: PairedTill
  let back: PairedTill
  beforeAll(async () => {
    shop = await openEndpointShop()
    crew = await addCashiers(shop)
    front = await pairTill(shop, 'Front', { staffId: crew.neema, pin: pins.neema })
    back = await pairTill(shop, 'Back')
  })
  afterAll(() => shop.close())
  const down = async () => at(await back.request({ path: '/api/v1/till/networks' }), 'data.down')
  const decide = async (reference: string, json: object) => {
    expect(
      (await shop.request({ as: 'sandbox', path: `/v1/sandbox/payments/${reference}`, json })).status,
    ).toBe(200)
    await shop.work()
  }

  test('a till that sells nothing sees a failure of another till, and its end', async () => {
    expect(await down()).toEqual([])
    await decide(await front.sellByQr(5_000), { outcome: 'failed', failure_reason: 'network_unavailable' })
    expect(await down()).toEqual(['qr'])
    await decide(await front.sellByQr(5_000), { outcome: 'completed' })
    expect(await down()).toEqual([])
  })

  test('the failure of another account is not shown', async () => {
    await decide(await front.sellByQr(5_000), { outcome: 'failed', failure_reason: 'network_unavailable' })
    expect(shop.appliance.networkHealth.get(shop.accounts.stranger.id)).toBeUndefined()
    shop.advance(failureShownMs)
    expect(await down()).toEqual([])
  })
})

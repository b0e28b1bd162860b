// Networks that do not answer, as stories: an unknown outcome is checked with one reference until it is
// known; it is never sent again, and never failed.
import { describe, expect, test } from 'bun:test'
import { openCheckedShop } from '../kit/checked-shop.ts'
import type { SaleRequest } from '../kit/simulated-people.ts'

const nothing = { network: 0, merchant: 0, held: 0, fees: 0, suspense: 0 }

const liveShop = () => openCheckedShop({ mode: 'live' })

describe('a network that does not answer', () => {
  test('push, reply lost: pending and unknown, checked, never sent again, then paid', async () => {
    const shop = await liveShop()
    shop.network.next('reply lost', 'reply lost')
    const asked = shop.cashier.pushes('0754123456', 10_000)
    await shop.advance({ seconds: 8 })
    const payment = await asked
    expect(payment.status).toBe('pending')
    await shop.advance({ seconds: 12 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'pending', outcome_unknown: true })
    await shop.customer.picksUp('0754123456').approves()
    await shop.advance({ minutes: 5 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'completed', outcome_unknown: false })
    expect([...shop.network.sent.values()]).toEqual([1])
    expect(shop.merchant.eventTypes()).toEqual(['payment.completed'])
  })

  test('push, request lost: unknown until the network is sure that it never came', async () => {
    const shop = await liveShop()
    shop.network.next('request lost')
    const asked = shop.cashier.pushes('0754123456', 10_000)
    await shop.advance({ minutes: 1 })
    const payment = await asked
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'pending', outcome_unknown: true })
    await shop.advance({ minutes: 15 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'failed', failure_reason: 'not_found' })
    expect(shop.books()).toEqual(nothing)
  })

  test('push, request late: it arrives after our time-out, and is paid', async () => {
    const shop = await liveShop()
    shop.network.next('late')
    const asked = shop.cashier.pushes('0754123456', 10_000)
    await shop.advance({ minutes: 1 })
    await asked
    await shop.customer.picksUp('0754123456').approves()
    await shop.advance({})
    expect(await shop.cashier.sees(await asked)).toMatchObject({ status: 'completed' })
  })

  const qr: SaleRequest = { type: 'dynamic-qr', amount: 10_000, key: 'k1' }

  test('QR, reply lost: 503 after 8 seconds, and the same key goes on with the same payment', async () => {
    const shop = await liveShop()
    shop.network.next('reply lost')
    const asked = shop.cashier.asks(qr).catch(fault => fault)
    await shop.advance({ seconds: 8 })
    expect(await asked).toMatchObject({ kind: 'network_unavailable' })
    await shop.advance({ seconds: 2 })
    const { status, payment, replayed, body } = await shop.cashier.asks(qr)
    expect({ status, replayed }).toEqual({ status: 201, replayed: false })
    expect(payment.payment_qr_code).toStartWith('QR ')
    expect(await shop.cashier.asks(qr)).toMatchObject({ replayed: true, body })
    expect(shop.query('select id from payment')).toEqual([{ id: payment.reference }])
    expect([...shop.network.sent.values()]).toEqual([1])
  })

  test('QR: a repeat of the key while the network still hangs is answered within 8 seconds', async () => {
    const shop = await liveShop()
    shop.network.next('reply lost', 'reply lost', 'reply lost')
    const first = shop.cashier.asks(qr).catch(fault => fault)
    await shop.advance({ seconds: 9 })
    expect(await first).toMatchObject({ kind: 'network_unavailable' })
    let heard: unknown
    void shop.cashier.asks(qr).catch(fault => {
      heard = fault
    })
    await shop.advance({ seconds: 8 })
    expect(heard).toMatchObject({ kind: 'network_unavailable' })
  })

  test.each(['mobile', 'dynamic-qr'] as const)(
    '%s, network unreachable: 503, failed, nothing sent and no one charged',
    async type => {
      const shop = await liveShop()
      shop.network.next('unreachable')
      const ask = { type, amount: 10_000, phone: '0754123456', key: 'k1' }
      await expect(shop.cashier.asks(ask)).rejects.toMatchObject({ kind: 'network_unavailable' })
      await shop.advance({})
      expect(shop.query('select status from payment')).toEqual([{ status: 'failed' }])
      expect(shop.merchant.eventTypes()).toEqual(['payment.failed'])
      expect(shop.network.sent.size).toBe(0)
      expect(shop.books()).toEqual(nothing)
      expect(await shop.cashier.asks(ask)).toMatchObject({ status: 201, payment: { status: 'failed' } })
      expect(await shop.cashier.asks({ ...ask, key: 'k2' })).toMatchObject({
        status: 201,
        payment: { status: 'pending' },
      })
    },
  )
})

// Manual confirmations, as stories on simulated time: the network confirms later, reports another amount,
// says no, or never answers; at the till it counts in the shift of that time, and a later fee in the next.

import { describe, expect, test } from 'bun:test'
import type { Account } from '../../src/domain/account.ts'
import { type RequestedBy, staffActor } from '../../src/domain/actor.ts'
import type { Appliance } from '../../src/flow/appliance.ts'
import { createPayment } from '../../src/flow/create-payment.ts'
import { confirmManually, markNotPaid } from '../../src/flow/manual-confirmation.ts'
import { closeShift, openShift, type ShiftWithReport, type TillContext } from '../../src/flow/shift.ts'
import { createTill } from '../../src/flow/till.ts'
import { findSetting } from '../../src/store/account.ts'
import type { Tx } from '../../src/store/engine/statement.ts'
import type { PaymentView } from '../../src/wire/payment.ts'
import { openCheckedShop } from '../kit/checked-shop.ts'
import { qrSale } from '../kit/row.ts'
import { viewOfPayment } from '../kit/simulated-people.ts'
import type { SimulatedShop } from '../kit/simulated-shop.ts'

const by = { actor: staffActor('asha'), address: '192.168.1.20' }
const tenThousand = { network: -10_000, merchant: 9_850, held: 0, fees: 150, suspense: 0 }
const unpaidFee = { network: -10_000, merchant: 10_000, held: 0, fees: 0, suspense: 0 }

const liveShop = () => openCheckedShop({ mode: 'live' })

const confirmations = (
  shop: SimulatedShop,
  { reference }: { reference: string },
  receipt = 'QK12ABC',
  who: RequestedBy = by,
) =>
  shop.callServer('live', (appliance, account) =>
    confirmManually(
      appliance,
      account,
      reference,
      { reason: 'The phone says paid', receipt },
      { ...who, salesScope: {} },
    ),
  )
const findings = (shop: SimulatedShop) =>
  shop.callServer(
    'live',
    async ({ store }) => JSON.parse((await findSetting(store.read, 'audit')) ?? '{}').differences,
  )

describe('confirmed manually', () => {
  test('and confirmed later: the money once, the fee then, one event', async () => {
    const shop = await liveShop()
    shop.network.callbacks = () => []
    const payment = await shop.cashier.asksForQr(10_000)
    await shop.customer.scans(payment).approves()
    await confirmations(shop, payment)
    await shop.advance({})
    expect(await shop.cashier.sees(payment)).toMatchObject({
      status: 'completed',
      late: false,
      external_reference: 'QK12ABC',
      settlement: { fees: { value: 0 }, net: { value: 10_000 } },
      manual_confirmation: {
        by: { type: 'staff', id: 'asha', till_id: null, name: 'Asha' },
        reason: 'The phone says paid',
        receipt_number: 'QK12ABC',
        confirmed: false,
      },
    })
    expect(shop.books()).toEqual(unpaidFee)
    expect(shop.merchant.eventTypes()).toEqual(['payment.completed'])
    expect(shop.merchant.received[0]?.event.data).toMatchObject({
      confirmed_manually: true,
      status: 'completed',
    })

    await shop.advance({ minutes: 1 })
    const seen = await shop.cashier.sees(payment)
    expect(seen).toMatchObject({
      manual_confirmation: { confirmed: true },
      settlement: { net: { value: 9_850 } },
    })
    expect(seen.external_reference).not.toBe('QK12ABC')
    expect(shop.books()).toEqual(tenThousand)
    expect(shop.merchant.eventTypes()).toEqual(['payment.completed'])
    expect(
      shop.query(
        "select staff_id, till_id, key_id, subject, json_extract(detail, '$.receipt_number') as receipt from audit_entry where kind = 'payment.confirmed_manually'",
      ),
    ).toEqual([
      { staff_id: 'asha', till_id: null, key_id: null, subject: payment.reference, receipt: 'QK12ABC' },
    ])
    await shop.advance({ days: 1, minutes: 5 })
    expect(await findings(shop)).toEqual([])
    expect(shop.query('select id from unmatched')).toEqual([])
  })

  test('while the network is silent: it ends the unknown period, and status checks go on', async () => {
    const shop = await liveShop()
    shop.network.callbacks = () => []
    const payment = await shop.cashier.pushes('0754 123 456', 10_000)
    await shop.customer.picksUp('0754123456').approves()
    shop.network.passage = () => 'reply lost'
    await shop.advance({ minutes: 2 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'pending', outcome_unknown: true })
    await confirmations(shop, payment)
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'completed', outcome_unknown: false })
    await shop.advance({ hours: 5 })
    expect(shop.books()).toEqual(unpaidFee)
    shop.network.passage = () => 'arrives'
    await shop.advance({ hours: 2 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ manual_confirmation: { confirmed: true } })
    expect(shop.books()).toEqual(tenThousand)
    expect(shop.merchant.eventTypes()).toEqual(['payment.completed'])
  })

  test('and then paid with another amount: that money is unmatched', async () => {
    const shop = await liveShop()
    const payment = await shop.cashier.asksForQr(10_000)
    await confirmations(shop, payment)
    await shop.customer.scans(payment).approves(9_000)
    await shop.advance({ minutes: 1 })
    expect(shop.books()).toEqual({ ...unpaidFee, network: -19_000, suspense: 9_000 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ manual_confirmation: { confirmed: false } })
    expect(shop.query('select amount, reason from unmatched')).toEqual([
      { amount: 9_000, reason: 'paid_twice' },
    ])
  })

  test('and then declined: the confirmation stays, without the network’s own', async () => {
    const shop = await liveShop()
    const payment = await shop.cashier.pushes('0754 123 456', 10_000)
    await confirmations(shop, payment)
    await shop.customer.picksUp('0754123456').declines()
    await shop.advance({ hours: 5 })
    expect(await shop.cashier.sees(payment)).toMatchObject({
      status: 'completed',
      manual_confirmation: { confirmed: false },
    })
    expect(shop.merchant.eventTypes()).toEqual(['payment.completed'])
  })

  test('paid by QR and by push: one confirms it, the other is unmatched', async () => {
    const shop = await liveShop()
    const payment = await shop.cashier.asksForQr(10_000)
    await shop.cashier.pushesToo(payment, '0754123456')
    await confirmations(shop, payment)
    await shop.customer.scans(payment).approves()
    await shop.customer.picksUp('0754123456').approves()
    await shop.advance({ minutes: 1 })
    expect(shop.books()).toEqual({ ...tenThousand, network: -20_000, suspense: 10_000 })
    expect(shop.merchant.eventTypes()).toEqual(['payment.completed'])
  })

  test('after it expired: late, once', async () => {
    const shop = await liveShop()
    const expired = await shop.cashier.asksForQr(10_000, { expiresIn: 60 })
    await shop.advance({ minutes: 2 })
    await confirmations(shop, expired, 'RECEIPT2')
    expect(await shop.cashier.sees(expired)).toMatchObject({ status: 'completed', late: true })
    await shop.advance({ minutes: 1 })
    expect(shop.merchant.eventTypes().toSorted()).toEqual(['payment.completed', 'payment.expired'])
  })

  test('never after the network declined: a message on the phone is no proof', async () => {
    const shop = await liveShop()
    const declined = await shop.cashier.pushes('0754 123 456', 10_000)
    await shop.customer.picksUp('0754123456').declines()
    await shop.advance({ seconds: 1 })
    await expect(confirmations(shop, declined)).rejects.toMatchObject({
      reason: 'payment_not_confirmable',
      params: { status: 'failed' },
    })
    expect(await shop.cashier.sees(declined)).toMatchObject({ status: 'failed', manual_confirmation: null })
    expect(new Set(Object.values(shop.books()))).toEqual(new Set([0]))
    expect(shop.query("select kind from audit_entry where kind <> 'account.created'")).toEqual([])
  })

  test('is refused after a void, twice, and for a receipt that has paid already', async () => {
    const shop = await liveShop()
    const [voided, paid, other] = [
      await shop.cashier.asksForQr(1_000),
      await shop.cashier.asksForQr(2_000),
      await shop.cashier.asksForQr(3_000),
    ]
    await shop.cashier.voids(voided)
    await expect(confirmations(shop, voided)).rejects.toMatchObject({
      reason: 'payment_not_confirmable',
      params: { status: 'voided' },
    })
    await confirmations(shop, paid, 'SAME123')
    await expect(confirmations(shop, paid, 'OTHER123')).rejects.toMatchObject({
      reason: 'payment_not_confirmable',
      params: { status: 'completed' },
    })
    await expect(confirmations(shop, other, 'SAME123')).rejects.toMatchObject({
      reason: 'receipt_used',
      params: { receipt: 'SAME123', payment: paid.reference },
    })
    await shop.advance({ minutes: 1 })
    expect(
      shop.query("select count(*) as n from audit_entry where kind = 'payment.confirmed_manually'"),
    ).toEqual([{ n: 1 }])
  })

  test('survives a power cut with everything it did, or nothing', async () => {
    const shop = await liveShop()
    const payment = await shop.cashier.asksForQr(10_000)
    for (let points = 1; points < 6; points++) {
      shop.crashAt(points, { seconds: 5 })
      await confirmations(shop, payment).catch(() => {})
      await shop.advance({ minutes: 1 })
    }
    await confirmations(shop, payment).catch(() => {})
    await shop.advance({ minutes: 1 })
    expect(shop.query("select count(*) as n from event where type = 'payment.completed'")).toEqual([{ n: 1 }])
    expect(shop.books()).toEqual(unpaidFee)
  })
})

describe('at a till', () => {
  /** Opens a till with someone on it, who sells and counts. */
  async function openTill(shop: SimulatedShop) {
    const { till } = await shop.callServer('live', (appliance, account) =>
      createTill(appliance, account, 'Door', by),
    )
    const who = { actor: staffActor('neema', till.id), address: null }
    const at = (account: Account): TillContext => ({ account, tillId: till.id, staffId: 'neema', by: who })
    const write = (work: (tx: Tx, appliance: Appliance, at: TillContext) => Promise<ShiftWithReport>) =>
      shop.callServer('live', (appliance, account) =>
        appliance.store.write(tx => work(tx, appliance, at(account))),
      )
    return {
      who,
      opens: (float = 0) => write((tx, appliance, at) => openShift(tx, appliance, at, float)),
      closes: () => write((tx, appliance, at) => closeShift(tx, appliance, at, { counted: 0, reason: null })),
      asks: (amount: number) =>
        shop.callServer('live', async (appliance, account): Promise<PaymentView> => {
          const { apiVersion } = account
          const request = { ...qrSale, amount, apiVersion, createdBy: who.actor }
          const created = await createPayment(appliance, account, request)
          if (created.replayed) throw new Error('a request without a key is no replay')
          return viewOfPayment(created.value)
        }),
    }
  }

  test('money and fees count in the shift open at that time; closed shifts do not change', async () => {
    const shop = await liveShop()
    shop.network.callbacks = () => []
    const till = await openTill(shop)
    await till.opens()
    const [confirmed_manually, paid, later, voided] = [
      await till.asks(10_000),
      await till.asks(2_000),
      await till.asks(3_000),
      await till.asks(4_000),
    ]
    await confirmations(shop, confirmed_manually, 'TILL001', till.who)
    await shop.customer.scans(paid).approves()
    await shop.cashier.voids(voided)
    await shop.advance({ minutes: 1 })
    const first = await till.closes()
    expect(first.report.total).toEqual({ count: 2, gross: 12_000, fees: 70, net: 11_930 })

    await shop.customer.scans(confirmed_manually).approves()
    await shop.customer.scans(later).approves()
    await shop.customer.scans(voided).approves()
    await shop.advance({ minutes: 1 })
    expect(await shop.cashier.sees(confirmed_manually)).toMatchObject({
      manual_confirmation: { confirmed: true },
    })
    expect(await shop.cashier.sees(voided)).toMatchObject({ status: 'completed', late: true })
    await till.opens()
    const second = await till.closes()
    // The fee of the first sale, and the two that completed since.
    expect(second.report.total).toEqual({ count: 2, gross: 7_000, fees: 150 + 80 + 90, net: 6_680 })
    const kept = shop.query<{ report: string }>(
      'select report from shift where report is not null order by number',
    )
    expect(kept.map(({ report }) => JSON.parse(report))).toEqual([first.report, second.report])
    await shop.advance({ days: 1, minutes: 5 })
    expect(
      shop.query<{ report: string }>('select report from shift where report is not null order by number'),
    ).toEqual(kept)
    expect(await findings(shop)).toEqual([])
  })

  test('a concurrent close and payment: the payment is in one of the two shifts', async () => {
    for (const order of ['close first', 'payment first']) {
      const shop = await liveShop()
      const till = await openTill(shop)
      await till.opens()
      const payment = await till.asks(10_000)
      await shop.advance({ seconds: 1 })
      const closing = () => till.closes()
      const vouching = () => confirmations(shop, payment, 'RACE001', till.who)
      await Promise.all(order === 'close first' ? [closing(), vouching()] : [vouching(), closing()])
      await shop.advance({})
      const [closed] = shop.query<{ id: string; gross: number }>(
        "select id, json_extract(report, '$.total.gross') as gross from shift where state = 'closed'",
      )
      const [sold] = shop.query<{ shift_id: string }>(
        "select shift_id from payment where status = 'completed'",
      )
      expect(closed?.gross).toBe(sold?.shift_id === closed?.id ? 10_000 : 0)
    }
  })
})

describe('marked as not paid', () => {
  const marks = (shop: SimulatedShop, { reference }: { reference: string }) =>
    shop.callServer('live', (appliance, account) =>
      markNotPaid(appliance, account, reference, 'Not on the statement', { ...by, salesScope: {} }),
    )
  /** Makes a push that the customer approves, while no answer of the network arrives. */
  const silentPush = async (shop: SimulatedShop) => {
    shop.network.callbacks = () => []
    const payment = await shop.cashier.pushes('0754 123 456', 10_000)
    await shop.customer.picksUp('0754123456').approves()
    shop.network.passage = () => 'reply lost'
    await shop.advance({ minutes: 2 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'pending', outcome_unknown: true })
    return payment
  }

  test('it fails once, and is still asked about: the money that comes later completes it late', async () => {
    const shop = await liveShop()
    const payment = await silentPush(shop)
    await marks(shop, payment)
    const failed = { status: 'failed', outcome_unknown: false, failure_reason: 'marked_not_paid' }
    expect(await shop.cashier.sees(payment)).toMatchObject(failed)
    await expect(marks(shop, payment)).rejects.toMatchObject({ reason: 'payment_not_markable' })
    await shop.advance({ hours: 5 })
    expect(await shop.cashier.sees(payment)).toMatchObject(failed)
    expect(shop.merchant.eventTypes()).toEqual(['payment.failed'])
    expect(shop.merchant.received[0]?.event.data).toMatchObject({ failure_reason: 'marked_not_paid' })
    expect(new Set(Object.values(shop.books()))).toEqual(new Set([0]))
    shop.network.passage = () => 'arrives'
    await shop.advance({ hours: 2 })
    expect(await shop.cashier.sees(payment)).toMatchObject({
      status: 'completed',
      late: true,
      failure_reason: null,
    })
    expect(shop.merchant.eventTypes()).toEqual(['payment.failed', 'payment.completed'])
    expect(shop.books()).toEqual(tenThousand)
    expect(
      shop.query("select staff_id, subject from audit_entry where kind = 'payment.marked_not_paid'"),
    ).toEqual([{ staff_id: 'asha', subject: payment.reference }])
    await shop.advance({ days: 1, minutes: 5 })
    expect(await findings(shop)).toEqual([])
  })

  test('an expired one stays expired, and leaves the list of unknown outcomes', async () => {
    const shop = await liveShop()
    const payment = await silentPush(shop)
    await shop.advance({ hours: 5 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'expired', outcome_unknown: true })
    await marks(shop, payment)
    await shop.advance({ minutes: 5 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'expired', outcome_unknown: false })
    expect(shop.merchant.eventTypes()).toEqual(['payment.expired'])
  })

  test('a person who was wrong confirms it with the receipt', async () => {
    const shop = await liveShop()
    const payment = await silentPush(shop)
    await marks(shop, payment)
    await confirmations(shop, payment)
    await shop.advance({ minutes: 1 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'completed', late: true })
    shop.network.passage = () => 'arrives'
    await shop.advance({ hours: 2 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ manual_confirmation: { confirmed: true } })
    expect(shop.books()).toEqual(tenThousand)
    expect(shop.merchant.eventTypes()).toEqual(['payment.failed', 'payment.completed'])
  })
})

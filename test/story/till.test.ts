// The till on simulated time, with power cuts: stored rows survive them, and money is in exactly one shift.

import { describe, expect, test } from 'bun:test'
import type { Account, Mode } from '../../src/domain/account.ts'
import { staffActor } from '../../src/domain/actor.ts'
import type { Fault } from '../../src/domain/fault.ts'
import { sellForCash } from '../../src/flow/cash.ts'
import { createPayment } from '../../src/flow/create-payment.ts'
import { writeIdempotent } from '../../src/flow/idempotency.ts'
import { signInOnTill } from '../../src/flow/pin.ts'
import { createRefund } from '../../src/flow/refund.ts'
import {
  closeShift,
  moveCash,
  openShift,
  type ShiftWithReport,
  type TillContext,
} from '../../src/flow/shift.ts'
import { createTill, findTillHolder, pairTill } from '../../src/flow/till.ts'
import { insertMember } from '../../src/store/account.ts'
import type { Tx } from '../../src/store/engine/statement.ts'
import { hashPin, updatePin } from '../../src/store/pin.ts'
import type { PaymentView } from '../../src/wire/payment.ts'
import { openCheckedShop } from '../kit/checked-shop.ts'
import { qrSale } from '../kit/row.ts'
import { viewOfPayment } from '../kit/simulated-people.ts'
import { openSimulatedShop, type SimulatedShop } from '../kit/simulated-shop.ts'
import { newChance } from '../kit/simulated-world.ts'

const admin = { actor: staffActor('asha'), staffId: 'asha', address: null }

async function openDoor(shop: SimulatedShop, mode: Mode = 'sandbox') {
  const { till, code } = await shop.callServer(mode, (appliance, account) =>
    createTill(appliance, account, 'Door', admin),
  )
  const { secret } = await shop.callServer(mode, appliance => pairTill(appliance, code, '192.168.1.30'))
  const by = { actor: staffActor('neema', till.id), address: null }
  const at = (account: Account): TillContext => ({ account, tillId: till.id, staffId: 'neema', by })
  const write = <T>(
    work: (tx: Tx, at: TillContext, appliance: Parameters<typeof openShift>[1]) => Promise<T>,
  ) =>
    shop.callServer(mode, (appliance, account) =>
      appliance.store.write(tx => work(tx, at(account), appliance)),
    )
  return {
    till,
    secret,
    by,
    opens: (): Promise<ShiftWithReport> => write((tx, at, appliance) => openShift(tx, appliance, at, 1_000)),
    closes: (counted: number): Promise<ShiftWithReport> =>
      write((tx, at, appliance) => closeShift(tx, appliance, at, { counted, reason: 'Counted in haste' })),
    drops: (amount: number) =>
      write((tx, at, appliance) => moveCash(tx, appliance, at, { kind: 'drop', amount, reason: 'Bank' })),
    takes: (amount: number, key: string, paymentId?: string) =>
      shop.callServer(mode, (appliance, account) =>
        writeIdempotent(appliance, { accountId: account.id, key, fingerprint: key }, 201, tx =>
          sellForCash(tx, appliance, at(account), {
            amount,
            given: amount,
            note: null,
            paymentId,
          }),
        ),
      ),
    givesBack: (id: string) =>
      shop.callServer(mode, async (appliance, account) => {
        const request = {
          reference: id,
          salesScope: { tillId: till.id },
          way: 'cash',
          reason: 'Not wanted',
          metadata: {},
          by,
          tillId: till.id,
        } as const
        return createRefund(appliance, account, request)
      }),
    asks: (amount: number, expiresInSeconds?: number) =>
      shop.callServer(mode, async (appliance, account): Promise<PaymentView> => {
        const { apiVersion } = account
        const request = { ...qrSale, amount, expiresInSeconds, apiVersion, createdBy: by.actor }
        const created = await createPayment(appliance, account, request)
        if (created.replayed) throw new Error('a request without a key is no replay')
        return viewOfPayment(created.value)
      }),
  }
}

async function hire(shop: SimulatedShop, pin: string) {
  const pinHash = await hashPin(pin)
  await shop.callServer('sandbox', ({ store }, account) =>
    store.write(async tx => {
      await insertMember(tx, {
        staffId: 'neema',
        accountId: account.id,
        role: 'cashier',
        name: 'Neema',
        createdAt: shop.time.now(),
      })
      await updatePin(tx, {
        accountId: account.id,
        staffId: 'neema',
        pinHash,
        pinSetAt: shop.time.now(),
        pinLength: 4,
      })
    }),
  )
}

describe('a PIN that was guessed', () => {
  test('stays locked through a power cut, and opens a quarter of an hour later', async () => {
    const shop = await openSimulatedShop()
    await hire(shop, '4071')
    const { till, secret, by } = await openDoor(shop)
    const tries = async (pin: string) => {
      const signing = shop.callServer('sandbox', async (appliance, account) => {
        const holder = await findTillHolder(appliance, secret)
        if (!holder) throw new Error('the till is paired')
        return signInOnTill(appliance, { account, till: holder.till, staffId: 'neema', pin, by })
      })
      return signing.then(
        () => 'in',
        ({ reason, params }: Fault) => ({ reason, params }),
      )
    }
    expect(await tries('9999')).toEqual({ reason: 'pin_wrong', params: { left: 4 } })
    await shop.crash({ seconds: 1 })
    await shop.advance({ seconds: 2 })
    for (const left of [3, 2, 1])
      expect(await tries('9999')).toEqual({ reason: 'pin_wrong', params: { left } })
    expect(await tries('9999')).toEqual({ reason: 'pin_wrong_locked', params: { minutes: 15 } })
    await shop.crash({ seconds: 1 })
    await shop.advance({ minutes: 14 })
    expect(await tries('4071')).toMatchObject({ reason: 'pin_locked' })
    await shop.advance({ minutes: 1 })
    expect(await tries('4071')).toBe('in')
    expect(shop.query('select staff_id from till where id = ?', till.id)).toEqual([{ staff_id: 'neema' }])
    expect(shop.query('select * from pin_try')).toEqual([])
    await shop.crash({ seconds: 1 })
    await shop.advance({ seconds: 2 })
    const holder = await shop.callServer('sandbox', appliance => findTillHolder(appliance, secret))
    expect(holder?.person).toEqual({ id: 'neema', role: 'cashier', mayConfirm: false })
  })
})

describe('a day at the till', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'with power cuts anywhere, seed %d: each shilling is in one shift',
    async seed => {
      const shop = await openCheckedShop({ seed })
      const chance = newChance(seed * 7 + 1)
      const door = await openDoor(shop)
      const open: PaymentView[] = []
      const frozen = new Map<string, string>()
      for (let step = 0; step < 60; step++) {
        if (chance.happens(0.15)) shop.crashAt(chance.between(1, 12), { seconds: chance.between(1, 30) })
        const [payment] = open
        const doing = [
          () => door.opens(),
          () => door.closes(chance.between(0, 9_000)),
          () => door.takes(chance.between(1, 900), `cash-${step}`),
          () => door.takes(500, `cash-${step - 1}`),
          () => door.drops(chance.between(1, 500)),
          async () => void open.unshift(await door.asks(chance.between(500, 5_000))),
          async () => void open.unshift(await door.asks(chance.between(500, 5_000))),
          async () => void (payment && (await shop.customer.scans(payment).approves())),
          async () => void (payment && (await shop.cashier.voids(payment))),
        ]
        await doing[chance.between(0, doing.length - 1)]?.().catch(() => {})
        await shop.advance({ seconds: chance.between(0, 90) })
        for (const { id, report } of shop.query<{ id: string; report: string }>(
          'select id, report from shift where report is not null',
        )) {
          expect(report).toBe(frozen.get(id) ?? report)
          frozen.set(id, report)
        }
      }
      expect(frozen.size).toBeGreaterThan(0)
    },
  )
})

describe('cash taken instead of a payment', () => {
  const noticesOf = (shop: SimulatedShop) =>
    shop.query<{ kind: string; subject: string }>(
      'select kind, subject from owner_notice join audit_entry on audit_entry.id = entry_id',
    )

  test('the owner gets a notice when the money arrives as well', async () => {
    const shop = await openSimulatedShop()
    const door = await openDoor(shop)
    await door.opens()
    const payment = await door.asks(4_000)
    await door.takes(4_000, 'cash', payment.reference)
    expect(noticesOf(shop)).toEqual([])
    await shop.customer.scans(payment).approves()
    await shop.advance({ minutes: 1 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'completed', late: true })
    expect(noticesOf(shop)).toEqual([{ kind: 'payment.paid_twice', subject: payment.reference }])
  })

  test('of a payment that has expired: the owner gets a notice when the money arrives late', async () => {
    const shop = await openSimulatedShop({ mode: 'live' })
    const door = await openDoor(shop, 'live')
    await door.opens()
    const payment = await door.asks(4_000, 60)
    await shop.advance({ minutes: 2 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'expired', outcome_unknown: false })
    await door.takes(4_000, 'cash', payment.reference)
    const again = await door.takes(4_000, 'cash', payment.reference)
    expect(again.replayed).toBe(true)
    await expect(door.takes(4_000, 'other', payment.reference)).rejects.toMatchObject({
      reason: 'cash_already_taken',
    })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'expired' })
    expect(noticesOf(shop)).toEqual([])
    await shop.customer.scans(payment).approves()
    await shop.advance({ minutes: 10 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'completed', late: true })
    expect(noticesOf(shop)).toEqual([{ kind: 'payment.paid_twice', subject: payment.reference }])
  })

  test('of an expired payment whose money has just arrived is refused', async () => {
    const shop = await openSimulatedShop({ mode: 'live' })
    const door = await openDoor(shop, 'live')
    await door.opens()
    const payment = await door.asks(4_000, 60)
    await shop.advance({ minutes: 2 })
    await shop.customer.scans(payment).approves()
    await shop.advance({ minutes: 10 })
    await expect(door.takes(4_000, 'cash', payment.reference)).rejects.toMatchObject({
      reason: 'payment_already_paid',
    })
  })

  test('is accepted after it expired, though its network no longer answers', async () => {
    const shop = await openSimulatedShop({ mode: 'live' })
    const door = await openDoor(shop, 'live')
    await door.opens()
    const payment = await door.asks(4_000, 60)
    await shop.advance({ minutes: 2 })
    shop.network.passage = () => 'reply lost'
    await shop.advance({ minutes: 3 })
    expect(shop.query('select state from attempt')).toEqual([{ state: 'unknown' }])
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'expired', outcome_unknown: false })
    await door.takes(4_000, 'cash', payment.reference)
    await shop.customer.scans(payment).approves()
    shop.network.passage = () => 'arrives'
    await shop.advance({ hours: 1 })
    expect(noticesOf(shop)).toEqual([{ kind: 'payment.paid_twice', subject: payment.reference }])
  })

  test('a late payment of a sale whose cash was given back is no news', async () => {
    const shop = await openSimulatedShop()
    const door = await openDoor(shop)
    await door.opens()
    const payment = await door.asks(4_000)
    const { value: cash } = await door.takes(4_000, 'cash', payment.reference)
    await door.givesBack(cash.id)
    await shop.customer.scans(payment).approves()
    await shop.advance({ minutes: 1 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'completed', late: true })
    expect(shop.query('select * from owner_notice')).toEqual([])
  })
})

// A simple, honest network: it knows no reference before the request has arrived, its calls take up to a
// minute, and its answers come out of order. Nothing is charged, paid out or announced twice.

import { describe, expect, test } from 'bun:test'
import { type RequestedBy, staffActor } from '../../src/domain/actor.ts'
import { unsent } from '../../src/domain/answer.ts'
import { nextAttempt } from '../../src/domain/attempt.ts'
import { assert } from '../../src/domain/fault.ts'
import { attentionItemsOf } from '../../src/flow/attention.ts'
import { confirmManually } from '../../src/flow/manual-confirmation.ts'
import { findAttempt, updateAttempt } from '../../src/store/attempt.ts'
import { complaintsAbout } from '../kit/invariant.ts'
import { type NaiveNetwork, openNaiveShop } from '../kit/naive-network.ts'
import type { SaleOptions } from '../kit/simulated-people.ts'

async function naive(): Promise<NaiveNetwork> {
  const network = await openNaiveShop()
  network.shop.afterStep = () => expect(complaintsAbout(network.shop)).toEqual([])
  return network
}
const attempts = ({ shop }: NaiveNetwork) =>
  shop.query<{ state: string; failure_reason: string | null }>(
    'select state, failure_reason from attempt order by id',
  )
const typesHeard = ({ shop }: NaiveNetwork) => shop.merchant.eventTypes()

/** Opens a shop that has earned 100,000 less a fee of 1,050. */
async function rich(): Promise<NaiveNetwork> {
  const network = await naive()
  await network.shop.cashier.asksForQr(100_000)
  network.newest().state = 'paid'
  await network.shop.advance({ minutes: 1 })
  network.shop.merchant.received.splice(0)
  return network
}
const wallet = { amount: 60_000, phone: '0713000111' }

describe('a payout', () => {
  test.each([
    ['accepted after 12 s, answered after 15 s', 12_000, 15_000],
    ['accepted after 40 s, answered after 58 s', 40_000, 58_000],
  ])('%s: completed, though a status check in between knew nothing of it', async (_, acceptMs, answerMs) => {
    const network = await rich()
    const { shop } = network
    network.payOut = { acceptMs, answerMs }
    const asked = shop.owner.paysOut(wallet)
    await shop.advance({ seconds: 9 })
    const { payout } = await asked
    await shop.advance({ minutes: 2 })
    expect(await shop.owner.sees(payout)).toMatchObject({ status: 'completed', failure_reason: null })
    await expect(shop.owner.paysOut(wallet)).rejects.toMatchObject({ kind: 'insufficient_balance' })
    expect([network.payouts.size, typesHeard(network)]).toEqual([1, ['payout.completed']])
  })

  test('accepted after a power cut 3 s later: still completed', async () => {
    const network = await rich()
    const { shop } = network
    network.payOut = { acceptMs: 20_000, answerMs: 21_000 }
    const asked = shop.owner.paysOut(wallet).catch(() => 'lost')
    await shop.advance({ seconds: 1 })
    await shop.crash({ seconds: 3 })
    await shop.advance({ minutes: 5 })
    expect(await asked).toBe('lost')
    expect(shop.query('select status from payout')).toEqual([{ status: 'completed' }])
    expect(network.payouts.size).toBe(1)
  })

  test('that never arrives fails once it cannot any more, and its money returns', async () => {
    const network = await rich()
    const { shop } = network
    const before = shop.books()
    network.payOut = { acceptMs: 10 ** 12, answerMs: 10 ** 12 }
    const asked = shop.owner.paysOut(wallet)
    await shop.advance({ seconds: 80 })
    const { payout } = await asked
    expect(await shop.owner.sees(payout)).toMatchObject({ status: 'pending', outcome_unknown: true })
    await shop.advance({ minutes: 5 })
    expect(await shop.owner.sees(payout)).toMatchObject({ status: 'failed', failure_reason: 'not_found' })
    expect(shop.books()).toEqual(before)
  })

  test('that was sent after all is booked late, published and logged as an error, and the merchant owes it', async () => {
    const network = await rich()
    const { shop } = network
    network.payOut = { acceptMs: 3 * 86_400_000, answerMs: 4 * 86_400_000 }
    const first = shop.owner.paysOut(wallet)
    await shop.advance({ minutes: 5 })
    const { payout } = await first
    expect(await shop.owner.sees(payout)).toMatchObject({ status: 'failed' })
    network.payOut = { acceptMs: 0, answerMs: 0 }
    await shop.owner.paysOut({ ...wallet, key: 'second' })
    await shop.advance({ days: 5 })
    expect(await shop.owner.sees(payout)).toMatchObject({ status: 'completed', failure_reason: null })
    expect(typesHeard(network)).toEqual(['payout.failed', 'payout.completed', 'payout.completed'])
    expect(shop.books()).toEqual({ network: 20_000, merchant: -21_650, held: 0, fees: 1_650, suspense: 0 })
    expect(shop.log.filter(({ level }) => level === 'error').map(({ message }) => message)).toEqual([
      'a payout that had failed was paid',
    ])
    expect(shop.query("select subject from audit_entry where kind = 'payout.paid_late'")).toEqual([
      { subject: payout.reference },
    ])
  })
})

describe('a push', () => {
  test('accepted after 12 s, answered after 15 s: paid and booked', async () => {
    const network = await naive()
    const { shop } = network
    network.collect = { acceptMs: 12_000, answerMs: 15_000 }
    const asked = shop.cashier.pushes('0754123456', 10_000)
    await shop.advance({ seconds: 9 })
    const payment = await asked
    await shop.advance({ seconds: 10 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'pending', outcome_unknown: false })
    network.newest().state = 'paid'
    await shop.advance({ minutes: 2 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'completed', late: false })
  })

  test('that a no called failed is open again when its network has it, and completes late', async () => {
    const network = await naive()
    const { shop } = network
    network.answersOrder = () => ({ kind: 'failed', reason: 'declined' })
    const payment = await shop.cashier.pushes('0754123456', 10_000)
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'failed' })
    await shop.advance({ minutes: 1 })
    expect(attempts(network)).toEqual([{ state: 'sent', failure_reason: null }])
    network.newest().state = 'paid'
    await shop.advance({ minutes: 10 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'completed', late: true })
    expect(typesHeard(network)).toEqual(['payment.failed', 'payment.completed'])
  })

  test('a no that was asked for before the yes and comes after it is ignored', async () => {
    const network = await naive()
    const { shop } = network
    network.collect = { acceptMs: 11_000, answerMs: 12_000 }
    network.answersCheck = () => {
      network.answersCheck = () => undefined
      return new Promise(resolve =>
        shop.time.after(4_000, () => resolve({ kind: 'failed', reason: 'no_such_order' })),
      )
    }
    const asked = shop.cashier.pushes('0754123456', 10_000)
    await shop.advance({ seconds: 15 })
    expect(await shop.cashier.sees(await asked)).toMatchObject({ status: 'pending' })
    expect(attempts(network)).toEqual([{ state: 'sent', failure_reason: null }])
    network.newest().state = 'paid'
    await shop.advance({ minutes: 2 })
    expect(await shop.cashier.sees(await asked)).toMatchObject({ status: 'completed', late: false })
  })

  test('whose connector throws: pending and unknown, and asked about', async () => {
    const network = await naive()
    const { shop } = network
    network.answersOrder = () => {
      throw new TypeError('no JSON')
    }
    const payment = await shop.cashier.pushes('0754123456', 10_000)
    expect(payment).toMatchObject({ status: 'pending', outcome_unknown: true })
    network.newest().state = 'paid'
    await shop.advance({ minutes: 2 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'completed' })
  })
})

test('a network decides with its answer when to ask again', async () => {
  const network = await naive()
  const { shop } = network
  network.answersOrder = () => ({ kind: 'pending', qr: 'QR', nextCheckAt: shop.time.now() + 90_000 })
  const reference = await shop.cashier.asksForQr(5_000)
  network.newest().state = 'paid'
  await shop.advance({ seconds: 85 })
  expect(network.checks).toBe(0)
  await shop.advance({ seconds: 10 })
  expect([network.checks, (await shop.cashier.sees(reference)).status]).toEqual([1, 'completed'])
})

describe('a push that is an order first', () => {
  /** Cuts the power between the order and the push. */
  async function cutBetween({ downSeconds = 2, ...options }: SaleOptions & { downSeconds?: number } = {}) {
    const network = await naive()
    network.betweenOrderAndPush = () => new Promise<never>(() => {})
    const asked = network.shop.cashier.pushes('0754123456', 10_000, options)
    asked.catch(() => 'lost')
    await network.shop.advance({ seconds: 1 })
    network.betweenOrderAndPush = async () => {}
    await network.shop.crash({ seconds: downSeconds })
    const [row] = network.shop.query<{ id: string }>('select id from payment')
    assert(row, 'the payment was planned')
    return { network, payment: { reference: row.id } }
  }

  test('is sent once after a power cut between the two', async () => {
    const { network } = await cutBetween()
    const { shop } = network
    expect(network.prompts).toEqual([])
    await shop.advance({ minutes: 2 })
    expect(network.prompts).toEqual([network.newest().order.networkReference])
    expect(network.orders.size).toBe(1)
    network.newest().state = 'paid'
    await shop.advance({ minutes: 2 })
    expect(shop.query('select status from payment')).toEqual([{ status: 'completed' }])
  })

  test('is only asked about when it may have left before the power cut', async () => {
    const network = await naive()
    const { shop } = network
    network.betweenOrderAndPush = async () => {}
    network.answersOrder = () => {
      throw new TypeError('the line broke')
    }
    await shop.cashier.pushes('0754123456', 10_000)
    await shop.crash({ seconds: 2 })
    await shop.advance({ minutes: 5 })
    expect(network.prompts).toHaveLength(1)
  })

  test('rings no phone for a payment that was cancelled', async () => {
    const { network, payment } = await cutBetween()
    const { shop } = network
    await shop.advance({ seconds: 3 })
    await shop.cashier.voids(payment)
    await shop.advance({ minutes: 5 })
    expect(network.prompts).toEqual([])
  })

  describe('whose order is still being sent', () => {
    /** Runs `between` between the order and the push. @returns the phones that rang */
    async function promptsAfter(between: (network: NaiveNetwork, payment: { reference: string }) => unknown) {
      const network = await naive()
      const { shop } = network
      network.betweenOrderAndPush = async () => {
        const [row] = shop.query<{ id: string }>('select id from payment')
        await between(network, { reference: row?.id ?? '' })
      }
      await shop.cashier.pushes('0754123456', 10_000)
      await shop.advance({ minutes: 5 })
      return network.prompts
    }

    test('rings no phone for a payment that was voided', async () => {
      expect(await promptsAfter(({ shop }, payment) => shop.cashier.voids(payment))).toEqual([])
    })

    test('rings no phone for an attempt that another one replaced', async () => {
      const prompts = await promptsAfter(({ shop }, { reference }) =>
        shop.callServer('live', ({ store }) =>
          store.write(async tx => {
            const attempt = await findAttempt(tx, reference)
            assert(attempt, 'the first attempt has the id of its payment')
            await updateAttempt(tx, nextAttempt(attempt, unsent, shop.time.now()))
          }),
        ),
      )
      expect(prompts).toEqual([])
    })
  })

  test('rings no phone when its time is over', async () => {
    const { network } = await cutBetween({ expiresIn: 60, downSeconds: 120 })
    await network.shop.advance({ minutes: 5 })
    expect(network.prompts).toEqual([])
    expect(network.shop.query('select status from payment')).toEqual([{ status: 'expired' }])
  })
})

describe('a payment ends in its time', () => {
  test.each([
    ['a status check hangs', { answersCheck: () => new Promise<never>(() => {}) }],
    ['a status check throws', { answersCheck: () => Promise.reject(new TypeError('no JSON')) }],
    ['an amount is 0', { answersCheck: () => ({ kind: 'completed', amount: 0 }) }],
    ['an amount is no number', { answersCheck: () => ({ kind: 'completed', amount: Number.NaN }) }],
    ['an amount has cents', { answersCheck: () => ({ kind: 'completed', amount: 10_000.5 }) }],
  ] as const)('%s', async (_, change) => {
    const network = await naive()
    const { shop } = network
    const payment = await shop.cashier.asksForQr(10_000, { expiresIn: 60 })
    Object.assign(network, change)
    await shop.advance({ minutes: 5 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'expired', outcome_unknown: true })
    expect(shop.books()).toEqual({ network: 0, merchant: 0, held: 0, fees: 0, suspense: 0 })
  })

  test('its connection was removed', async () => {
    const network = await naive()
    const { shop } = network
    const payment = await shop.cashier.asksForQr(10_000, { expiresIn: 60 })
    network.isRemoved = true
    await shop.crash({ seconds: 1 })
    await shop.advance({ minutes: 5 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'expired', outcome_unknown: true })
  })
})

describe('two prompts', () => {
  const rings = { kind: 'rate_limit_exceeded' }

  test('of one payment never ring together: the second is refused until the first has passed', async () => {
    const network = await naive()
    const { shop } = network
    const payment = await shop.cashier.asksForQr(10_000)
    await shop.cashier.pushesToo(payment, '0754123456')
    for (const seconds of [0, 12, 17]) {
      await shop.advance({ seconds })
      await expect(shop.cashier.pushesToo(payment, '0754123456')).rejects.toMatchObject(rings)
    }
    await shop.advance({ seconds: 1 })
    await shop.cashier.pushesToo(payment, '0754123456')
    expect([...network.orders.values()].map(({ order }) => order.method)).toEqual(['qr', 'push', 'push'])
  })

  test('of one payment do not ring together after a power cut or a clock change either', async () => {
    const network = await naive()
    const { shop } = network
    const payment = await shop.cashier.asksForQr(10_000)
    await shop.cashier.pushesToo(payment, '0754123456')
    shop.setClock({ hours: 2 })
    await shop.crash({ seconds: 1 })
    await shop.advance({ seconds: 5 })
    await expect(shop.cashier.pushesToo(payment, '0754123456')).rejects.toMatchObject(rings)
    await shop.advance({ seconds: 26 })
    expect(await shop.cashier.pushesToo(payment, '0754123456')).toBe(true)
  })

  test('a client that pushes right after the creation gets the answer that the phone already rings', async () => {
    const network = await naive()
    const { shop } = network
    const payment = await shop.cashier.pushes('0754123456', 10_000)
    expect(await shop.cashier.pushesToo(payment, '0754123456')).toBe(false)
    expect(network.orders.size).toBe(1)
    await expect(shop.cashier.pushesToo(payment, '0713000111')).rejects.toMatchObject(rings)
  })

  test('a payment does not expire while its prompt rings', async () => {
    const network = await naive()
    const { shop } = network
    const payment = await shop.cashier.asksForQr(10_000, { expiresIn: 60 })
    await shop.advance({ seconds: 59 })
    await shop.cashier.pushesToo(payment, '0754123456')
    await shop.advance({ seconds: 20 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'pending' })
    network.newest().state = 'paid'
    await shop.advance({ minutes: 1 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'completed', late: false })
  })

  test('a push that certainly was not sent is 503', async () => {
    const network = await naive()
    const { shop } = network
    const payment = await shop.cashier.asksForQr(10_000)
    network.answersOrder = () => unsent
    await expect(shop.cashier.pushesToo(payment, '0754123456')).rejects.toMatchObject({
      kind: 'network_unavailable',
    })
    network.answersOrder = () => undefined
    await shop.cashier.pushesToo(payment, '0754123456')
  })
})

describe('what the customer pays with', () => {
  const qr = { type: 'dynamic-qr', amount: 10_000, key: 'k1' } as const

  test('that comes with a status check while the attempt is sent: the same key answers with it', async () => {
    const network = await naive()
    const { shop } = network
    network.answersOrder = () => ({ kind: 'pending' })
    await expect(shop.cashier.asks(qr)).rejects.toMatchObject({ kind: 'network_unavailable' })
    network.answersCheck = () => ({
      kind: 'pending',
      qr: 'QR!',
      externalReference: 'EXT1',
      token: '12345674',
    })
    await shop.advance({ minutes: 1 })
    const { status, payment } = await shop.cashier.asks(qr)
    expect([status, payment.payment_qr_code, payment.payment_token]).toEqual([201, 'QR!', '12345674'])
    expect(payment.external_reference).toBe('EXT1')
  })

  /** Loses the network's answer with the code, though the network has the order. */
  function losesAnswers(network: NaiveNetwork, times: number): void {
    const lost = new Set<string>()
    network.answersOrder = ({ networkReference }) => {
      if (lost.size === times) return undefined
      lost.add(networkReference)
      throw new TypeError('the line broke')
    }
    network.answersCheck = order =>
      lost.has(order.networkReference) && network.orders.get(order.networkReference)?.state === 'open'
        ? { kind: 'unknown', unpayable: true }
        : undefined
  }

  test('was lost with the answer: its key makes another order, and money for either counts', async () => {
    const network = await naive()
    const { shop } = network
    losesAnswers(network, 1)
    await expect(shop.cashier.asks(qr)).rejects.toMatchObject({ kind: 'network_unavailable' })
    const lost = network.newest()
    const { status, payment } = await shop.cashier.asks(qr)
    expect([status, network.orders.size]).toEqual([201, 2])
    expect(payment.payment_qr_code).toBe(`QR ${network.newest().order.networkReference}`)
    expect(attempts(network).map(({ state }) => state)).toEqual(['failed', 'sent'])
    network.newest().state = 'paid'
    await shop.advance({ minutes: 1 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'completed', late: false })
    lost.state = 'paid'
    await shop.advance({ days: 2 })
    expect(shop.books()).toMatchObject({ network: -20_000, suspense: 10_000 })
  })

  test('was lost with the answer of a push: the phone rings once, by another order', async () => {
    const network = await naive()
    const { shop } = network
    network.betweenOrderAndPush = async () => {}
    network.answersOrder = () => undefined
    losesAnswers(network, 1)
    const payment = await shop.cashier.pushes('0754123456', 10_000)
    expect(payment).toMatchObject({ outcome_unknown: true })
    network.prompts.splice(0)
    await shop.advance({ minutes: 2 })
    expect(network.prompts).toEqual([network.newest().order.networkReference])
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'pending', outcome_unknown: false })
  })

  test('is lost each time: no more than three orders, and the payment ends in its time', async () => {
    const network = await naive()
    const { shop } = network
    losesAnswers(network, Number.POSITIVE_INFINITY)
    await expect(shop.cashier.asks(qr)).rejects.toMatchObject({ kind: 'network_unavailable' })
    await shop.advance({ hours: 5 })
    expect(network.orders.size).toBe(3)
    expect(shop.query('select status from payment')).toEqual([{ status: 'expired' }])
  })

  test('was answered under a key: answered again when the network is gone', async () => {
    const network = await naive()
    const { shop } = network
    const { body } = await shop.cashier.asks(qr)
    network.isRemoved = true
    await shop.crash({ seconds: 1 })
    await shop.advance({ seconds: 5 })
    expect(await shop.cashier.asks(qr)).toMatchObject({ replayed: true, body })
    await expect(shop.cashier.asks({ ...qr, key: 'k2' })).rejects.toMatchObject({
      kind: 'method_unavailable',
    })
  })
})

describe('one receipt counts once', () => {
  const by: RequestedBy = { actor: staffActor('asha'), address: null }
  const confirms = ({ shop }: NaiveNetwork, { reference }: { reference: string }) =>
    shop.callServer('live', (appliance, account) =>
      confirmManually(
        appliance,
        account,
        reference,
        { reason: 'the phone says paid', receipt: 'REC12345' },
        { ...by, salesScope: {} },
      ),
    )
  const paid = (amount: number) => ({ kind: 'completed', amount, receipt: 'REC12345' }) as const

  test('money that waits confirms no payment manually, not its own either', async () => {
    const network = await naive()
    const { shop } = network
    const payment = await shop.cashier.asksForQr(10_000)
    network.answersCheck = () => paid(9_000)
    await shop.advance({ seconds: 30 })
    network.answersCheck = () => undefined
    const other = await shop.cashier.asksForQr(9_000)
    for (const one of [payment, other])
      await expect(confirms(network, one)).rejects.toMatchObject({ reason: 'receipt_used' })
    expect(shop.books()).toMatchObject({ network: -9_000, suspense: 9_000 })
  })

  test('that confirmed another payment manually: the network’s payment is booked, and the log reports both', async () => {
    const network = await naive()
    const { shop } = network
    const payment = await shop.cashier.asksForQr(10_000)
    const { order } = network.newest()
    const other = await shop.cashier.asksForQr(10_000)
    await confirms(network, other)
    network.answersCheck = asked =>
      asked.networkReference === order.networkReference ? paid(10_000) : undefined
    await shop.advance({ minutes: 1 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'completed' })
    expect(shop.log.filter(({ level }) => level === 'error')).toMatchObject([
      { message: 'one receipt paid for two payments', facts: { isManual: true } },
    ])
  })

  test('that the network names for two payments is no answer for the second', async () => {
    const network = await naive()
    const { shop } = network
    const payment = await shop.cashier.asksForQr(10_000)
    const other = await shop.cashier.asksForQr(10_000)
    network.answersCheck = () => paid(10_000)
    await shop.advance({ minutes: 1 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'completed' })
    expect(await shop.cashier.sees(other)).toMatchObject({ status: 'pending', outcome_unknown: true })
    expect(shop.books().network).toBe(-10_000)
  })

  test('of money that was paid twice is no answer for another payment', async () => {
    const network = await naive()
    const { shop } = network
    const payment = await shop.cashier.asksForQr(10_000)
    await shop.cashier.pushesToo(payment, '0754123456')
    network.answersCheck = order =>
      order.method === 'qr' ? { ...paid(10_000), receipt: 'FIRST' } : paid(10_000)
    await shop.advance({ minutes: 1 })
    const other = await shop.cashier.asksForQr(10_000)
    network.answersCheck = () => paid(10_000)
    await shop.advance({ minutes: 1 })
    expect(await shop.cashier.sees(other)).toMatchObject({ status: 'pending', outcome_unknown: true })
    expect(shop.books()).toMatchObject({ network: -20_000, suspense: 10_000 })
    const items = await shop.callServer('live', ({ store }, { id }) =>
      attentionItemsOf(store.read, id, shop.time.now(), 'account'),
    )
    expect(items.unknown).toEqual({ payments: 1, payouts: 0, refunds: 0 })
    expect(shop.log.filter(({ level }) => level === 'error')[0]).toMatchObject({
      message: 'one receipt paid for two payments',
      facts: { payment: other.reference, other: payment.reference, isManual: false },
    })
  })

  test('of an order that was pushed twice is one payment', async () => {
    const network = await naive()
    const { shop } = network
    const payment = await shop.cashier.asksForQr(10_000)
    await shop.cashier.pushesToo(payment, '0754123456')
    network.answersCheck = () => paid(10_000)
    await shop.advance({ minutes: 1 })
    expect(await shop.cashier.sees(payment)).toMatchObject({ status: 'completed' })
    expect(shop.books()).toMatchObject({ network: -10_000, suspense: 0 })
  })
})

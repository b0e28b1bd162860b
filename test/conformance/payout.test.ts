// What every connector must do when it pays out, over flow, connector and network: a recipient is paid once,
// money comes back only after a certain "no", and each rail is asked about its own payouts.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { qr } from '../kit/endpoint.ts'
import { at, paymentOf } from '../kit/endpoint-answer.ts'
import { balanceOf, bankAccount, wallet } from '../kit/endpoint-money.ts'
import { lineFaults } from '../kit/faulty-line.ts'
import { type Bench, merchantOf, openBench } from './bench.ts'
import { connectors } from './connector.ts'

const minutes = 60

describe.each(connectors)('%s', (_, connector) => {
  let bench: Bench
  let merchant: ReturnType<typeof merchantOf>
  beforeAll(async () => {
    bench = await openBench(connector)
    merchant = merchantOf(bench)
    const asked = await merchant.asks({ ...qr, details: { amount: 3_000_000, currency: 'TZS' } })
    bench.network.decide(await merchant.orderOf(paymentOf(asked).reference), 'paid')
    await merchant.waits(10)
  })
  afterAll(() => bench.close())
  beforeEach(() => {
    bench.line.mend()
    bench.network.revoke(false)
    bench.network.decideNextPayout('paid')
  })

  const available = async () => (await balanceOf(bench.shop, 'live')).available

  test.each([
    ['a wallet', wallet],
    ['a bank account', bankAccount],
  ])('to %s: paid at once', async (_, json) => {
    const payout = await merchant.paysOut(json)
    expect(await merchant.seesPayout(payout)).toMatchObject({ status: 'completed' })
    expect(bench.network.paidOut(payout)).toBe(1)
    expect(await merchant.events(payout.reference, 'payout.completed')).toBe(1)
  })

  test.each([
    ['a wallet', wallet],
    ['a bank account', bankAccount],
  ])('to %s, in progress, then paid: its own rail is asked', async (_, json) => {
    bench.network.decideNextPayout('later')
    const payout = await merchant.paysOut(json)
    await merchant.waits(5 * minutes)
    expect(await merchant.seesPayout(payout)).toMatchObject({ status: 'pending' })
    bench.network.decidePayout(payout, 'paid')
    await merchant.waits(10 * minutes)
    expect(await merchant.seesPayout(payout)).toMatchObject({ status: 'completed' })
  })

  const nameOf = async (query: Record<string, string>) => {
    const path = `/v1/payouts/name?${new URLSearchParams(query)}`
    return at(await bench.shop.request({ as: 'live', path }), 'data.name')
  }
  test('the name behind a wallet and behind an account; none where the network names none', async () => {
    const phone = { channel: 'mobile', recipient_phone: '0713000111' }
    const account = { channel: 'bank', recipient_bank: 'CRDB', recipient_account: '0150-123456789' }
    expect(await nameOf(phone)).toBe('ASHA JUMA')
    expect(await nameOf(account)).toBe('DUKA LA ASHA')
    expect(await nameOf({ ...phone, recipient_phone: '0713000000' })).toBeNull()
    expect(await nameOf({ ...account, recipient_account: '0150000' })).toBeNull()
    bench.network.revoke(true)
    expect(await nameOf(phone)).toBeNull()
    bench.network.revoke(false)
    for (const fault of lineFaults) {
      bench.line.breaks(fault)
      expect([fault, await nameOf(phone)]).toEqual([fault, null])
    }
    bench.line.mend()
    // Repeats of dropped requests have used up the network's current limit.
    bench.shop.advance(30_000)
    expect(await nameOf(phone)).toBe('ASHA JUMA')
  })

  test('refused by the network: the money is back', async () => {
    const before = await available()
    bench.network.decideNextPayout('declined')
    const payout = await merchant.paysOut(wallet)
    expect(await merchant.seesPayout(payout)).toMatchObject({
      status: 'failed',
      failure_reason: 'recipient_not_found',
    })
    expect(await available()).toBe(before)
  })

  test('an unclear answer, then paid: the money is never given back in between', async () => {
    const before = await available()
    bench.network.decideNextPayout('unclear')
    const payout = await merchant.paysOut(wallet)
    await merchant.waits(60 * minutes)
    expect(await merchant.seesPayout(payout)).toMatchObject({ status: 'pending' })
    expect(await available()).toBeLessThan(before)
    bench.network.decidePayout(payout, 'paid')
    await merchant.waits(10 * minutes)
    expect(await merchant.seesPayout(payout)).toMatchObject({ status: 'completed' })
    expect(bench.network.paidOut(payout)).toBe(1)
  })

  test.each(lineFaults.filter(fault => fault.startsWith('done')).map(fault => [fault] as const))(
    'the network pays (%s): paid once, known by the next check',
    async fault => {
      bench.line.breaks(fault)
      const payout = await merchant.paysOut(bankAccount)
      expect(await merchant.seesPayout(payout)).toMatchObject({ status: 'pending' })
      const sent = bench.line.requests.filter(request => request.startsWith('POST')).length
      bench.line.mend()
      await merchant.waits(10 * minutes)
      expect(await merchant.seesPayout(payout)).toMatchObject({ status: 'completed' })
      expect(bench.line.requests.filter(request => request.startsWith('POST'))).toHaveLength(sent)
      expect(bench.network.paidOut(payout)).toBe(1)
    },
  )

  test.each(['lost', '503'] as const)(
    'the request never arrives (%s): given back only when it can no longer arrive',
    async fault => {
      const before = await available()
      bench.line.breaks(fault)
      const payout = await merchant.paysOut(wallet)
      bench.line.mend()
      await merchant.waits(2 * minutes)
      expect(await merchant.seesPayout(payout)).toMatchObject({ status: 'pending' })
      await merchant.waits(20 * minutes)
      expect(await merchant.seesPayout(payout)).toMatchObject({ status: 'failed' })
      expect(await available()).toBe(before)
      expect(bench.network.paidOut(payout)).toBe(0)
    },
  )

  test('revoked credentials: nothing is sent, and what is under way waits', async () => {
    bench.network.decideNextPayout('later')
    const open = await merchant.paysOut(wallet)
    bench.network.revoke(true)
    const refused = await merchant.paysOut(wallet)
    expect(await merchant.seesPayout(refused)).toMatchObject({ status: 'failed' })
    await merchant.waits(10 * minutes)
    expect(await merchant.seesPayout(open)).toMatchObject({ status: 'pending' })
    bench.network.revoke(false)
    bench.network.decidePayout(open, 'paid')
    await merchant.waits(10 * minutes)
    expect(await merchant.seesPayout(open)).toMatchObject({ status: 'completed' })
  })
})

// Reconciliation over the API and the fake Selcom: a day with planted differences finds each one and no
// other; each leads to its cure; settlement files, the CSV, the night, and a silent network.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { requestedByServer } from '../../src/domain/actor.ts'
import { connectNetwork } from '../../src/flow/network.ts'
import { realNet } from '../../src/net/net.ts'
import { listAttempts } from '../../src/store/attempt.ts'
import { putJob } from '../../src/store/job.ts'
import { findPayout } from '../../src/store/payout.ts'
import type { DifferenceView, ReconciliationView } from '../../src/wire/reconciliation.ts'
import type { RefundView } from '../../src/wire/refund.ts'
import { openEndpointShop } from '../kit/endpoint.ts'
import { at, errorBody, paymentOf, textAt } from '../kit/endpoint-answer.ts'
import { payoutOf, wallet } from '../kit/endpoint-money.ts'
import { openSelcom, selcomCredentials, selcomRequest } from '../kit/selcom.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const path = '/api/v1/reconciliation'
const as = 'owner of live'
let isLineUp = true

let now = () => 0
const selcom = await openSelcom({ now: () => now(), after: () => {}, callBack: async () => {} })
const shop = await openEndpointShop({ networkAddresses: { selcom: selcom.url } })
const { appliance, accounts } = shop
now = appliance.world.clock.now
const { net } = appliance.world
const { request } = net
const real = realNet()
net.request = async call => {
  if (!call.url.startsWith(selcom.url)) return request(call)
  return isLineUp ? real.request(call) : { kind: 'unreachable', error: 'no line', tookMs: 0 }
}
const credentials = { credentials: { ...selcomCredentials, refunds: 'true' } }
await connectNetwork(appliance, accounts.live, 'selcom', credentials, requestedByServer)
afterAll(async () => {
  await shop.close()
  selcom.close()
})
/** Each test has a day of its own. */
beforeEach(async () => {
  isLineUp = true
  shop.advance(dayMs)
  await shop.work()
})

const dateOf = (time: number) => new Date(time + 3 * hourMs).toISOString().slice(0, 10)
const today = () => dateOf(shop.appliance.world.clock.now())
const steer = (reference: string, json: object) => selcom.fake.steer(reference, json)
async function sell(amount: number) {
  const json = { payment_type: 'dynamic-qr', details: { amount, currency: 'TZS' } }
  const { reference } = paymentOf(await shop.request({ as: 'live', path: '/v1/payments', json }))
  const [attempt] = await listAttempts(shop.appliance.store.read, reference)
  return { reference, order: attempt?.networkReference ?? '', amount }
}
/** Makes a sale whose money both sides have. */
async function sold(amount: number) {
  const sale = await sell(amount)
  steer(sale.order, { answer: 'COMPLETED' })
  shop.advance(10_000)
  await shop.work()
  expect(await statusOf(sale.reference)).toBe('completed')
  return sale
}
async function paidOut(amount: number) {
  const answer = await shop.request({ as: 'live', path: '/v1/payouts/send', json: { ...wallet, amount } })
  const { reference } = payoutOf(answer)
  const payout = await findPayout(shop.appliance.store.read, reference)
  return { reference, order: payout?.networkReference ?? '', amount }
}
const statusOf = async (reference: string) =>
  paymentOf(await shop.request({ as: 'live', path: `/v1/payments/${reference}` })).status
/** Creates an order of this contract that another system made, and its customer paid. */
async function strangeOrder(id: string, amount: number): Promise<void> {
  const order = {
    vendor: selcomCredentials.vendor,
    order_id: id,
    buyer_email: 'a@example.com',
    buyer_name: 'Asha',
    buyer_phone: '255754000111',
    amount,
    currency: 'TZS',
    no_of_items: 1,
  }
  await selcomRequest(selcom.url, ['POST', '/checkout/create-order-minimal'], order)
  steer(id, { answer: 'COMPLETED', callback: false })
}

async function reconcile(date = today()): Promise<ReconciliationView> {
  const answer = await shop.request({ as, path: `${path}?date=${date}` })
  expect({ status: answer.status, text: answer.text }).toEqual({ status: 200, text: answer.text })
  return at(answer, 'data') as ReconciliationView
}
const all = (day: ReconciliationView): DifferenceView[] => [
  ...day.missing_here,
  ...day.missing_there,
  ...day.other_amount,
  ...day.other_state,
  ...day.refund_missing_here,
]
/** Returns the result, our reference or the network's, and both amounts of each difference. */
const said = (day: ReconciliationView) =>
  all(day)
    .map(({ result, here, there }) =>
      [result, here?.reference ?? there?.reference, here?.amount ?? '-', there?.amount ?? '-'].join(' '),
    )
    .toSorted()
const cure = (id: string, what: string, json?: object) =>
  shop.request({ as, method: 'POST', path: `${path}/differences/${id}/${what}`, ...(json ? { json } : {}) })

/** Makes a day with every kind of difference. */
async function plantedDay() {
  const good = [await sold(20_000), await sold(2_000), await sold(3_000)]
  const lost = await sold(4_000)
  const less = await sold(5_000)
  const reversed = await sold(6_000)
  const unbooked = await sell(7_000)
  await sell(8_000)
  await paidOut(5_000)
  const lostPayout = await paidOut(5_500)
  steer(lost.order, { answer: 'FORGOTTEN' })
  steer(less.order, { answer: 'COMPLETED', amount: 4_900, again: true })
  steer(reversed.order, { answer: 'CANCELLED', again: true })
  steer(unbooked.order, { answer: 'COMPLETED', callback: false })
  steer(lostPayout.order, { answer: 'REJECTED' })
  await strangeOrder(`WEB${good[0]?.order}`, 9_000)
  const planted = [
    `missing_here WEB${good[0]?.order} - 9000`,
    `missing_there ${lost.reference} 4000 -`,
    `other_amount ${less.reference} 5000 4900`,
    `other_state ${lostPayout.reference} 5500 -`,
    `other_state ${reversed.reference} 6000 -`,
    `other_state ${unbooked.reference} 7000 7000`,
  ]
  // While an order may be on its way, "not found" is no answer.
  shop.advance(400_000)
  return { lost, unbooked, planted: planted.toSorted() }
}

describe('a day with planted differences', () => {
  test('finds each one and no other', async () => {
    const { planted } = await plantedDay()
    const day = await reconcile()
    expect(said(day)).toEqual(planted)
    expect(day).toMatchObject({
      date: today(),
      running: false,
      matched: { count: 4, amount: 30_000 },
      unpaid: 1,
      unanswered: 0,
      cured: [],
      capped: false,
      networks: [{ network: 'selcom', title: 'Selcom', source: 'network', error: null }],
      days: [{ date: today(), open: 6 }],
    })
    expect(said(await reconcile())).toEqual(planted)
    const overview = await shop.request({ as, path: '/api/v1/overview' })
    expect(at(overview, 'data.attention.differences')).toEqual({ count: 6, date: today() })
  })

  test('each leads to its cure', async () => {
    const { unbooked, lost } = await plantedDay()
    const before = await reconcile()
    const of = (reference: string) => all(before).find(({ here }) => here?.reference === reference)?.id ?? ''

    const settled = await cure(of(unbooked.reference), 'check')
    expect(at(settled, 'data')).toMatchObject({ state: 'cured', result: 'other_state' })
    expect(await statusOf(unbooked.reference)).toBe('completed')

    expect(at(await cure(of(lost.reference), 'check'), 'data')).toMatchObject({ state: 'open' })
    const note = { note: 'Selcom confirmed it by e-mail' }
    const seen = await cure(of(lost.reference), 'seen', note)
    expect(at(seen, 'data')).toMatchObject({ state: 'seen', seen_by: { name: 'asha' }, ...note })
    expect((await cure(of(lost.reference), 'seen', note)).json).toMatchObject(
      errorBody('invalid_state', 'difference_ended'),
    )
    const log = await shop.request({ as, path: '/api/v1/audit-log?kind=difference.seen' })
    expect(at(log, 'data.items.0')).toMatchObject({
      subject: of(lost.reference),
      detail: { result: 'missing_there', network: 'selcom', for: lost.reference, ...note },
    })

    const after = await reconcile()
    const states = all(after).map(({ state }) => state)
    expect(states.toSorted()).toEqual(['open', 'open', 'open', 'open', 'seen'])
    expect(after.cured.map(({ here }) => here?.reference)).toEqual([unbooked.reference])
    expect(after.days[0]).toEqual({ date: today(), open: 4 })
  })

  test('money of an unknown order is asked about with its whole day', async () => {
    await strangeOrder('WEBX1', 9_100)
    const [difference] = all(await reconcile())
    steer('WEBX1', { answer: 'FORGOTTEN' })
    expect(at(await cure(difference?.id ?? '', 'check'), 'data')).toMatchObject({
      state: 'cured',
      result: 'missing_here',
    })
  })

  test('of other days and accounts do not show', async () => {
    await strangeOrder('WEBY1', 9_200)
    const date = today()
    shop.advance(dayMs)
    expect(said(await reconcile())).toEqual([])
    const [{ id } = { id: '' }] = all(await reconcile(date))
    expect(id).not.toBe('')
    for (const what of ['check', 'seen'])
      expect(
        (
          await shop.request({
            as: 'owner',
            path: `${path}/differences/${id}/${what}`,
            json: { note: 'Not mine' },
          })
        ).json,
      ).toMatchObject(errorBody('not_found', 'difference_not_found'))
  })
})

describe('a silent network', () => {
  test('is no difference, and what was found stays', async () => {
    await strangeOrder('WEBZ1', 9_300)
    const sale = await sold(3_100)
    expect(said(await reconcile())).toEqual(['missing_here WEBZ1 - 9300'])
    isLineUp = false
    const day = await reconcile()
    expect(said(day)).toEqual(['missing_here WEBZ1 - 9300'])
    expect(day).toMatchObject({
      matched: { count: 0 },
      unanswered: 1,
      networks: [{ error: 'network_silent' }],
    })
    isLineUp = true
    steer(sale.order, { answer: 'FORGOTTEN' })
    shop.advance(400_000)
    const id = all(await reconcile()).find(({ here }) => here?.reference === sale.reference)?.id ?? ''
    isLineUp = false
    expect((await cure(id, 'check')).json).toMatchObject(
      errorBody('network_unavailable', 'difference_unanswered'),
    )
  })

  test('the night asks again until it has answered, and then no more', async () => {
    await strangeOrder('WEBN1', 9_400)
    const date = today()
    const rows = async () => {
      const answer = await shop.request({ as, path: `${path}.csv?date=${date}` })
      return answer.text.split('\r\n').filter(row => row.includes('WEBN1')).length
    }
    isLineUp = false
    const { store, world } = shop.appliance
    await store.write(tx => putJob(tx, 'reconciliation.run', 'all', world.clock.now()))
    shop.advance(dayMs)
    await shop.work()
    expect(await rows()).toBe(0)
    isLineUp = true
    shop.advance(hourMs)
    await shop.work()
    expect(await rows()).toBe(1)
    // A day that was compared after its end keeps its result.
    isLineUp = false
    expect((await reconcile(date)).networks[0]).toMatchObject({ error: null })
    const forced = await shop.request({ as, path, json: { date } })
    expect(at(forced, 'data.networks.0')).toMatchObject({ error: 'network_silent' })
  })

  test('a page view asks again for as long as the night does, and then only a person', async () => {
    await strangeOrder('WEBW1', 9_500)
    const date = today()
    const isSilent = async () => (await reconcile(date)).networks[0]?.error === 'network_silent'
    isLineUp = false
    shop.advance(dayMs)
    expect(await isSilent()).toBe(true)
    isLineUp = true
    expect(await isSilent()).toBe(false)
    isLineUp = false
    await shop.request({ as, path, json: { date } })
    isLineUp = true
    shop.advance(8 * dayMs)
    expect(await isSilent()).toBe(true)
    const forced = await shop.request({ as, path, json: { date } })
    expect(at(forced, 'data.networks.0')).toMatchObject({ error: null })
  })
})

describe('a settlement file', () => {
  const upload = (raw: string | Uint8Array<ArrayBuffer>, query: string) =>
    shop.request({ as, path: `${path}/file?${query}`, raw, headers: { 'content-type': 'text/csv' } })

  test('finds what the network’s own list would', async () => {
    const same = await sold(2_100)
    const less = await sold(2_200)
    const missing = await sold(2_300)
    const date = today()
    const rows = [
      'order_id,creation_date,amount,payment_status,reference',
      `${same.order},${date} 12:00:00,"2,100.00",COMPLETED,S1`,
      `${less.order},${date} 12:00:00,2100,COMPLETED,S2`,
      `WEBF1,${date} 12:00:00,9500,COMPLETED,S3`,
      `WEBF2,2026-01-01 12:00:00,9500,COMPLETED,S4`,
      `WEBF3,${date} 12:00:00,many,COMPLETED,S5`,
    ]
    const answer = await upload(rows.join('\n'), `network=selcom&date=${date}`)
    expect(answer.json).toMatchObject({ data: { rows: 3, other_days: 1, unreadable: 1 } })
    const day = await reconcile()
    expect(said(day)).toEqual(
      [
        'missing_here WEBF1 - 9500',
        `missing_there ${missing.reference} 2300 -`,
        `other_amount ${less.reference} 2200 2100`,
      ].toSorted(),
    )
    expect(day.networks.map(({ source, matched }) => [source, matched.count])).toEqual([
      ['file', 1],
      ['network', 3],
    ])
    const corrected = rows.slice(0, 3).join('\n').replace(',2100,', ',2200,')
    await upload(`${corrected}\n${missing.order},${date},2300,COMPLETED,S6`, `network=selcom&date=${date}`)
    expect(said(await reconcile())).toEqual([])
  })

  test('of payouts leaves the differences of collections as they are, and the other way round', async () => {
    const sale = await sold(20_000)
    const payout = await paidOut(5_000)
    const date = today()
    const fileOf = (...rows: string[]) =>
      upload(['order_id,date,amount', ...rows].join('\n'), `network=selcom&date=${date}`)
    const sales = [`${sale.order},${date},19000`, `WEBC1,${date},50000`]
    await fileOf(...sales)
    const ofSales = ['missing_here WEBC1 - 50000', `other_amount ${sale.reference} 20000 19000`]
    expect(said(await reconcile())).toEqual(ofSales)
    const payouts = [`${payout.order},${date},5000`, `WEBP1,${date},700`]
    await fileOf(...payouts)
    const ofPayouts = ['missing_here WEBP1 - 700']
    expect(said(await reconcile())).toEqual([...ofSales, ...ofPayouts].toSorted())
    await fileOf(`${sale.order},${date},20000`)
    expect(said(await reconcile())).toEqual(ofPayouts)
    await fileOf(`${payout.order},${date},5000`)
    expect(said(await reconcile())).toEqual([])
    // A file of payouts that other software made.
    await fileOf(`WEBC2,${date},50000`, `${sale.order},${date},20000`)
    await fileOf(`WEBP2,${date},-700`)
    expect(said(await reconcile())).toEqual([
      'missing_here WEBC2 - 50000',
      'missing_here WEBP2 - -700',
      `missing_there ${payout.reference} 5000 -`,
    ])
  })

  test('has a refund on the day on which it was sent, not on that of its creation', async () => {
    const sale = await sold(20_000)
    const json = { amount: 5_000, reason: 'Torn', way: 'payout' }
    const refunds = `/v1/payments/${sale.reference}/refunds`
    const { id } = at(await shop.request({ as: 'live', path: refunds, json }), 'data') as RefundView
    const [created, payout] = [today(), await paidOut(5_000)]
    shop.advance(dayMs)
    const recipient = { phone: '0713 000 111' }
    await shop.request({ as: 'live', path: `/v1/refunds/${id}/recipient`, json: recipient })
    await shop.work()
    const refund = await findPayout(shop.appliance.store.read, id)
    expect(refund?.status).toBe('completed')
    const fileOf = (date: string, order = '') =>
      upload(`order_id,date,amount\n${order},${date},5000`, `network=selcom&date=${date}`)
    await fileOf(created, payout.order)
    expect(said(await reconcile(created))).toEqual([])
    expect((await fileOf(today(), refund?.networkReference)).json).toMatchObject({
      data: { rows: 1, other_days: 0 },
    })
    expect(said(await reconcile())).toEqual([])
  })

  test('with money taken back, also of an earlier day, in any encoding', async () => {
    const earlier = await sold(2_700)
    shop.advance(dayMs)
    await shop.work()
    const [kept, back] = [await sold(2_500), await sold(2_600)]
    const date = today()
    const rows = [
      'order_id;amount;date;name',
      `${kept.order};2.500,00;${date};Café`,
      `${back.order};2.600,00;${date};`,
      `${back.order};-2.600,00;${date};`,
      `${earlier.order};-2.700,00;${date};`,
    ]
    const query = `network=selcom&date=${date}`
    for (const bytes of [
      Buffer.from(rows.join('\n'), 'latin1'),
      Buffer.from(`\ufeff${rows.join('\r\n')}`, 'utf16le'),
    ]) {
      const answer = await upload(bytes, query)
      expect(answer.json).toMatchObject({
        data: { rows: 4, other_days: 0, unreadable: 0, unreadable_causes: [] },
      })
      expect(said(await reconcile(date))).toEqual(
        [
          `refund_missing_here ${back.reference} 2600 2600`,
          `refund_missing_here ${earlier.reference} 2700 2700`,
        ].toSorted(),
      )
    }
    await upload(rows.slice(0, 3).join('\n'), query)
    expect(said(await reconcile(date))).toEqual([])
  })

  test('with more taken back than we refunded: asking the network again ends no such difference', async () => {
    const sale = await sold(5_000)
    await sold(50_000)
    const refunds = `/v1/payments/${sale.reference}/refunds`
    const json = { amount: 2_000, reason: 'Torn', way: 'network' }
    const refund = at(await shop.request({ as: 'live', path: refunds, json }), 'data') as RefundView
    await shop.work()
    const order = (await findPayout(shop.appliance.store.read, refund.id))?.networkReference ?? ''
    const date = today()
    const rows = [
      'order_id,amount,date',
      `${sale.order},5000,${date}`,
      `${sale.order},-2000,${date}`,
      `${order},-2000,${date}`,
    ]
    await upload(rows.join('\n'), `network=selcom&date=${date}`)
    const found = all(await reconcile(date)).filter(({ here }) => here?.reference === sale.reference)
    expect(found).toMatchObject([{ result: 'refund_missing_here' }])
    expect(at(await cure(found[0]?.id ?? '', 'check'), 'data')).toMatchObject({ state: 'open' })
  })

  test('whose cells a spreadsheet changed is reported, and invents no difference', async () => {
    const [sale, odd] = [await sold(2_800), await sold(2_900)]
    const date = today()
    const query = `network=selcom&date=${date}`
    const rows = [
      'order_id,receipt,amount,date,status',
      `${sale.order},2.82509E+13,2800,${date},COMPLETED`,
      `,2.82509E+13,2900,${date},COMPLETED`,
      `,2.82509E+13,3900,${date},COMPLETED`,
      `WEBU1,S1,4900,someday,COMPLETED`,
      `${odd.order},S2,2900,${date},COMPLETED`,
      `${odd.order},S2,2900,${date},UNKNOWN`,
    ]
    const answer = await upload(rows.join('\n'), query)
    expect(answer.json).toMatchObject({
      data: {
        rows: 1,
        unreadable: 5,
        unreadable_causes: [
          { cause: 'number_rounded', rows: 3, first_row: 2 },
          { cause: 'date', rows: 1, first_row: 5 },
          { cause: 'state', rows: 1, first_row: 7 },
        ],
      },
    })
    const day = await reconcile(date)
    expect(said(day)).toEqual([])
    expect(day.networks.find(({ source }) => source === 'file')).toMatchObject({
      matched: { count: 1 },
      unanswered: 1,
    })
    const none = await upload('receipt,amount\n2.82509E+13,500\n2.82509E+13,600', query)
    expect(none.json).toMatchObject(errorBody('validation_error', 'settlement_file_rows_unreadable'))
  })

  test.each([
    ['name,age\nAsha,30', 'network=selcom&date=2026-11-21', 'settlement_file_unreadable'],
    [
      'order_id,amount,date\nX1,500,2025-01-01',
      'network=selcom&date=2026-11-21',
      'settlement_file_other_day',
    ],
    ['order_id,amount\nX1,500', 'network=relay&date=2026-11-21', 'network_not_connected'],
    ['order_id,amount\nX1,500', 'network=selcom', 'required'],
    ['order_id,amount\nX1,500', 'date=2026-11-21', 'required'],
    ['order_id,amount\nX1,500', 'network=selcom&date=21-11-2026', 'day_malformed'],
    ['x'.repeat(8_388_609), 'network=selcom&date=2026-11-21', 'body_too_large'],
  ])('%.20j is refused', async (raw, query, reason) => {
    expect(textAt(await upload(raw, query), 'reason')).toBe(reason)
  })
})

test('the CSV has each difference, and a formula is none', async () => {
  await strangeOrder('=cmd()', 9_600)
  await reconcile()
  const answer = await shop.request({ as, path: `${path}.csv` })
  expect(answer.headers.get('content-disposition')).toContain('reconciliation-')
  const row = answer.text.split('\r\n').find(one => one.includes('cmd'))
  expect(row).toContain(`"missing_here","open",,,"'=cmd()"`)
})

test('a practice account compares with the simulator, and a day ahead is empty', async () => {
  await shop.make()
  const answer = await shop.request({ as: 'owner', path })
  expect(at(answer, 'data')).toMatchObject({ unanswered: 0, unpaid: 1, networks: [{ network: 'simulator' }] })
  expect(await reconcile('2030-01-01')).toMatchObject({ networks: [], matched: { count: 0 } })
})

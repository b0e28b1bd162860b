// A session's one payment: tries that fail, wait, are abandoned or stay unknown; completion, expiry, cancel
// and late money; and what the merchant receives, sees in lists and counts right after each.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { at, errorBody, textAt } from '../kit/endpoint-answer.ts'
import { openOtherAccount } from '../kit/endpoint-money.ts'
import { openShopOnNodes } from '../kit/endpoint-nodes.ts'
import {
  allMethods,
  byPush,
  openSession,
  order,
  ownAmount,
  postForm,
  totalsOf,
  webhookTypes,
} from '../kit/endpoint-session.ts'

const shop = await openShopOnNodes()
afterAll(() => shop.close())
beforeEach(async () => {
  // Pushes to one number are counted as long.
  shop.advance(3_600_000)
  await shop.work()
  shop.dispatches.splice(0)
})

const hook = { webhook_url: 'http://192.168.1.20/hook', redirect_url: 'https://shop.example/thanks' }
const make = (json: object = {}) => openSession(shop, { ...order, ...allMethods, ...hook, ...json })
/** Opens a session in its own account, so that its totals are this test's. */
const makeInOwnAccount = async (json: object = {}) => {
  await openOtherAccount(shop, {})
  return openSession(shop, { ...order, ...allMethods, ...hook, ...json }, 'other')
}
const qr = { payment_method: 'qr' }
const card = { payment_method: 'card' }
const silent = { ...byPush, customer_phone: '0754 000 129' }
const conflict = { code: 409, ...errorBody('conflict') }

describe('an attempt', () => {
  test('that failed leaves the payment pending and sends no webhook; the next is allowed immediately, and pays the one payment', async () => {
    const customer = await makeInOwnAccount()
    await customer.tries()
    const { payment_reference } = await customer.get()
    await customer.declines()
    expect(await customer.status()).toMatchObject({
      status: 'active',
      state: 'form',
      attempt: { status: 'failed', failure_reason: 'insufficient_balance' },
    })
    expect(await customer.payment()).toMatchObject({ status: 'pending', failure_reason: null })
    expect(webhookTypes(shop)).toEqual([])
    expect(await totalsOf(shop, 'other')).toEqual({ sessions: { active: 1 }, payments: { pending: 1 } })
    await customer.tries({ ...byPush, customer_phone: '0655 123 456' })
    expect((await customer.get()).payment_reference).toBe(payment_reference)
    await customer.approves()
    expect(await customer.payment()).toMatchObject({
      status: 'completed',
      channel: { provider: 'mixx' },
      customer: { phone: '+255655123456' },
    })
    expect(webhookTypes(shop)).toEqual(['payment.completed'])
    expect(await totalsOf(shop, 'other')).toEqual({ sessions: { completed: 1 }, payments: { completed: 1 } })
  })

  test.each([
    ['mobile_money', byPush],
    ['qr', qr],
    ['card', card],
  ])('that waits (%s) blocks any other: 409', async (_, json) => {
    const customer = await make()
    await customer.tries(json)
    for (const other of [byPush, qr, card]) expect((await customer.pay(other)).json).toMatchObject(conflict)
    expect((await (await make()).pay()).status).toBe(200)
  })

  test('whose time is over waits for the network only: the customer can try again', async () => {
    const customer = await make()
    const { expires_at } = await customer.tries()
    expect((await customer.status()).attempt?.expires_at).toBe(expires_at)
    shop.advance(179_999)
    expect((await customer.pay()).json).toMatchObject(conflict)
    shop.advance(1)
    expect((await customer.status()).state).toBe('form')
    expect((await customer.pay()).status).toBe(200)
  })

  test('with an unknown outcome blocks every other until it is known', async () => {
    const customer = await make()
    const { attempt_id } = await customer.tries(silent)
    shop.advance(2_000)
    await shop.work()
    expect(await customer.status()).toMatchObject({
      status: 'active',
      state: 'unknown',
      attempt: { status: 'unknown' },
    })
    expect((await customer.payment()).outcome_unknown).toBe(true)
    for (const json of [byPush, qr, card]) expect((await customer.pay(json)).json).toMatchObject(conflict)
    expect((await customer.giveUp(attempt_id)).json).toMatchObject(conflict)
    await customer.declines()
    expect(await customer.payment()).toMatchObject({ status: 'pending', outcome_unknown: false })
    expect((await customer.pay()).status).toBe(200)
    expect(webhookTypes(shop)).toEqual([])
  })

  test('by many in parallel is one', async () => {
    const customer = await makeInOwnAccount()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => customer.pay([byPush, qr, card][index % 3])),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 409),
    ])
    expect(await totalsOf(shop, 'other')).toEqual({ sessions: { active: 1 }, payments: { pending: 1 } })
  })

  test('by another method or amount changes the payment, its list and its totals with it', async () => {
    const customer = await makeInOwnAccount({ ...ownAmount, amount: undefined })
    const total = async (type: string) =>
      at(await shop.request({ as: 'other', path: `/v1/payments?payment_type=${type}` }), 'data.total')
    const { attempt_id } = await customer.tries({ ...byPush, amount: 1_000 })
    expect([await total('mobile'), await total('dynamic-qr')]).toEqual([1, 0])
    await customer.giveUp(attempt_id)
    const { payment_qr_code } = await customer.tries({ ...qr, amount: 9_000 })
    const payment = await customer.payment()
    expect(payment).toMatchObject({
      payment_type: 'dynamic-qr',
      amount: { value: 9_000 },
      payment_qr_code,
      channel: { type: 'qr' },
    })
    expect([await total('mobile'), await total('dynamic-qr')]).toEqual([0, 1])
    await customer.approves()
    expect(await customer.payment()).toMatchObject({
      status: 'completed',
      settlement: { gross: { value: 9_000 } },
    })
  })
})

describe('cancelling an attempt', () => {
  test('leaves the session open for another immediately; a repetition changes nothing', async () => {
    const customer = await makeInOwnAccount()
    const { attempt_id } = await customer.tries()
    for (let count = 0; count < 2; count++)
      expect((await customer.giveUp(attempt_id)).json).toEqual({
        status: 'success',
        code: 200,
        message: expect.any(String),
      })
    expect(await customer.status()).toMatchObject({
      status: 'active',
      state: 'form',
      attempt: { status: 'cancelled' },
    })
    expect(await totalsOf(shop, 'other')).toEqual({ sessions: { active: 1 }, payments: { pending: 1 } })
    expect((await customer.pay(qr)).status).toBe(200)
    await shop.work()
    expect(webhookTypes(shop)).toEqual([])
  })

  test('of another session, of an unknown one, and of one that was paid', async () => {
    const [one, other] = [await make(), await make()]
    const { attempt_id } = await one.tries()
    await other.tries()
    for (const id of [attempt_id, 'none', '__proto__', '%00'])
      expect((await other.giveUp(id)).json).toMatchObject({ code: 404 })
    expect((await (await make()).giveUp(attempt_id)).status).toBe(404)
    await one.approves()
    expect((await one.giveUp(attempt_id)).json).toMatchObject({ code: 400, ...errorBody('invalid_state') })
    expect((await one.get()).status).toBe('completed')
  })

  test('that is then approved: paid as that attempt asked', async () => {
    const customer = await make({ ...ownAmount, amount: undefined })
    const { attempt_id, payment_token } = await customer.tries({ ...byPush, amount: 1_000 })
    await customer.giveUp(attempt_id)
    await customer.tries({ ...qr, amount: 9_000 })
    const prompts = await shop.request({ path: '/api/v1/handset/prompts?phone=0754123456' })
    expect(textAt(prompts, 'data.0.payment_token')).toBe(payment_token)
    await shop.request({
      path: `/api/v1/handset/prompts/${textAt(prompts, 'data.0.id')}`,
      json: { answer: 'approve' },
    })
    await shop.work()
    expect(await customer.payment()).toMatchObject({
      status: 'completed',
      payment_type: 'mobile',
      amount: { value: 1_000 },
      late: false,
    })
    expect(await customer.get()).toMatchObject({ status: 'completed', late: false })
    expect(webhookTypes(shop)).toEqual(['payment.completed'])
  })
})

describe('the card page', () => {
  const pathOf = (url = '') => new URL(url).pathname
  const answerCard = (url: string | undefined, answer: string) => postForm(shop, pathOf(url), { answer })
  test('leads back to the checkout, paid', async () => {
    const customer = await make()
    const { payment_url } = await customer.tries(card)
    const page = await shop.request({ path: pathOf(payment_url) })
    expect(page.text).toContain('TZS 5,000')
    const back = await answerCard(payment_url, 'approve')
    const to = new URL(back.headers.get('location') ?? '')
    expect([back.status, to.pathname]).toEqual([303, customer.path])
    await shop.work()
    expect(await customer.status()).toMatchObject({
      status: 'completed',
      state: 'paid',
      redirect_url: hook.redirect_url,
    })
    expect(await customer.payment()).toMatchObject({
      payment_type: 'card',
      channel: { type: 'card', provider: 'card' },
    })
    expect(
      (await shop.request({ path: to.pathname + to.search, headers: { accept: 'text/html' } })).status,
    ).toBe(200)
  })

  test.each(['decline', 'cancel'])('%s leads back to the checkout, to be paid otherwise', async answer => {
    const customer = await make()
    const { payment_url } = await customer.tries(card)
    const back = await answerCard(payment_url, answer)
    expect(new URL(back.headers.get('location') ?? '').pathname).toBe(customer.path)
    await shop.work()
    expect(await customer.status()).toMatchObject({
      status: 'active',
      state: 'form',
      attempt: { status: 'failed' },
    })
    await customer.tries(qr)
    await customer.approves()
    expect(webhookTypes(shop)).toEqual(['payment.completed'])
  })
})

test('a QR is paid by any customer who scans it', async () => {
  const customer = await make()
  const { payment_qr_code = '' } = await customer.tries(qr)
  const code = await shop.request({
    path: `/api/v1/handset/code?code=${encodeURIComponent(payment_qr_code)}`,
  })
  const json = { answer: 'approve', phone: '0624 123 456' }
  await shop.request({ path: `/api/v1/handset/prompts/${textAt(code, 'data.id')}`, json })
  await shop.work()
  expect(await customer.payment()).toMatchObject({
    status: 'completed',
    channel: { type: 'mobile_money', provider: 'halotel' },
  })
  expect((await customer.get()).status).toBe('completed')
})

describe('ends', () => {
  test('with a void of its payment through /v1: the session is cancelled', async () => {
    const customer = await makeInOwnAccount()
    await customer.tries()
    const { payment_reference } = await customer.get()
    await shop.request({ as: 'other', method: 'POST', path: `/v1/payments/${payment_reference}/void` })
    expect(await totalsOf(shop, 'other')).toEqual({ sessions: { cancelled: 1 }, payments: { voided: 1 } })
    await shop.work()
    expect(webhookTypes(shop)).toEqual(['payment.voided'])
    expect((await customer.pay()).status).toBe(410)
    expect((await customer.cancel()).json).toMatchObject({ code: 400, ...errorBody('invalid_state') })
  })

  test('with a cancel of the session: its payment is voided; before any payment no webhook is sent', async () => {
    const customer = await makeInOwnAccount()
    await customer.tries()
    const idle = await openSession(shop, { ...order, ...hook }, 'other')
    await customer.cancel()
    await idle.cancel()
    expect(await totalsOf(shop, 'other')).toEqual({ sessions: { cancelled: 2 }, payments: { voided: 1 } })
    await shop.work()
    expect(webhookTypes(shop)).toEqual(['payment.voided'])
  })

  test('when its time is over: its payment expires with it; without a payment no webhook is sent', async () => {
    const customer = await makeInOwnAccount({ expires_in: 600 })
    const idle = await openSession(shop, { ...order, ...hook, expires_in: 600 }, 'other')
    await customer.tries()
    await customer.declines()
    shop.advance(599_999)
    await shop.work()
    expect(await totalsOf(shop, 'other')).toEqual({
      sessions: { active: 1, pending: 1 },
      payments: { pending: 1 },
    })
    shop.advance(1)
    await shop.work()
    expect(await totalsOf(shop, 'other')).toEqual({ sessions: { expired: 2 }, payments: { expired: 1 } })
    expect(webhookTypes(shop)).toEqual(['payment.expired'])
    expect(await customer.status()).toMatchObject({ status: 'expired', state: 'expired' })
    expect(await idle.get()).toMatchObject({ status: 'expired', payment_reference: '' })
  })

  test('not while an attempt waits: an approval then completes it, on time', async () => {
    const customer = await make({ expires_in: 60 })
    shop.advance(59_000)
    await customer.tries()
    shop.advance(120_000)
    await shop.work()
    expect(await customer.status()).toMatchObject({ status: 'active', state: 'waiting' })
    await customer.approves()
    expect(await customer.get()).toMatchObject({ status: 'completed', late: false })
    expect(webhookTypes(shop)).toEqual(['payment.completed'])
  })

  test.each(['declines', 'gives up'])(
    'as soon as the attempt that held it has ended: the customer %s',
    async how => {
      const customer = await make({ expires_in: 60 })
      shop.advance(59_000)
      const { attempt_id } = await customer.tries()
      shop.advance(120_000)
      await shop.work()
      if (how === 'declines') await customer.declines()
      else await customer.giveUp(attempt_id)
      await shop.work()
      expect((await customer.get()).status).toBe('expired')
      expect(webhookTypes(shop)).toEqual(['payment.expired'])
    },
  )

  test('and late money completes it after expiry', async () => {
    const customer = await makeInOwnAccount({ expires_in: 60 })
    await customer.tries()
    await customer.decide({ outcome: 'completed', delay_ms: 3_600_000 })
    shop.advance(600_000)
    await shop.work()
    expect(await totalsOf(shop, 'other')).toEqual({ sessions: { expired: 1 }, payments: { expired: 1 } })
    shop.dispatches.splice(0)
    shop.advance(3_000_000)
    await shop.work()
    expect(await customer.get()).toMatchObject({ status: 'completed', late: true })
    expect(await totalsOf(shop, 'other')).toEqual({ sessions: { completed: 1 }, payments: { completed: 1 } })
    const { payment_reference } = await customer.get()
    const ours = shop.dispatches
      .splice(0)
      .map(({ body }) => JSON.parse(body))
      .filter(({ data }) => data.reference === payment_reference)
    expect(ours).toMatchObject([{ type: 'payment.completed', data: { late: true } }])
  })

  test('and late money completes it after a cancel', async () => {
    const customer = await makeInOwnAccount()
    await customer.tries()
    await customer.cancel()
    const prompts = await shop.request({ path: '/api/v1/handset/prompts?phone=0754123456' })
    await shop.request({
      path: `/api/v1/handset/prompts/${textAt(prompts, 'data.0.id')}`,
      json: { answer: 'approve' },
    })
    await shop.work()
    expect(await customer.get()).toMatchObject({
      status: 'completed',
      late: true,
      completed_at: expect.any(String),
    })
    expect(await customer.payment()).toMatchObject({ status: 'completed', late: true })
    expect(await totalsOf(shop, 'other')).toEqual({ sessions: { completed: 1 }, payments: { completed: 1 } })
    const bodies = shop.dispatches.splice(0).map(({ body }) => JSON.parse(body))
    expect(bodies).toMatchObject([
      { type: 'payment.voided' },
      { type: 'payment.completed', data: { late: true } },
    ])
    expect((await customer.status()).state).toBe('paid')
  })
})

test('lists and search show the payment once, after any attempts', async () => {
  const customer = await makeInOwnAccount()
  for (const json of [qr, card, byPush]) {
    const { attempt_id } = await customer.tries(json)
    if (json !== byPush) await customer.giveUp(attempt_id)
  }
  const { payment_reference, metadata } = await customer.get()
  const { customer: payer, payment_token } = await customer.payment()
  const paths = [
    '',
    `/search?reference=${payment_reference}`,
    `/search?q=${payment_reference.slice(-6)}`,
  ].concat([
    `/search?phone_number=${encodeURIComponent(payer.phone)}`,
    `/search?payment_token=${payment_token}`,
  ])
  for (const path of paths) {
    const answer = await shop.request({ as: 'other', path: `/v1/payments${path}` })
    expect([path, answer.json]).toMatchObject([
      path,
      { data: { total: 1, items: [{ reference: payment_reference, metadata }] } },
    ])
  }
})

test('a push through /v1 is one more attempt', async () => {
  const customer = await make()
  await customer.tries(qr)
  const { payment_reference } = await customer.get()
  const push = {
    as: 'sandbox',
    path: `/v1/payments/${payment_reference}/push`,
    json: { phone: '0754123456' },
  } as const
  expect((await shop.request(push)).status).toBe(200)
  await customer.approves()
  expect((await customer.get()).status).toBe('completed')
  expect(webhookTypes(shop)).toEqual(['payment.completed'])
})

// The public checkout as browsers use it: forms posted with scripts off, pages for every error, and the
// limits for who asks too often or guesses. How the page looks is checkout-page.test.ts's.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { checkout } from '../../ui/checkout/checkout.text.ts'
import { type EndpointShop, openEndpointShop } from '../kit/endpoint.ts'
import { errorBody, textAt } from '../kit/endpoint-answer.ts'
import {
  allMethods,
  byPush,
  metaOf,
  openSession,
  order,
  ownAmount,
  postForm,
  sessionsPath,
} from '../kit/endpoint-session.ts'

const shop = await openEndpointShop()
afterAll(() => shop.close())
// An hour: pushes to one number are counted as long.
beforeEach(() => shop.advance(3_600_000))

const make = (json: object = order) => openSession(shop, json)
const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const stateOf = (text: string) => /<main data-state="(\w+)"/.exec(text)?.[1]
const locationOf = (response: Response) => [response.status, response.headers.get('location')]
const page = async (path: string, headers: Record<string, string> = {}) =>
  (await shop.send({ path, headers: { ...html, ...headers } })).text()
/** Returns the fields that a page marks as wrong. */
const brokenIn = (text: string) => [...text.matchAll(/id="f-([\w.]+)-problem"/g)].map(([, name]) => name)
const isPage = (response: Response) =>
  expect(response.headers.get('content-type')).toBe('text/html;charset=utf-8')
const phone = { customer_phone: '0754 123 456' }

describe('a posted form', () => {
  test('pays, and leads back to the page, which waits', async () => {
    const { path, payment } = await make({ ...order, ...allMethods })
    const answer = await postForm(shop, `${path}/pay`, {
      payment_method: 'mobile_money',
      ...phone,
      customer_name: 'Neema Mushi',
    })
    expect(locationOf(answer)).toEqual([303, path])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(stateOf(await page(path))).toBe('waiting')
    expect(await payment()).toMatchObject({
      status: 'pending',
      payment_type: 'mobile',
      customer: { first_name: 'Neema' },
    })
  })

  test('keeps language and meta on the way', async () => {
    const { path } = await make()
    const meta = metaOf({ a: '~~~???>>>ûûû' })
    const answer = await postForm(shop, `${path}/pay`, { ...phone, lang: 'sw', meta })
    expect(locationOf(answer)).toEqual([303, `${path}?${new URLSearchParams({ lang: 'sw', meta })}`])
  })

  test.each([
    ['qr', {}],
    ['card', {}],
  ])('by %s', async (payment_method, more) => {
    const { path, status } = await make({ ...order, ...allMethods })
    expect(
      locationOf(await postForm(shop, `${path}/pay`, { payment_method, customer_phone: '', ...more })),
    ).toEqual([303, path])
    expect((await status()).state).toBe('waiting')
  })

  test('the only method need not be named', async () => {
    const { path, status } = await make()
    expect(locationOf(await postForm(shop, `${path}/pay`, phone))).toEqual([303, path])
    expect((await status()).state).toBe('waiting')
  })

  test.each(['2,500', '2 500', '2.500', "2'500", '2500', '2500.00', 'TZS 2,500/='])(
    'an amount may be typed as %s',
    async amount => {
      const { path, payment } = await make(ownAmount)
      await postForm(shop, `${path}/pay`, { ...phone, amount })
      expect((await payment()).amount.value).toBe(2_500)
    },
  )

  test.each([
    ['12,50', 'This reads as TZS\u00a012.50.'],
    ['500.0', 'This reads as TZS\u00a0500.0.'],
    ['1250000', 'This reads as TZS\u00a01,250,000.'],
    ['1,25,000', '“1,25,000” can’t be read as an amount.'],
  ])('%s is asked for again, with what was understood', async (amount, understood) => {
    const { path } = await make(ownAmount)
    const page = await postForm(shop, `${path}/pay`, { ...phone, amount })
    expect([page.status, await page.text()]).toEqual([400, expect.stringContaining(understood)])
  })

  const asked = ['text', 'email', 'phone', 'number', 'date', 'select', 'textarea'].map(type => ({
    key: type,
    label: type,
    type,
    required: true,
    ...(type === 'select' ? { options: ['S', 'L'] } : {}),
  }))
  const answers = {
    text: 'Zoë',
    email: 'a@b',
    phone: '0754123456',
    number: '2',
    date: '2026-11-21',
    select: 'L',
    textarea: 'a\r\nb',
  }
  const filled = Object.fromEntries(
    Object.entries(answers).map(([key, value]) => [`custom_fields.${key}`, value]),
  )
  test('answers custom fields of each type', async () => {
    const { path, get } = await make({ ...order, custom_fields: asked })
    expect(
      (await postForm(shop, `${path}/pay`, { ...phone, ...filled, 'custom_fields.__proto__': 'x' })).status,
    ).toBe(303)
    expect((await get()).answers).toEqual(answers)
  })

  const long = 'x'.repeat(201)
  const bad: [name: string, json: object, fields: Record<string, string>, broken: string[]][] = [
    ['no phone', order, {}, ['customer_phone']],
    ['a bad phone', order, { customer_phone: '0222 123 456' }, ['customer_phone']],
    ['no amount', ownAmount, phone, ['amount']],
    ['an amount too small', ownAmount, { ...phone, amount: '999' }, ['amount']],
    ['an amount too large', ownAmount, { ...phone, amount: '9,001' }, ['amount']],
    ['an amount in words', ownAmount, { ...phone, amount: 'all' }, ['amount']],
    ['an amount below zero', ownAmount, { ...phone, amount: '-2500' }, ['amount']],
    ['a bad e-mail', order, { ...phone, customer_email: 'asha' }, []],
    ['a name too long', order, { ...phone, customer_name: long }, ['customer_name']],
    ['a name of emoji too long', order, { ...phone, customer_name: '🙂'.repeat(201) }, ['customer_name']],
    [
      'required answers missing',
      { ...order, custom_fields: asked },
      phone,
      asked.map(({ key }) => `custom_fields.${key}`),
    ],
    [
      'an answer that is wrong',
      { ...order, custom_fields: asked },
      { ...phone, ...filled, 'custom_fields.date': 'x' },
      ['custom_fields.date'],
    ],
  ]
  test.each(bad)(
    '%s: 400, the page names the field and keeps what was typed; no push is sent',
    async (_, json, fields, broken) => {
      const { path, get } = await make(json)
      const answer = await postForm(shop, `${path}/pay`, { customer_name: 'Neema', ...fields })
      const text = await answer.text()
      expect([answer.status, stateOf(text)]).toEqual([400, 'form'])
      isPage(answer)
      expect(brokenIn(text)).toEqual(broken)
      if (!fields.customer_name) expect(text).toContain('value="Neema"')
      expect((await get()).payment_reference).toBe('')
    },
  )

  test.each(['bitcoin', 'card', ''])(
    'the unknown method %j: 400, and the page shows the error',
    async payment_method => {
      const { path, get } = await make({ ...order, allowed_methods: ['mobile_money', 'qr'] })
      const answer = await postForm(shop, `${path}/pay`, { ...phone, payment_method })
      expect([answer.status, stateOf(await answer.text())]).toEqual([400, 'form'])
      expect((await get()).payment_reference).toBe('')
    },
  )

  test('an e-mail is required where the shop asks for one, from browsers alone', async () => {
    const json = { name: 'Mail', collect_email: true }
    const profile = await shop.request({ as: 'owner', path: '/api/v1/profiles', json })
    const { path, get, tries } = await make({ ...order, profile_id: textAt(profile, 'data.id') })
    for (const customer_email of ['', 'asha']) {
      const answer = await postForm(shop, `${path}/pay`, { ...phone, customer_email })
      expect([answer.status, brokenIn(await answer.text())]).toEqual([400, ['customer_email']])
    }
    expect((await get()).payment_reference).toBe('')
    expect((await tries()).status).toBe('pending')
  })

  test('a name of 200 emoji is kept whole', async () => {
    const { path, payment } = await make()
    await postForm(shop, `${path}/pay`, { ...phone, customer_name: '🙂'.repeat(200) })
    expect((await payment()).customer.first_name).toBe('🙂'.repeat(200))
  })

  test('a NUL in what was typed is left out', async () => {
    const { path, payment } = await make()
    await postForm(shop, `${path}/pay`, { ...phone, customer_name: 'Nee\0ma' })
    expect((await payment()).customer.first_name).toBe('Neema')
  })

  test('posted twice pays once; the page shows that it waits', async () => {
    const { path, status } = await make()
    const answers = await Promise.all([
      postForm(shop, `${path}/pay`, phone),
      postForm(shop, `${path}/pay`, phone),
    ])
    expect(answers.map(locationOf)).toEqual([
      [303, path],
      [303, path],
    ])
    expect((await status()).state).toBe('waiting')
  })

  test('on a checkout that has ended leads to the page that shows that', async () => {
    const { path, cancel } = await make()
    await cancel()
    for (const fields of [phone, {}])
      expect(locationOf(await postForm(shop, `${path}/pay`, fields))).toEqual([303, path])
    expect(stateOf(await page(path))).toBe('cancelled')
  })

  test('right after an attempt was cancelled: 429, the reason in words, and what was typed', async () => {
    const { path, tries, giveUp } = await make()
    await giveUp((await tries()).attempt_id)
    shop.advance(3_000)
    for (const language of ['en', 'sw'] as const) {
      const typed = { payment_method: 'mobile_money', customer_phone: '0713 000 111', lang: language }
      const answer = await postForm(shop, `${path}/pay`, typed)
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '7'])
      const page = await answer.text()
      expect(page).toContain(checkout[language].push_too_soon)
      expect(page).toContain(checkout[language].push_wait.replace('{{time}}', '0:07'))
      expect(page).toContain('0713 000 111')
    }
  })

  test('cancels an attempt, and leads back to the form', async () => {
    const { path, tries, status } = await make()
    const { attempt_id } = await tries()
    for (let count = 0; count < 2; count++)
      expect(locationOf(await postForm(shop, `${path}/cancel/${attempt_id}`, { lang: 'sw' }))).toEqual([
        303,
        `${path}?lang=sw`,
      ])
    expect((await status()).state).toBe('form')
    expect(locationOf(await postForm(shop, `${path}/cancel/none`, {}))).toEqual([303, path])
  })
})

describe('a second push', () => {
  const again = { again: '1' }
  test('is sent to the same phone, after half a minute', async () => {
    const { path, tries, status } = await make({
      ...order,
      custom_fields: [{ key: 'a', label: 'A', type: 'text', required: true }],
    })
    const first = await tries({ ...byPush, custom_fields: { a: 'x' } })
    shop.advance(29_999)
    await postForm(shop, `${path}/pay`, again)
    expect((await status()).attempt?.id).toBe(first.attempt_id)
    shop.advance(1)
    expect(locationOf(await postForm(shop, `${path}/pay`, again))).toEqual([303, path])
    expect((await status()).attempt?.id).not.toBe(first.attempt_id)
    const prompts = await shop.request({ path: '/api/v1/handset/prompts?phone=0754123456' })
    expect(textAt(prompts, 'data.0.state')).toBe('pending')
  })

  test('is refused when the number got its pushes, and the waiting page shows it', async () => {
    const { path, tries, status } = await make()
    await tries()
    for (let round = 0; round < 19; round++) await (await make()).tries()
    shop.advance(30_000)
    const { attempt } = await status()
    const answer = await postForm(shop, `${path}/pay`, { ...again, lang: 'sw' })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '3570'])
    const page = await answer.text()
    expect(page).toContain('data-state="waiting"')
    expect(page).toContain(checkout.sw.phone_pushes_used_up)
    expect((await status()).attempt).toEqual(attempt)
  })

  test('is not sent when there was none before', async () => {
    const { path, get } = await make({
      ...order,
      custom_fields: [{ key: 'a', label: 'A', type: 'text', required: true }],
    })
    const answer = await postForm(shop, `${path}/pay`, again)
    expect([answer.status, brokenIn(await answer.text())]).toEqual([
      400,
      ['customer_phone', 'custom_fields.a'],
    ])
    expect((await get()).payment_reference).toBe('')
  })

  test('is not sent when a QR was shown', async () => {
    const { path, tries, status } = await make({ ...order, ...allMethods })
    const { attempt_id } = await tries({ payment_method: 'qr' })
    shop.advance(30_000)
    await postForm(shop, `${path}/pay`, again)
    expect((await status()).attempt?.id).toBe(attempt_id)
  })
})

describe('every error is a page', () => {
  test('a link that leads nowhere: 404', async () => {
    for (const path of ['/checkout/none', '/p/none']) {
      const answer = await shop.send({ path, headers: html })
      expect(answer.status).toBe(404)
      isPage(answer)
    }
    const posts = [
      await postForm(shop, '/checkout/none/pay', phone),
      await postForm(shop, '/checkout/none/cancel/x', {}),
    ]
    for (const answer of posts) {
      expect(answer.status).toBe(404)
      isPage(answer)
    }
  })

  test('a bad meta: 400', async () => {
    const { path, made } = await make()
    const asks = [`${path}?meta=x`, `/p/${made.short_code}?meta=x`].map(to =>
      shop.send({ path: to, headers: html }),
    )
    for (const answer of await Promise.all([
      ...asks,
      postForm(shop, `${path}/pay`, { ...phone, meta: 'x' }),
    ])) {
      expect(answer.status).toBe(400)
      isPage(answer)
    }
  })

  test('a form too large: 413; one that is no text: 400', async () => {
    const { path } = await make()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const to of [`${path}/pay`, `${path}/cancel/x`]) {
      const large = await shop.send({ path: to, raw: 'a='.padEnd(262_145, 'x'), headers })
      expect([to, large.status]).toEqual([to, 413])
      isPage(large)
      expect((await shop.send({ path: to, raw: Buffer.from([0x61, 0x3d, 0xff]), headers })).status).toBe(400)
    }
  })

  test('a form of another type: 415', async () => {
    const { path } = await make()
    const raw = new FormData()
    raw.set('customer_phone', '0754123456')
    const answer = await shop.request({ path: `${path}/pay`, raw })
    expect(answer.json).toMatchObject({ code: 415, ...errorBody('unsupported_media_type') })
  })
})

test('browsers get HTML, all other clients JSON; HEAD has no body', async () => {
  const { path, made } = await make()
  for (const accept of ['text/html', 'text/html;q=0.9,*/*', 'application/xhtml+xml,text/html'])
    isPage(await shop.send({ path, headers: { accept } }))
  for (const accept of ['*/*', 'application/json', ''])
    expect((await shop.send({ path, headers: { accept } })).headers.get('content-type')).toStartWith(
      'application/json',
    )
  for (const to of [path, `${path}/status`, `/p/${made.short_code}`]) {
    const head = await shop.send({ method: 'HEAD', path: to, headers: html })
    expect([to, head.status, await head.text()]).toEqual([to, to.startsWith('/p/') ? 302 : 200, ''])
  }
})

test('a number is shown whole only to the browser that typed it, whatever other cookies hold', async () => {
  const { path } = await make()
  const answer = await postForm(shop, `${path}/pay`, phone)
  const cookie = answer.headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(
    new RegExp(`^kaunta_phone=%2B255754123456; Path=${path}; Max-Age=3600; HttpOnly; SameSite=Lax$`),
  )
  expect(await page(path)).not.toContain('0754 123 456')
  expect(await page(path, { cookie: `a=b; ${cookie.split(';')[0]}; c=d` })).toContain('0754 123 456')
  for (const value of ['%', '%2', '%E0%A4%A', '+255754123456x', '"x"', '%2B255754123457'])
    expect(await page(path, { cookie: `kaunta_phone=${value}` })).not.toContain('0754 123 456')
})

describe('limits', () => {
  const statuses = (asks: Promise<Response>[]) => Promise.all(asks.map(async ask => (await ask).status))
  const many = (count: number, request: () => Promise<Response>) =>
    statuses(Array.from({ length: count }, request))
  const ok = (count: number) => Array.from({ length: count }, () => 200)

  test('120 requests a minute for one checkout and address', async () => {
    const [{ path }, other] = [await make(), await make()]
    expect(await many(120, () => shop.send({ path: `${path}/status` }))).toEqual(ok(120))
    const over = await shop.request({ path: `${path}/status` })
    expect(over.json).toMatchObject({ code: 429, ...errorBody('rate_limit_exceeded') })
    expect(over.headers.get('retry-after')).toBe('60')
    const shown = await shop.send({ path, headers: html })
    expect(shown.status).toBe(429)
    isPage(shown)
    expect((await postForm(shop, `${path}/pay`, phone)).status).toBe(429)
    expect((await shop.request({ path: other.path })).headers.get('x-ratelimit-remaining')).toBe('119')
    shop.advance(60_000)
    expect((await shop.request({ path })).status).toBe(200)
  })

  /** Creates a session of a server whose answers may carry no rate limit. */
  const linkOf = async (box: EndpointShop) => {
    const made = Object(await (await box.send({ as: 'sandbox', path: sessionsPath, json: order })).json())
    return {
      path: new URL(made.data.checkout_url).pathname,
      short: new URL(made.data.payment_link_url).pathname,
    }
  }

  test.each([0, 60])(
    '60 guesses a minute for one address, also where the rate limit is %d; a right link still opens',
    async rateLimit => {
      const box = await openEndpointShop({ rateLimit })
      const { path, short } = await linkOf(box)
      let guess = 0
      const guesses = [
        () => box.send({ path: `/checkout/x${guess++}` }),
        () =>
          box.send({
            path: `/checkout/x${guess++}/pay`,
            raw: '{}',
            headers: { 'content-type': 'application/json' },
          }),
        () => box.send({ path: `/p/x${guess++}` }),
      ]
      const answers = await statuses(
        Array.from({ length: 60 }, (_, index) => guesses[index % 3]?.() ?? box.send({ path: '/' })),
      )
      expect(new Set(answers)).toEqual(new Set([404]))
      for (const one of guesses) expect((await one()).status).toBe(429)
      expect((await box.request({ path })).status).toBe(200)
      // A short code can be guessed, a token cannot: the address waits.
      expect((await box.request({ path: short })).status).toBe(429)
      box.advance(60_000)
      expect((await box.request({ path: short })).status).toBe(302)
      await box.close()
    },
  )

  test('ten guesses of payment numbers a minute from one address, 300 from all', async () => {
    const box = await openEndpointShop({ trustedProxies: ['127.0.0.1'], rateLimit: 0 })
    const from = (address: string, number = '00000000') =>
      box.send({ path: `/receipt/${number}`, headers: { 'x-forwarded-for': address } })
    expect(new Set(await many(10, () => from('203.0.113.1')))).toEqual(new Set([404]))
    expect((await from('203.0.113.1')).status).toBe(429)
    expect((await from('203.0.113.2')).status).toBe(404)
    for (let host = 3; host < 32; host++) await many(10, () => from(`203.0.113.${host}`))
    expect((await many(4, () => from('198.51.100.1'))).toSorted()).toEqual([404, 404, 404, 429])
    box.advance(60_000)
    expect((await from('203.0.113.1')).status).toBe(404)
    await box.close()
  })

  test('3,000 guesses of short links a minute from all addresses together', async () => {
    const box = await openEndpointShop({ trustedProxies: ['127.0.0.1'], rateLimit: 0 })
    const { path, short } = await linkOf(box)
    const from = (address: string, to: string) =>
      box.send({ path: to, headers: { 'x-forwarded-for': address } })
    for (let host = 0; host < 50; host++)
      expect(new Set(await many(60, () => from(`203.0.113.${host}`, '/p/none')))).toEqual(new Set([404]))
    // What is right still opens; of wrong ones each address has a few.
    const tried = (to: string) => from('198.51.100.1', to).then(({ status }) => status)
    expect(await tried(short)).toBe(302)
    for (let guess = 0; guess < 3; guess++) expect(await tried('/p/none')).toBe(404)
    expect(await tried(short)).toBe(429)
    expect(await tried(path)).toBe(200)
    expect((await from('198.51.100.2', short)).status).toBe(302)
    await box.close()
  })
})

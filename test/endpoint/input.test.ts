// Untrusted requests to POST /v1/payments and elsewhere: each bad one is refused in the envelope, names its
// field and changes nothing; what only looks bad is accepted; and no random body causes an internal error.
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { mobile, openEndpointShop, qr, rowsOfNewPayment, type TestRequest } from '../kit/endpoint.ts'
import { at, errorBody, paymentOf, textAt } from '../kit/endpoint-answer.ts'
import { runScenario, type Scenario, testScenarios } from '../kit/endpoint-scenario.ts'
import { sized } from '../kit/proof.ts'

const shop = await openEndpointShop()
afterAll(() => shop.close())
/** A minute passes between tests, so that no window of a rate limit spans two. */
beforeEach(() => shop.advance(60_000))

const run = (scenario: Scenario) => runScenario(shop, scenario)
const scenarios = (table: Record<string, Scenario>) => testScenarios(shop, table)

describe('what is not a valid request', () => {
  scenarios({
    'an unknown path': {
      request: { as: 'sandbox', path: '/v1/nothing' },
      status: 404,
      body: errorBody('not_found'),
    },
    'a path outside': { request: { path: '/wp-login.php' }, status: 404, body: errorBody('not_found') },
    'a wrong method': {
      request: { as: 'sandbox', method: 'PUT', path: '/v1/payments', json: qr },
      status: 405,
      body: errorBody('method_not_allowed'),
    },
    'a wrong method below': {
      given: 'pending',
      request: { as: 'sandbox', method: 'DELETE', path: '/v1/payments/{reference}' },
      status: 405,
    },
    'a foreign host': {
      request: { as: 'sandbox', path: '/v1/payments', headers: { host: 'evil.example' } },
      status: 421,
      body: errorBody('misdirected_request'),
    },
    'a foreign host with our name in front': {
      request: { path: '/health', headers: { host: '127.0.0.1.evil.example' } },
      status: 421,
    },
    'a form': {
      request: {
        as: 'sandbox',
        path: '/v1/payments',
        raw: new URLSearchParams({ payment_type: 'dynamic-qr' }),
      },
      status: 415,
      body: errorBody('unsupported_media_type'),
    },
    'JSON as text/plain': {
      request: {
        as: 'sandbox',
        path: '/v1/payments',
        raw: JSON.stringify(qr),
        headers: { 'content-type': 'text/plain' },
      },
      status: 415,
    },
    'JSON as something like JSON': {
      request: {
        as: 'sandbox',
        path: '/v1/payments',
        raw: JSON.stringify(qr),
        headers: { 'content-type': 'application/jsonp' },
      },
      status: 415,
    },
    'no body at all': { request: { as: 'sandbox', method: 'POST', path: '/v1/payments' }, status: 415 },
    'a body of 256 KiB': {
      request: {
        as: 'sandbox',
        path: '/v1/payments',
        raw: JSON.stringify(qr).padEnd(262_144),
        headers: { 'content-type': 'application/json' },
      },
      status: 201,
      changes: rowsOfNewPayment,
    },
    'a body of a byte more': {
      request: {
        as: 'sandbox',
        path: '/v1/payments',
        raw: JSON.stringify(qr).padEnd(262_145),
        headers: { 'content-type': 'application/json' },
      },
      status: 413,
      body: errorBody('payload_too_large'),
    },
  })

  const chunked = (parts: number) =>
    new ReadableStream({
      start(controller) {
        controller.enqueue(JSON.stringify(qr))
        for (let part = 0; part < parts; part++) controller.enqueue(' '.repeat(65_536))
        controller.close()
      },
    })
  test('a body in chunks is counted as it comes', async () => {
    const request = (raw: ReadableStream): TestRequest => ({
      as: 'sandbox',
      path: '/v1/payments',
      raw,
      headers: { 'content-type': 'application/json' },
    })
    await run({ request: request(chunked(3)), status: 201, changes: rowsOfNewPayment })
    await run({ request: request(chunked(4)), status: 413, body: errorBody('payload_too_large') })
    await run({ request: request(chunked(100)), status: 413, body: errorBody('payload_too_large') })
  })

  scenarios({
    alive: { request: { path: '/health' }, status: 200, body: { status: 'ok', version: expect.any(String) } },
    'the bare address leads to the console': {
      request: { path: '/' },
      status: 302,
      headers: { location: '/admin' },
    },
  })

  test('ready while it can write and its jobs run', async () => {
    const facts = { ledger: 'unchecked', clock: 'ok' }
    expect((await shop.request({ path: '/ready' })).json).toEqual({
      status: 'ready',
      writable: true,
      jobs: true,
      ...facts,
    })
    shop.flags.ready = false
    const answer = await shop.request({ path: '/ready' })
    shop.flags.ready = true
    expect([answer.status, answer.json]).toEqual([
      503,
      { status: 'not ready', writable: true, jobs: false, ...facts },
    ])
  })
})

describe('bad input', () => {
  const details = (more: string) =>
    `{"payment_type":"dynamic-qr","details":{"amount":5000,"currency":"TZS"${more}}}`
  const amount = (text: string) =>
    `{"payment_type":"dynamic-qr","details":{"amount":${text},"currency":"TZS"}}`
  const also = (more: string) =>
    `{"payment_type":"dynamic-qr","details":{"amount":5000,"currency":"TZS"},${more}}`
  const phone = (text: string) => JSON.stringify({ ...mobile, phone_number: text })
  const url = (text: string) => also(`"webhook_url":${JSON.stringify(text)}`)
  const metadata = (value: unknown) => also(`"metadata":${JSON.stringify(value)}`)
  const keys = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]))
  const nested = (depth: number) => also(`"extra":${'['.repeat(depth)}${']'.repeat(depth)}`)

  const table: [name: string, body: string, field: string][] = [
    ['nothing', '', 'body'],
    ['half a body', '{"payment_type":"dynamic-qr"', 'body'],
    ['a comma too many', '{"payment_type":"mobile",}', 'body'],
    ['single quotes', "{'payment_type':'mobile'}", 'body'],
    ['two bodies', `${JSON.stringify(qr)}${JSON.stringify(qr)}`, 'body'],
    ['a byte order mark in the middle', `${JSON.stringify(qr)}\ufeff`, 'body'],
    ['a list', '[]', 'body'],
    ['null', 'null', 'body'],
    ['a text', '"mobile"', 'body'],
    ['a number', '5000', 'body'],
    ['nothing in it', '{}', 'payment_type'],
    ['33 levels', nested(32), 'body'],
    ['100,000 levels', nested(100_000), 'body'],
    ['a key twice', also('"metadata":{},"metadata":{}'), 'body'],
    ['a key twice, spelled otherwise', also('"metadata":{"a":1,"\\u0061":2}'), 'body'],
    ['__proto__', also('"__proto__":{"amount":1}'), 'body'],
    ['__proto__ in metadata', also('"metadata":{"__proto__":"x"}'), 'body'],
    ['__proto__ spelled otherwise', also('"metadata":{"\\u005f_proto__":"x"}'), 'body'],
    ['constructor deep inside', also('"extra":[{"a":{"constructor":1}}]'), 'body'],
    ['prototype', also('"prototype":1'), 'body'],
    ['NUL in a text', also('"customer":{"name":"A\\u0000"}'), 'body'],
    ['half a surrogate pair', also('"customer":{"name":"\\ud800"}'), 'body'],
    ['no amount', '{"payment_type":"dynamic-qr","details":{"currency":"TZS"}}', 'details.amount'],
    ['amount as text', amount('"5000"'), 'details.amount'],
    ['amount null', amount('null'), 'details.amount'],
    ['amount true', amount('true'), 'details.amount'],
    ['amount a list', amount('[5000]'), 'details.amount'],
    ['amount an object', amount('{"value":5000}'), 'details.amount'],
    ['amount with cents', amount('5000.5'), 'details.amount'],
    ['amount 499', amount('499'), 'details.amount'],
    ['amount 499.9999', amount('499.9999'), 'details.amount'],
    ['amount 0', amount('0'), 'details.amount'],
    ['amount -0', amount('-0'), 'details.amount'],
    ['amount -5000', amount('-5000'), 'details.amount'],
    ['amount 10^12', amount('1000000000000'), 'details.amount'],
    ['amount 2^53+1', amount('9007199254740993'), 'details.amount'],
    ['amount 2^64', amount('18446744073709551616'), 'details.amount'],
    ['amount 1e400', amount('1e400'), 'details.amount'],
    ['amount -1e400', amount('-1e400'), 'details.amount'],
    ['amount NaN', amount('NaN'), 'body'],
    ['amount in hex', amount('0x1388'), 'body'],
    ['amount with a leading 0', amount('05000'), 'body'],
    ['no currency', '{"payment_type":"dynamic-qr","details":{"amount":5000}}', 'details.currency'],
    [
      'another currency',
      '{"payment_type":"dynamic-qr","details":{"amount":5000,"currency":"KES"}}',
      'details.currency',
    ],
    [
      'the currency in small letters',
      '{"payment_type":"dynamic-qr","details":{"amount":5000,"currency":"tzs"}}',
      'details.currency',
    ],
    ['no details', '{"payment_type":"dynamic-qr"}', 'details'],
    ['details null', '{"payment_type":"dynamic-qr","details":null}', 'details'],
    ['details a list', '{"payment_type":"dynamic-qr","details":[]}', 'details'],
    ['an unknown type', '{"payment_type":"cash","details":{"amount":5000,"currency":"TZS"}}', 'payment_type'],
    [
      'a type in capitals',
      '{"payment_type":"MOBILE","details":{"amount":5000,"currency":"TZS"}}',
      'payment_type',
    ],
    [
      'an unknown type beside an unknown field',
      '{"extra":1,"payment_type":"cash","details":{"amount":5000,"currency":"TZS"}}',
      'payment_type',
    ],
    ['type null', '{"payment_type":null,"details":{"amount":5000,"currency":"TZS"}}', 'payment_type'],
    ['mobile without a phone', JSON.stringify({ ...mobile, phone_number: undefined }), 'phone_number'],
    ['a phone as a number', JSON.stringify({ ...mobile, phone_number: 255754123456 }), 'phone_number'],
    ['a phone null', JSON.stringify({ ...mobile, phone_number: null }), 'phone_number'],
    ['an empty phone', phone(''), 'phone_number'],
    ['a blank phone', phone('   '), 'phone_number'],
    ['a Kenyan phone', phone('+254712345678'), 'phone_number'],
    ['a phone of prefix 64', phone('0641234567'), 'phone_number'],
    ['a land line', phone('0222123456'), 'phone_number'],
    ['a digit short', phone('075412345'), 'phone_number'],
    ['a digit long', phone('07541234567'), 'phone_number'],
    ['a phone with letters', phone('0754ABCDEF'), 'phone_number'],
    ['a foreign phone on a QR', also('"phone_number":"+14155550123"'), 'phone_number'],
    ['51 keys of metadata', metadata(keys(51)), 'metadata'],
    ['a key of 41 characters', metadata({ ['k'.repeat(41)]: 'v' }), 'metadata'],
    ['an empty key', metadata({ '': 'v' }), 'metadata'],
    ['a value of 501 characters', metadata({ note: 'v'.repeat(501) }), 'metadata.note'],
    ['a value within metadata', metadata({ note: { deep: 1 } }), 'metadata.note'],
    ['a list within metadata', metadata({ note: [1] }), 'metadata.note'],
    ['null within metadata', metadata({ note: null }), 'metadata.note'],
    ['metadata a list', metadata(['a']), 'metadata'],
    [
      'the name of a line item empty',
      also('"line_items":[{"name":"","quantity":1,"unit_price":500}]'),
      'line_items.0.name',
    ],
    ['metadata a text', metadata('a'), 'metadata'],
    ['metadata of 2^53+1', also('"metadata":{"id":9007199254740993}'), 'metadata.id'],
    ['metadata of more digits', also('"metadata":{"id":-1234567.12345678901234}'), 'metadata.id'],
    ['a customer that is a text', also('"customer":"Amina"'), 'customer'],
    ['a customer without @', also('"customer":{"email":"amina"}'), 'customer.email'],
    [
      'a name of 201 characters',
      metadata({}).replace('"metadata":{}', `"customer":{"name":"${'n'.repeat(201)}"}`),
      'customer.name',
    ],
    ['webhook ftp', url('ftp://example.com/x'), 'webhook_url'],
    ['webhook javascript', url('javascript:alert(1)'), 'webhook_url'],
    ['webhook data', url('data:text/plain,x'), 'webhook_url'],
    ['webhook file', url('file:///etc/passwd'), 'webhook_url'],
    ['webhook without a scheme', url('example.com/hook'), 'webhook_url'],
    ['webhook without a host', url('https://'), 'webhook_url'],
    ['webhook that begins with //', url('//example.com'), 'webhook_url'],
    ['webhook with a name and password', url('https://a:b@example.com/'), 'webhook_url'],
    ['webhook with a blank', url('https://exa mple.com/'), 'webhook_url'],
    ['webhook with a line break', url('https://example.com/\r\nX: y'), 'webhook_url'],
    ['webhook link-local', url('http://169.254.169.254/latest'), 'webhook_url'],
    ['webhook link-local as a number', url('http://2852039166/'), 'webhook_url'],
    ['webhook to everywhere', url('http://0.0.0.0/'), 'webhook_url'],
    ['webhook of 501 characters', url(`https://example.com/${'x'.repeat(481)}`), 'webhook_url'],
    ['webhook a number', also('"webhook_url":1'), 'webhook_url'],
    ['expires_in 59', details(',"expires_in":59'), 'details.expires_in'],
    ['expires_in 14401', details(',"expires_in":14401'), 'details.expires_in'],
    ['expires_in as text', details(',"expires_in":"60"'), 'details.expires_in'],
    ['expires_in 60.5', details(',"expires_in":60.5'), 'details.expires_in'],
    ['expires_in -60', details(',"expires_in":-60'), 'details.expires_in'],
  ]

  test.each(table)('%s', async (_, raw, field) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await run({ request: { as: 'sandbox', path: '/v1/payments', raw, headers }, status: 400 })
    expect(answer.json).toMatchObject({ status: 'error', error_code: 'validation_error' })
    expect(textAt(answer, 'message')).toStartWith(`${field} `)
    const { message, reason, params } = Object(answer.json)
    expect(at(answer, 'errors.0')).toEqual({ field, message, reason, ...(params ? { params } : {}) })
  })

  test('what is not UTF-8', async () => {
    const raw = Buffer.from(metadata({ name: 'Zoë' }), 'latin1')
    const headers = { 'content-type': 'application/json' }
    await run({
      request: { as: 'sandbox', path: '/v1/payments', raw, headers },
      status: 400,
      body: { ...errorBody('validation_error', 'body_not_utf8'), errors: [{ field: 'body' }] },
    })
  })

  test('names all problems together, in the order of the fields', async () => {
    const json = { payment_type: 'cash', details: { amount: '5', currency: 'KES' }, metadata: { note: [] } }
    const answer = await shop.request({ as: 'sandbox', path: '/v1/payments', json })
    expect([at(answer, 'errors')].flat().map(problem => Reflect.get(Object(problem), 'field'))).toEqual([
      'payment_type',
      'details.amount',
      'details.currency',
      'metadata.note',
    ])
  })

  const live: [string, string][] = [
    ['plain http', 'http://example.com/hook'],
    ['a private address', 'https://192.168.1.20/hook'],
    ['this box', 'https://127.0.0.1/hook'],
    ['this box, shortened', 'https://127.1/'],
    ['this box, as a number', 'https://2130706433/'],
    ['this box, by IPv6', 'https://[::1]/'],
    ['this box, mapped', 'https://[::ffff:127.0.0.1]/'],
    ['this box, by name', 'https://localhost/'],
    ['a name of the house', 'https://printer.local/'],
  ]
  test.each(live)('a live webhook to %s', async (_, text) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await run({
      request: { as: 'live', path: '/v1/payments', raw: url(text), headers },
      status: 400,
    })
    expect(textAt(answer, 'message')).toStartWith('webhook_url ')
  })

  const good: [name: string, body: string][] = [
    ['amount 500', amount('500')],
    ['amount 999999999999', amount('999999999999')],
    ['amount 5e3', amount('5e3')],
    ['amount 500.0', amount('500.0')],
    ['32 levels', nested(31)],
    [
      '50 keys of 40 characters and values of 500',
      metadata(Object.fromEntries(Object.keys(keys(50)).map(key => [key.padEnd(40, '_'), 'v'.repeat(500)]))),
    ],
    [
      'metadata of each kind',
      metadata({ text: '', number: -1.5, flag: false, 'with blank': '🙂', hasOwnProperty: 'x' }),
    ],
    ['expires_in 60', details(',"expires_in":60')],
    ['expires_in 14400', details(',"expires_in":14400')],
    ['a webhook of 500 characters', url(`https://example.com/${'x'.repeat(480)}`)],
    ['a webhook to a private address, in the sandbox', url('http://192.168.1.20:9000/hook?a=b')],
    ['a phone of prefix 65', phone('0654123456')],
    ['a phone without a plus', phone('255754123456')],
    [
      'optional fields that are empty',
      also('"webhook_url":"","metadata":[],"customer":{"name":"","email":null},"line_items":null'),
    ],
    ['optional fields that are null', also('"webhook_url":null,"metadata":null,"customer":null')],
    ['unknown fields', also('"narration":"x","details2":{"amount":1}')],
    ['blanks around it', ` \r\n\t${JSON.stringify(qr)}\n`],
  ]
  test.each(good)('but not %s', async (_, raw) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await run({
      request: { as: 'sandbox', path: '/v1/payments', raw, headers },
      status: 201,
      changes: { ...rowsOfNewPayment, ...(raw.includes('"mobile"') ? { simulation: 1 } : {}) },
    })
    expect(paymentOf(answer)).toMatchObject({ status: 'pending' })
  })

  /** Random changes of a request in one or more places. */
  const odd = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom(499, 500, 2 ** 53 + 2, -0, 1e21, '5000', '', null, [], {}),
  )
  const bent = fc.record(
    {
      payment_type: fc.oneof(fc.constantFrom('mobile', 'dynamic-qr', 'card'), odd),
      details: fc.oneof(
        fc.record(
          {
            amount: fc.oneof(fc.integer({ min: 0, max: 2_000 }), fc.double(), odd),
            currency: fc.oneof(fc.constant('TZS'), odd),
            expires_in: odd,
          },
          { requiredKeys: [] },
        ),
        odd,
      ),
      phone_number: fc.oneof(fc.constantFrom('0754123456', '+255654123456'), odd),
      webhook_url: fc.oneof(fc.webUrl(), odd),
      metadata: fc.oneof(fc.dictionary(fc.string({ maxLength: 45 }), odd), odd),
      customer: fc.oneof(
        fc.record({ name: fc.string(), email: fc.emailAddress(), phone: odd }, { requiredKeys: [] }),
        odd,
      ),
    },
    { requiredKeys: ['payment_type'] },
  )
  const bodies = fc.oneof(
    { weight: 6, arbitrary: bent.map(value => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  )
  test('of any kind is a payment or an error in the envelope, never a 500', () =>
    fc.assert(
      fc.asyncProperty(bodies, async raw => {
        const answer = await shop.request({
          as: 'sandbox',
          path: '/v1/payments',
          raw,
          headers: { 'content-type': 'application/json' },
        })
        expect(answer.status).toBeOneOf([201, 400])
        if (answer.status === 201) paymentOf(answer)
        else if (at(answer, 'error_code') === 'validation_error') expect(at(answer, 'errors')).toBeArray()
      }),
      { numRuns: sized({ test: 100, proof: 5_000 }) },
    ))

  test('an error of the server shows nothing but an id, and the log has the rest', async () => {
    const box = await openEndpointShop()
    await box.appliance.store.write(tx => tx.rows('alter table payment rename to canary', [], 'once'))
    const answer = await box.request({ as: 'sandbox', path: '/v1/payments' })
    expect(answer.json).toMatchObject({ code: 500, error_code: 'internal_error' })
    expect(answer.text).not.toMatch(/payment|table|relation|select|sqlite|postgres|canary/i)
    expect(box.logged.filter(line => line.includes(textAt(answer, 'request_id')))).toEqual([
      expect.stringMatching(
        /"detail":"(no such table: payment|relation \\"payment\\" does not exist)","at":"at /,
      ),
    ])
    await box.close()
  })

  test('leaves no key on any prototype', () => {
    expect(Object.keys(Object.prototype)).toEqual([])
    expect('polluted' in {}).toBe(false)
  })
})
test('nothing that was logged names a key or a phone', () => {
  const text = shop.logged.join('\n')
  expect(text).not.toMatch(/kn_(live|test)_\w|whsec_|754123456/)
})

// The API reference: it documents every route, its examples run as pasted, and the server answers as
// documented. As a contract: docs-contract.test.ts. A client generated from it:
// test/clients/docs-types.proof.ts. In the browser: test/browser/docs.test.ts.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { catalogOf } from '../../src/domain/product.ts'
import { blankProduct } from '../../src/domain/product-change.ts'
import { newClaimCode } from '../../src/flow/account.ts'
import { smsAddressOf } from '../../src/flow/till-number.ts'
import { isAlias } from '../../src/http/docs/document.ts'
import * as examples from '../../src/http/docs/example.ts'
import * as productExamples from '../../src/http/docs/example-product.ts'
import { parkSaleExample } from '../../src/http/till/parked-sale-doc.ts'
import { pauseAddress } from '../../src/store/paused-address.ts'
import { insertProduct } from '../../src/store/product.ts'
import { putDifference } from '../../src/store/reconciliation.ts'
import { insertSms } from '../../src/store/sms.ts'
import { listMembers } from '../../src/store/staff.ts'
import type { DeliveryView } from '../../src/wire/event.ts'
import { newExampleRecord } from '../kit/answer-example.ts'
import { newDifference } from '../kit/difference.ts'
import {
  mobile,
  openEndpointShop,
  openUnclaimedServer,
  owner,
  qr,
  type TestRequest,
} from '../kit/endpoint.ts'
import { at, type TestResponse, textAt } from '../kit/endpoint-answer.ts'
import { addRoles, collect, loseOutcome } from '../kit/endpoint-money.ts'
import { openSession } from '../kit/endpoint-session.ts'
import { addCashiers, cookieOf, type PairedTill, pairTill, pins } from '../kit/endpoint-till.ts'
import { hire } from '../kit/hire.ts'
import { newChecker, type OpenApi, operationsOf, referencesIn, resolved } from '../kit/openapi.ts'
import { openPrinter } from '../kit/printer.ts'
import { proofTest } from '../kit/proof.ts'
import { newerRelease, newerSignature, signatureHeader } from '../kit/release.ts'
import { appOf } from '../kit/route-request.ts'
import { connectTillNumber, newSms } from '../kit/sms.ts'
import { testServer } from '../kit/store-database.ts'
import { totpOf } from '../kit/totp.ts'

const record = newExampleRecord()

const shop = await openEndpointShop()
const printer = await openPrinter()
const document = (await shop.request({ path: '/docs/json' })).json as OpenApi
const checker = newChecker(document)
afterAll(() => Promise.all([shop.close(), printer.off()]))

const drawn = (picture: Uint8Array, kind: string) => {
  const image = new Bun.Image(picture)
  return (kind === 'png' ? image.png() : kind === 'jpeg' ? image.jpeg() : image.webp()).bytes()
}
const pictures = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

/**
 * The linter refuses every field of an example that a `then` or `else` does not name again. Our own check of
 * examples, further down, reads those as JSON Schema does.
 */
const linterRules = `extends: [recommended]
rules:
  no-invalid-media-type-examples:
    severity: error
    allowAdditionalProperties: true
`

describe('the document', () => {
  /** Pages, and better-auth's own. */
  const untold = [
    'GET /api/auth/*',
    'POST /api/auth/*',
    'GET /docs',
    'GET /docs/errors',
    'GET /docs/openapi.json',
    'GET /docs/till.json',
    'GET /docs/json',
    'GET /docs/script/:name',
    'GET /docs/*',
    'GET /sandbox/card/:networkReference',
    'POST /sandbox/card/:networkReference',
    'GET /pay/:reference',
    'GET /pay/:reference/picture',
    'GET /pay/:reference/qr.svg',
    'GET /receipt',
    'GET /receipt/:number',
    'POST /callback/:network/:secret',
    'GET /trust',
    'GET /trust/check',
    'GET /trust/ca.crt',
    'GET /sms-setup/:token',
    'GET /claim/:token',
    'POST /claim/:token',
    'POST /claim/:token/confirm',
    'GET /claim/:token/status',
    'GET /shop/:profile',
    'POST /shop/:profile',
  ]

  test('has every route', () => {
    const app = appOf(shop)
    const routes = app.routes.map(({ method, path }) => `${method} ${path}`)
    const told = operationsOf(document).map(
      ({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
    )
    const aliases = routes.filter(route => isAlias(route.split(' ')[1] ?? ''))
    expect(
      routes.filter(route => !told.includes(route) && !untold.includes(route) && !aliases.includes(route)),
    ).toEqual([])
    expect(told.filter(one => !routes.includes(one))).toEqual([])
    expect(aliases.map(route => route.replace('/api', '')).filter(route => !told.includes(route))).toEqual([])
  })

  test('names each operation once, with a summary, a group and JSON bodies only, but for files', () => {
    const otherBodies: Record<string, string[]> = {
      putLogo: pictures,
      putPicture: pictures.slice(0, 3),
      importProducts: ['text/csv'],
      matchSettlementFile: ['text/csv'],
      uploadRelease: ['application/octet-stream'],
    }
    const operations = operationsOf(document).map(({ operation }) => operation)
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
    for (const { operationId, summary, tags, requestBody } of operations) {
      expect(summary).toBeString()
      expect(tags).toHaveLength(1)
      if (requestBody)
        expect(Object.keys(requestBody.content)).toEqual(otherBodies[operationId] ?? ['application/json'])
    }
  })

  test('has an example for each JSON answer', () => {
    const bare = operationsOf(document).flatMap(({ operation }) =>
      Object.entries(operation.responses)
        .filter(([, { content }]) => content?.['application/json'])
        .filter(([, { content }]) => !Object.keys(content?.['application/json']?.examples ?? {}).length)
        .map(([status]) => `${operation.operationId} ${status}`),
    )
    expect(bare).toEqual([])
  })

  test('names no schema as a generator names the field of another', () => {
    const pascal = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
    const schemas = Object.entries(document.components.schemas)
    const fields = schemas.flatMap(([name, { properties = {} }]) =>
      Object.entries(properties)
        .filter(([, schema]) => 'enum' in schema || 'properties' in schema)
        .map(([field]) => name + field.split('_').map(pascal).join('')),
    )
    expect(schemas.map(([name]) => name).filter(name => fields.includes(name))).toEqual([])
  })

  test('has no unresolved or unused references', () => {
    const references = new Set(referencesIn(document))
    expect([...references].filter(reference => resolved(document, reference) === undefined)).toEqual([])
  })

  proofTest(
    'passes the linter',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'kaunta-docs-'))
      const path = join(folder, 'openapi.json')
      await Bun.write(path, JSON.stringify(document))
      await Bun.write(join(folder, 'redocly.yaml'), linterRules)
      const cli = join(import.meta.dir, '../../node_modules/@redocly/cli/bin/cli.js')
      const child = Bun.spawn([process.execPath, '--bun', cli, 'lint', path, '--format=stylish'], {
        cwd: folder,
        env: { PATH: Bun.env.PATH ?? '', REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
        stdout: 'pipe',
        stderr: 'pipe',
      })
      const said = (
        await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
      ).join('')
      rmSync(folder, { recursive: true })
      expect({ code: await child.exited, said }).toEqual({
        code: 0,
        said: expect.not.stringMatching(/error|warning/i),
      })
    },
    30_000,
  )

  test('is served once and then remembered by the browser', async () => {
    const first = await shop.request({ path: '/docs/json', headers: { 'accept-encoding': 'gzip' } })
    const etag = first.headers.get('etag') ?? ''
    expect(first.headers.get('cache-control')).toBe('no-cache')
    expect((await shop.send({ path: '/docs/json', headers: { 'if-none-match': etag } })).status).toBe(304)
  })
})

describe('the page', () => {
  test('names its script by its content; it is compressed and kept for ever', async () => {
    const page = await shop.request({ path: '/docs' })
    const path = /src="(\/docs\/script\/\w+\.js)"/.exec(page.text)?.[1] ?? ''
    expect(page.headers.get('content-security-policy')).toMatch(
      /default-src 'none'; script-src 'self'( 'sha256-[\w+/=]+'){2};/,
    )
    const script = await shop.send({ path, headers: { 'accept-encoding': 'gzip' } })
    expect(script.headers.get('content-encoding')).toBe('gzip')
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const headers = { 'if-none-match': script.headers.get('etag') ?? '' }
    expect((await shop.send({ path, headers })).status).toBe(304)
    expect((await shop.send({ path: '/docs/script/other.js' })).status).toBe(404)
    expect(page.text.match(/https?:\/\/(?!localhost)[^"' ]+/g)).toBeNull()
  })
})

/** Returns whether a parameter with this schema may be empty. */
function takesEmpty(schema: Readonly<Record<string, unknown>>): boolean {
  if (Array.isArray(schema.enum)) return schema.enum.includes('')
  const { type, pattern = '', minLength = 0, format } = schema
  return type === 'string' && minLength === 0 && format === undefined && new RegExp(String(pattern)).test('')
}
const parameterValues: Readonly<Record<string, string>> = { amount: '5000', channel: 'mobile' }

/** Returns whether the store serves a route; some routes work only on a data folder. */
const isServed = (id: string) => !testServer || !ofFolder.includes(id)
const ofFolder = [
  'getOverview',
  'listBackups',
  'takeBackup',
  'runRestoreDrill',
  'getUpgrade',
  'uploadRelease',
  'startUpgrade',
  'getDoctor',
  'getSupportFile',
]

describe('every example runs as pasted', () => {
  let invited = 0
  const checked = (id: string, answer: TestResponse) => {
    expect({ answer: answer.text, wrong: checker.answer(id, answer) }).toEqual({
      answer: answer.text,
      wrong: [],
    })
    record.add(id, answer)
    return answer
  }
  const answered = async (id: string, request: TestRequest) => checked(id, await shop.request(request))
  const paid = async () => {
    const line_items = [{ name: 'Khanga', quantity: 2, unit_price: 2_500 }]
    const { reference } = await shop.make({ ...qr, line_items })
    const path = `/v1/sandbox/payments/${reference}`
    await shop.request({ as: 'sandbox', path, json: { outcome: 'completed' } })
    await shop.work()
    return reference
  }
  const newRefund = async (more: object = {}) => {
    const path = `/v1/payments/${await paid()}/refunds`
    return textAt(await shop.request({ as: 'sandbox', path, json: { reason: 'Broken', ...more } }), 'data.id')
  }
  const payOut = async () => {
    await paid()
    const json = { amount: 5_000, channel: 'mobile', recipient_name: 'Juma', recipient_phone: '0754 123 456' }
    return textAt(await shop.request({ as: 'sandbox', path: '/v1/payouts/send', json }), 'data.reference')
  }
  const fund = async () => {
    const details = { amount: 100_000, currency: 'TZS' }
    const { reference } = await shop.make({ ...qr, details })
    await shop.request({
      as: 'sandbox',
      path: `/v1/sandbox/payments/${reference}`,
      json: { outcome: 'completed' },
    })
    await shop.work()
  }
  const unmatched = async () => {
    const { reference } = await shop.make()
    const json = { outcome: 'completed', amount: 6_000 }
    await shop.request({ as: 'sandbox', path: `/v1/sandbox/payments/${reference}`, json })
    await shop.work()
    return textAt(
      await answered('listUnmatched', { as: 'owner', path: '/api/v1/unmatched' }),
      'data.items.0.id',
    )
  }
  /** Creates a payment whose webhook was sent; returns its delivery. */
  const delivery = async () => {
    const { reference } = await shop.make({ ...qr, webhook_url: 'https://shop.example.com/kaunta' })
    await shop.request({
      as: 'sandbox',
      path: `/v1/sandbox/payments/${reference}`,
      json: { outcome: 'completed' },
    })
    await shop.work()
    return at(
      await shop.request({ as: 'sandbox', path: '/api/v1/webhooks/deliveries?limit=1' }),
      'data.items.0',
    ) as DeliveryView
  }
  const pause = async () => {
    const { id: deliveryId, url } = await delivery()
    const paused = { accountId: shop.accounts.sandbox.id, url, deliveryId, createdAt: 0 }
    await shop.appliance.store.write(tx => pauseAddress(tx, paused))
  }
  const newProfile = async () =>
    textAt(
      await shop.request({ as: 'owner', path: '/api/v1/profiles', json: { name: 'Juice bar' } }),
      'data.id',
    )
  const newProduct = async (more: object = {}) =>
    textAt(
      await shop.request({
        as: 'owner',
        path: '/api/v1/products',
        json: { name: 'Sugar', price: 3_000, ...more },
      }),
      'data.id',
    )
  /** Inserts the product that the example of labels names. */
  const insertLabelled = async () => {
    const id = productExamples.printLabels['Three labels of an item'].labels[0]?.product_id ?? ''
    const editing = { now: shop.appliance.world.clock.now(), newId: () => 'var_labelled' }
    const product = blankProduct(id, catalogOf(shop.accounts.sandbox), editing)
    await shop.appliance.store.write(tx => insertProduct(tx, { ...product, name: 'Sugar' }))
  }
  const stocked = () => newProduct({ track_stock: true })
  const newParkedSale = async () =>
    textAt(
      await shop.request({
        as: 'till',
        path: '/api/v1/parked-sales',
        json: parkSaleExample['A table’s order'],
      }),
      'data.id',
    )
  const newCashier = async () => {
    const { id } = await shop.login.createStaff({
      name: 'N',
      email: `n${invited++}@duka.co.tz`,
      password: 'siri-ndogo-sana',
    })
    const { sandbox } = shop.accounts
    await hire(shop.appliance, {
      staffId: id,
      accountId: sandbox.id,
      role: 'cashier',
      name: 'N',
      createdAt: 0,
    })
    return id
  }
  const newInvitation = async () => {
    const json = { name: 'Neema', role: 'cashier' }
    const made = await shop.request({ as: 'owner', path: '/api/v1/invitations', json })
    const code = new URL(textAt(made, 'data.url')).searchParams.get('code')
    return { id: textAt(made, 'data.id'), code }
  }
  const session = async () => {
    const json = {
      ...Object(examples.createSession['An order']),
      allowed_methods: ['mobile_money', 'qr', 'card'],
    }
    return openSession(shop, json)
  }
  const ended = async () => {
    const customer = await session()
    await customer.cancel()
    return customer
  }
  const prompt = async () => {
    await shop.make(mobile)
    return textAt(
      await answered('listPrompts', { path: '/api/v1/handset/prompts?phone=0754123456' }),
      'data.0.id',
    )
  }

  const newTill = async () => {
    const made = await shop.request({ as: 'owner', path: '/api/v1/tills', json: { name: 'Side' } })
    return { id: textAt(made, 'data.id'), code: textAt(made, 'data.pairing_code') }
  }
  let cashier: string
  let other: string
  let door: PairedTill
  beforeAll(async () => {
    await addRoles(shop)
    const crew = await addCashiers(shop)
    cashier = crew.neema
    other = crew.juma
    door = await pairTill(shop, 'Door', { staffId: cashier, pin: pins.neema })
    shop.credentials.set('till', () => ({ cookie: door.cookie, 'kaunta-till': '1' }))
  }, 300_000)
  const openShift = async () =>
    void (await shop.request({ as: 'till', path: '/api/v1/till/shift', json: { float: 100_000 } }))
  const closeShift = async () =>
    void (await shop.request({
      as: 'till',
      path: '/api/v1/till/shift/close',
      json: { counted: 0, reason: 'Test' },
    }))
  const givePrinter = async () => {
    const json = { host: printer.host, port: printer.port, paper: 58 }
    await shop.request({ as: 'owner', method: 'PUT', path: `/api/v1/tills/${door.id}/printer`, json })
    return door.id
  }
  const cash = async () => {
    await openShift()
    return textAt(
      await shop.request({ as: 'till', path: '/api/v1/till/cash', json: { amount: 500, given: 500 } }),
      'data.id',
    )
  }
  /** Inserts a message that waits for a sale over the simulator, as if it were a till number. */
  const waitingSms = async (id: string) => {
    const { store, world } = shop.appliance
    const now = world.clock.now()
    const known = { accountId: shop.accounts.sandbox.id, connection: 'simulator', receivedAt: now }
    await store.write(tx => insertSms(tx, newSms({ id, ...known, amount: qr.details.amount, paidAt: now })))
    return id
  }
  const lastShift = async () => {
    await openShift()
    return textAt(await shop.request({ as: 'owner', path: '/api/v1/shifts' }), 'data.items.0.id')
  }

  /** The caller of each body, and the parameter of its path. */
  const senders: Record<
    string,
    { as: TestRequest['as']; parameter?: () => Promise<string>; before?: () => Promise<void> }
  > = {
    createPayment: { as: 'sandbox' },
    pushPayment: { as: 'sandbox', parameter: async () => (await shop.make(mobile)).reference },
    sendPayout: { as: 'sandbox', before: fund },
    createRefund: { as: 'sandbox', before: fund, parameter: paid },
    nameRefundRecipient: { as: 'sandbox', before: fund, parameter: () => newRefund({ way: 'payout' }) },
    decideRefund: { as: 'sandbox', before: fund, parameter: () => newRefund() },
    markRefund: { as: 'owner', before: fund, parameter: async () => loseOutcome(shop, await newRefund()) },
    decidePayment: { as: 'sandbox', parameter: async () => (await shop.make()).reference },
    decidePayout: { as: 'sandbox', before: fund, parameter: payOut },
    markPayout: { as: 'owner', before: fund, parameter: async () => loseOutcome(shop, await payOut()) },
    createInvitation: { as: 'owner' },
    createCashier: { as: 'owner' },
    changeStaff: { as: 'owner', parameter: newCashier },
    createAccount: { as: 'owner' },
    confirmPassword: { as: 'browser' },
    createProfile: { as: 'owner' },
    changeProfile: { as: 'owner', parameter: newProfile },
    putProfile: { as: 'owner', parameter: newProfile },
    createProduct: { as: 'owner' },
    changeProduct: { as: 'owner', parameter: () => newProduct() },
    enterStock: { as: 'owner', parameter: stocked },
    printLabels: { as: 'owner', before: insertLabelled, parameter: givePrinter },
    changeShopCodes: { as: 'owner' },
    changeTaxRates: { as: 'owner' },
    createSession: { as: 'sandbox' },
    payCheckout: { as: 'anonymous', parameter: async () => (await session()).path.split('/')[2] ?? '' },
    createKey: { as: 'owner' },
    createToken: { as: 'anonymous' },
    signIn: { as: 'anonymous' },
    changeSettings: { as: 'owner' },
    settleUnmatched: { as: 'owner', parameter: unmatched },
    receiveSms: {
      as: 'anonymous',
      parameter: async () => {
        const till = connectTillNumber(shop, { accountId: shop.accounts.stranger.id })
        return smsAddressOf(shop.appliance, till).url.split('/').at(-1) ?? ''
      },
    },
    claimSms: {
      as: 'owner',
      before: async () => void (await waitingSms(examples.claimSms['The customer’s message'].sms)),
      parameter: async () => (await shop.make()).reference,
    },
    runReconciliation: { as: 'owner' },
    markDifferenceSeen: {
      as: 'owner',
      async parameter() {
        const one = newDifference(shop.accounts.sandbox.id, 1)
        await shop.appliance.store.write(tx => putDifference(tx, one))
        return one.id
      },
    },
    settleSms: { as: 'owner', parameter: () => waitingSms('sms_1') },
    regenerateWebhookSecret: { as: 'owner' },
    acknowledgeNotice: { as: 'owner' },
    retryDeliveries: { as: 'sandbox' },
    testWebhook: { as: 'sandbox' },
    resumeAddress: { as: 'sandbox', before: pause },
    answerPrompt: { as: 'anonymous', parameter: prompt },
    markPaymentNotPaid: {
      as: 'owner',
      parameter: async () => (await collect(shop, qr, { outcome: 'unknown' })).reference,
    },
    confirmPayment: { as: 'owner', parameter: async () => (await shop.make()).reference },
    createTill: { as: 'owner' },
    changeRouting: { as: 'owner' },
    connectNetwork: { as: 'owner', parameter: async () => 'selcom' },
    renameTill: { as: 'owner', parameter: async () => (await newTill()).id },
    setPin: { as: 'owner', parameter: async () => other },
    setGrants: { as: 'owner', parameter: async () => cashier },
    parkSale: { as: 'till' },
    openShift: { as: 'till', before: closeShift },
    moveCash: { as: 'till', before: openShift },
    closeShift: { as: 'till', before: openShift },
    sellForCash: { as: 'till', before: openShift },
    voidCash: { as: 'till', parameter: cash },
    setDisplayContent: { as: 'till' },
    setPrinter: { as: 'owner', parameter: async () => (await newTill()).id },
    testPrinter: { as: 'owner', parameter: givePrinter },
    printAtTill: { as: 'till', before: () => givePrinter().then(openShift) },
  }

  test('every example of a body is tried', () => {
    const withBody = operationsOf(document).flatMap(({ operation }) =>
      operation.requestBody ? [operation.operationId] : [],
    )
    expect(withBody.toSorted()).toEqual(
      [
        ...Object.keys(senders),
        'changePassword',
        'claimServer',
        'join',
        'pairDisplay',
        'pairTill',
        'importProducts',
        'matchSettlementFile',
        'putLogo',
        'putPicture',
        'signInOnTill',
        'uploadRelease',
      ].toSorted(),
    )
  })

  test.each(Object.entries(senders))('%s', async (id, { as, parameter, before }) => {
    await before?.()
    const { operation, method, path } = checker.operation(id)
    const examples = Object.entries(operation.requestBody?.content['application/json']?.examples ?? {})
    expect(examples.length).toBeGreaterThan(0)
    for (const [name, { value }] of examples) {
      expect({ name, wrong: checker.body(id, value) }).toEqual({ name, wrong: [] })
      const to = parameter ? path.replace(/\{\w+\}/, await parameter()) : path
      const answer = await answered(id, { as: as ?? 'anonymous', method, path: to, json: value })
      expect({ name, status: answer.status, text: answer.text }).toMatchObject({
        status: id.match(/^(create(?!Token)|send|parkSale|enterStock|openShift|moveCash|sellForCash)/)
          ? 201
          : id.match(/^retry/)
            ? 202
            : 200,
      })
    }
  })

  test('matchSettlementFile', async () => {
    const credentials = { vendor: 'TILL1', api_key: 'key', api_secret: 'secret' }
    await shop.request({ as: 'browser', path: '/api/v1/me/confirm', json: { password: owner.password } })
    const headers = { 'kaunta-account': shop.accounts.sandbox.id }
    const path = '/api/v1/networks/selcom'
    await shop.request({ as: 'browser', method: 'PUT', path, json: { credentials }, headers })
    const answer = await answered('matchSettlementFile', {
      as: 'owner',
      path: '/api/v1/reconciliation/file?network=selcom&date=2026-11-21',
      raw: 'order_id,amount\nWEB1,9000',
      headers: { 'content-type': 'text/csv' },
    })
    expect(answer.json).toMatchObject({ data: { rows: 1, other_days: 0, unreadable: 0 } })
    await shop.request({ as: 'browser', method: 'DELETE', path, headers })
  })

  test('importProducts, exportProducts', async () => {
    const path = '/api/v1/products/import?dry_run=true'
    const raw = 'name,price\nBread,1500\nButter,half a thousand'
    const headers = { 'content-type': 'text/csv' }
    const answer = await answered('importProducts', { as: 'owner', path, raw, headers })
    expect(answer.json).toMatchObject({ data: { created: 1, error_count: 1 } })
    const file = await answered('exportProducts', { as: 'owner', path: '/api/v1/products/export' })
    expect(file.status).toBe(200)
  })

  test('claimServer, and a back-up of what is claimed', async () => {
    const box = await openUnclaimedServer()
    const { operation, path } = checker.operation('claimServer')
    const [example] = Object.values(operation.requestBody?.content['application/json']?.examples ?? {})
    expect(checker.body('claimServer', example?.value)).toEqual([])
    const json = { ...Object(example?.value), code: await newClaimCode(box.appliance) }
    const answer = await box.request({ path, json })
    expect(checked('claimServer', answer).status).toBe(201)
    const { email, password } = json
    const token = await box.request({ path: '/api/v1/auth/token', json: { email, password } })
    const headers = { authorization: `Bearer ${textAt(token, 'data.token')}` }
    const backups = (path = '', method = 'POST') =>
      box.request({ method, path: `/api/v1/backups${path}`, headers })
    if (isServed('takeBackup')) {
      expect(checked('takeBackup', await backups()).status).toBe(201)
      expect(checked('listBackups', await backups('', 'GET')).status).toBe(200)
      expect(at(checked('runRestoreDrill', await backups('/drill')), 'data.failure')).toBeNull()
    }
    await box.close()
  })

  test('changePassword, and transferOwnership', async () => {
    const own = await openEndpointShop()
    const { operation, path } = checker.operation('changePassword')
    const [example] = Object.values(operation.requestBody?.content['application/json']?.examples ?? {})
    expect(checker.body('changePassword', example?.value)).toEqual([])
    const answer = await own.request({ as: 'browser', path, json: example?.value })
    expect(checked('changePassword', answer).status).toBe(200)
    const members = await listMembers(own.appliance.store.read, own.accounts.sandbox.id)
    const { staffId } = members.find(({ role }) => role === 'cashier') ?? { staffId: '' }
    const given = await own.request({ as: 'owner', method: 'POST', path: `/api/v1/hand-over/${staffId}` })
    expect(checked('transferOwnership', given).status).toBe(200)
    await own.close()
  })

  test('join', async () => {
    const { operation, path } = checker.operation('join')
    const [example] = Object.values(operation.requestBody?.content['application/json']?.examples ?? {})
    expect(checker.body('join', example?.value)).toEqual([])
    const { code } = await newInvitation()
    expect((await answered('getInvitation', { path: `/api/v1/join?code=${code}` })).status).toBe(200)
    const answer = await answered('join', { path, json: { ...Object(example?.value), code } })
    expect(answer.status).toBe(201)
  })

  test('pairTill and signInOnTill', async () => {
    const pair = checker.operation('pairTill')
    const [code] = Object.values(pair.operation.requestBody?.content['application/json']?.examples ?? {})
    expect(checker.body('pairTill', code?.value)).toEqual([])
    const paired = await answered('pairTill', { path: pair.path, json: { code: (await newTill()).code } })
    expect(paired.status).toBe(200)
    const signIn = checker.operation('signInOnTill')
    const [entry] = Object.values(signIn.operation.requestBody?.content['application/json']?.examples ?? {})
    expect(checker.body('signInOnTill', entry?.value)).toEqual([])
    const json = { staff_id: cashier, pin: pins.neema }
    const headers = { cookie: cookieOf(paired) }
    expect((await answered('signInOnTill', { path: signIn.path, json, headers })).status).toBe(200)
    expect(
      (await answered('signInOnTill', { path: signIn.path, json: { ...json, pin: '1111' }, headers })).status,
    ).toBe(400)
    expect(
      (await answered('signOutOfTill', { method: 'POST', path: '/api/v1/till/logout', headers })).status,
    ).toBe(200)
    expect((await answered('getTillMe', { path: '/api/v1/till/me', headers })).status).toBe(200)
    expect((await answered('listTillStaff', { path: '/api/v1/till/staff', headers })).status).toBe(200)
    expect((await answered('getTillNetworks', { path: '/api/v1/till/networks', headers })).status).toBe(200)
  })

  test('pairDisplay, and what a display shows', async () => {
    const pair = checker.operation('pairDisplay')
    const [example] = Object.values(pair.operation.requestBody?.content['application/json']?.examples ?? {})
    expect(checker.body('pairDisplay', example?.value)).toEqual([])
    const till = '/api/v1/till/displays'
    const made = await answered('createDisplayPairing', { as: 'till', method: 'POST', path: till })
    const code = textAt(made, 'data.pairing_code')
    const svg = await answered('getDisplayPairingQr', {
      as: 'till',
      path: `${till}/pairing.svg?code=${code}`,
    })
    expect([made.status, svg.status]).toEqual([201, 200])
    const paired = await answered('pairDisplay', { path: pair.path, json: { code } })
    expect(paired.status).toBe(200)
    const headers = { cookie: cookieOf(paired) }
    await shop.request({
      as: 'till',
      method: 'PUT',
      path: '/api/v1/till/display-content',
      json: { reference: null, amount: 5_000 },
    })
    expect((await answered('getDisplay', { path: '/api/v1/display', headers })).status).toBe(200)
    expect((await answered('getDisplay', { path: '/api/v1/display' })).status).toBe(401)
    expect((await answered('getDisplayQr', { path: '/api/v1/display/qr.svg?name=x', headers })).status).toBe(
      404,
    )
    const [display] = [at(await answered('listDisplays', { as: 'till', path: till }), 'data')].flat()
    const path = `${till}/${Reflect.get(Object(display), 'id')}`
    expect((await answered('removeDisplay', { as: 'till', method: 'DELETE', path })).status).toBe(200)
  })

  test.skipIf(!isServed('uploadRelease'))('uploadRelease', async () => {
    const headers = signatureHeader(newerSignature())
    const path = '/api/v1/upgrade/file'
    const put = { as: 'owner', method: 'PUT', path, raw: newerRelease, headers } as const
    expect((await answered('uploadRelease', put)).status).toBe(200)
  })

  test.each(pictures)('putLogo %s', async type => {
    const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')
    const kind = type.slice('image/'.length)
    const raw = kind === 'gif' ? pixel : await drawn(pixel, kind)
    const path = `/api/v1/profiles/${await newProfile()}/logo`
    const put = await answered('putLogo', {
      as: 'owner',
      method: 'PUT',
      path,
      raw: new Uint8Array(raw),
      headers: { 'content-type': type },
    })
    expect(put.status).toBe(200)
    const logo = new URL(textAt(put, 'data.merchant_logo')).pathname
    expect((await answered('getLogo', { path: logo })).status).toBe(200)
    expect((await answered('deleteLogo', { as: 'owner', method: 'DELETE', path })).status).toBe(200)
  })

  test.each(pictures.slice(0, 3))('putPicture %s', async type => {
    const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')
    const raw = await drawn(pixel, type.slice('image/'.length))
    const path = `/api/v1/products/${await newProduct()}/picture`
    const headers = { 'content-type': type }
    const put = { as: 'owner', method: 'PUT', path, raw: new Uint8Array(raw), headers } as const
    expect((await answered('putPicture', put)).status).toBe(200)
    expect((await answered('deletePicture', { as: 'owner', method: 'DELETE', path })).status).toBe(200)
  })

  describe('every answer is as documented', () => {
    const post = (path: string, as: TestRequest['as'] = 'owner') => ({ as, method: 'POST', path })
    const waiting = async (make: () => Promise<string>) => {
      const setSum = (payout_approval_above: number | null) =>
        shop.request({
          as: 'owner',
          method: 'PATCH',
          path: '/api/v1/settings',
          json: { payout_approval_above },
        })
      await setSum(0)
      const reference = await make()
      await setSum(null)
      return reference
    }
    const waitingPayout = () => waiting(payOut)
    const waitingRefund = () => waiting(() => newRefund())
    const refundedOne = async () => {
      const view = await shop.request({ as: 'sandbox', path: `/v1/refunds/${await newRefund()}` })
      return textAt(view, 'data.payment_reference')
    }
    const foreign = { headers: { origin: 'http://evil.example' } }
    const asks: [string, number, () => TestRequest | Promise<TestRequest>][] = [
      ['getHealth', 200, () => ({ path: '/health' })],
      ['getReady', 200, () => ({ path: '/ready' })],
      ['getMetrics', 200, () => ({ as: 'sandbox', path: '/metrics' })],
      ['getMetrics', 403, () => ({ as: 'reader', path: '/metrics' })],
      ['getSetup', 200, () => ({ path: '/api/v1/setup' })],
      ['getMe', 200, () => ({ as: 'browser', path: '/api/v1/me' })],
      ['getMe', 200, () => ({ as: 'sandbox', path: '/api/v1/me' })],
      ['getLogin', 200, () => ({ as: 'browser', path: '/api/auth/get-session' })],
      ['getLogin', 200, () => ({ path: '/api/auth/get-session' })],
      ['signIn', 400, () => ({ path: '/api/auth/sign-in/email', json: { email: 'x' } })],
      [
        'signIn',
        401,
        () => ({ path: '/api/auth/sign-in/email', json: { ...owner, password: 'not-the-one' } }),
      ],
      [
        'signIn',
        403,
        () => ({ path: '/api/auth/sign-in/email', json: owner, headers: { origin: 'http://evil.example' } }),
      ],
      ['signOut', 200, () => ({ method: 'POST', path: '/api/auth/sign-out' })],
      ['getWebhookSecret', 200, () => ({ as: 'owner', path: '/api/v1/settings/webhook-secret' })],
      ['getSettings', 200, () => ({ as: 'owner', path: '/api/v1/settings' })],
      [
        'changeSettings',
        400,
        () => ({ as: 'owner', method: 'PATCH', path: '/api/v1/settings', json: { amount_max: 1 } }),
      ],
      ['getOverview', 200, () => ({ as: 'owner', path: '/api/v1/overview' })],
      ['getPeriodSales', 200, () => ({ as: 'owner', path: '/api/v1/overview/period' })],
      ['listSales', 200, () => ({ as: 'owner', path: '/api/v1/sales?limit=1' })],
      ['getSaleTotals', 200, () => ({ as: 'owner', path: '/api/v1/totals/sales' })],
      ['getPaymentTotals', 200, () => ({ as: 'owner', path: '/api/v1/totals/payments' })],
      ['getPayoutTotals', 200, () => ({ as: 'owner', path: '/api/v1/totals/payouts' })],
      ['getRefundTotals', 200, () => ({ as: 'owner', path: '/api/v1/totals/refunds' })],
      ['getSessionTotals', 200, () => ({ as: 'owner', path: '/api/v1/totals/sessions' })],
      ['getOverview', 400, () => ({ as: 'owner', path: '/api/v1/overview?day=today' })],
      ['getPeriodSales', 400, () => ({ as: 'owner', path: '/api/v1/overview/period?period=year' })],
      ['listStaff', 200, () => ({ as: 'owner', path: '/api/v1/staff' })],
      [
        'removeStaff',
        200,
        async () => ({ as: 'owner', method: 'DELETE', path: `/api/v1/staff/${await newCashier()}` }),
      ],
      ['removeStaff', 404, () => ({ as: 'owner', method: 'DELETE', path: '/api/v1/staff/none' })],
      [
        'transferOwnership',
        403,
        async () => ({ as: 'cashier', method: 'POST', path: `/api/v1/hand-over/${await newCashier()}` }),
      ],
      [
        'listInvitations',
        200,
        () => newInvitation().then(() => ({ as: 'owner', path: '/api/v1/invitations' })),
      ],
      [
        'withdrawInvitation',
        200,
        async () => ({
          as: 'owner',
          method: 'DELETE',
          path: `/api/v1/invitations/${(await newInvitation()).id}`,
        }),
      ],
      [
        'getInvitationQrSvg',
        200,
        async () => {
          const { id, code } = await newInvitation()
          return { as: 'owner', path: `/api/v1/invitations/${id}/qr.svg?code=${code}` }
        },
      ],
      ['getInvitation', 403, () => ({ path: '/api/v1/join?code=none' })],
      ['listLogins', 200, () => ({ as: 'browser', path: '/api/v1/logins' })],
      [
        'endLogin',
        200,
        async () => {
          await shop.login.cookiesFor(owner, new Request(shop.url), 'test')
          const path = '/api/v1/logins'
          const all = [at(await shop.request({ as: 'browser', path }), 'data')].flat().map(Object)
          return { as: 'browser', method: 'DELETE', path: `${path}/${all.find(one => !one.current).id}` }
        },
      ],
      ['endLogin', 404, () => ({ as: 'browser', method: 'DELETE', path: '/api/v1/logins/none' })],
      ['endOtherLogins', 200, () => ({ as: 'browser', method: 'DELETE', path: '/api/v1/logins' })],
      [
        'confirmPassword',
        400,
        () => ({ as: 'browser', path: '/api/v1/me/confirm', json: { password: 'not-the-one' } }),
      ],
      ['exportPayments', 200, () => ({ as: 'owner', path: '/api/v1/payments.csv' })],
      ['exportPayouts', 200, () => ({ as: 'owner', path: '/api/v1/payouts.csv' })],
      ['exportRefunds', 200, () => ({ as: 'owner', path: '/api/v1/refunds.csv' })],
      ['exportSessions', 200, () => ({ as: 'owner', path: '/api/v1/sessions.csv' })],
      ['exportAuditLog', 400, () => ({ as: 'owner', path: '/api/v1/audit-log.csv?kind=x' })],
      [
        'getPaymentTimeline',
        200,
        async () => ({ as: 'owner', path: `/v1/payments/${(await shop.make(mobile)).reference}/timeline` }),
      ],
      ['listAuditLog', 200, () => ({ as: 'owner', path: '/api/v1/audit-log?limit=1' })],
      ['listKeys', 200, () => ({ as: 'owner', path: '/api/v1/keys' })],
      ['revokeKey', 404, () => ({ as: 'owner', method: 'DELETE', path: '/api/v1/keys/key_x' })],
      ['listPayments', 200, () => ({ as: 'sandbox', path: '/v1/payments?limit=1' })],
      ['listPayments', 400, () => ({ as: 'sandbox', path: '/v1/payments?limit=0' })],
      ['listPayments', 401, () => ({ path: '/v1/payments' })],
      ['listPayments', 403, () => ({ as: 'creator', path: '/v1/payments' })],
      ['searchPayments', 200, () => ({ as: 'sandbox', path: '/v1/payments/search?q=0754123456&limit=1' })],
      ['getBalance', 200, () => ({ as: 'sandbox', path: '/v1/payments/balance' })],
      [
        'getPayment',
        200,
        async () => ({ as: 'sandbox', path: `/v1/payments/${(await shop.make()).reference}` }),
      ],
      ['getPayment', 404, () => ({ as: 'sandbox', path: '/v1/payments/none' })],
      [
        'getPaymentQrSvg',
        200,
        async () => ({ as: 'sandbox', path: `/v1/payments/${(await shop.make()).reference}/qr.svg` }),
      ],
      [
        'getPaymentQrPng',
        200,
        async () => ({ as: 'sandbox', path: `/v1/payments/${(await shop.make()).reference}/qr.png` }),
      ],
      [
        'voidPayment',
        200,
        async () => ({
          as: 'sandbox',
          method: 'POST',
          path: `/v1/payments/${(await shop.make()).reference}/void`,
        }),
      ],
      ['createPayment', 400, () => ({ as: 'sandbox', path: '/v1/payments', json: { payment_type: 'cash' } })],
      ['createPayment', 400, () => ({ as: 'live', path: '/v1/payments', json: qr })],
      ['createPayment', 415, () => ({ as: 'sandbox', path: '/v1/payments', raw: 'amount=5000' })],
      [
        'createPayment',
        500,
        () => ({
          as: 'sandbox',
          path: '/v1/payments',
          json: qr,
          headers: { 'idempotency-key': 'x'.repeat(31) },
        }),
      ],
      ['listProfiles', 200, () => ({ as: 'reader', path: '/api/v1/profiles?limit=1' })],
      ['getProfile', 200, async () => ({ as: 'reader', path: `/api/v1/profiles/${await newProfile()}` })],
      ['getProfile', 404, () => ({ as: 'reader', path: '/api/v1/profiles/none' })],
      [
        'deleteProfile',
        200,
        async () => ({ as: 'owner', method: 'DELETE', path: `/api/v1/profiles/${await newProfile()}` }),
      ],
      ['listProducts', 200, () => ({ as: 'sandbox', path: '/api/v1/products?limit=3&q=soda' })],
      ['listProducts', 400, () => ({ as: 'sandbox', path: '/api/v1/products?name=soda' })],
      ['getShopCodes', 200, () => ({ as: 'sandbox', path: '/api/v1/products/shop-codes' })],
      ['getTaxRates', 200, () => ({ as: 'sandbox', path: '/api/v1/products/tax-rates' })],
      ['listCategories', 200, () => ({ as: 'sandbox', path: '/api/v1/products/categories' })],
      ['getProduct', 200, async () => ({ as: 'sandbox', path: `/api/v1/products/${await newProduct()}` })],
      ['getProduct', 404, () => ({ as: 'sandbox', path: '/api/v1/products/none' })],
      [
        'listStockMovements',
        200,
        async () => {
          const path = `/api/v1/products/${await stocked()}/stock`
          await shop.request({ as: 'owner', path, json: { kind: 'delivery', quantity: 48 } })
          return { as: 'owner', path }
        },
      ],
      [
        'deleteProduct',
        200,
        async () => ({ as: 'owner', method: 'DELETE', path: `/api/v1/products/${await newProduct()}` }),
      ],
      ['getLogo', 404, () => ({ path: '/logo/none' })],
      [
        'putLogo',
        415,
        async () => ({
          as: 'owner',
          method: 'PUT',
          path: `/api/v1/profiles/${await newProfile()}/logo`,
          raw: 'x',
        }),
      ],
      [
        'listSessions',
        200,
        () => session().then(() => ({ as: 'reader', path: '/api/v1/sessions?status=pending&limit=1' })),
      ],
      ['listSessions', 400, () => ({ as: 'reader', path: '/api/v1/sessions?status=paid' })],
      ['createSession', 400, () => ({ as: 'live', path: '/api/v1/sessions', json: { amount: 5_000 } })],
      [
        'getSession',
        200,
        async () => ({ as: 'reader', path: `/api/v1/sessions/${(await session()).reference}` }),
      ],
      ['getSession', 404, () => ({ as: 'reader', path: '/api/v1/sessions/none' })],
      [
        'getSessionQrSvg',
        200,
        async () => ({ as: 'reader', path: `/api/v1/sessions/${(await session()).reference}/qr.svg` }),
      ],
      [
        'getSessionQrPng',
        200,
        async () => ({ as: 'reader', path: `/api/v1/sessions/${(await session()).reference}/qr.png` }),
      ],
      [
        'cancelSession',
        200,
        async () => ({
          as: 'sandbox',
          method: 'POST',
          path: `/api/v1/sessions/${(await session()).reference}/cancel`,
        }),
      ],
      [
        'cancelSession',
        400,
        async () => ({
          as: 'sandbox',
          method: 'POST',
          path: `/api/v1/sessions/${(await ended()).reference}/cancel`,
        }),
      ],
      ['getCheckout', 200, async () => ({ path: (await session()).path })],
      ['getCheckout', 404, () => ({ path: '/checkout/none' })],
      ['getCheckout', 410, async () => ({ path: (await ended()).path })],
      ['getPaymentPageStatus', 200, async () => ({ path: `/pay/${(await shop.make()).reference}/status` })],
      ['getPaymentPageStatus', 404, () => ({ path: '/pay/none/status' })],
      ['getCheckoutStatus', 200, async () => ({ path: `${(await session()).path}/status` })],
      [
        'payCheckout',
        410,
        async () => ({ path: `${(await ended()).path}/pay`, json: { payment_method: 'qr' } }),
      ],
      ['payCheckout', 415, async () => ({ path: `${(await session()).path}/pay`, raw: 'x' })],
      [
        'cancelCheckoutAttempt',
        404,
        async () => ({ method: 'POST', path: `${(await session()).path}/cancel/none` }),
      ],
      [
        'openPaymentLink',
        200,
        async () => {
          const link = await shop.request({ path: `/p/${(await session()).made.short_code}` })
          return { path: link.headers.get('location') ?? '' }
        },
      ],
      ['openPaymentLink', 302, async () => ({ path: `/p/${(await session()).made.short_code}` })],
      ['openPaymentLink', 404, () => ({ path: '/p/none' })],
      ['approvePayout', 200, async () => post(`/v1/payouts/${await waitingPayout()}/approve`, 'admin')],
      ['declinePayout', 200, async () => post(`/v1/payouts/${await waitingPayout()}/decline`, 'admin')],
      ['approveRefund', 200, async () => post(`/v1/refunds/${await waitingRefund()}/approve`, 'admin')],
      ['declineRefund', 200, async () => post(`/v1/refunds/${await waitingRefund()}/decline`, 'admin')],
      [
        'withdrawRefund',
        200,
        async () => post(`/v1/refunds/${await newRefund({ way: 'payout' })}/withdraw`, 'owner'),
      ],
      ['checkRefund', 200, async () => post(`/v1/refunds/${await newRefund()}/check`, 'owner')],
      ['getRefund', 200, async () => ({ as: 'sandbox', path: `/v1/refunds/${await newRefund()}` })],
      ['listRefunds', 200, () => newRefund().then(() => ({ as: 'sandbox', path: '/v1/refunds?limit=1' }))],
      [
        'listPaymentRefunds',
        200,
        async () => ({ as: 'sandbox', path: `/v1/payments/${await refundedOne()}/refunds` }),
      ],
      [
        'getRefundOptions',
        200,
        async () => ({ as: 'sandbox', path: `/v1/payments/${await paid()}/refunds/options?amount=1000` }),
      ],
      ['listPayouts', 200, () => payOut().then(() => ({ as: 'sandbox', path: '/v1/payouts?limit=1' }))],
      [
        'approvePayout',
        400,
        async () => ({ as: 'owner', method: 'POST', path: `/v1/payouts/${await payOut()}/approve` }),
      ],
      [
        'declinePayout',
        400,
        async () => ({ as: 'owner', method: 'POST', path: `/v1/payouts/${await payOut()}/decline` }),
      ],
      ['getPayout', 200, async () => ({ as: 'sandbox', path: `/v1/payouts/${await payOut()}` })],
      [
        'getPayoutName',
        200,
        () => ({ as: 'owner', path: '/v1/payouts/name?channel=mobile&recipient_phone=0713000111' }),
      ],
      ['getPayoutFee', 200, () => ({ as: 'sandbox', path: '/v1/payouts/fee?amount=5000' })],
      ['listTills', 200, () => ({ as: 'owner', path: '/api/v1/tills' })],
      [
        'listParkedSales',
        200,
        () => newParkedSale().then(() => ({ as: 'till', path: '/api/v1/parked-sales' })),
      ],
      [
        'takeParkedSale',
        200,
        async () => ({
          as: 'till',
          method: 'POST',
          path: `/api/v1/parked-sales/${await newParkedSale()}/take`,
        }),
      ],
      [
        'createTillPairing',
        200,
        async () => ({ as: 'owner', method: 'POST', path: `/api/v1/tills/${(await newTill()).id}/pairing` }),
      ],
      [
        'revokeTill',
        200,
        async () => ({ as: 'owner', method: 'DELETE', path: `/api/v1/tills/${(await newTill()).id}` }),
      ],
      [
        'getPairingQr',
        200,
        async () =>
          newTill().then(({ id, code }) => ({
            as: 'owner',
            path: `/api/v1/tills/${id}/pairing.svg?code=${code}`,
          })),
      ],
      ['pairTill', 403, () => ({ path: '/api/v1/till/pair', json: { code: 'wrong' } })],
      ['getTillMe', 401, () => ({ path: '/api/v1/till/me' })],
      ['listTillSales', 200, () => ({ as: 'till', path: '/api/v1/till/sales' })],
      ['getOpenShift', 200, () => openShift().then(() => ({ as: 'till', path: '/api/v1/till/shift' }))],
      ['getOpenShift', 200, () => closeShift().then(() => ({ as: 'till', path: '/api/v1/till/shift' }))],
      [
        'sellForCash',
        400,
        () =>
          closeShift().then(() => ({ as: 'till', path: '/api/v1/till/cash', json: { amount: 1, given: 1 } })),
      ],
      ['listShifts', 200, () => ({ as: 'owner', path: '/api/v1/shifts?limit=1' })],
      ['getShift', 200, async () => ({ as: 'owner', path: `/api/v1/shifts/${await lastShift()}` })],
      ['getShift', 200, async () => ({ as: 'owner', path: `/api/v1/shifts/${await lastShift()}.csv` })],
      [
        'confirmPayment',
        403,
        async () => ({
          as: 'sandbox',
          path: `/v1/payments/${(await shop.make()).reference}/confirm`,
          json: { reason: 'paid', receipt_number: 'QK99' },
        }),
      ],
      ['listEvents', 200, () => delivery().then(() => ({ as: 'sandbox', path: '/api/v1/events?limit=1' }))],
      [
        'getEvent',
        200,
        async () => ({ as: 'sandbox', path: `/api/v1/events/${(await delivery()).event_id}` }),
      ],
      [
        'listDeliveries',
        200,
        () => delivery().then(() => ({ as: 'sandbox', path: '/api/v1/webhooks/deliveries?limit=1' })),
      ],
      [
        'getDelivery',
        200,
        async () => ({ as: 'sandbox', path: `/api/v1/webhooks/deliveries/${(await delivery()).id}` }),
      ],
      [
        'retryDelivery',
        202,
        async () => ({
          as: 'sandbox',
          method: 'POST',
          path: `/api/v1/webhooks/deliveries/${(await delivery()).id}/retry`,
        }),
      ],
      [
        'listPausedAddresses',
        200,
        () => pause().then(() => ({ as: 'sandbox', path: '/api/v1/webhooks/paused' })),
      ],
      [
        'getCode',
        200,
        async () => ({ path: `/api/v1/handset/code?code=${(await shop.make()).payment_token}` }),
      ],
      ['getReady', 503, () => ({ path: '/ready' })],
      ['signOut', 415, () => ({ path: '/api/auth/sign-out', raw: 'x' })],
      ['signOut', 403, () => ({ ...foreign, method: 'POST', path: '/api/auth/sign-out' })],
      ['getLogin', 403, () => ({ ...foreign, path: '/api/auth/get-session' })],
      [
        'listSmsChoices',
        200,
        async () => {
          const { reference } = await shop.make()
          await waitingSms('sms_2')
          return { as: 'owner', path: `/v1/payments/${reference}/sms` }
        },
      ],
      ['listSms', 200, () => ({ as: 'owner', path: '/api/v1/unmatched/sms?limit=1' })],
      ['checkPayment', 200, async () => post(`/v1/payments/${(await shop.make()).reference}/check`)],
      ['checkPayout', 200, async () => post(`/v1/payouts/${await payOut()}/check`)],
      [
        'listUnknown',
        200,
        async () => {
          await loseOutcome(shop, await payOut())
          return { as: 'owner', path: '/api/v1/unknown?limit=1' }
        },
      ],
      ['getDoctor', 200, () => ({ as: 'owner', path: '/api/v1/doctor' })],
      ['getSupportFile', 200, () => ({ as: 'owner', path: '/api/v1/support' })],
      ['listPlaces', 200, () => ({ as: 'owner', path: '/api/v1/places' })],
      ['getRouting', 200, () => ({ as: 'owner', path: '/api/v1/routing' })],
      ['listNetworks', 200, () => ({ as: 'owner', path: '/api/v1/networks' })],
      [
        'testNetwork',
        200,
        async () => {
          const json = examples.connectNetwork['Selcom, to be switched on later']
          await shop.request({ as: 'owner', method: 'PUT', path: '/api/v1/networks/selcom', json })
          return post('/api/v1/networks/selcom/test')
        },
      ],
      ['disconnectNetwork', 200, () => ({ as: 'owner', method: 'DELETE', path: '/api/v1/networks/selcom' })],
      ['getReconciliation', 200, () => ({ as: 'owner', path: '/api/v1/reconciliation?date=2026-11-21' })],
      [
        'checkDifference',
        200,
        async () => {
          const one = newDifference(shop.accounts.sandbox.id, 2)
          await shop.appliance.store.write(tx => putDifference(tx, one))
          return post(`/api/v1/reconciliation/differences/${one.id}/check`)
        },
      ],
      [
        'removePrinter',
        200,
        async () => ({
          as: 'owner',
          method: 'DELETE',
          path: `/api/v1/tills/${await givePrinter()}/printer`,
        }),
      ],
      ['getUpgrade', 200, () => ({ as: 'owner', path: '/api/v1/upgrade' })],
      ['startUpgrade', 200, () => post('/api/v1/upgrade')],
    ]
    test.each(asks.filter(([id]) => isServed(id)))('%s %d', async (id, status, request) => {
      shop.flags.ready = id !== 'getReady' || status === 200
      const answer = await answered(id, await request())
      expect(answer.status).toBe(status)
      if (status >= 400 && !/^(sign|getReady|getLogin)/.test(id)) expect(at(answer, 'code')).toBe(status)
    })

    test('signIn 200, without a login yet, where there is a second factor; and the refused', async () => {
      const own = await openEndpointShop()
      const enabled = await own.request({
        as: 'browser',
        path: '/api/auth/two-factor/enable',
        json: { password: owner.password },
      })
      const code = totpOf(textAt(enabled, 'totpURI'))
      const confirmed = await own.request({
        as: 'browser',
        path: '/api/auth/two-factor/verify-totp',
        json: { code },
      })
      expect(confirmed.status).toBe(200)
      const answer = await own.request({ path: '/api/auth/sign-in/email', json: owner })
      expect(at(answer, 'twoFactorRedirect')).toBe(true)
      checked('signIn', answer)
      const path = '/api/auth/sign-in/email'
      expect(checked('signIn', await own.request({ path, raw: 'x' })).status).toBe(415)
      const wrong = { path, json: { ...owner, password: 'not-the-one' } }
      while ((await own.request(wrong)).status === 401);
      expect(checked('signIn', await own.request(wrong)).status).toBe(429)
      await own.close()
    })

    test('an attempt is shown, refused while another waits, and cancelled', async () => {
      const customer = await session()
      const pay = { path: `${customer.path}/pay`, json: { payment_method: 'qr' } }
      const tried = textAt(await answered('payCheckout', pay), 'data.attempt_id')
      expect((await answered('payCheckout', pay)).status).toBe(409)
      expect((await answered('getCheckoutStatus', { path: `${customer.path}/status` })).status).toBe(200)
      const giveUp = { method: 'POST', path: `${customer.path}/cancel/${tried}` }
      expect((await answered('cancelCheckoutAttempt', giveUp)).status).toBe(200)
    })

    test('revokeKey 200', async () => {
      const json = { name: 'short-lived', scopes: ['collection:read'] }
      const id = textAt(await shop.request({ as: 'owner', path: '/api/v1/keys', json }), 'data.id')
      expect(
        (await answered('revokeKey', { as: 'owner', method: 'DELETE', path: `/api/v1/keys/${id}` })).status,
      ).toBe(200)
    })
  })

  test('an empty parameter is taken where its schema has it', async () => {
    const lists = operationsOf(document).filter(
      ({ method, path }) => method === 'GET' && !path.includes('{') && !path.endsWith('.svg'),
    )
    const asked = lists.flatMap(({ path, operation: { parameters = [] } }) => {
      const needed = parameters.flatMap(({ name, required }) =>
        required ? [`&${name}=${parameterValues[name]}`] : [],
      )
      return parameters
        .filter(parameter => parameter.in === 'query' && !parameter.required)
        .map(({ name, schema }) => ({
          path: `${path}?${name}=${needed.join('')}`,
          isTaken: takesEmpty(schema),
        }))
    })
    expect(asked.length).toBeGreaterThan(50)
    const got: typeof asked = []
    for (const { path } of asked) {
      const answer = await shop.send({ as: path.includes('/till/') ? 'till' : 'owner', path })
      await answer.body?.cancel()
      got.push({ path, isTaken: answer.status !== 400 })
    }
    expect(got).toEqual(asked)
  })

  test('each example of an answer is what was answered here; UPDATE=1 records them', async () => {
    const documented = operationsOf(document).flatMap(({ operation }) =>
      Object.entries(operation.responses)
        .filter(([, { content }]) => content?.['application/json'])
        .map(([status]) => [operation.operationId, status] as const),
    )
    expect(await record.differences(documented, isServed)).toEqual([])
  })
})

// The price list in the API: its life, codes, search, pages, versions and permissions.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { catalogMax } from '../../src/domain/product.ts'
import { ProductView } from '../../src/wire/product.ts'
import { type EndpointShop, openEndpointShop, type TestRequest, type Who } from '../kit/endpoint.ts'
import { at, errorBody, messagesOf, type TestResponse, textAt } from '../kit/endpoint-answer.ts'
import { addRoles } from '../kit/endpoint-money.ts'
import { runScenario, type Scenario } from '../kit/endpoint-scenario.ts'
import { addCashiers, pairTill, pins } from '../kit/endpoint-till.ts'

let shop: EndpointShop
beforeAll(async () => {
  shop = await openEndpointShop()
  await addRoles(shop)
})
afterAll(() => shop.close())
beforeEach(() => shop.advance(60_000))

const path = '/api/v1/products'
const run = (scenario: Scenario) => runScenario(shop, scenario)
const request = (to: string, more: Partial<TestRequest> = {}, as: Who = 'admin') =>
  shop.request({ as, path: `${path}${to}`, ...more })
function productOf(answer: TestResponse): ProductView {
  const data = at(answer, 'data')
  if (Value.Check(ProductView, data)) return data
  throw new Error(`no product: ${answer.text}`)
}
const add = async (json: object) => productOf(await request('', { json }))
const change = (id: string, json: object, as: Who = 'admin') =>
  request(`/${id}`, { method: 'PATCH', json }, as)
const namesIn = (answer: TestResponse) =>
  [at(answer, 'data.items')].flat().map(item => (item as ProductView).name)
const list = async (query: string, as: Who = 'admin') => namesIn(await request(query, {}, as))
const problems = (...found: [field: string, reason: string][]) => ({
  error_code: 'validation_error',
  errors: found.map(([field, reason]) => expect.objectContaining({ field, reason })),
})

const soda = {
  name: 'Soda',
  name_sw: 'Soda ya chupa',
  category: 'Drinks',
  price: 1_000,
  cost: 700,
  wholesale: { from: 12, price: 900 },
  sku: 'SODA',
  barcodes: ['5449000000996'],
  unit: 'bottle',
  sold_by_weight: false,
  packs: [{ name: 'Crate', holds: 24, price: 20_000, barcodes: ['CRATE-1'] }],
  tax_code: 'A',
  available: true,
  color: '#aa0000',
  position: null,
  low_at: 24,
}

describe('a product', () => {
  test('is created with everything, read, changed and deleted', async () => {
    const made = await run({
      request: { as: 'admin', path, json: soda },
      status: 201,
      changes: { catalog: 1, product: 1, product_code: 3, audit_entry: 2 },
    })
    const product = productOf(made)
    expect<unknown>(product).toEqual({
      ...soda,
      id: expect.stringMatching(/^prod_[0-9a-f]{32}$/),
      picture: null,
      track_stock: false,
      stock: null,
      variations: [],
      created_at: expect.any(String),
      updated_at: product.created_at,
    })
    expect(productOf(await request(`/${product.id}`))).toEqual(product)
    const changed = await change(product.id, { price: 1_100, category: null, barcodes: [] })
    expect(productOf(changed)).toMatchObject({ price: 1_100, category: null, barcodes: [], cost: 700 })
    const gone = await run({
      request: { as: 'admin', method: 'DELETE', path: `${path}/${product.id}` },
      status: 200,
      changes: { catalog: 1, product: 1, product_code: 2, audit_entry: 2 },
    })
    expect(gone.status).toBe(200)
    expect((await request(`/${product.id}`)).json).toMatchObject(
      errorBody('not_found', 'product_not_found', { id: product.id }),
    )
  })

  test('is stored without unknown fields, also inside its wholesale price, packs and variations', async () => {
    const { wholesale, packs } = soda
    const sold = { wholesale, packs: [{ ...packs[0], barcodes: [] }] }
    const more = {
      note: 'x',
      wholesale: { ...wholesale, note: 'x' },
      packs: sold.packs.map(pack => ({ note: 'x', ...pack })),
    }
    const flat = await add({ name: 'Unknown fields', price: 1_000, ...more })
    expect(flat).toMatchObject(sold)
    const variations = [{ name: 'Small', price: 1_000, ...more }]
    const varied = productOf(await change(flat.id, { variations, wholesale: null, packs: [] }))
    expect(varied.variations).toMatchObject([sold])
    for (const product of [flat, varied]) expect(JSON.stringify(product)).not.toContain('note')
    await request(`/${flat.id}`, { method: 'DELETE' })
  })

  test('keeps its tag after a change that changes nothing', async () => {
    const { id, name } = await add({ name: 'Still', sku: 'STILL', color: '#aa0000' })
    const tagOf = async () => (await request('?limit=1')).headers.get('etag')
    const tag = await tagOf()
    shop.advance(60_000)
    for (const json of [{}, { name, color: '#AA0000', barcodes: [] }])
      await run({ request: { as: 'admin', method: 'PATCH', path: `${path}/${id}`, json }, status: 200 })
    expect(await tagOf()).toBe(tag)
    await change(id, { position: 4 })
    expect(await tagOf()).not.toBe(tag)
    await request(`/${id}`, { method: 'DELETE' })
  })

  test('needs only a name', async () =>
    expect(await add({ name: 'Airtime' })).toMatchObject({
      price: null,
      unit: 'piece',
      available: true,
      barcodes: [],
      variations: [],
    }))

  test('has variations with their own prices, and is then available while one is', async () => {
    const variations = [
      { name: 'Small', price: 500, sku: 'TEA-S', available: false },
      { name: 'Large', price: 900, cost: 300 },
    ]
    const tea = await add({ name: 'Tea', variations })
    expect(tea).toMatchObject({ price: null, sku: null, available: true })
    expect(tea.variations).toMatchObject(variations)
    const out = productOf(await change(tea.id, { available: false }))
    expect([out.available, ...out.variations.map(variation => variation.available)]).toEqual([
      false,
      false,
      false,
    ])
  })

  test('is not changed by a caller who does not know its last change', async () => {
    const made = await request('', { json: { name: 'Contested', price: 100 } })
    const { id } = productOf(made)
    const [first, read] = [made.headers.get('etag') ?? '', await request(`/${id}`)]
    expect(first).toMatch(/^"/)
    expect(read.headers.get('etag')).toBe(first)
    const send = (method: string, tag: string, to = '', json?: object) =>
      request(`/${id}${to}`, { method, headers: { 'if-match': tag }, ...(json ? { json } : {}) })
    // Other products do not count.
    await add({ name: 'Uncontested' })
    const changed = await send('PATCH', first, '', { price: 200 })
    const second = changed.headers.get('etag') ?? ''
    expect([changed.status, second === first]).toEqual([200, false])
    for (const [method, to, json] of [
      ['PATCH', '', { price: 300 }],
      ['PATCH', '', { price: 200 }],
      ['DELETE', '', undefined],
      ['DELETE', '/picture', undefined],
    ] as const) {
      const refused = await send(method, first, to, json)
      expect([method, refused.status]).toEqual([method, 412])
      expect(refused.json).toMatchObject(errorBody('precondition_failed', 'product_changed', { id }))
    }
    const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')
    const raw = new Uint8Array(await new Bun.Image(pixel).png().bytes())
    const headers = { 'content-type': 'image/png', 'if-match': first }
    expect((await request(`/${id}/picture`, { method: 'PUT', raw, headers })).status).toBe(412)
    expect(productOf(await request(`/${id}`))).toMatchObject({ price: 200, picture: null })
    for (const known of [`"other", ${second}`, `W/${second}`, '*'])
      expect((await send('PATCH', known, '', {})).status).toBe(200)
    const known = { headers: { 'if-none-match': second } }
    expect((await request(`/${id}`, known)).status).toBe(304)
    expect((await send('DELETE', second)).status).toBe(200)
    expect((await send('PATCH', second, '', { price: 1 })).status).toBe(404)
  })

  test('is created once per Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'tea-1' }
    const first = await request('', { json: { name: 'Once' }, headers })
    const again = await request('', { json: { name: 'Once' }, headers })
    expect(again.json).toEqual(first.json)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
  })

  test('is refused whole, with every fault', async () => {
    const json = { name: '', price: '100', barcodes: ['4006381333932'], tax_code: 'F', color: 'red' }
    await run({ request: { as: 'admin', path, json }, status: 400 })
    const wrong = await request('', {
      json: { name: 'X', barcodes: ['4006381333932'], wholesale: { from: 2, price: 1 } },
    })
    expect(wrong.json).toMatchObject(
      problems(['wholesale', 'wholesale_without_price'], ['barcodes.0', 'barcode_check_digit']),
    )
  })

  test('may not have the SKU or a barcode of another product: the error names it', async () => {
    const first = await add({ name: 'Khanga', sku: 'KH', barcodes: ['036000291452'] })
    const json = { name: 'Kitenge', sku: 'KH', barcodes: ['KT', '0036000291452'] }
    const refused = await run({ request: { as: 'admin', path, json }, status: 400 })
    expect(refused.json).toMatchObject({
      errors: [
        { field: 'sku', reason: 'sku_taken', params: { sku: 'KH', product: 'Khanga' } },
        { field: 'barcodes.1', reason: 'barcode_taken', params: { product: 'Khanga' } },
      ],
    })
    const other = await add({ name: 'Kitenge', sku: 'KT' })
    expect((await change(other.id, { sku: 'KH' })).json).toMatchObject(problems(['sku', 'sku_taken']))
    // Its own codes are no conflict, and a deleted product frees its codes.
    expect((await change(first.id, { sku: 'KH', barcodes: [] })).status).toBe(200)
    await request(`/${first.id}`, { method: 'DELETE' })
    expect((await change(other.id, { sku: 'KH' })).status).toBe(200)
  })

  test('has a picture, made small, and none after it is removed', async () => {
    const { id } = await add({ name: 'Pen' })
    const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')
    const png = await new Bun.Image(pixel).png().bytes()
    const put = (raw: Uint8Array<ArrayBuffer>, type = 'image/png') =>
      request(`/${id}/picture`, { method: 'PUT', raw, headers: { 'content-type': type } })
    const url = textAt(await put(new Uint8Array(png)), 'data.picture')
    expect((await shop.request({ path: new URL(url).pathname })).headers.get('content-type')).toBe(
      'image/webp',
    )
    expect((await put(new Uint8Array(40_961))).json).toMatchObject(errorBody('payload_too_large'))
    expect((await put(new Uint8Array(900))).json).toMatchObject(problems(['body', 'picture_damaged']))
    expect((await put(new Uint8Array(pixel), 'image/gif')).json).toMatchObject(
      errorBody('unsupported_media_type'),
    )
    const gone = await request(`/${id}/picture`, { method: 'DELETE' })
    expect(productOf(gone).picture).toBeNull()
    expect((await shop.request({ path: new URL(url).pathname })).status).toBe(404)
  })
})

describe('the list', () => {
  beforeAll(async () => {
    for (const name of ['Maize flour', 'Maïzena', 'Unga wa ngano'])
      await add({
        name,
        category: 'Flour',
        variations: [{ name: '1 kg', barcodes: [`F-${name[0]}${name.length}`] }],
      })
    await add({ name: 'Zebra print', position: 0 })
  })

  test.each([
    ['?category=Flour', ['Maize flour', 'Maïzena', 'Unga wa ngano']],
    ['?q=MAIZ', ['Maize flour', 'Maïzena']],
    ['?q=fl%20maizé', ['Maize flour', 'Maïzena']], // Flour is the category, too
    ['?q=f-m11', ['Maize flour']],
    ['?q=aize', []],
    ['?q=%25', []],
  ])('%s', async (query, names) => {
    expect(await list(query)).toEqual(names)
  })

  test('finds words with an apostrophe with and without it, also in products stored before this rule', async () => {
    const names = ["Maziwa ya ng'ombe", 'Nyama ya Ngʼombe', "King'ora", "O'Hara"]
    const made = [] as string[]
    for (const name of names) made.push((await add({ name, sku: `APO-${made.length}` })).id)
    const [milk, meat, siren, ohara] = names
    const found = async (term: string) => list(`?q=${encodeURIComponent(term)}`)
    for (const term of ['ngombe', "ng'ombe", 'NG’OMBE', 'ngʼomb', 'ng ombe'])
      expect([term, await found(term)]).toEqual([term, [milk, meat] as string[]])
    expect(await found('kingora')).toEqual([siren] as string[])
    expect(await found('ohara')).toEqual([ohara] as string[])
    const older = 'update product set search = $1 where id = $2'
    for (const [search, id] of [
      [' maziwa ya ng ombe', made[0]],
      [' nyama ya ngʼombe', made[1]],
    ])
      await shop.appliance.store.write(tx => tx.rows(older, [search, id], 'once'))
    for (const term of ['ngombe', "ng'ombe", 'ngʼomb', 'ng ombe'])
      expect([term, await found(term)]).toEqual([term, [milk, meat] as string[]])
    expect(await found('ngombe maz')).toEqual([milk] as string[])
    expect(await found('ng ombe nya')).toEqual([meat] as string[])
    for (const id of made) await request(`/${id}`, { method: 'DELETE' })
  })

  test('is ordered by position, then by name, and its pages do not overlap', async () => {
    const all = await list('?limit=500')
    expect(all[0]).toBe('Zebra print')
    expect(all.slice(1)).toEqual(all.slice(1).toSorted((a, b) => a.localeCompare(b, 'sw')))
    const seen: string[] = []
    let query = '?limit=2'
    for (;;) {
      const page = await request(query)
      const items = [at(page, 'data.items')].flat() as ProductView[]
      expect(at(page, 'data.total')).toBe(all.length)
      if (items.length === 0) break
      expect(at(page, 'data.offset')).toBe(seen.length)
      seen.push(...items.map(({ name }) => name))
      query = `?limit=2&starting_after=${items.at(-1)?.id}`
    }
    expect(seen).toEqual(all)
    const [first, second, third, fourth] = [
      at(await request('?limit=4'), 'data.items'),
    ].flat() as ProductView[]
    expect(await list(`?limit=2&ending_before=${fourth?.id}`)).toEqual([
      second?.name,
      third?.name,
    ] as string[])
    expect(await list(`?limit=9&ending_before=${second?.id}`)).toEqual([first?.name] as string[])
    expect((await request('?starting_after=prod_x')).json).toMatchObject(
      problems(['starting_after', 'cursor_malformed']),
    )
    expect((await request('?limit=501')).status).toBe(400)
  })

  test('is read by ids, without deleted products', async () => {
    const [a, b] = [await add({ name: 'Ida' }), await add({ name: 'Ido' })]
    await request(`/${a.id}`, { method: 'DELETE' })
    expect(await list(`?ids=${a.id},${b.id}`)).toEqual(['Ido'])
  })

  test('names its categories with their products', async () => {
    const items = [at(await request('/categories'), 'data.items')].flat()
    expect(items).toContainEqual({ name: 'Flour', count: 3 })
  })

  test('is not sent again to a reader who has it', async () => {
    const first = await request('?limit=500')
    const tag = first.headers.get('etag') ?? ''
    const headers = { 'if-none-match': tag }
    const same = await request('?limit=500', { headers })
    expect([same.status, same.text, same.headers.get('etag')]).toEqual([304, '', tag])
    // A cashier sees other fields.
    expect((await request('?limit=500', { headers }, 'cashier')).status).toBe(200)
    await add({ name: 'New' })
    expect((await request('?limit=500', { headers })).status).toBe(200)
  })

  test('answers a faulty request with its fault, whatever the reader has', async () => {
    const tag = (await request('?limit=1')).headers.get('etag') ?? ''
    for (const known of [tag, '*'])
      for (const [to, status] of [
        ['/prod_nothing', 404],
        ['?limit=abc', 400],
        ['?limit=501', 400],
        ['?starting_after=prod_x', 400],
        ['?limit=1', 304],
      ] as const) {
        const answer = await request(to, { headers: { 'if-none-match': known } })
        expect([known, to, answer.status, answer.headers.has('etag')]).toEqual([
          known,
          to,
          status,
          status === 304,
        ])
      }
  })

  test('belongs to the merchant: live and practice share it, other merchants do not', async () => {
    const { id } = await add({ name: 'Shared' })
    expect((await request(`/${id}`, {}, 'live')).status).toBe(200)
    expect((await request(`/${id}`, {}, 'stranger')).status).toBe(404)
    expect(await list('?limit=500', 'live')).toEqual(await list('?limit=500'))
    expect(await list('', 'stranger')).toEqual([])
    expect((await change(id, { price: 5 }, 'stranger')).status).toBe(404)
    // What is tried with the first key of the sandbox never changes what is sold.
    for (const method of ['PATCH', 'DELETE'])
      expect((await request(`/${id}`, { method, json: { price: 5 } }, 'sandbox')).json).toMatchObject({
        reason: 'scope_missing',
        params: { scope: 'catalog:write' },
      })
    // Both audit logs record a change.
    const shown = await shop.request({
      as: 'owner of live',
      path: '/api/v1/audit-log?kind=product.created&limit=1',
    })
    expect(at(shown, 'data.items.0.detail.name')).toBe('Shared')
  })
})

test('cost is shown to owners, admins, developers and keys, never to cashiers', async () => {
  const { id } = await add({ name: 'Secret', cost: 5, variations: [{ name: 'A', cost: 3 }].slice(1) })
  const costs = async (as: Who) => at(await request(`/${id}`, {}, as), 'data.cost')
  expect([
    await costs('owner'),
    await costs('developer'),
    await costs('sandbox'),
    await costs('cashier'),
  ]).toEqual([5, 5, 5, null])
  const tea = await add({ name: 'Secret tea', variations: [{ name: 'A', cost: 3 }] })
  expect(at(await request(`/${tea.id}`, {}, 'cashier'), 'data.variations.0.cost')).toBeNull()
})

test('a till and a console are notified of each change, whichever account made it', async () => {
  const crew = await addCashiers(shop)
  const { cookie } = await pairTill(shop, 'Door', { staffId: crew.neema, pin: pins.neema })
  const stream = messagesOf(
    await shop.send({ path: '/api/v1/payments/events', headers: { cookie, 'kaunta-till': '1' } }),
  )
  expect(await stream.next()).toBe('retry: 1000')
  expect(await stream.next()).toStartWith('event: open')
  const made = productOf(await request('', { json: { name: 'Heard' } }, 'live'))
  expect(await stream.next()).toBe(`event: products.changed\ndata: {"ids":["${made.id}"]}`)
  await request(`/${made.id}`, { method: 'DELETE' })
  expect(await stream.next()).toBe(`event: products.changed\ndata: {"ids":["${made.id}"]}`)
  await stream.close()
})

test('a full list takes no more products', async () => {
  const { products } = catalogMax
  const catalogId = shop.accounts.stranger.id
  await shop.appliance.store.write(async tx => {
    await tx.rows(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${products})
       insert into product (id, catalog_id, name, unit, sold_by_weight, variations, created_at, updated_at, sort_key, search)
       select 'prod_full' || i, '${catalogId}', 'P' || i, 'piece', 0, '[]', 0, 0, 'p' || i, ' p' || i from n`,
      [],
      'once',
    )
  })
  const refused = await request('', { json: { name: 'One more' } }, 'stranger')
  expect(refused.json).toMatchObject(errorBody('invalid_state', 'product_limit_reached', { max: products }))
  expect(at(await request('?q=p77&limit=1', {}, 'stranger'), 'data.total')).toBe(111)
})

// Import and export of the price list: what is written and when, while a till sells.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { ProductView } from '../../src/wire/product.ts'
import { type EndpointShop, openEndpointShop, type Who } from '../kit/endpoint.ts'
import { at, errorBody, messagesOf, type TestResponse } from '../kit/endpoint-answer.ts'
import { addRoles } from '../kit/endpoint-money.ts'
import { changesBetween } from '../kit/endpoint-rows.ts'
import {
  csvOf,
  loyverseFaults,
  loyverseFile,
  loyverseRows,
  planted,
  squareFaults,
  squareFile,
  squareRows,
} from '../kit/product-file.ts'

let shop: EndpointShop
beforeAll(async () => {
  shop = await openEndpointShop()
  await addRoles(shop)
})
afterAll(() => shop.close())
beforeEach(() => shop.advance(60_000))

const path = '/api/v1/products'
const send = (raw: BodyInit, query = '', as: Who = 'admin') =>
  shop.request({ as, path: `${path}/import${query}`, raw, headers: { 'content-type': 'text/csv' } })
const list = async (query: string, as: Who = 'admin') =>
  [at(await shop.request({ as, path: path + query }), 'data.items')].flat() as ProductView[]
const total = async (as: Who = 'admin') =>
  Number(at(await shop.request({ as, path: `${path}?limit=1` }), 'data.total'))
const errorsIn = (answer: TestResponse) =>
  [at(answer, 'data.errors')].flat().map(one => {
    const { line, field, reason } = one as { line: number; field: string; reason: string }
    return { line, field, reason }
  })

test('an answer names the columns and each faulty cell, and counts products that get an open price', async () => {
  const file = 'name,price,supplier\nColumns tea,,A\nColumns soda,12.5o,A\nColumns milk,2000,B\n'
  const shown = { columns_read: ['name', 'price'], columns_ignored: ['supplier'], open_priced: 1 }
  expect((await send(file, '?dry_run=true')).json).toMatchObject({
    data: { ...shown, errors: [{ line: 3, field: 'price', value: '12.5o' }] },
  })
  expect((await send(file, '?skip_errors=true')).json).toMatchObject({ data: { ...shown, created: 2 } })
  const opened = 'name,price\nColumns tea,\nColumns milk,variable\n'
  expect((await send(opened, '?dry_run=true')).json).toMatchObject({ data: { open_priced: 1, unchanged: 1 } })
  const long = `name,price\n${'x'.repeat(2_001)},${'9'.repeat(70)}\n`
  expect((await send(long, '?dry_run=true')).json).toMatchObject({
    data: { errors: [{ value: 'x'.repeat(60) }, { value: '9'.repeat(60) }] },
  })
})

test('lines with the SKUs of two variations change both, and the fields that these share', async () => {
  const variations = ['A', 'B'].map(sku => ({ name: `Size ${sku}`, price: 1_000, sku: `JOIN-${sku}` }))
  await shop.request({ as: 'admin', path, json: { name: 'Joined', variations } })
  const file = 'sku,name,price,category\nJOIN-A,Joined,1100,Hot\nJOIN-B,Joined,2200,Hot\n'
  expect((await send(file)).json).toMatchObject({ data: { created: 0, updated: 1, errors: [] } })
  expect(await list('?q=joined')).toMatchObject([
    { category: 'Hot', variations: [{ price: 1_100 }, { price: 2_200 }] },
  ])
  expect((await send(file)).json).toMatchObject({ data: { updated: 0, unchanged: 1 } })
  expect(errorsIn(await send(file.replace('2200,Hot', '2200,Cold')))).toEqual([
    { line: 3, field: 'category', reason: 'line_contradicted' },
  ])
})

describe('5,000 lines with 20 faults', () => {
  test.each([
    ['loyverse', loyverseRows(5_000), loyverseFaults, loyverseFile],
    ['square', squareRows(5_000), squareFaults, squareFile],
  ] as const)(
    'of %s are refused whole; mended they are imported while a till sells',
    async (_, rows, faults, write) => {
      const before = await shop.rows()
      const refused = await send(write(planted(rows, faults)))
      expect(refused.json).toMatchObject({
        data: { imported: false, created: 0, updated: 0, error_count: 20 },
      })
      expect(errorsIn(refused)).toEqual(
        faults.map(({ line, field, reason }) => ({ line, field, reason }) as never),
      )
      expect(changesBetween(before, await shop.rows())).toEqual({})

      const had = await total()
      let isImported = false
      const importing = send(write(rows)).finally(() => {
        isImported = true
      })
      let sold = 0
      while (!isImported) {
        await shop.make()
        sold++
      }
      const imported = await importing
      expect(imported.json).toMatchObject({
        data: { imported: true, error_count: 0, errors: [], lines: 5_000 },
      })
      const created = Number(at(imported, 'data.created'))
      expect(await total()).toBe(had + created)
      expect(sold).toBeGreaterThan(10)
      expect((await send(write(rows))).json).toMatchObject({
        data: { created: 0, updated: 0, unchanged: created },
      })
    },
    300_000,
  )
})

describe('stock in a file', () => {
  const movements = async (id: string) =>
    at(await shop.request({ as: 'admin', path: `${path}/${id}/stock` }), 'data.items')

  test('is counted once, where it was not counted, and is exported', async () => {
    const file = 'name,price,low_at,in_stock\nStock soda,1000,12,48\nStock tea,500,,-2\n'
    expect((await send(file)).json).toMatchObject({ data: { imported: true, created: 2 } })
    const [soda] = await list('?q=stock%20soda')
    expect(soda).toMatchObject({ track_stock: true, low_at: 12, stock: 48 })
    expect(await movements(soda?.id ?? '')).toMatchObject([
      { kind: 'count', quantity: 48, on_hand: 48, reason: 'Import' },
    ])
    expect((await list('?q=stock%20tea'))[0]).toMatchObject({ stock: -2 })
    const changed = 'name,price,in_stock\nStock soda,1100,7\n'
    expect((await send(changed)).json).toMatchObject({ data: { updated: 1, stock_kept: 1 } })
    expect((await list('?q=stock%20soda'))[0]).toMatchObject({ price: 1_100, stock: 48 })
    const exported = await shop.send({ as: 'admin', path: `${path}/export` })
    const lines = (await exported.text()).split('\r\n')
    expect(lines[0]).toContain('"low_at","track_stock","in_stock"')
    expect(lines.find(line => line.includes('Stock soda'))).toContain(',12,"Y",48')
    expect(lines.find(line => line.includes('Stock tea'))).toContain(',"Y",-2')
    expect((await send(lines.join('\r\n'))).json).toMatchObject({
      data: { created: 0, updated: 0, stock_kept: 0 },
    })
  })

  test('is entered later for a product that was counted without a number, and a dry run writes none', async () => {
    await send('name,price,track_stock\nStock rice,3200,Y\n')
    const file = 'name,in_stock\nStock rice,12\n'
    expect((await send(file, '?dry_run=true')).json).toMatchObject({ data: { updated: 1, stock_kept: 0 } })
    const [before] = await list('?q=stock%20rice')
    expect(before).toMatchObject({ track_stock: true, stock: null })
    expect((await send(file)).json).toMatchObject({ data: { updated: 1 } })
    const entry = { kind: 'count', quantity: 9, reason: 'Breakage' }
    await shop.request({ as: 'admin', path: `${path}/${before?.id}/stock`, json: entry })
    expect((await send(file)).json).toMatchObject({ data: { updated: 0, unchanged: 1, stock_kept: 1 } })
    expect((await list('?q=stock%20rice'))[0]).toMatchObject({ stock: 9 })
  })

  test('that is no number of pieces is named, and nothing is imported', async () => {
    const answer = await send('name,price,in_stock\nStock salt,500,2.5\nStock flour,900,few\n')
    expect(errorsIn(answer)).toMatchObject([
      { line: 2, field: 'in_stock', reason: 'count_malformed' },
      { line: 3, field: 'in_stock', reason: 'count_malformed' },
    ])
    expect(await list('?q=stock%20salt')).toEqual([])
  })
})

test('a file of several shops is imported with the prices and the stock of the shop in the request', async () => {
  const file = loyverseFile(
    loyverseRows(1).map(row => ({
      ...row,
      Name: 'Shop soda',
      SKU: 'SHOP-1',
      Barcode: '',
      'In stock [Mbezi]': 7,
    })),
  )
  const shops = ['Kariakoo', 'Mbezi']
  expect((await send(file, '?shop=Tegeta')).json).toMatchObject({
    errors: [{ field: 'shop', params: { choices: 'Kariakoo, Mbezi' } }],
  })
  expect((await send(file, '?dry_run=true')).json).toMatchObject({ data: { shops, shop: 'Kariakoo' } })
  expect((await send(file, '?shop=mbezi')).json).toMatchObject({ data: { shops, shop: 'Mbezi', created: 1 } })
  expect(await list('?q=shop%20soda')).toMatchObject([{ price: 2_001, stock: 7 }])
})

describe('an import', () => {
  const file = 'name,price,sku\nSukari,3200,I1\nChumvi,elfu,I2\nMchele,2800,I3\n'

  test('writes nothing in a dry run, and returns what it would do', async () => {
    const before = await shop.rows()
    const tried = await send(file, '?dry_run=true&skip_errors=true')
    expect(tried.json).toMatchObject({
      data: { form: 'kaunta', imported: false, created: 2, error_count: 1 },
    })
    expect(changesBetween(before, await shop.rows())).toEqual({})
    // A misspelled word must not write.
    expect((await send(file, '?dryrun=true')).json).toMatchObject(
      errorBody('validation_error', 'filter_not_known'),
    )
    expect((await send(file, '?dry_run=yes')).status).toBe(400)
    expect(changesBetween(before, await shop.rows())).toEqual({})
  })

  test('skips faulty products on request; tills are notified once, both audit logs record it', async () => {
    const stream = messagesOf(await shop.send({ as: 'owner', path: '/api/v1/payments/events' }))
    await stream.next()
    await stream.next()
    const skipped = await send(file, '?skip_errors=true')
    expect(skipped.json).toMatchObject({ data: { imported: true, created: 2, error_count: 1 } })
    expect(at(skipped, 'data.errors.0')).toEqual({
      line: 3,
      field: 'price',
      value: 'elfu',
      message: 'price must be whole shillings, such as 12500 or 12,500',
      reason: 'amount_malformed',
      params: {},
    })
    expect(await stream.next()).toBe('event: products.changed\ndata: {"ids":null}')
    await stream.close()
    for (const as of ['owner', 'owner of live'] as const)
      expect(
        at(
          await shop.request({ as, path: '/api/v1/audit-log?kind=products.imported&limit=1' }),
          'data.items.0.detail',
        ),
      ).toEqual({ created: 2, updated: 0 })
  })

  test('continues on the current list if someone changes it in between', async () => {
    const rows = Array.from({ length: 400 }, (_, number) => [`Kikombe ${number}`, number + 1, `CUP${number}`])
    const importing = send(csvOf([['name', 'price', 'sku'], ...rows]))
    const changed: Promise<TestResponse>[] = []
    for (let number = 0; number < 5; number++)
      changed.push(shop.request({ as: 'admin', path, json: { name: `Between ${number}` } }))
    await Promise.all(changed)
    expect((await importing).json).toMatchObject({ data: { created: 400, error_count: 0 } })
    expect((await list('?q=kikombe&limit=500')).length).toBe(400)
  })

  test('ends while others keep changing the list, and keeps their changes', async () => {
    const rows = Array.from({ length: 400 }, (_, number) => [`Sahani ${number}`, number + 1, `PL${number}`])
    const head = ['name', 'price', 'sku']
    await send(csvOf([head, ...rows]))
    const others = await list('?q=sahani&limit=500')
    let isImported = false
    const dearer = rows.map(([name, price, sku]) => [name ?? '', Number(price) + 1_000, sku ?? ''])
    const importing = send(
      csvOf([head, ...dearer, ['Sinia', 5_000, ''], ['Sinia kubwa', 6_000, '']]),
    ).finally(() => {
      isImported = true
    })
    const changed = new Set<string>()
    const oneChange = async (number: number) => {
      const { id = '' } = others[(number * 7) % others.length] ?? {}
      const json = { position: number }
      const answer = await shop.request({ as: 'admin', method: 'PATCH', path: `${path}/${id}`, json })
      expect(answer.status).toBe(200)
      changed.add(id)
    }
    for (let number = 0; !isImported && number < 160; number += 4)
      await Promise.all([0, 1, 2, 3].map(more => oneChange(number + more)))
    expect(isImported).toBe(true)
    expect((await importing).json).toMatchObject({ data: { created: 2, updated: 400, error_count: 0 } })
    const after = await list('?q=sahani&limit=500')
    expect(after.every(({ price }) => Number(price) > 1_000)).toBe(true)
    expect(after.filter(({ position }) => position !== null).length).toBe(changed.size)
  }, 300_000)

  test('finds products by code and name that others added in between', async () => {
    const rows = Array.from({ length: 300 }, (_, number) => [`Kijiko ${number}`, number + 1, ''])
    const importing = send(csvOf([['name', 'price', 'sku'], ...rows, ['Uma', 900, 'UMA']]))
    const added = [
      { name: 'KIJIKO 299', position: 3 },
      { name: 'Uma wa chuma', sku: 'UMA' },
    ]
    await Promise.all(added.map(json => shop.request({ as: 'admin', path, json })))
    expect((await importing).json).toMatchObject({ data: { error_count: 0 } })
    expect((await list('?q=kijiko%20299')).map(({ price }) => price)).toEqual([300])
    expect((await list('?q=uma')).map(({ name, price }) => [name, price])).toEqual([['Uma', 900]])
  })

  test('reads what spreadsheets save: Windows letters, UTF-16, semicolons', async () => {
    const text = 'Jina;Bei\r\nCafé au lait;2.500\r\n'
    expect((await send(Buffer.from(text, 'latin1'))).json).toMatchObject({ data: { created: 1 } })
    expect((await list('?q=cafe'))[0]).toMatchObject({ name: 'Café au lait', price: 2_500 })
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
    expect((await send(wide)).json).toMatchObject({ data: { created: 0, unchanged: 1 } })
  })

  test('refuses a file that is not a list, is too long, or does not fit', async () => {
    expect((await send('a,b\n1,2\n')).json).toMatchObject(
      errorBody('validation_error', 'product_file_unreadable'),
    )
    for (const query of ['', '?skip_errors=true'])
      expect((await send('name,price\nA,1\n"B,2\nC,3\n', query)).json).toMatchObject(
        errorBody('validation_error', 'file_quote_unclosed', { line: 3 }),
      )
    expect((await send(`name\n${'x\n'.repeat(20_001)}`)).json).toMatchObject(
      errorBody('validation_error', 'product_file_too_long', { max: 20_000 }),
    )
    const many = Array.from({ length: 10_001 }, (_, number) => [`P ${number}`, `S${number}`, 1])
    expect((await send(csvOf([['name', 'sku', 'price'], ...many]), '', 'stranger')).json).toMatchObject(
      errorBody('invalid_state', 'product_limit_reached'),
    )
    expect(await total('stranger')).toBe(0)
  })
})

test('an export is read again without a change, and is in the audit log', async () => {
  await shop.request({
    as: 'stranger',
    path,
    json: {
      name: '=cmd',
      price: 900,
      cost: 400,
      barcodes: ['5449000000996'],
      packs: [{ name: 'Box', holds: 12, price: null, barcodes: ['BX'] }],
    },
  })
  await shop.request({
    as: 'stranger',
    path,
    json: { name: 'Tea', variations: [{ name: 'S', price: 1 }, { name: 'L' }] },
  })
  const answer = await shop.request({ as: 'stranger', path: `${path}/export` })
  expect(answer.headers.get('content-disposition')).toStartWith(
    'attachment; filename="products-2026-11-21.csv"',
  )
  expect(answer.text.split('\r\n').length).toBe(5)
  expect(answer.text).not.toMatch(/[",]=cmd/)
  expect((await send(answer.text, '', 'stranger')).json).toMatchObject({
    data: { created: 0, updated: 0, unchanged: 2 },
  })
}, 300_000)

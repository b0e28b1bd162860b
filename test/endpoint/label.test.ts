// Labels of items on a till's receipt printer: what is printed, who may, and what is refused.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type EndpointShop, openEndpointShop, type Who } from '../kit/endpoint.ts'
import { at, textAt } from '../kit/endpoint-answer.ts'
import { addRoles } from '../kit/endpoint-money.ts'
import { changesBetween } from '../kit/endpoint-rows.ts'
import { pairTill } from '../kit/endpoint-till.ts'
import { openPrinter, type Printer } from '../kit/printer.ts'

let shop: EndpointShop
let printer: Printer
let till = ''
const ids = { soda: '', rice: '', tea: '', open: '', beer: '' }
const products = {
  soda: { name: 'Soda', price: 1_000, barcodes: ['5449000000996'], wholesale: { from: 12, price: 900 } },
  rice: { name: 'Rice', name_sw: 'Mchele', price: 3_000, sold_by_weight: true, sku: 'MCHELE' },
  tea: {
    name: 'Tea',
    variations: [
      { name: 'Small', price: 800, sku: 'CHAI-S' },
      { name: 'Large', price: 1_200 },
    ],
  },
  open: { name: 'Repair' },
  beer: {
    name: 'Beer',
    price: 2_000,
    barcodes: ['6161101602341'],
    wholesale: { from: 20, price: 1_800 },
    packs: [
      { name: 'Crate', holds: 25, price: null, barcodes: ['CRATE-25'] },
      { name: 'Six', holds: 6, price: 11_500, barcodes: [] },
    ],
  },
}

beforeAll(async () => {
  shop = await openEndpointShop()
  printer = await openPrinter()
  await addRoles(shop)
  till = (await pairTill(shop, 'Front')).id
  const json = { host: printer.host, port: printer.port, paper: 58 }
  await shop.request({ as: 'owner', method: 'PUT', path: `/api/v1/tills/${till}/printer`, json })
  for (const name of ['soda', 'rice', 'tea', 'open', 'beer'] as const)
    ids[name] = textAt(
      await shop.request({ as: 'owner', path: '/api/v1/products', json: products[name] }),
      'data.id',
    )
})
afterAll(() => Promise.all([shop.close(), printer.off()]))

const print = (labels: unknown, more: object = {}, as: Who = 'owner', id = till) =>
  shop.request({ as, path: `/api/v1/tills/${id}/printer/labels`, json: { labels, ...more } })
/** Returns the lines of the last page, without the lines to cut along and the spaces that centre them. */
const lines = () =>
  printer
    .last()
    .lines.map(({ text }) => text.trim())
    .filter(text => text !== '' && !text.startsWith('--'))

describe('labels on a receipt printer', () => {
  test('name, price, bars and code of each copy, and nothing is stored', async () => {
    const before = await shop.rows()
    const answer = await print([{ product_id: ids.soda, copies: 2 }, { product_id: ids.rice }])
    expect(answer.json).toEqual({ code: 200, data: { printed: 3, without_bars: 0 } })
    const sodaLines = ['Soda', 'TZS 1,000', '5449000000996']
    expect(lines()).toEqual([...sodaLines, ...sodaLines, 'Rice', 'TZS 3,000 per kg', 'MCHELE'])
    expect(printer.last().bars.map(({ data }) => data)).toEqual([
      '5449000000996',
      '5449000000996',
      '{BMCHELE',
    ])
    expect(printer.last().cuts).toBe(1)
    expect(changesBetween(before, await shop.rows())).toEqual({})
  })

  test('one of each variation, or of one; an open price has none; the rest is counted as without bars', async () => {
    const variation = textAt(
      await shop.request({ as: 'owner', path: `/api/v1/products/${ids.tea}` }),
      'data.variations.0.id',
    )
    const both = await print([{ product_id: ids.tea }, { product_id: ids.open }])
    expect(at(both, 'data')).toEqual({ printed: 3, without_bars: 2 })
    expect(lines()).toEqual(['Tea Small', 'TZS 800', 'CHAI-S', 'Tea Large', 'TZS 1,200', 'Repair'])
    expect(at(await print([{ product_id: ids.tea, variation_id: variation }]), 'data.printed')).toBe(1)
  })

  test('a pack has its own code and the price that the till charges for one of it', async () => {
    const crate = { product_id: ids.beer, pack: 'Crate' }
    const answer = await print([crate, { product_id: ids.beer, pack: 'Six' }], { wholesale: true })
    expect(at(answer, 'data')).toEqual({ printed: 2, without_bars: 1 })
    expect(lines()).toEqual(['Beer (Crate)', 'TZS 45,000', 'CRATE-25', 'Beer (Six)', 'TZS 11,500'])
  })

  test('in Swahili, and with the wholesale price where it is wanted', async () => {
    const language = 'sw'
    await print([{ product_id: ids.rice }, { product_id: ids.soda }], { wholesale: true, language })
    expect(lines()).toEqual([
      ...['Mchele', 'TZS 3,000 kwa kilo', 'MCHELE'],
      ...['Soda', 'TZS 1,000', 'Kuanzia 12: TZS 900', '5449000000996'],
    ])
  })

  test.each<[string, () => unknown, object]>([
    [
      'more than ten in all',
      () => [{ product_id: ids.soda, copies: 9 }, { product_id: ids.tea }],
      { field: 'labels', reason: 'labels_too_many', params: { max: 10, count: 11 } },
    ],
    ['no copies', () => [{ product_id: ids.soda, copies: 0 }], { field: 'labels.0.copies' }],
    ['no labels', () => [], { field: 'labels' }],
    [
      'an unknown product',
      () => [{ product_id: ids.soda }, { product_id: 'prod_none' }],
      { field: 'labels.1.product_id', reason: 'product_unknown' },
    ],
    [
      'an unknown variation',
      () => [{ product_id: ids.tea, variation_id: 'var_none' }],
      { field: 'labels.0.variation_id', reason: 'product_unknown' },
    ],
    [
      'an unknown pack',
      () => [{ product_id: ids.beer, pack: 'Carton' }],
      { field: 'labels.0.pack', reason: 'product_unknown' },
    ],
  ])('%s is refused at its field, and nothing is printed', async (_, labels, error) => {
    const before = printer.calls()
    const answer = await print(labels())
    expect([answer.status, at(answer, 'errors')]).toMatchObject([400, [error]])
    expect(printer.calls()).toBe(before)
  })

  test('a till without a printer, and one whose printer does not answer, get an error', async () => {
    const other = await pairTill(shop, 'Back')
    const labels = [{ product_id: ids.soda }]
    expect((await print(labels, {}, 'owner', other.id)).json).toMatchObject({ reason: 'printer_missing' })
    expect((await print(labels, {}, 'owner', 'till_none')).status).toBe(404)
    expect((await print(labels, {}, 'stranger')).status).toBe(404)
    await printer.off()
    expect((await print(labels)).json).toMatchObject({ code: 503, reason: 'printer_unreachable' })
  })
})

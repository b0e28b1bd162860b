// What sales earned. After random sales and refunds of a day the stored totals equal what the rows add up
// to, and profit, cost and sales without cost equal the money.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readCsv } from '../../src/domain/csv-file.ts'
import type { LineItem } from '../../src/domain/line-item.ts'
import { fullLineSum, spreadDiscount } from '../../src/domain/price-line.ts'
import type { RefundLine } from '../../src/domain/refund-line.ts'
import { saleTotalName } from '../../src/flow/sale-sum.ts'
import { recountSaleTotals } from '../../src/flow/sale-total.ts'
import { listStoredSaleTotals } from '../../src/store/sale-total.ts'
import { type EndpointShop, openEndpointShop, type Who } from '../kit/endpoint.ts'
import { at, textAt } from '../kit/endpoint-answer.ts'
import { addRoles } from '../kit/endpoint-money.ts'
import { addCashiers, type PairedTill, pairTill, pins } from '../kit/endpoint-till.ts'
import { newChance } from '../kit/simulated-world.ts'

const path = '/api/v1/overview/period?period=day'
const reason = 'The customer returned the goods'
let shop: EndpointShop
let till: PairedTill
const ids: Record<string, string> = {}

beforeAll(async () => {
  shop = await openEndpointShop()
  await addRoles(shop)
  const crew = await addCashiers(shop)
  till = await pairTill(shop, 'Front', { staffId: crew.neema, pin: pins.neema })
  await till.request({ path: '/api/v1/till/shift', json: { float: 0 } })
  const crate = { name: 'Crate', holds: 24, price: 20_000, barcodes: [] }
  const products = [
    { name: 'Soda', price: 1_000, cost: 700, category: 'Drinks', tax_code: 'A', packs: [crate] },
    { name: 'Rice', price: 2_999, cost: 2_101, category: 'Food', tax_code: 'C', sold_by_weight: true },
    { name: 'Bag', price: 500 },
  ]
  for (const json of products)
    ids[json.name] = textAt(await shop.request({ as: 'owner', path: '/api/v1/products', json }), 'data.id')
})
afterAll(() => shop.close())

const look = async (as: Who = 'owner') => at(await shop.request({ as, path }), 'data')

const priced: Readonly<Record<string, Pick<LineItem, 'unit_price' | 'by_weight' | 'pack'>>> = {
  Soda: { unit_price: 1_000 },
  Crate: { unit_price: 20_000, pack: 'Crate' },
  Rice: { unit_price: 2_999, by_weight: true },
  Bag: { unit_price: 500 },
}

/** Sells by cash or QR, with discounts of lines and of the sale, and gives some sales back in parts. */
async function sellAtRandom(seed: number): Promise<void> {
  const chance = newChance(seed)
  const lines = Array.from({ length: chance.between(1, 4) }, () => {
    const name = chance.pick('Soda', 'Crate', 'Rice', 'Bag')
    const line = { ...priced[name], product_id: ids[name === 'Crate' ? 'Soda' : name] }
    return {
      ...line,
      quantity: name === 'Rice' ? chance.between(50, 2_500) : chance.between(1, 5),
      unit_price: line.unit_price ?? 0,
    }
  })
  const full = lines.map(line => Number(fullLineSum(line)))
  const off = chance.happens(0.5) ? Math.floor(full.reduce((all, sum) => all + sum) / 11) : 0
  const discounts = spreadDiscount(off, full)
  const line_items = lines.map((line, place) => ({ ...line, discount: discounts[place] ?? 0 }))
  const amount = full.reduce((all, sum) => all + sum) - off
  const part = chance.between(1, amount)
  const line = chance.between(0, lines.length - 1)
  const returned = { line, quantity: chance.between(1, lines[line]?.quantity ?? 1) }
  const back = chance.pick('none', 'none', 'part', 'lines', 'all', 'failed')
  if (amount < 100 || chance.happens(0.5)) {
    const id = textAt(await till.takeCash(amount, { line_items }), 'data.id')
    if (back === 'all') await till.voidCash(id, { reason })
    if (back === 'lines') await refund(id, { way: 'cash', line_items: [returned] })
    return
  }
  const reference = await till.sellByQr(amount, { line_items })
  if (chance.happens(0.1)) return // not paid
  await till.pay(reference)
  if (back === 'none') return
  const hasLines = back === 'lines' || (back === 'failed' && chance.happens(0.5))
  const given = await refund(reference, {
    ...(back === 'part' ? { amount: part } : {}),
    ...(hasLines ? { line_items: [returned] } : {}),
  })
  const outcome = back === 'failed' ? 'failed' : 'completed'
  const path = `/v1/sandbox/refunds/${textAt(given, 'data.id')}`
  await shop.request({ as: 'sandbox', path, json: { outcome } })
  await shop.work()
}

const refund = (reference: string, json: object) =>
  shop.request({ as: 'sandbox', path: `/v1/payments/${reference}/refunds`, json: { reason, ...json } })

interface Row {
  readonly amount: number
  readonly lines: readonly LineItem[]
  readonly back: readonly { readonly sum: number; readonly lines: readonly RefundLine[] | null }[]
}

/** Returns every paid sale with what was given back of it, from the tables. */
async function paidRows(): Promise<Row[]> {
  const rows = (text: string) => shop.appliance.store.read.rows(text, [], 'once')
  const refunds = await rows(
    "select coalesce(payment_id, cash_sale_id), amount, line_items from refund where status in ('pending', 'completed')",
  )
  const sales = await rows(
    `select id, amount, line_items from payment where status = 'completed'
     union all select id, amount, line_items from cash_sale`,
  )
  return sales.map(([id, amount, lines]) => ({
    amount: Number(amount),
    lines: JSON.parse(String(lines)),
    back: refunds
      .filter(([sale]) => sale === id)
      .map(([, sum, lines]) => ({ sum: Number(sum), lines: JSON.parse(String(lines)) })),
  }))
}

/**
 * Returns what a row earned, counted in another way than the totals: in halves and floors of ordinary
 * numbers.
 */
function earnedBy({ amount, lines, back }: Row) {
  const priceOf = ({ quantity, by_weight }: LineItem, each: number) =>
    by_weight ? Math.round((quantity * each) / 1_000) : quantity * each
  const known = lines.filter(({ cost }) => cost !== undefined)
  const made = known.reduce((all, line) => all + priceOf(line, line.unit_price) - (line.discount ?? 0), 0)
  const spent = known.reduce((all, line) => all + priceOf(line, line.cost ?? 0), 0)
  const costOf = (line: LineItem, quantity = line.quantity) =>
    Math.round((priceOf(line, line.cost ?? 0) * quantity) / line.quantity)
  const shareOf = ({ sum, lines: returned }: Row['back'][number]) => {
    if (!returned && sum !== amount) return { made: Math.floor((sum * made) / amount), spent: 0 }
    if (!returned) return { made, spent }
    const costed = returned.filter(({ line }) => lines[line]?.cost !== undefined)
    return {
      made: costed.reduce((all, refundLine) => all + refundLine.amount, 0),
      spent: costed.reduce(
        (all, refundLine) => all + costOf(lines[refundLine.line] as LineItem, refundLine.quantity),
        0,
      ),
    }
  }
  const shares = back.map(shareOf)
  const cost = shares.reduce((all, share) => all - share.spent, spent)
  return {
    net: amount - back.reduce((all, { sum }) => all + sum, 0),
    cost,
    profit: shares.reduce((all, share) => all - share.made, made) - cost,
  }
}

describe('after random sales and refunds', () => {
  beforeAll(async () => {
    for (let seed = 1; seed <= 60; seed += 1) await sellAtRandom(seed)
  }, 300_000)

  test('cost and profit are what the rows add up to, and the rest is without a cost price', async () => {
    const { id, timeZone: zone } = shop.accounts.sandbox
    const stored = async () =>
      (await listStoredSaleTotals(shop.appliance.store.read, id)).toSorted((one, other) =>
        saleTotalName(one).localeCompare(saleTotalName(other)),
      )
    const rows = (await paidRows()).map(earnedBy)
    const sum = (name: 'net' | 'cost' | 'profit') => rows.reduce((all, row) => all + row[name], 0)
    const [net, cost, profit] = [sum('net'), sum('cost'), sum('profit')]
    expect(profit).toBeGreaterThan(0)
    expect(await look()).toMatchObject({ net, cost, profit, sales_without_cost: net - cost - profit })
    const kept = await stored()
    await shop.appliance.store.write(tx => recountSaleTotals(tx, [{ id, timeZone: zone }]))
    expect(await stored()).toEqual(kept)
  })

  test('every group has the same sums', async () => {
    const view = (await look()) as Record<string, Record<string, number>[]>
    const total = view as unknown as Record<string, number>
    const sumOf = (group: string, name: string) =>
      view[group]?.reduce((all, row) => all + (row[name] ?? 0), 0)
    for (const name of ['gross', 'net', 'cost', 'profit', 'sales_without_cost'] as const)
      for (const group of ['days', 'methods', 'tills', 'cashiers', 'hours'])
        expect([group, name, sumOf(group, name)]).toEqual([group, name, total[name]])
    for (const name of ['gross', 'refunded', 'net', 'cost', 'profit', 'sales_without_cost'])
      for (const group of ['categories', 'taxes'])
        expect([group, name, sumOf(group, name)]).toEqual([group, name, sumOf('items', name)])
    expect(view.categories?.map(({ category }) => category as unknown)).toEqual(
      expect.arrayContaining(['Drinks', 'Food', null]),
    )
    expect(view.taxes?.map(({ tax_code }) => tax_code as unknown)).toEqual(
      expect.arrayContaining(['A', 'C', null]),
    )
    expect(view.hours).toMatchObject([{ hour: 12 }])
  })

  test('the export has every item', async () => {
    const { items } = (await look()) as { items: { name: string; net: number; profit: number }[] }
    const file = await shop.request({ as: 'owner', path: '/api/v1/overview/items.csv?period=day' })
    const [head, ...lines] = file.text
      .replace(/[\uFEFF"]/g, '')
      .trim()
      .split('\r\n')
    expect(head).toBe(
      'item,quantity,unit,lines,sales,cost,profit,sales_without_cost,quantity_before,sales_before,profit_before',
    )
    expect(
      lines.map(line => line.split(',')).map(cells => [cells[0], Number(cells[4]), Number(cells[6])]),
    ).toEqual(items.map(({ name, net, profit }) => [name, net, profit]))
  })

  test.each([
    ['days', 'date', 'date'],
    ['methods', 'method', 'method'],
    ['tills', 'till_id,till', 'till'],
    ['cashiers', 'cashier_id,cashier', 'cashier'],
    ['hours', 'hour', 'hour'],
    ['categories', 'category', 'category'],
    ['taxes', 'tax_code,percent,tax', 'tax_code,percent,tax'],
  ])('the file of %s has the sums of the report', async (table, heads, name) => {
    const all = ((await look()) as Record<string, Record<string, unknown>[]>)[table]
    const query = `?period=day&table=${table}`
    const file = await shop.request({ as: 'owner', path: `/api/v1/overview/period.csv${query}` })
    const [head = [], ...lines] = readCsv(file.text, 1_000).lines
    const sums = ['count', 'gross', 'refunds', 'refunded', 'net', 'cost', 'profit', 'sales_without_cost']
    const before = table === 'days' ? [] : ['net', 'profit']
    expect(head).toEqual([...heads.split(','), ...sums, ...before.map(sum => `${sum}_before`)])
    const namesOf = (value: unknown): unknown[] => {
      if (!heads.includes('_id')) return [value ?? '']
      const { id = '', name = '' } = (value ?? {}) as { id?: string; name?: string }
      return [id, name]
    }
    const wanted = all?.map(row =>
      [
        ...name.split(',').flatMap(part => namesOf(row[part])),
        ...sums.map(sum => row[sum]),
        ...before.map(sum => (row.before as Record<string, unknown>)[sum]),
      ].map(String),
    )
    expect(lines).toEqual(wanted as string[][])
    expect(lines.length).toBeGreaterThan(0)
  })

  test('a file is of a known table, and for those who may export', async () => {
    const table = (name: string, as: 'owner' | 'reader') =>
      shop.request({ as, path: `/api/v1/overview/period.csv?table=${name}` })
    expect((await table('prices', 'owner')).json).toMatchObject({ errors: [{ field: 'table' }] })
    expect((await table('tills', 'reader')).status).toBe(403)
    expect((await till.request({ path: '/api/v1/overview/period.csv' })).status).toBe(403)
    const items = await table('items', 'owner')
    expect(items.text).toBe((await shop.request({ as: 'owner', path: '/api/v1/overview/items.csv' })).text)
  })

  test('who may not see what products cost sees sales alone', async () => {
    expect((await shop.request({ as: 'cashier', path })).status).toBe(403)
    expect((await till.request({ path })).status).toBe(403)
    expect((await till.request({ path: '/api/v1/overview/items.csv' })).status).toBe(403)
    const answer = await shop.request({ as: 'reader', path })
    expect(answer.json).toMatchObject({ data: { cost: null, profit: null, sales_without_cost: null } })
    expect(answer.text).not.toMatch(/"(cost|profit|sales_without_cost)":-?\d/)
    expect((await shop.request({ as: 'reader', path: '/api/v1/overview/items.csv' })).status).toBe(403)
  })
})

describe('an item that was sold under its Swahili name', () => {
  const carton = { name: 'Carton', holds: 12, price: 24_000, barcodes: [] }
  let product_id = ''
  beforeAll(async () => {
    const json = { name: 'Oil', name_sw: 'Mafuta', price: 2_100, cost: 1_700, packs: [carton] }
    product_id = textAt(await shop.request({ as: 'owner', path: '/api/v1/products', json }), 'data.id')
  })
  const sell = async (name: string | undefined, quantity: number, pack?: string) => {
    const unit_price = pack ? 24_000 : 2_100
    const line = { product_id, quantity, unit_price, ...(name ? { name } : {}), ...(pack ? { pack } : {}) }
    return textAt(await till.takeCash(quantity * unit_price, { line_items: [line] }), 'data.id')
  }
  const named = (items: unknown, pattern: RegExp) =>
    [items].flat().filter(item => pattern.test((item as { name: string }).name))

  test('is the same item in the reports of the day and of the shift, also after a refund', async () => {
    await sell(undefined, 2)
    const swahili = await sell('Mafuta', 3)
    await sell('Mafuta (Carton)', 1, 'Carton')
    await sell('Mafuta ya dukani', 1)
    await refund(swahili, { way: 'cash', line_items: [{ line: 0, quantity: 1 }] })
    const { items } = (await look()) as { items: unknown }
    expect(named(items, /Oil|Mafuta/)).toEqual([
      expect.objectContaining({ name: 'Oil (Carton)', quantity: 1, net: 24_000 }),
      expect.objectContaining({ name: 'Oil', quantity: 4, net: 8_400, profit: 1_600 }),
      // Any other name is what a program sold it as.
      expect.objectContaining({ name: 'Mafuta ya dukani', quantity: 1, net: 2_100 }),
    ])
    const shift = await till.request({ path: '/api/v1/till/shift' })
    expect(named(at(shift, 'data.shift.report.sold.items'), /Oil|Mafuta/)).toEqual([
      expect.objectContaining({ name: 'Oil (Carton)', quantity: 1 }),
      expect.objectContaining({ name: 'Oil', quantity: 5 }),
      expect.objectContaining({ name: 'Mafuta ya dukani', quantity: 1 }),
    ])
  })

  test('keeps that name on the sale, and no answer shows the other', async () => {
    const line = { product_id, name: 'Mafuta', quantity: 1, unit_price: 2_100 }
    const answer = await till.takeCash(2_100, { line_items: [line] })
    expect(at(answer, 'data.line_items')).toEqual([line] as never)
  })
})

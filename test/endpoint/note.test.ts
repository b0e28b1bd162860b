// Searching payments by amount and by the words of their note: as people write both, with the account's own
// payments and no others.
import { afterAll, describe, expect, test } from 'bun:test'
import { noteText, noteWords } from '../../src/domain/note.ts'
import { openEndpointShop } from '../kit/endpoint.ts'
import { at, textAt } from '../kit/endpoint-answer.ts'

const sales = {
  cement: { amount: 12_500, metadata: { note: 'Mifuko 40 ya SARUJI, Ijumaa' } },
  table: { amount: 12_500, metadata: { note: 'Meza 4' } },
  order: { amount: 123_456, metadata: { order_id: 'A-1042' } },
  café: { amount: 7_000, metadata: { description: 'Kahawa ya Café Mjini', customer_tier: 'saruji' } },
  plain: { amount: 7_000, metadata: {} },
} as const
type Name = keyof typeof sales

const references = new Map<string, Name>()
const shop = await openEndpointShop()
const make = (as: 'owner' | 'stranger', { amount, metadata }: (typeof sales)[Name]) =>
  shop.request({
    as,
    path: '/v1/payments',
    json: { payment_type: 'dynamic-qr', details: { amount, currency: 'TZS' }, metadata },
  })
for (const [name, sale] of Object.entries(sales) as [Name, (typeof sales)[Name]][]) {
  references.set(textAt(await make('owner', sale), 'data.reference'), name)
  shop.advance(1_000)
}
await make('stranger', sales.cement)
afterAll(() => shop.close())

async function found(query: Record<string, string>): Promise<(Name | undefined)[]> {
  const answer = await shop.request({
    as: 'owner',
    path: `/v1/payments/search?${new URLSearchParams(query)}`,
  })
  expect(answer.status).toBe(200)
  const items = [at(answer, 'data.items')].flat()
  expect(at(answer, 'data.total')).toBe(items.length)
  return items.map(item => references.get(String(Reflect.get(Object(item), 'reference'))))
}

test.each<[query: Record<string, string>, wanted: Name[]]>([
  [{ amount: '12500' }, ['table', 'cement']],
  [{ amount: 'TZS 12,500' }, ['table', 'cement']],
  [{ amount: '12501' }, []],
  [{ q: '12500' }, ['table', 'cement']],
  [{ q: '12,500/=' }, ['table', 'cement']],
  [{ q: '123,456' }, ['order']],
  [{ q: '123456' }, ['order']],
  [{ q: '7 000' }, ['plain', 'café']],
  [{ q: '7000', to: '2020-01-01' }, []],
  [{ q: 'saruji' }, ['cement']],
  [{ q: 'SARUJI mifuko' }, ['cement']],
  [{ q: 'saruji meza' }, []],
  [{ q: 'saru' }, ['cement']],
  [{ q: 'mifuko ya sar' }, ['cement']],
  [{ q: 'aruji' }, []],
  [{ q: 'cafe' }, ['café']],
  [{ q: 'Café  mjini!' }, ['café']],
  [{ q: 'a-1042' }, ['order']],
  [{ q: 'meza 4' }, ['table']],
  [{ q: '4' }, ['table']],
  [{ q: 'ya', status: 'completed' }, []],
  [{ q: 'ya', status: 'pending' }, ['café', 'cement']],
  [{ q: 'ya', payment_type: 'mobile' }, []],
  [{ note: 'ya' }, ['café', 'cement']],
  [{ note: 'ya', q: 'kahawa' }, ['café']],
  [{ note: 'ya', amount: '12500' }, ['cement']],
  [{ note: '!?' }, []],
  [{ q: "%' or 1=1 --" }, []],
  [{ note: '' }, ['plain', 'café', 'order', 'table', 'cement']],
])('%j finds %j', async (query, wanted) => expect(await found(query)).toEqual(wanted))

test('an invalid amount is refused', async () => {
  for (const amount of ['0,5', '12.5', 'many', '1e3'])
    expect(
      (await shop.request({ as: 'owner', path: `/v1/payments/search?amount=${amount}` })).json,
    ).toMatchObject({
      error_code: 'validation_error',
      errors: [{ field: 'amount' }],
    })
})

test('the export has the rows of the list', async () => {
  const file = await shop.request({ as: 'owner', path: '/api/v1/payments.csv?q=saruji' })
  expect(file.text.trim().split('\n')).toHaveLength(2)
})

describe('words', () => {
  test.each([
    ['Oda #A-12, ASHA asha', ['oda', 'a', '12', 'asha']],
    ['Ñandú naïve', ['nandu', 'naive']],
    ['  —  ', []],
    ['x'.repeat(100), ['x'.repeat(32)]],
  ])('%s', (text, words) => expect(noteWords(text)).toEqual(words))
  test('are limited in number', () =>
    expect(noteWords(Array.from({ length: 99 }, (_, index) => `w${index}`).join(' '))).toHaveLength(16))
  test('come from the note, else the description, else the order', () => {
    expect(noteText({ order_id: 7, description: 'd', note: 'n' })).toBe('n')
    expect(noteText({ order_id: 7, description: 'd' })).toBe('d')
    expect(noteText({ order_id: 7 })).toBe('7')
    expect(noteText({ other: true })).toBe('')
  })
})

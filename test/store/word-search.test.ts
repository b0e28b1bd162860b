// Searches for words of notes answer what a comparison with every payment would, page and count alike, on
// both stores: by words alone, which their index answers, and together with other filters.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { PaymentFilter } from '../../src/store/payment-filter.ts'
import { countPaymentsUpTo, listPayments, mayFitMore } from '../../src/store/payment-list.ts'
import type { Store } from '../../src/store/store.ts'
import { isProof } from '../kit/proof.ts'
import { newStoreDatabase, testServer } from '../kit/store-database.ts'

const payments = 12_000
/** The most payments with one word that are compared. */
const sharedMax = 10_000
const numbers = `with recursive n (g) as (select 1 union all select g + 1 from n where g < ${payments})`

/** Every tenth payment is of the account `b`; all of the first three thousand have the word `zamani`. */
const rows = [
  ...['a', 'b'].map(
    (
      id,
      index,
    ) => `insert into account (id, number, name, mode, city, time_zone, api_version, signing_key, webhook_hosts,
      fees, expiry_seconds, created_at, routing, quick_amounts, pin_length, blind_count)
      values ('${id}', ${index + 1}, '', 'live', '', '', '', '', '[]', '{}', 60, 0, '[]', '[]', 4, 0)`,
  ),
  `insert into payment (number, id, account_id, type, status, amount, currency, connector, channel_type, provider, customer,
    metadata, api_version, token, late, unknown, created_at, expires_at)
    ${numbers} select g, substr('00000000-0000-0000-0000-000000000000', 1, 31) || (10000 + g),
      case when g % 10 = 0 then 'b' else 'a' end, case when g % 3 = 0 then 'card' else 'mobile' end,
      case when g % 7 < 2 then 'failed' else 'expired' end, 500 + g % 11, 'TZS', 's', 's', 'mpesa', '{}', '{}', '', '',
      0, 0, g, g + 1 from n`,
  ...[
    ['mifuko', 'g % 97 <> 3'],
    ['mchanga', 'g % 89 <> 5'],
    ['saruji', 'g * 7919 % 101 < 40'],
    ['saruji40', 'g * 104729 % 103 < 12'],
    ['zamani', 'g <= 3000'],
    ['w4970', 'g % 4999 = 17'],
  ].map(
    ([word, has]) => `insert into note_word (account_id, word, payment_number)
      ${numbers} select case when g % 10 = 0 then 'b' else 'a' end, '${word}', g from n where ${has}`,
  ),
]

interface Row {
  number: number
  id: string
  account_id: string
  type: string
  status: string
  amount: number
}

const database = newStoreDatabase()
let store: Store
let all: Row[]
const wordsOf = new Map<number, string[]>()
beforeAll(async () => {
  store = await database.open(0)
  for (const text of rows) database.run(text)
  if (testServer) database.run('analyze') // as a server does in time
  all = database.query<Row>(
    'select number, id, account_id, type, status, amount from payment order by number desc',
  )
  for (const one of database.query<{ word: string; payment_number: number }>(
    'select word, payment_number from note_word',
  ))
    wordsOf.set(one.payment_number, [...(wordsOf.get(one.payment_number) ?? []), one.word])
})
afterAll(async () => {
  await store.close()
  database.close()
})

/** Returns the numbers of those that fit, newest first, by a look at every payment. */
function fitting({ words = [], wordStart, ...filter }: PaymentFilter): number[] {
  const inRange = all.filter(
    ({ id, account_id }) =>
      account_id === filter.accountId &&
      id >= (filter.fromId ?? '') &&
      (filter.beforeId === undefined || id < filter.beforeId),
  )
  const has = (number: number, word: string) => wordsOf.get(number)?.includes(word) ?? false
  const most = (word: string) => Math.min(sharedMax, inRange.filter(({ number }) => has(number, word)).length)
  const rarest = words.toSorted(
    (a, b) => most(a) - most(b) || Number(/\d/.test(b)) - Number(/\d/.test(a)) || b.length - a.length,
  )[0]
  const compared = rarest ? inRange.filter(({ number }) => has(number, rarest)).slice(0, sharedMax) : inRange
  return compared
    .filter(
      ({ number, type, status, amount }) =>
        words.every(word => has(number, word)) &&
        (wordStart === undefined || wordsOf.get(number)?.some(word => word.startsWith(wordStart))) &&
        (filter.type ?? type) === type &&
        (filter.status ?? status) === status &&
        (filter.amount ?? amount) === amount,
    )
    .map(({ number }) => number)
}

const wanted: readonly (readonly [string, Pick<PaymentFilter, 'words' | 'wordStart'>])[] = [
  ['a word that most have', { words: ['mifuko'] }],
  ['a word that many have', { words: ['saruji'] }],
  ['a word that two have', { words: ['w4970'] }],
  ['a word that only old ones have', { words: ['zamani'] }],
  ['a word that none has', { words: ['hakuna'] }],
  ['two words', { words: ['mifuko', 'saruji40'] }],
  ['two words that most have', { words: ['mifuko', 'mchanga'] }],
  ['a word that most have and one that many have', { words: ['mchanga', 'saruji'] }],
  ['two words that most have and an old one', { words: ['mifuko', 'mchanga', 'zamani'] }],
  [
    'two words that most have and the beginning of another',
    { words: ['mifuko', 'mchanga'], wordStart: 'zam' },
  ],
  ['three words', { words: ['saruji', 'mifuko', 'saruji40'] }],
  ['the same word twice', { words: ['saruji', 'saruji'] }],
  ['two words that none has together', { words: ['w4970', 'hakuna'] }],
  ['the beginning of two words', { wordStart: 'saruji' }],
  ['the beginning of the only word', { words: [], wordStart: 'zam' }],
  ['the beginning of none', { wordStart: 'hak' }],
  ['a word and the beginning of two', { words: ['mifuko'], wordStart: 'saru' }],
  ['two words and a beginning', { words: ['mifuko', 'saruji'], wordStart: 'w' }],
]
const id = (number: number) => `${'00000000-0000-0000-0000-000000000000'.slice(0, 31)}${10_000 + number}`
const ranges: readonly (readonly [string, Partial<PaymentFilter>])[] = [
  ['at any time', {}],
  ['from', { fromId: id(2_500) }],
  ['to', { beforeId: id(400) }],
  ['from and to', { fromId: id(100), beforeId: id(11_900) }],
  ['within nothing', { fromId: id(500), beforeId: id(500) }],
]
const others: readonly Partial<PaymentFilter>[] = [
  {},
  { status: 'failed' },
  { type: 'card' },
  { status: 'expired', type: 'mobile', amount: 503 },
]

/** Filters other than words. In `test` each cell has none and one other, so that each meets many words. */
const filters = others.flatMap(other => ['a', 'b'].map(accountId => ({ ...other, accountId })))
const filtersOf = (cell: number) =>
  filters.filter((_, index) => isProof || index === 0 || index === 1 + (cell % (filters.length - 1)))
/** Returns each row with its place. */
const placed = <R extends readonly unknown[]>(rows: readonly R[]) =>
  rows.map((row, index) => [...row, index] as const)

describe.each(placed(ranges))('%s', (_, range, row) => {
  test.each(placed(wanted))('%s', async (_, words, column) => {
    for (const other of filtersOf(row + column)) {
      const filter = { ...words, ...range, ...other }
      const fits = fitting(filter)
      expect(await countPaymentsUpTo(store.read, filter, sharedMax)).toBe(fits.length)
      expect(await countPaymentsUpTo(store.read, filter, 50)).toBe(Math.min(50, fits.length))
      for (const [limit, offset] of [
        [1, 0],
        [20, 0],
        [20, 35],
        [20, 9_990],
      ] as const) {
        const page = await listPayments(store.read, filter, limit, offset)
        expect(page.map(({ number }) => number)).toEqual(fits.slice(offset, offset + limit))
      }
    }
  })
})

test('more than are compared have the commonest word', () => {
  expect(fitting({ accountId: 'a', words: ['mifuko'] })).toHaveLength(sharedMax)
  expect(fitting({ accountId: 'a', words: ['mifuko'], beforeId: id(400) })).not.toBeEmpty()
})

test.each([['w4970'], ['saruji']])(
  'beside a longer word that most have, the oldest with %s is found',
  async word => {
    const filter = { accountId: 'a', words: ['mchanga', word] }
    const oldest = all.findLast(({ number, account_id }) => {
      const words = wordsOf.get(number) ?? []
      return account_id === 'a' && words.includes('mchanga') && words.includes(word)
    })
    const found = await listPayments(store.read, filter, sharedMax, 0)
    expect(found.at(-1)?.number).toBe(oldest?.number)
  },
)

test.each<[what: string, filter: Partial<PaymentFilter>, wanted: boolean]>([
  ['a word that most have', { words: ['mifuko'] }, true],
  ['and a status', { words: ['mifuko'], status: 'failed' }, true],
  ['two words that most have', { words: ['mifuko', 'mchanga'] }, true],
  ['a word that most have, and a beginning', { words: ['mifuko'], wordStart: 'w' }, true],
  ['the beginning of words that most have', { wordStart: 'm' }, true],
  ['that and a word that many have', { words: ['saruji'], wordStart: 'm' }, true],
  ['a word that most have and one that many have', { words: ['mifuko', 'saruji'] }, false],
  ['a word that many have', { words: ['saruji'] }, false],
  ['a word that most have, long ago', { words: ['mifuko'], beforeId: id(9_000) }, false],
  ['the beginning of words that many have', { wordStart: 'saru' }, false],
  ['no word', { status: 'failed' }, false],
])('whether there may be more than are found: %s', async (_, filter, wanted) => {
  expect(await mayFitMore(store.read, { accountId: 'a', ...filter })).toBe(wanted)
})

// A million payments cost what a thousand do, because no list or search ever reads more than it shows: each
// walks the one index that is meant for it, from the right place and in the right order. Plans are held here,
// times by `bun scripts/bench.ts --scale`.
import { describe, expect, test } from 'bun:test'
import { referenceLength } from '../../src/domain/payment.ts'
import { paymentStatuses } from '../../src/domain/payment-type.ts'
import { countAuditEntriesUpTo, listAuditEntries } from '../../src/store/audit-log.ts'
import type { Read } from '../../src/store/engine/statement.ts'
import { totalsOfPayments } from '../../src/store/list-total.ts'
import type { PaymentFilter } from '../../src/store/payment-filter.ts'
import { countPayments, countPaymentsUpTo, listPayments } from '../../src/store/payment-list.ts'
import {
  expectIndexSearches,
  expectKeySearches,
  expectNoWalk,
  expectSearches,
  indexSearchesOf,
  planOf,
  scansOf,
  searchesOf,
} from '../kit/query-plan.ts'

/** A time is one look for the first number from it on, before the list. */
const boundSearch = 'payment(id..)'
/** The numbers that a range from 'a' to 'b' begins and ends with. */
const numbers: Readonly<Record<string, number>> = { a: 1, b: 1_000_000 }
const planAfterBounds = async (asks: (read: Read) => Promise<unknown>, found = numbers) => {
  const bound = (text: string, [id]: readonly unknown[]) => {
    const number = text.includes('"id" >= ') ? found[String(id)] : undefined
    return number === undefined ? [] : [[number]]
  }
  return (await planOf(asks, bound)).filter(step => searchesOf([step])[0] !== boundSearch)
}
const byNumber = 'payment(rowid)'
const page = (filter: PaymentFilter) => planAfterBounds(read => listPayments(read, filter, 20, 0))
const pageAt = (filter: PaymentFilter) => planAfterBounds(read => listPayments(read, filter, 20, 10_000))
const counted = (filter: PaymentFilter) => planAfterBounds(read => countPaymentsUpTo(read, filter, 10_000))

/** A filter, and the columns by which it searches at any time. */
type Choice = readonly [name: string, filter: Partial<PaymentFilter>, search: string]
/** A search with the bounds of a range after its columns. */
const within = (bounds: string, search: string) => search.replace(')', `${bounds})`)

const listed: readonly Choice[] = [
  ['nothing', {}, 'payment(account_id)'],
  ['status', { status: 'failed' }, 'payment(account_id status)'],
  ['status and type', { status: 'failed', type: 'card' }, 'payment(account_id status type)'],
]
/** By a type alone: the index of status and type, once for each status. */
const typed = { type: 'card' } as const
const filters = [...listed.map(([name, filter]) => [name, filter] as const), ['type', typed] as const]
const found: readonly Choice[] = [
  ['phone', { phone: '+255754123456' }, 'payment(account_id phone) where phone is not null'],
  ['the end of a phone', { phoneEnd: '456' }, 'payment(account_id expr) where substr(phone, 11) is not null'],
  [
    'e-mail',
    { email: 'asha@example.com' },
    "payment(account_id expr) where customer <> '{}' and customer ->> 'email' is not null",
  ],
  [
    'external reference',
    { externalReference: 'X' },
    'payment(account_id external_reference) where external_reference is not null',
  ],
  ['amount', { amount: 12_500 }, 'payment(account_id amount)'],
]
/** Whose sales: fewer than those of a status, but many compared with what a search looks for. */
const own: readonly Choice[] = [
  ['till', { tillId: 'till_t' }, 'payment(account_id till_id) where till_id is not null'],
  [
    'login',
    { staffId: 's' },
    'payment(account_id staff_id till_id) where staff_id is not null and till_id is null',
  ],
]
const ranges: readonly (readonly [name: string, range: Partial<PaymentFilter>, bounds: string])[] = [
  ['at any time', {}, ''],
  ['from', { fromId: 'a' }, ' rowid..'],
  ['to', { beforeId: 'b' }, ' ..rowid'],
  ['from and to', { fromId: 'a', beforeId: 'b' }, ' rowid..rowid'],
]
const account = { accountId: 'a' }

test.each([
  ['from and to', { fromId: 'a', beforeId: 'b' }, { a: 990_000, b: 1_000_000 }, 'rowid..rowid'],
  ['to', { beforeId: 'b' }, { b: 10_000 }, '..rowid'],
])('a count %s is one walk where no more numbers are between', async (_, range, found, bounds) => {
  const filter = { ...account, status: 'failed' as const, ...range }
  const steps = await planAfterBounds(read => countPaymentsUpTo(read, filter, 10_000), found)
  expectIndexSearches(steps, [`payment(account_id status ${bounds})`])
})

describe.each(ranges)('%s', (_, range, bounds) => {
  test.each(listed)('a list by %s', async (_, chosen, search) => {
    expectSearches(await page({ ...account, ...chosen, ...range }), [within(bounds, search)])
  })

  test.each(listed)('a deep page by %s skips in the index alone', async (_, chosen, search) => {
    // Where the walk needs no other end, entries are not compared with one.
    const walk = bounds ? within(bounds, search) : search.replace(/\w+\)/, '..$&')
    expectKeySearches(await pageAt({ ...account, ...chosen, ...range }), byNumber, [walk])
  })

  test.each(listed)(
    'the count by %s reads an index alone, to its last that counts and then no further',
    async (_, chosen, byChosen) => {
      const search = within(bounds, byChosen)
      expectIndexSearches(await counted({ ...account, ...chosen, ...range }), [search, search])
    },
  )

  test.each(filters)('the count by %s looks at the totals of the newest days first', async (_, chosen) => {
    const filter = { ...account, ...chosen, ...range }
    const days = { first: 0, last: 99_991_231 }
    const steps = await planAfterBounds(read => countPaymentsUpTo(read, filter, 10_000, days))
    expect(searchesOf(steps)[0]).toBe('total(account_id day..day)')
    expect(searchesOf(steps)).toHaveLength(3)
    expect(scansOf(steps)).toEqual(['newest'])
    expectNoWalk(steps, 'newest')
  })

  describe('by type', () => {
    const filter = { ...account, ...typed, ...range }
    const search = within(bounds, 'payment(account_id status type)')
    const merged = paymentStatuses.map(() => search)

    test.each([
      ['a list', page],
      ['a deep page', pageAt],
    ])('%s merges one walk of the index for each status, and sorts nothing', async (_, asks) => {
      expectKeySearches(await asks(filter), byNumber, merged)
    })

    test('the count reads the index alone, and the totals what they add up', async () => {
      expectIndexSearches(await counted(filter), [search, search])
      const steps = await planAfterBounds(read => totalsOfPayments(read, filter, 10_000))
      expect(searchesOf(steps)).toEqual(merged)
      expect(scansOf(steps)).toEqual(['newest'])
      expectNoWalk(steps, 'newest', 'GROUP BY')
    })
  })

  describe.each(own)('those of a %s', (_, mine, byOwn) => {
    const search = within(bounds, byOwn)

    test.each(filters)('are listed by %s', async (_, chosen) => {
      const filter = { ...account, ...mine, ...chosen, ...range }
      expectSearches(await page(filter), [search])
      expectSearches(await counted(filter), [search, search])
      expectNoWalk(await pageAt(filter))
    })

    test('are skipped and counted in the index alone', async () => {
      const filter = { ...account, ...mine, ...range }
      expectIndexSearches(await counted(filter), [search, search])
      expectKeySearches(await pageAt(filter), byNumber, [search])
    })

    test.each(found)('are searched by %s, which leads', async (_, wanted, byWanted) => {
      const filter = { ...account, ...mine, ...wanted, ...range }
      const search = within(bounds, byWanted)
      expectSearches(await page(filter), [search])
      expectSearches(await counted(filter), [search, search])
    })
  })

  // What few payments have must lead, whatever else is asked: by their status alone a million would be looked
  // through for one token.
  describe.each(filters)('with the filter %s', (_, chosen) => {
    test.each(found)('a search by %s', async (_, wanted, byWanted) => {
      const filter = { ...account, ...wanted, ...chosen, ...range }
      const search = within(bounds, byWanted)
      expectSearches(await page(filter), [search])
      expectSearches(await counted(filter), [search, search])
      expectNoWalk(await pageAt(filter))
    })

    const byWord = `account_id word${bounds.replaceAll('rowid', 'payment_number')}`
    test.each<[string, Partial<PaymentFilter>, by: string]>([
      ['a word', { words: ['saruji'] }, byWord],
      ['two words', { words: ['mifuko', '40'] }, byWord],
      ['the beginning of a word', { wordStart: 'saru' }, 'account_id word..word'],
      ['the beginning of the only word', { words: [], wordStart: 'saru' }, 'account_id word..word'],
      ['a word and the beginning of another', { words: ['mifuko'], wordStart: 'saru' }, byWord],
    ])('a search by %s of the note', async (_, wanted, by) => {
      const filter = { ...account, ...wanted, ...chosen, ...range }
      for (const steps of [await page(filter), await counted(filter), await pageAt(filter)]) {
        expectNoWalk(steps)
        const searches = searchesOf(steps)
        const walks = ['note_word', 'walked'].map(name => `${name}(${by})`)
        expect(searches.filter(search => walks.includes(search))).not.toBeEmpty()
        const payments = searches.filter(search => search.startsWith('payment('))
        expect(payments.filter(search => search !== byNumber)).toEqual([])
      }
    })

    test.each<[string, Partial<PaymentFilter>]>([
      ['anybody', {}],
      ['a till', { tillId: 'till_t' }],
      ['a login', { staffId: 's' }],
      ['a payer', { phone: '+255754123456' }],
      ['an amount', { amount: 12_500 }],
    ])('those of %s whose outcome is unknown', async (_, whose) => {
      const filter = { ...account, unknown: true as const, ...whose, ...chosen, ...range }
      for (const steps of [await page(filter), await counted(filter), await pageAt(filter)]) {
        expectNoWalk(steps)
        const few = 'payment(account_id) where unknown = 1'
        expect([...new Set(searchesOf(steps))]).toEqual([byNumber, few])
        expect(indexSearchesOf(steps)).toContain(few)
      }
    })

    test.each<[string, Partial<PaymentFilter>]>([
      ['a token', { token: '12345678' }],
      ['the end of a reference', { reference: 'abcdef' }],
      ['more of its end', { reference: 'abcdefabcdef' }],
    ])('a search by %s looks at the payments that its numbers mean', async (_, wanted) => {
      const filter = { ...account, ...wanted, ...chosen, ...range, numbers: [1, 9_000_001] }
      expectSearches(await page(filter), [byNumber])
      expectSearches(await counted(filter), [byNumber, byNumber])
      expectNoWalk(await pageAt(filter))
    })

    test('a search by a whole reference', async () => {
      const filter = { ...account, ...chosen, ...range, reference: 'x'.repeat(referenceLength) }
      expectSearches(await page(filter), ['payment(id)'])
      expectSearches(await counted(filter), ['payment(id)', 'payment(id)'])
    })
  })
})

test.each(filters)('the kept counts by %s are added in the index', async (_, chosen) => {
  const steps = await planOf(read => countPayments(read, { ...account, ...chosen }))
  expectIndexSearches(steps, ['payment_total(account_id)'])
})

describe.each(ranges)('audit entries %s', (_, range, numberBounds) => {
  const bounds = numberBounds.replaceAll('rowid', 'id')
  test.each([
    ['nothing', {}, 'audit_entry(account_id)'],
    ['kind', { kind: 'key.created' }, 'audit_entry(account_id kind)'],
    [
      'staff',
      { actor: { kind: 'staff', staffId: 's', tillId: null } },
      'audit_entry(account_id staff_id) where staff_id is not null',
    ],
    [
      'till',
      { actor: { kind: 'till', tillId: 't' } },
      'audit_entry(account_id till_id) where till_id is not null',
    ],
    [
      'key',
      { actor: { kind: 'key', keyId: 'k' } },
      'audit_entry(account_id key_id) where key_id is not null',
    ],
    [
      'server',
      { actor: { kind: 'server' } },
      'audit_entry(account_id expr) where coalesce(staff_id, till_id, key_id) is null',
    ],
  ] as const)('by %s', async (_, chosen, byChosen) => {
    const filter = { ...account, ...chosen, ...range }
    const search = within(bounds, byChosen)
    expectSearches(await planOf(read => listAuditEntries(read, filter, 20, 0)), [search])
    const steps = await planOf(read => countAuditEntriesUpTo(read, filter, 10_000))
    expectIndexSearches(steps, [search, search])
  })
})

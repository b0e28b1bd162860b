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
import { expectNoWalk, planOf } from '../kit/query-plan.ts'

/** A time is one look for the first number from it on, before the list. */
const boundStep = 'SEARCH payment USING COVERING INDEX sqlite_autoindex_payment_1 (id>?)'
/** The numbers that a range from 'a' to 'b' begins and ends with. */
const numbers: Readonly<Record<string, number>> = { a: 1, b: 1_000_000 }
const planAfterBounds = async (asks: (read: Read) => Promise<unknown>, found = numbers) => {
  const bound = (text: string, [id]: readonly unknown[]) => {
    const number = text.includes('"id" >= ') ? found[String(id)] : undefined
    return number === undefined ? [] : [[number]]
  }
  return (await planOf(asks, bound)).filter(step => step !== boundStep)
}
const byNumber = 'SEARCH payment USING INTEGER PRIMARY KEY (rowid=?)'
const page = (filter: PaymentFilter) => planAfterBounds(read => listPayments(read, filter, 20, 0))
const pageAt = (filter: PaymentFilter) => planAfterBounds(read => listPayments(read, filter, 20, 10_000))
const counted = (filter: PaymentFilter) => planAfterBounds(read => countPaymentsUpTo(read, filter, 10_000))

type Choice = readonly [
  name: string,
  filter: Partial<PaymentFilter>,
  use: { readonly index: string; readonly by: string },
]

const listed: readonly Choice[] = [
  ['nothing', {}, { index: 'payment_account', by: 'account_id=?' }],
  ['status', { status: 'failed' }, { index: 'payment_status', by: 'account_id=? AND status=?' }],
  [
    'status and type',
    { status: 'failed', type: 'card' },
    { index: 'payment_status_type', by: 'account_id=? AND status=? AND type=?' },
  ],
]
/** By a type alone: the index of status and type, once for each status. */
const typed = { type: 'card' } as const
const filters = [...listed.map(([name, filter]) => [name, filter] as const), ['type', typed] as const]
const found: readonly Choice[] = [
  ['phone', { phone: '+255754123456' }, { index: 'payment_phone', by: 'account_id=? AND phone=?' }],
  [
    'the end of a phone',
    { phoneEnd: '456' },
    { index: 'payment_phone_end', by: 'account_id=? AND <expr>=?' },
  ],
  ['e-mail', { email: 'asha@example.com' }, { index: 'payment_email', by: 'account_id=? AND <expr>=?' }],
  [
    'external reference',
    { externalReference: 'X' },
    { index: 'payment_external', by: 'account_id=? AND external_reference=?' },
  ],
  ['amount', { amount: 12_500 }, { index: 'payment_amount', by: 'account_id=? AND amount=?' }],
]
/** Whose sales: fewer than those of a status, but many compared with what a search looks for. */
const own: readonly Choice[] = [
  ['till', { tillId: 'till_t' }, { index: 'payment_till', by: 'account_id=? AND till_id=?' }],
  ['login', { staffId: 's' }, { index: 'payment_staff', by: 'account_id=? AND staff_id=? AND till_id=?' }],
]
const ranges: readonly (readonly [name: string, range: Partial<PaymentFilter>, bounds: string])[] = [
  ['at any time', {}, ''],
  ['from', { fromId: 'a' }, ' AND rowid>?'],
  ['to', { beforeId: 'b' }, ' AND rowid<?'],
  ['from and to', { fromId: 'a', beforeId: 'b' }, ' AND rowid>? AND rowid<?'],
]
const account = { accountId: 'a' }

test.each([
  ['from and to', { fromId: 'a', beforeId: 'b' }, { a: 990_000, b: 1_000_000 }, ' AND rowid>? AND rowid<?'],
  ['to', { beforeId: 'b' }, { b: 10_000 }, ' AND rowid<?'],
])('a count %s is one walk where no more numbers are between', async (_, range, found, bounds) => {
  const filter = { ...account, status: 'failed' as const, ...range }
  expect(await planAfterBounds(read => countPaymentsUpTo(read, filter, 10_000), found)).toEqual([
    `SEARCH payment USING COVERING INDEX payment_status (account_id=? AND status=?${bounds})`,
  ])
})

describe.each(ranges)('%s', (_, range, bounds) => {
  test.each(listed)('a list by %s', async (_, chosen, { index, by }) => {
    const filter = { ...account, ...chosen, ...range }
    expect(await page(filter)).toEqual([`SEARCH payment USING INDEX ${index} (${by}${bounds})`])
  })

  test.each(listed)('a deep page by %s skips in the index alone', async (_, chosen, { index, by }) => {
    const steps = await pageAt({ ...account, ...chosen, ...range })
    expectNoWalk(steps)
    // Where the walk needs no other end, entries are not compared with one.
    const walked = bounds === '' ? by.replace(/=\?$/, '<?') : `${by}${bounds}`
    expect(steps).toContain(`SEARCH payment USING COVERING INDEX ${index} (${walked})`)
    expect(steps[0]).toBe(byNumber)
  })

  test.each(listed)(
    'the count by %s reads an index alone, to its last that counts and then no further',
    async (_, chosen, use) => {
      const steps = await counted({ ...account, ...chosen, ...range })
      expect(steps).toHaveLength(2)
      for (const step of steps) {
        expect(step).toStartWith('SEARCH payment USING COVERING INDEX')
        expect(step).toEndWith(`(${use.by}${bounds})`)
      }
    },
  )

  test.each(filters)('the count by %s looks at the totals of the newest days first', async (_, chosen) => {
    const filter = { ...account, ...chosen, ...range }
    const days = { first: 0, last: 99_991_231 }
    const steps = await planAfterBounds(read => countPaymentsUpTo(read, filter, 10_000, days))
    expect(steps.slice(0, -2)).toEqual([
      'CO-ROUTINE newest',
      'SEARCH total USING PRIMARY KEY (account_id=? AND day>? AND day<?)',
      'SCAN newest',
    ])
  })

  describe('by type', () => {
    const filter = { ...account, ...typed, ...range }
    const walk = `SEARCH payment USING COVERING INDEX payment_status_type (account_id=? AND status=? AND type=?${bounds})`

    test.each([
      ['a list', page],
      ['a deep page', pageAt],
    ])('%s merges one walk of the index for each status, and sorts nothing', async (_, asks) => {
      const steps = await asks(filter)
      expectNoWalk(steps)
      expect(steps.filter(step => step.startsWith('SEARCH'))).toEqual([
        byNumber,
        ...paymentStatuses.map(() => walk),
      ])
      expect(steps.filter(step => step.startsWith('MERGE'))).toHaveLength(paymentStatuses.length - 1)
    })

    test('the count reads the index alone, and the totals what they add up', async () => {
      expect(await counted(filter)).toEqual([walk, walk])
      const steps = await planAfterBounds(read => totalsOfPayments(read, filter, 10_000))
      expect(steps.filter(step => step.startsWith('SEARCH'))).toEqual(
        paymentStatuses.map(() => walk.replace('COVERING ', '')),
      )
      expect(steps.filter(step => step.startsWith('MERGE'))).toHaveLength(paymentStatuses.length - 1)
      expect(steps.filter(step => step.includes('SCAN'))).toEqual(['SCAN newest'])
    })
  })

  describe.each(own)('those of a %s', (_, mine, { index, by }) => {
    test.each(filters)('are listed by %s', async (_, chosen) => {
      const filter = { ...account, ...mine, ...chosen, ...range }
      const step = `SEARCH payment USING INDEX ${index} (${by}${bounds})`
      expect(await page(filter)).toEqual([step])
      expect((await counted(filter)).map(line => line.replace('COVERING ', ''))).toEqual([step, step])
      expectNoWalk(await pageAt(filter))
    })

    test('are skipped and counted in the index alone', async () => {
      const filter = { ...account, ...mine, ...range }
      const step = `SEARCH payment USING COVERING INDEX ${index} (${by}${bounds})`
      expect(await counted(filter)).toEqual([step, step])
      expect(await pageAt(filter)).toContain(step)
    })

    test.each(found)('are searched by %s, which leads', async (_, wanted, use) => {
      const filter = { ...account, ...mine, ...wanted, ...range }
      const step = `SEARCH payment USING INDEX ${use.index} (${use.by}${bounds})`
      expect(await page(filter)).toEqual([step])
      expect((await counted(filter)).map(line => line.replace('COVERING ', ''))).toEqual([step, step])
    })
  })

  // What few payments have must lead, whatever else is asked: by their status alone a million would be looked
  // through for one token.
  describe.each(filters)('with the filter %s', (_, chosen) => {
    test.each(found)('a search by %s', async (_, wanted, { index, by }) => {
      const filter = { ...account, ...wanted, ...chosen, ...range }
      const step = `SEARCH payment USING INDEX ${index} (${by}${bounds})`
      expect(await page(filter)).toEqual([step])
      expect((await counted(filter)).map(line => line.replace('COVERING ', ''))).toEqual([step, step])
      expectNoWalk(await pageAt(filter))
    })

    test.each<[string, Partial<PaymentFilter>, string]>([
      ['a word', { words: ['saruji'] }, 'account_id=? AND word=?'],
      ['two words', { words: ['mifuko', '40'] }, 'account_id=? AND word=?'],
      ['the beginning of a word', { wordStart: 'saru' }, 'account_id=? AND word>? AND word<?'],
      [
        'the beginning of the only word',
        { words: [], wordStart: 'saru' },
        'account_id=? AND word>? AND word<?',
      ],
      [
        'a word and the beginning of another',
        { words: ['mifuko'], wordStart: 'saru' },
        'account_id=? AND word=?',
      ],
    ])('a search by %s of the note', async (_, wanted, by) => {
      const filter = { ...account, ...wanted, ...chosen, ...range }
      for (const steps of [await page(filter), await counted(filter), await pageAt(filter)]) {
        expectNoWalk(steps)
        const inRange = by.includes('word=?') ? bounds.replaceAll('rowid', 'payment_number') : ''
        const walks = ['note_word', 'walked'].map(
          name => `SEARCH ${name} USING PRIMARY KEY (${by}${inRange})`,
        )
        expect(steps.filter(step => walks.includes(step))).not.toBeEmpty()
        for (const step of steps.filter(step => step.startsWith('SEARCH payment ')))
          expect(step).toBe(byNumber)
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
        expect(steps).toContain('SEARCH payment USING COVERING INDEX payment_unknown (account_id=?)')
        for (const step of steps.filter(
          step => step.startsWith('SEARCH') && !step.includes('payment_unknown'),
        ))
          expect(step).toBe(byNumber)
      }
    })

    test.each<[string, Partial<PaymentFilter>]>([
      ['a token', { token: '12345678' }],
      ['the end of a reference', { reference: 'abcdef' }],
      ['more of its end', { reference: 'abcdefabcdef' }],
    ])('a search by %s looks at the payments that its numbers mean', async (_, wanted) => {
      const filter = { ...account, ...wanted, ...chosen, ...range, numbers: [1, 9_000_001] }
      expect(await page(filter)).toEqual([byNumber])
      expect(await counted(filter)).toEqual([byNumber, byNumber])
      expectNoWalk(await pageAt(filter))
    })

    test('a search by a whole reference', async () => {
      const filter = { ...account, ...chosen, ...range, reference: 'x'.repeat(referenceLength) }
      const step = 'SEARCH payment USING INDEX sqlite_autoindex_payment_1 (id=?)'
      expect(await page(filter)).toEqual([step])
      expect(await counted(filter)).toEqual([step, step])
    })
  })
})

test.each(filters)('the kept counts by %s are added in the index', async (_, chosen) => {
  const steps = await planOf(read => countPayments(read, { ...account, ...chosen }))
  expect(steps).toEqual(['SEARCH payment_total USING PRIMARY KEY (account_id=?)'])
})

describe.each(ranges)('audit entries %s', (_, range, numberBounds) => {
  const bounds = numberBounds.replaceAll('rowid', 'id')
  const chosenBy = [
    ['nothing', {}, 'audit_entry_account', 'account_id=?'],
    ['kind', { kind: 'key.created' }, 'audit_entry_kind', 'account_id=? AND kind=?'],
    [
      'staff',
      { actor: { kind: 'staff', staffId: 's', tillId: null } },
      'audit_entry_staff',
      'account_id=? AND staff_id=?',
    ],
    ['till', { actor: { kind: 'till', tillId: 't' } }, 'audit_entry_till', 'account_id=? AND till_id=?'],
    ['key', { actor: { kind: 'key', keyId: 'k' } }, 'audit_entry_key', 'account_id=? AND key_id=?'],
    ['server', { actor: { kind: 'server' } }, 'audit_entry_server', 'account_id=? AND <expr>=?'],
  ] as const
  test.each(chosenBy)('by %s', async (_, chosen, index, by) => {
    const filter = { ...account, ...chosen, ...range }
    expect(await planOf(read => listAuditEntries(read, filter, 20, 0))).toEqual([
      `SEARCH audit_entry USING INDEX ${index} (${by}${bounds})`,
    ])
    for (const step of await planOf(read => countAuditEntriesUpTo(read, filter, 10_000)))
      expect(step).toMatch(
        new RegExp(`^(SEARCH audit_entry USING COVERING INDEX ${index} |CO-ROUTINE some|SCAN some)`),
      )
  })
})

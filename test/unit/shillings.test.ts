// The one reader of typed sums: what it reads, what it refuses, and its uses.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  groupDigitsWhileTyping,
  readShillings,
  readSum,
  readWholeNumber,
} from '../../src/domain/shillings.ts'
import { readTillNumber } from '../../src/domain/till-number.ts'
import { payInputOfForm } from '../../src/http/checkout/pay.ts'
import { linkFaults } from '../../ui/admin/links/link-fault.model.ts'
import { emptyLink } from '../../ui/admin/links/link-form.model.ts'
import { emptyPayout, payoutBody } from '../../ui/admin/payouts/payout.model.ts'
import { paymentForm, sumIn } from '../../ui/admin/settings/setting.model.ts'
import { sumReading } from '../../ui/kit/sum.model.ts'

const nbsp = '\u00a0'
const sums: [text: string, amount: number | undefined][] = [
  ['0', 0],
  ['5', 5],
  ['500', 500],
  ['12500', 12_500],
  ['12,500', 12_500],
  ['12.500', 12_500],
  ['12 500', 12_500],
  [`12${nbsp}500`, 12_500],
  ['12\u202f500', 12_500],
  ["12'500", 12_500],
  ['12’500', 12_500],
  ['1,250,000', 1_250_000],
  ['1.250.000', 1_250_000],
  ['1 250 000', 1_250_000],
  ['12500.00', 12_500],
  ['12500,00', 12_500],
  ['12,500.00 ', 12_500],
  ['1.250.000,00', 1_250_000],
  ["1'250'000.00", 1_250_000],
  ['TZS 12,500', 12_500],
  [`TZS${nbsp}12,500`, 12_500],
  ['TZS 12,500/=', 12_500],
  ['12500/=', 12_500],
  ['12,500.00/=', 12_500],
  ['12500=', 12_500],
  ['12,500/-', 12_500],
  ['Tsh. 5,000', 5_000],
  ['tshs5000', 5_000],
  ['Sh 5000', 5_000],
  ['5,000 TZS', 5_000],
  ['１２，５００', undefined],
  ['１２５００', 12_500],
  ['١٢٥٠٠', 12_500],
  ['۱۲۵۰۰', 12_500],
  ['123456789012345', 123_456_789_012_345],
  ['1234567890123456', undefined],
  ['500.0', undefined],
  ['12,50', undefined],
  ['12.5', undefined],
  ['1500.50', undefined],
  ['0,500', undefined],
  ['0500', undefined],
  ['0754123456', undefined],
  ['1,250,00', undefined],
  ['1.250.00', undefined],
  ['1,25,000', undefined],
  ['12,500,', undefined],
  ['12,,500', undefined],
  ['12  500', undefined],
  ['1 250,000', undefined],
  ['1,250.000', undefined],
  ['1,250.000.000', undefined],
  ['.500', undefined],
  ['500.', undefined],
  ['+5', undefined],
  ['-5', undefined],
  ['−5', undefined],
  ['(5000)', undefined],
  ['1e3', undefined],
  ['2.8E+13', undefined],
  ['0x10', undefined],
  ['1²', undefined],
  ['½', undefined],
  ['5k', undefined],
  ['USD 500', undefined],
  ['TZS', undefined],
  ['/=', undefined],
  ['', undefined],
  [' ', undefined],
  ['many', undefined],
]

test.each(sums)('%j is %p shillings', (text, amount) => expect(readShillings(text)).toBe(amount))

test('no number of digits and separators is ever read as another sum', () => {
  const piece = fc.constantFrom(',', '.', ' ', "'", '', '0', '00', '000', '5', '50', '500')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), pieces => {
      const text = pieces.join('')
      const amount = readShillings(text)
      if (amount === undefined) return
      const back = text
        .trim()
        .replace(/[.,]00$/, match => (amount * 100 === Number(text.replace(/\D/g, '')) ? '' : match))
      expect(back.replace(/\D/g, '')).toBe(String(amount))
    }),
  )
})

test.each([
  ['1,440', 1_440],
  ['12', 12],
  ['1,5', undefined],
  ['TZS 5', undefined],
  ['5/=', undefined],
])('%j is %p pieces or minutes', (text, count) => expect(readWholeNumber(text)).toBe(count))

describe('every place', () => {
  const form = (amount: string) => payInputOfForm(new URLSearchParams({ amount })).amount
  const credentials = { number: '57241234', name: 'Duka', provider: 'mpesa', automatic: 'true' }
  const most = (automatic_most: string) => {
    const read = readTillNumber({ ...credentials, automatic_most })
    return 'provider' in read ? (read.policy.automaticMax ?? undefined) : undefined
  }
  const payout = (amount: string) => payoutBody({ ...emptyPayout, amount }).amount || undefined
  const link = (amount: string) => !linkFaults({ ...emptyLink, amount }).amount
  const setting = (amount: string) => {
    const value = sumIn(amount)
    return Number.isNaN(value) ? undefined : value
  }
  // Sums within every limit, so that only the reading decides.
  const both = sums.filter(([, amount]) => amount === undefined || (amount > 500 && amount < 10_000_000))
  test.each(both)('reads %j as %p', (text, amount) => {
    expect({ form: form(text), setting: setting(text), payout: payout(text) }).toEqual({
      form: amount,
      setting: amount,
      payout: amount,
    })
    if (text.trim() === '') return
    expect({ most: most(text), link: link(text) }).toEqual({ most: amount, link: amount !== undefined })
  })
  test('shows what it understood', () => {
    expect(readTillNumber({ ...credentials, automatic_most: '12,50' })).toMatchObject([
      { field: 'automatic_most', reason: 'amount_not_whole', params: { amount: '12.50' } },
    ])
    expect(readTillNumber({ ...credentials, automatic_most: '1,2' + '5,00' })).toMatchObject([
      { field: 'automatic_most', reason: 'amount_malformed' },
    ])
    expect(sumReading('12,50')).toEqual({ key: 'sum_understood', values: { money: `TZS${nbsp}12.50` } })
    expect(sumReading('1250000')).toEqual({
      key: 'sum_understood',
      values: { money: `TZS${nbsp}1,250,000` },
    })
    expect(sumReading(' 1,25,000 ')).toEqual({ key: 'sum_unreadable', values: { text: '1,25,000' } })
    expect(sumReading(' ')).toBeUndefined()
  })
  test('minutes with a separator before three digits are thousands', () => {
    const before = { expiry_seconds: '1', amount_max: '' }
    expect(paymentForm.faults({ ...before, expiry_seconds: '1,440' })).toEqual({
      expiry_seconds: 'expiry_wrong',
    })
    expect(paymentForm.patch({ ...before, expiry_seconds: '1,5' }, before)).toEqual({ expiry_seconds: 90 })
  })
})

test.each([
  ['12500', '12,500'],
  ['1250000', '1,250,000'],
  ['0500', '500'],
  ['12,500', '12,500'],
  ['12,50', '12,50'],
  ['12500.00', '12,500.00'],
  ['1.250.000', '1.250.000'],
  ['12 500', '12 500'],
])('typing %j shows %j', (keys, shown) => {
  expect([...keys].reduce((text, key) => groupDigitsWhileTyping(text, text + key), '')).toBe(shown)
})
test.each([
  ['12,500', '12,50', '1,250'],
  ['1,250', '1,25', '125'],
  ['12,500', '', ''],
  ['12,50', '12,5', '12,5'],
])('removing a key of %j leaves %j as %j', (before, text, shown) =>
  expect(groupDigitsWhileTyping(before, text)).toBe(shown),
)
test('what is read with cents keeps them', () =>
  expect(readSum('1 250,5')).toEqual({ kind: 'cents', amount: '1,250.5', whole: 1_250, cents: '5' }))

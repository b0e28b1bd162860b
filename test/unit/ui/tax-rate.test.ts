// The form of the tax rates: what is typed, and what is refused.
import { expect, test } from 'bun:test'
import {
  codeOf,
  methodOf,
  newRate,
  type RateDraft,
  rateDraftsOf,
  rateFaults,
  ratesBody,
} from '../../../ui/admin/products/tax-rate.model.ts'

const rates = [
  { tax_code: 'A' as const, percent: 18, method: null, from: null },
  { tax_code: 'B' as const, percent: 5, method: 'mobile' as const, from: '2027-01-01' },
]
const drafts = rateDraftsOf({ rates })

test('what is typed becomes the rates that were read', () => expect(ratesBody(drafts)).toEqual({ rates }))

test.each<[string, string | undefined]>([
  ['0', undefined],
  [' 18 ', undefined],
  ['100', undefined],
  ['', 'empty'],
  ['101', 'percent'],
  ['18.5', 'percent'],
  ['-1', 'percent'],
  ['x', 'percent'],
])('a rate of %p is %p', (percent, fault) => {
  const draft: RateDraft = { ...newRate(drafts), percent }
  expect(rateFaults([...drafts, draft])['rates.2.percent']).toBe(fault as never)
})

test('a new rate has its own id, and an unknown choice is the usual one', () => {
  expect(newRate(drafts).id).toBe(2)
  expect([codeOf('B'), codeOf('x'), methodOf('cash'), methodOf('')]).toEqual(['B', 'A', 'cash', ''])
})

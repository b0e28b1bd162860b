// The form of the rules of scale barcodes: what each reads, what is refused, and their order.
import { expect, test } from 'bun:test'
import { defaultShopCodes } from '../../../src/domain/shop-code.ts'
import {
  draftsOf,
  exampleOf,
  movedRule,
  newRule,
  type RuleDraft,
  ruleFaults,
  ruleOf,
} from '../../../ui/admin/products/shop-code.model.ts'

const drafts = draftsOf(defaultShopCodes)
const [weight, price] = drafts as [RuleDraft, RuleDraft]

test('what is typed becomes the rules that were read', () => {
  expect(drafts.map(ruleOf)).toEqual([...defaultShopCodes])
})

test.each<[string, Partial<RuleDraft>, number]>([
  ['grams', { value: 'weight.3' }, 1_250],
  ['two decimals', { value: 'weight.2' }, 1_250],
  ['one decimal', { value: 'weight.1' }, 1_300],
  ['whole kilograms', { value: 'weight.0' }, 2_000],
  ['a price', { value: 'price.0' }, 4_500],
  ['a price of two digits', { value: 'price.0', valueDigits: '2', itemDigits: '8' }, 45],
])('an example of %s', (_, change, value) => {
  expect(exampleOf([{ ...weight, ...change }], 0)).toMatchObject({ read: { value }, by: 0 })
})

test('an example is read by the first rule that matches', () => {
  expect(exampleOf([weight, price], 1)).toMatchObject({ by: 1, read: { kind: 'price' } })
  expect(exampleOf([{ ...weight, prefix: '2', itemDigits: '6' }, price], 1)).toMatchObject({ by: 0 })
})

test('an example of a UPC-A is read first by an earlier rule for its EAN-13, which begins with 0', () => {
  const upc: RuleDraft = { ...price, prefix: '2' }
  const ean: RuleDraft = { ...price, prefix: '02', itemDigits: '4', valueDigits: '6' }
  expect(exampleOf([ean, upc], 1)).toMatchObject({ code: '212345045008', by: 0, read: { item: '1234' } })
  expect(exampleOf([upc, ean], 0)).toMatchObject({ code: '212345045008', by: 0, read: { item: '12345' } })
})

test('a rule of another length has no example', () => {
  expect(exampleOf([{ ...weight, itemDigits: '7' }], 0)).toBe(15)
})

test.each<[string, Partial<RuleDraft>, object]>([
  ['nothing', {}, {}],
  ['no prefix', { prefix: ' ' }, { 'rules.1.prefix': 'empty' }],
  ['a letter', { prefix: '2A' }, { 'rules.1.prefix': 'code_prefix' }],
  ['no digits', { itemDigits: '0' }, { 'rules.1.item_digits': 'code_digits' }],
  ['a wrong length', { itemDigits: '9' }, { 'rules.1.value_digits': 'code_length' }],
  ['an empty field', { valueDigits: '' }, { 'rules.1.value_digits': 'empty' }],
])('the form refuses %s', (_, change, faults) => {
  expect(ruleFaults([weight, { ...price, ...change }])).toEqual(faults as ReturnType<typeof ruleFaults>)
})

test('a rule moves up and down, and stays at the ends', () => {
  expect(movedRule(drafts, 1, 0)).toEqual([price, weight])
  expect(movedRule(drafts, 0, -1)).toBe(drafts)
  expect(movedRule(drafts, 1, 2)).toBe(drafts)
  expect(newRule(drafts).id).toBe(2)
})

// The rules of scale barcodes as a form has them, and an example of each.
import { checkDigit } from '../../../src/domain/barcode.ts'
import {
  readShopCode,
  type ShopCode,
  type ShopCodeRule,
  shopCodeFault,
  shopCodeLength,
  shopCodeMax,
} from '../../../src/domain/shop-code.ts'
import type { ChangeShopCodes } from '../../../src/wire/shop-code.ts'
import { type FieldCheck, type FieldFaults, faultsIn } from '../parts/form-fault.model.ts'

/** What the last digits mean: a price, or a weight in kilograms with 0 to 3 decimals. */
export const valueChoices = ['weight.3', 'weight.2', 'weight.1', 'weight.0', 'price.0'] as const
export type ValueChoice = (typeof valueChoices)[number]

export interface RuleDraft {
  readonly id: number
  readonly prefix: string
  readonly itemDigits: string
  readonly valueDigits: string
  readonly value: ValueChoice
}

const isChoice = (text: string): text is ValueChoice => valueChoices.some(one => one === text)
/** @param text the value of an option */
export const choiceOf = (text: string): ValueChoice => (isChoice(text) ? text : 'weight.3')

export const draftsOf = (rules: readonly ShopCodeRule[]): RuleDraft[] =>
  rules.map((rule, id) => ({
    id,
    prefix: rule.prefix,
    itemDigits: String(rule.itemDigits),
    valueDigits: String(rule.valueDigits),
    value: choiceOf(`${rule.value}.${rule.decimals}`),
  }))

export const newRule = (drafts: readonly RuleDraft[]): RuleDraft => ({
  id: Math.max(-1, ...drafts.map(({ id }) => id)) + 1,
  prefix: '',
  itemDigits: '5',
  valueDigits: '5',
  value: 'weight.3',
})

const readDigits = (text: string): number => (/^\d{1,2}$/.test(text.trim()) ? Number(text.trim()) : 0)

/** @param draft without faults, or its numbers may be 0 */
export const ruleOf = ({ prefix, itemDigits, valueDigits, value }: RuleDraft): ShopCodeRule => ({
  prefix: prefix.trim(),
  itemDigits: readDigits(itemDigits),
  value: value === 'price.0' ? 'price' : 'weight',
  valueDigits: readDigits(valueDigits),
  decimals: Number(value.slice(-1)),
})

const digitsFault = (text: string): FieldCheck => {
  const digits = readDigits(text)
  if (text.trim() === '') return 'empty'
  return (digits < 1 || digits > shopCodeMax.digits) && 'code_digits'
}

/** The rules of the API, checked before the request. */
export const ruleFaults = (drafts: readonly RuleDraft[]): FieldFaults =>
  faultsIn(
    drafts.flatMap((draft, at) => {
      const isPrefix = /^\d+$/.test(draft.prefix.trim())
      const [item, value] = [digitsFault(draft.itemDigits), digitsFault(draft.valueDigits)]
      const isReadable = isPrefix && !item && !value
      const isWrongLength = isReadable && shopCodeFault(ruleOf(draft)) === 'shop_code_length'
      return [
        [`rules.${at}.prefix`, draft.prefix.trim() === '' ? 'empty' : !isPrefix && 'code_prefix'],
        [`rules.${at}.item_digits`, item],
        [`rules.${at}.value_digits`, value || (isWrongLength && 'code_length')],
      ] as const
    }),
  )

export const rulesBody = (drafts: readonly RuleDraft[]): ChangeShopCodes => ({
  rules: drafts.map(ruleOf).map(({ prefix, itemDigits, value, valueDigits, decimals }) => ({
    prefix,
    item_digits: itemDigits,
    value,
    value_digits: valueDigits,
    decimals,
  })),
})

const isWhole = (rule: ShopCodeRule): boolean =>
  rule.itemDigits > 0 && rule.valueDigits > 0 && shopCodeFault(rule) === undefined

/** Returns a code of a rule: item 12345 with 1.25 kg or TZS 4,500, as far as its digits go. */
function exampleCode({ prefix, itemDigits, value, valueDigits, decimals }: ShopCodeRule): string {
  const number = value === 'price' ? 4_500 : Math.ceil(1_250 / 10 ** (3 - decimals))
  const digits = String(number).slice(0, valueDigits).padStart(valueDigits, '0')
  const code = `${prefix}${'1234567890'.slice(0, itemDigits)}${digits}`
  return `${code}${checkDigit(code)}`
}

/** An example of a rule: the code, what tills read in it, and the rule that reads it. */
export interface RuleExample {
  readonly code: string
  readonly read: ShopCode
  /** The first rule that matches, from 0. */
  readonly by: number
}

/** Returns the example of a rule among the others; the length of its codes if no barcode is as long. */
export function exampleOf(drafts: readonly RuleDraft[], at: number): RuleExample | number | undefined {
  const rules = drafts.map(ruleOf)
  const rule = rules[at]
  if (!rule) return undefined
  if (!isWhole(rule)) return shopCodeLength(rule)
  const code = exampleCode(rule)
  const by = rules.findIndex(one => isWhole(one) && readShopCode(code, [one]) !== undefined)
  const [first] = rules.slice(by)
  const read = first && readShopCode(code, [first])
  return read && { code, read, by }
}

/** The rule one place up or down; as it was at the ends. */
export function movedRule(drafts: readonly RuleDraft[], from: number, to: number): readonly RuleDraft[] {
  const draft = drafts[from]
  if (!draft || to < 0 || to >= drafts.length) return drafts
  const rest = drafts.filter((_, at) => at !== from)
  return [...rest.slice(0, to), draft, ...rest.slice(to)]
}

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
import { nextId } from './row-draft.model.ts'

/** What the value digits mean: a price, or a weight in kilograms with 0 to 3 decimals. */
export const valueChoices = ['weight.3', 'weight.2', 'weight.1', 'weight.0', 'price.0'] as const
export type ValueChoice = (typeof valueChoices)[number]

/** A rule as it is typed. */
export interface RuleDraft {
  readonly id: number
  readonly prefix: string
  readonly itemDigits: string
  readonly valueDigits: string
  readonly value: ValueChoice
}

/** Whether a text is the value of an option. */
const isChoice = (text: string): text is ValueChoice => valueChoices.some(choice => choice === text)
/** Returns the chosen meaning of the value digits; grams, the usual meaning, for any other text. */
export const choiceOf = (text: string): ValueChoice => (isChoice(text) ? text : 'weight.3')

/** Returns the stored rules as the form has them. */
export const draftsOf = (rules: readonly ShopCodeRule[]): RuleDraft[] =>
  rules.map((rule, id) => ({
    id,
    prefix: rule.prefix,
    itemDigits: String(rule.itemDigits),
    valueDigits: String(rule.valueDigits),
    value: choiceOf(`${rule.value}.${rule.decimals}`),
  }))

/** Returns a new rule with the digits that most scales use. */
export const newRule = (drafts: readonly RuleDraft[]): RuleDraft => ({
  id: nextId(drafts),
  prefix: '',
  itemDigits: '5',
  valueDigits: '5',
  value: 'weight.3',
})

/** Reads a number of digits; 0 for anything else. */
const readDigits = (text: string): number => (/^\d{1,2}$/.test(text.trim()) ? Number(text.trim()) : 0)

/** Returns the rule of a draft. Its numbers are 0 where the draft has faults. */
export const ruleOf = ({ prefix, itemDigits, valueDigits, value }: RuleDraft): ShopCodeRule => ({
  prefix: prefix.trim(),
  itemDigits: readDigits(itemDigits),
  value: value === 'price.0' ? 'price' : 'weight',
  valueDigits: readDigits(valueDigits),
  decimals: Number(value.slice(-1)),
})

/** Checks a typed number of digits. */
const digitsFault = (text: string): FieldCheck => {
  const digits = readDigits(text)
  if (text.trim() === '') return 'empty'
  return (digits < 1 || digits > shopCodeMax.digits) && 'code_digits'
}

/**
 * Returns what is wrong with the rules before they are sent. The length of a rule's barcodes is checked only
 * if its fields are right.
 */
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

/** Returns the rules as the API takes them. Call it for drafts without faults. */
export const rulesBody = (drafts: readonly RuleDraft[]): ChangeShopCodes => ({
  rules: drafts.map(ruleOf).map(({ prefix, itemDigits, value, valueDigits, decimals }) => ({
    prefix,
    item_digits: itemDigits,
    value,
    value_digits: valueDigits,
    decimals,
  })),
})

/** Whether a rule has all digits and its barcodes have a possible length. */
const isUsable = (rule: ShopCodeRule): boolean =>
  rule.itemDigits > 0 && rule.valueDigits > 0 && shopCodeFault(rule) === undefined

/**
 * Returns a barcode of a rule, for item 12345 with 1.25 kg or TZS 4,500, cut to the digits that the rule has.
 */
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
  /** The index of the first rule that matches, which is the one that tills use. */
  readonly by: number
}

/**
 * Returns an example of the rule at `index`. If no barcode can be as long as the codes of the rule, returns
 * their length as a number. Undefined if there is no rule at `index`.
 */
export function exampleOf(drafts: readonly RuleDraft[], index: number): RuleExample | number | undefined {
  const rules = drafts.map(ruleOf)
  const rule = rules[index]
  if (!rule) return undefined
  if (!isUsable(rule)) return shopCodeLength(rule)
  const code = exampleCode(rule)
  const by = rules.findIndex(other => isUsable(other) && readShopCode(code, [other]) !== undefined)
  const [reader] = rules.slice(by)
  const read = reader && readShopCode(code, [reader])
  return read && { code, read, by }
}

/** Returns the rules with the rule at `from` moved to `to`; the same array if `to` is beyond the ends. */
export function movedRule(drafts: readonly RuleDraft[], from: number, to: number): readonly RuleDraft[] {
  const draft = drafts[from]
  if (!draft || to < 0 || to >= drafts.length) return drafts
  const rest = drafts.filter((_, at) => at !== from)
  return [...rest.slice(0, to), draft, ...rest.slice(to)]
}

// Changes how a shop reads the barcodes that its scale prints, and notifies the tills.
import { badFields, type Problem, problem } from '../domain/fault.ts'
import { catalogOf } from '../domain/product.ts'
import { type ShopCodeRule, shopCodeFault, shopCodeLength } from '../domain/shop-code.ts'
import { findShopCodes, putShopCodes } from '../store/shop-code.ts'
import type { Appliance } from './appliance.ts'
import { recordAudit } from './audit-log.ts'
import { bothAccounts, type ProductEditor } from './product.ts'

/**
 * Replaces all rules for reading the barcodes that the shop's scale prints.
 * @returns the rules that apply now
 * @throws Fault that names the wrong field of each bad rule
 */
export function changeShopCodes(
  appliance: Appliance,
  by: ProductEditor,
  rules: readonly ShopCodeRule[],
): Promise<readonly ShopCodeRule[]> {
  const problems = rules.flatMap(problemsOf)
  if (problems.length > 0) throw badFields(problems)
  const catalogId = catalogOf(by.account)
  return appliance.store.write(async tx => {
    const before = await findShopCodes(tx, catalogId)
    const from = rulesText(before)
    const to = rulesText(rules)
    if (from === to) return before
    await putShopCodes(tx, catalogId, rules)
    const detail = { changes: [{ field: 'shop_codes', from, to }] }
    for (const account of bothAccounts(by.account))
      await recordAudit(tx, appliance, { account, by, kind: 'shop_codes.changed', detail })
    appliance.notifier.publishProducts(tx, catalogId, null)
    return rules
  })
}

/** Returns the problem of a rule, if any, about its field in the request. @param index the rule's index */
function problemsOf(rule: ShopCodeRule, index: number): Problem[] {
  const reason = shopCodeFault(rule)
  const path = `rules.${index}`
  if (reason === 'shop_code_prefix') return [problem(`${path}.prefix`, reason)]
  if (reason === 'shop_code_price_decimals') return [problem(`${path}.decimals`, reason)]
  return reason ? [problem(`${path}.value_digits`, reason, { length: shopCodeLength(rule) })] : []
}

/** Returns the rules as the audit log shows them: `21 + 5 + 5 (3) weight`. */
const rulesText = (rules: readonly ShopCodeRule[]): string =>
  rules
    .map(({ prefix, itemDigits, value, valueDigits, decimals }) => {
      const parts = `${prefix} + ${itemDigits} + ${valueDigits}`
      return value === 'weight' ? `${parts} (${decimals}) weight` : `${parts} price`
    })
    .join(' · ')

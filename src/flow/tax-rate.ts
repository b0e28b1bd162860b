// Changes the tax rates of a shop, and adds up its sales by tax code and rate.
import { dayAfter, dayText } from '../domain/day.ts'
import { badFields, problem } from '../domain/fault.ts'
import type { Days } from '../domain/period.ts'
import { catalogOf } from '../domain/product.ts'
import { addSums, readTaxTotalName, type SaleSum, sumOfSales } from '../domain/sale-total.ts'
import { repeatedTaxRates, type TaxRate, taxPercentOf } from '../domain/tax-rate.ts'
import type { Read } from '../store/engine/statement.ts'
import { type NamedSum, salesByName } from '../store/sale-total.ts'
import { findTaxRates, putTaxRates } from '../store/tax-rate.ts'
import type { Appliance } from './appliance.ts'
import { recordAudit } from './audit-log.ts'
import { bothAccounts, type ProductEditor } from './product.ts'

/**
 * Replaces all tax rates of the shop. Reports of earlier days use the new rates too.
 * @returns the rates that apply now
 * @throws Fault `tax_rate_repeated` for each rate that repeats an earlier one
 */
export function changeTaxRates(
  appliance: Appliance,
  by: ProductEditor,
  rates: readonly TaxRate[],
): Promise<readonly TaxRate[]> {
  const repeated = repeatedTaxRates(rates)
  if (repeated.length > 0)
    throw badFields(repeated.map(index => problem(`rates.${index}.tax_code`, 'tax_rate_repeated')))
  const catalogId = catalogOf(by.account)
  return appliance.store.write(async tx => {
    const before = await findTaxRates(tx, catalogId)
    const from = ratesText(before)
    const to = ratesText(rates)
    if (from === to) return before
    await putTaxRates(tx, catalogId, rates)
    const detail = { changes: [{ field: 'tax_rates', from, to }] }
    for (const account of bothAccounts(by.account))
      await recordAudit(tx, appliance, { account, by, kind: 'tax_rates.changed', detail })
    return rates
  })
}

/** Returns the rates as the audit log shows them: `A 18 % · A 16 % mobile 2027-01-01`. */
const ratesText = (rates: readonly TaxRate[]): string =>
  rates
    .map(({ taxCode, percent, method, from }) =>
      [taxCode, `${percent} %`, method, from && dayText(from)].filter(Boolean).join(' '),
    )
    .join(' · ')

/** Splits days where a rate begins, so that in each part a tax code and method have one rate. */
function partsByRate(rates: readonly TaxRate[], { first, last }: Days): Days[] {
  const beginsWithin = rates.flatMap(({ from }) => (from && from > first && from <= last ? [from] : []))
  const firstDays = [first, ...[...new Set(beginsWithin)].toSorted((a, b) => a - b)]
  return firstDays.map((firstDay, index) => {
    const nextFirstDay = firstDays[index + 1]
    return { first: firstDay, last: nextFirstDay === undefined ? last : dayAfter(nextFirstDay, -1) }
  })
}

/** Returns what was sold and refunded on these days by tax code and percent, with names such as `A 18`. */
export async function salesByTax(
  read: Read,
  accountId: string,
  rates: readonly TaxRate[],
  days: Days,
): Promise<NamedSum[]> {
  const sums = new Map<string, SaleSum>()
  for (const part of partsByRate(rates, days))
    for (const { name, ...sum } of await salesByName(read, { accountId, kind: 'tax', ...part })) {
      const codeAndMethod = readTaxTotalName(name)
      const percent = taxPercentOf(rates, { ...codeAndMethod, day: part.first })
      const key = `${codeAndMethod.taxCode} ${percent}`
      sums.set(key, addSums(sums.get(key) ?? sumOfSales([]), sum))
    }
  return [...sums].map(([name, sum]) => ({ ...sum, name }))
}

/** Reads the tax code and percent from the name of a sum by `salesByTax`, such as `A 18`. */
export function readTaxedName(name: string): { taxCode: string; percent: number } {
  const [taxCode = '', percent] = name.split(' ')
  return { taxCode, percent: Number(percent) }
}

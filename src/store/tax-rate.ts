// The tax rates of a shop, for each price list. Without a row the default rates apply.
import { defaultTaxRates, type TaxRate } from '../domain/tax-rate.ts'
import { findSetting, putSetting } from './account.ts'
import type { Read, Tx } from './engine/statement.ts'

const settingName = (catalogId: string) => `tax_rates ${catalogId}`

/** Returns the rates of a price list, or the default rates if the shop has set none. */
export async function findTaxRates(read: Read, catalogId: string): Promise<readonly TaxRate[]> {
  const stored = await findSetting(read, settingName(catalogId))
  return stored === undefined ? defaultTaxRates : (JSON.parse(stored) as TaxRate[])
}

export const putTaxRates = (tx: Tx, catalogId: string, rates: readonly TaxRate[]): Promise<unknown> =>
  putSetting(tx, settingName(catalogId), JSON.stringify(rates))

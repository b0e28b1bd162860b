// The rules of a shop's scale barcodes, for each price list. Without a row the default rules apply.
import { defaultShopCodes, type ShopCodeRule } from '../domain/shop-code.ts'
import { findSetting, putSetting } from './account.ts'
import type { Read, Tx } from './engine/statement.ts'

/** Returns the name of the setting with the rules of a price list. */
const settingName = (catalogId: string) => `shop_codes ${catalogId}`

/** Returns the rules of a price list, or the default ones when the shop has not set any. */
export async function findShopCodes(read: Read, catalogId: string): Promise<readonly ShopCodeRule[]> {
  const stored = await findSetting(read, settingName(catalogId))
  return stored === undefined ? defaultShopCodes : (JSON.parse(stored) as ShopCodeRule[])
}

/** Stores the rules of a price list. */
export const putShopCodes = (tx: Tx, catalogId: string, rules: readonly ShopCodeRule[]): Promise<unknown> =>
  putSetting(tx, settingName(catalogId), JSON.stringify(rules))

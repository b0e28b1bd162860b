// The rules of a shop's scale barcodes, for each price list. Without a row the default rules apply.
import { defaultShopCodes, type ShopCodeRule } from '../domain/shop-code.ts'
import { findSetting, putSetting } from './account.ts'
import type { Read, Tx } from './engine/statement.ts'

const settingName = (catalogId: string) => `shop_codes ${catalogId}`

/** Returns the rules of a price list, or the default rules if the shop has set none. */
export async function findShopCodes(read: Read, catalogId: string): Promise<readonly ShopCodeRule[]> {
  const stored = await findSetting(read, settingName(catalogId))
  return stored === undefined ? defaultShopCodes : (JSON.parse(stored) as ShopCodeRule[])
}

export const putShopCodes = (tx: Tx, catalogId: string, rules: readonly ShopCodeRule[]): Promise<unknown> =>
  putSetting(tx, settingName(catalogId), JSON.stringify(rules))

// The rules of a shop's scale barcodes, for each price list. Without a row the default rules apply.
import { defaultShopCodes, type ShopCodeRule } from '../domain/shop-code.ts'
import { findSetting, putSetting } from './account.ts'
import type { Read, Tx } from './engine/statement.ts'

const nameOf = (catalogId: string) => `shop_codes ${catalogId}`

export async function findShopCodes(read: Read, catalogId: string): Promise<readonly ShopCodeRule[]> {
  const stored = await findSetting(read, nameOf(catalogId))
  return stored === undefined ? defaultShopCodes : (JSON.parse(stored) as ShopCodeRule[])
}

export const putShopCodes = (tx: Tx, catalogId: string, rules: readonly ShopCodeRule[]): Promise<unknown> =>
  putSetting(tx, nameOf(catalogId), JSON.stringify(rules))

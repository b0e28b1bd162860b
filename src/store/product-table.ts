// The tables of the price list, described as in table.ts.
import { pgTable, text } from 'drizzle-orm/pg-core'
import type { ProductCode, Variation } from '../domain/product.ts'
import type { StockKind } from '../domain/stock.ts'
import type { TaxCode } from '../domain/tax-code.ts'
import { flag, json, whole } from './column.ts'

export const catalog = pgTable('catalog', { id: text().primaryKey(), version: text().notNull() })

export const product = pgTable('product', {
  id: text().primaryKey(),
  catalogId: text().notNull(),
  name: text().notNull(),
  nameSw: text(),
  category: text(),
  unit: text().notNull(),
  soldByWeight: flag().notNull(),
  taxCode: text().$type<TaxCode>(),
  color: text(),
  pictureId: text(),
  position: whole(),
  lowAt: whole(),
  variations: json().$type<readonly Variation[]>().notNull(),
  createdAt: whole().notNull(),
  updatedAt: whole().notNull(),
  sortKey: text().notNull(),
  search: text().notNull(),
  trackStock: flag().notNull(),
  pricedAt: whole().notNull(),
})

export const productCode = pgTable('product_code', {
  catalogId: text().notNull(),
  kind: text().$type<ProductCode['kind']>().notNull(),
  code: text().notNull(),
  productId: text().notNull(),
})

export const stock = pgTable('stock', {
  productId: text().notNull(),
  accountId: text().notNull(),
  variationId: text().notNull(),
  onHand: whole().notNull(),
})

export const stockMovement = pgTable('stock_movement', {
  productId: text().notNull(),
  accountId: text().notNull(),
  id: text().notNull(),
  variationId: text().notNull(),
  kind: text().$type<StockKind>().notNull(),
  quantity: whole().notNull(),
  onHand: whole().notNull(),
  reason: text(),
  subject: text(),
  staffId: text(),
  createdAt: whole().notNull(),
})

// The tables of stored payment totals, described as in table.ts.
import { pgTable, text } from 'drizzle-orm/pg-core'
import type { PaymentStatus, PaymentType } from '../domain/payment-type.ts'
import type { SaleKind } from '../domain/sale-total.ts'
import { whole } from './column.ts'

export const total = pgTable('total', {
  accountId: text().notNull(),
  day: whole().notNull(),
  type: text().$type<PaymentType>().notNull(),
  status: text().$type<PaymentStatus>().notNull(),
  count: whole().notNull(),
  amount: whole().notNull(),
})

export const paymentTotal = pgTable('payment_total', {
  accountId: text().notNull(),
  type: text().$type<PaymentType>().notNull(),
  status: text().$type<PaymentStatus>().notNull(),
  count: whole().notNull(),
  amount: whole().notNull(),
})

export const saleTotal = pgTable('sale_total', {
  accountId: text().notNull(),
  kind: text().$type<SaleKind>().notNull(),
  day: whole().notNull(),
  name: text().notNull(),
  count: whole().notNull(),
  gross: whole().notNull(),
  quantity: whole().notNull(),
  refunds: whole().notNull(),
  refunded: whole().notNull(),
  costed: whole().notNull(),
  cost: whole().notNull(),
})

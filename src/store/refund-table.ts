// The table of refunds, described as in table.ts: the columns of a payout, and its own.
import { pgTable, text } from 'drizzle-orm/pg-core'
import type { RefundOrigin } from '../domain/payout.ts'
import type { RefundWay } from '../domain/refund.ts'
import type { RefundLine } from '../domain/refund-line.ts'
import { flag, json, whole } from './column.ts'
import { payoutColumns } from './table.ts'

export const refund = pgTable('refund', {
  ...payoutColumns(),
  paymentId: text(),
  cashSaleId: text(),
  unmatchedId: text(),
  way: text().$type<RefundWay>().notNull(),
  reason: text().notNull(),
  tillId: text(),
  shiftId: text(),
  approvedBy: text(),
  origin: json().$type<RefundOrigin>(),
  fromSales: flag().notNull(),
  claimTries: whole().notNull(),
  lineItems: json().$type<readonly RefundLine[]>(),
})

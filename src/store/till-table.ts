// The tables of tills, shifts and cash, described as in table.ts.
import { pgTable, text } from 'drizzle-orm/pg-core'
import type { LineItem } from '../domain/line-item.ts'
import type { MoveKind, SaleMethod, ShiftReport, ShiftState } from '../domain/shift.ts'
import { flag, json, whole } from './column.ts'

export const till = pgTable('till', {
  id: text().primaryKey(),
  accountId: text().notNull(),
  name: text().notNull(),
  hash: text(),
  pairingHash: text(),
  pairingExpiresAt: whole(),
  pairedAt: whole(),
  seenAt: whole(),
  staffId: text(),
  shiftId: text().notNull(),
  createdAt: whole().notNull(),
  revokedAt: whole(),
  printerHost: text(),
  printerPort: whole(),
  printerPaper: whole(),
  printerAuto: flag().notNull(),
})

/** A screen turned to the customer; with a pairing code and no hash it is not paired yet. */
export const display = pgTable('display', {
  id: text().primaryKey(),
  tillId: text().notNull(),
  name: text().notNull(),
  hash: text(),
  pairingHash: text(),
  pairingExpiresAt: whole(),
  pairedAt: whole(),
  seenAt: whole(),
  createdAt: whole().notNull(),
})

export const pinTry = pgTable('pin_try', {
  accountId: text().notNull(),
  staffId: text().notNull(),
  tillId: text().notNull(),
  wrong: whole().notNull(),
  lockedAt: whole(),
  lockMs: whole().notNull(),
})

export const shift = pgTable('shift', {
  id: text().primaryKey(),
  accountId: text().notNull(),
  tillId: text().notNull(),
  number: whole().notNull(),
  state: text().$type<ShiftState>().notNull(),
  cashFloat: whole().notNull(),
  openedBy: text(),
  openedAt: whole(),
  counted: whole(),
  closedBy: text(),
  closedAt: whole(),
  shortReason: text(),
  report: json().$type<ShiftReport>(),
})

export const shiftTotal = pgTable('shift_total', {
  shiftId: text().notNull(),
  method: text().$type<SaleMethod>().notNull(),
  cashier: text().notNull(),
  count: whole().notNull(),
  gross: whole().notNull(),
  fees: whole().notNull(),
})

export const drawerMove = pgTable('drawer_move', {
  id: text().primaryKey(),
  shiftId: text().notNull(),
  kind: text().$type<MoveKind>().notNull(),
  amount: whole().notNull(),
  reason: text().notNull(),
  cashier: text().notNull(),
  createdAt: whole().notNull(),
})

/** A basket that a till can take up. */
export const parkedSale = pgTable('parked_sale', {
  id: text().primaryKey(),
  accountId: text().notNull(),
  name: text().notNull(),
  content: json().$type<object>().notNull(),
  amount: whole().notNull(),
  lineCount: whole().notNull(),
  parkedBy: text(),
  tillId: text(),
  createdAt: whole().notNull(),
})

export const cashSale = pgTable('cash_sale', {
  id: text().primaryKey(),
  accountId: text().notNull(),
  tillId: text().notNull(),
  shiftId: text().notNull(),
  paymentId: text(),
  cashier: text().notNull(),
  amount: whole().notNull(),
  given: whole().notNull(),
  note: text(),
  createdAt: whole().notNull(),
  voidedAt: whole(),
  voidedBy: text(),
  voidReason: text(),
  lineItems: json().$type<readonly LineItem[]>(),
  voidApprovedBy: text(),
  sessionId: text(),
})

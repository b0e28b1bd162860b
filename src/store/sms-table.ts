// The table of payment SMS, described as in table.ts.
import { pgTable, text } from 'drizzle-orm/pg-core'
import type { SmsReason, SmsState } from '../domain/sms-record.ts'
import { whole } from './column.ts'

export const sms = pgTable('sms', {
  id: text().primaryKey(),
  accountId: text().notNull(),
  connection: text().notNull(),
  state: text().$type<SmsState>().notNull(),
  reason: text().$type<SmsReason>(),
  fingerprint: text().notNull(),
  sender: text().notNull(),
  text: text(),
  template: text(),
  transactionId: text(),
  uniqueId: text(),
  amount: whole(),
  balance: whole(),
  balanceLabel: text(),
  paidAt: whole(),
  payerName: text(),
  payerPhone: text(),
  receivedAt: whole().notNull(),
  paymentId: text(),
  staffId: text(),
  tillId: text(),
  endedAt: whole(),
  note: text(),
})

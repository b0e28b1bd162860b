// The tables of profiles and checkout sessions, described as in table.ts.
import { pgTable, text } from 'drizzle-orm/pg-core'
import type { ApiVersion } from '../domain/api-version.ts'
import type { LineItem } from '../domain/line-item.ts'
import type { Metadata } from '../domain/payment.ts'
import type { Locale, SessionMethod } from '../domain/profile.ts'
import type { CheckoutDisplay, CustomField, SessionCustomer } from '../domain/session.ts'
import type { SessionStatus } from '../domain/session-status.ts'
import { flag, json, whole } from './column.ts'

export const profile = pgTable('profile', {
  id: text().primaryKey(),
  accountId: text().notNull(),
  name: text().notNull(),
  merchantName: text().notNull(),
  logoId: text(),
  brandColor: text().notNull(),
  locale: text().$type<Locale>().notNull(),
  collectEmail: flag().notNull(),
  allowedMethods: json().$type<readonly SessionMethod[]>().notNull(),
  redirectUrl: text(),
  webhookUrl: text(),
  isDefault: flag().notNull(),
  shopPage: flag().notNull(),
  shopOrders: whole().notNull(),
  createdAt: whole().notNull(),
  deletedAt: whole(),
})

export const logo = pgTable('logo', {
  id: text().primaryKey(),
  accountId: text().notNull(),
  type: text().$type<'image/png' | 'image/webp'>().notNull(),
  bytes: text().notNull(),
  createdAt: whole().notNull(),
})

export const session = pgTable('session', {
  id: text().primaryKey(),
  accountId: text().notNull(),
  profileId: text().notNull(),
  paymentId: text(),
  token: text().notNull(),
  shortCode: text().notNull(),
  status: text().$type<SessionStatus>().notNull(),
  amount: whole().notNull(),
  allowCustomAmount: flag().notNull(),
  amountMin: whole().notNull(),
  amountMax: whole().notNull(),
  allowedMethods: json().$type<readonly SessionMethod[]>().notNull(),
  customer: json().$type<SessionCustomer>().notNull(),
  redirectUrl: text(),
  webhookUrl: text(),
  description: text(),
  metadata: json().$type<Metadata>().notNull(),
  lineItems: json().$type<readonly LineItem[]>().notNull(),
  customFields: json().$type<readonly CustomField[]>().notNull(),
  display: json().$type<CheckoutDisplay>().notNull(),
  answers: json().$type<Readonly<Record<string, string>>>().notNull(),
  urlMetadata: json().$type<Readonly<Record<string, unknown>>>(),
  late: flag().notNull(),
  apiVersion: text().$type<ApiVersion>().notNull(),
  staffId: text(),
  tillId: text(),
  keyId: text(),
  createdAt: whole().notNull(),
  expiresAt: whole().notNull(),
  endedAt: whole(),
})

export const sessionTotal = pgTable('session_total', {
  accountId: text().notNull(),
  status: text().$type<SessionStatus>().notNull(),
  count: whole().notNull(),
})

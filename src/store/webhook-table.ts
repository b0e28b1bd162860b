// The tables of events and webhooks, described as in table.ts.
import { pgTable, text } from 'drizzle-orm/pg-core'
import type { ApiVersion } from '../domain/api-version.ts'
import type { DeliveryStatus } from '../domain/delivery.ts'
import type { EventType } from '../domain/event.ts'
import { json, whole } from './column.ts'

export const event = pgTable('event', {
  id: text().primaryKey(),
  accountId: text().notNull(),
  subject: text().notNull(),
  type: text().$type<EventType>().notNull(),
  apiVersion: text().$type<ApiVersion>().notNull(),
  body: text().notNull(),
  createdAt: whole().notNull(),
})

export const delivery = pgTable('delivery', {
  id: text().primaryKey(),
  eventId: text().notNull(),
  accountId: text().notNull(),
  subject: text().notNull(),
  url: text().notNull(),
  host: text().notNull(),
  status: text().$type<DeliveryStatus>().notNull(),
  tries: whole().notNull(),
  nextAt: whole(),
  lastStatus: whole(),
  lastError: text(),
  createdAt: whole().notNull(),
  endedAt: whole(),
  type: text().$type<EventType>().notNull(),
  stalls: whole().notNull(),
})

export const dispatch = pgTable('dispatch', {
  deliveryId: text().notNull(),
  /** Identifies a try of the delivery; ids are in order of time. */
  id: text().notNull(),
  number: whole().notNull(),
  sentAt: whole().notNull(),
  tookMs: whole().notNull(),
  requestHeaders: json().$type<Record<string, string>>().notNull(),
  status: whole(),
  responseHeaders: json().$type<Record<string, string>>().notNull(),
  responseBody: text().notNull(),
  error: text(),
})

export const pausedAddress = pgTable('paused_address', {
  accountId: text().notNull(),
  url: text().notNull(),
  deliveryId: text().notNull(),
  createdAt: whole().notNull(),
})

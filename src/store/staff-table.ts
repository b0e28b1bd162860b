// The tables of the console, described as in table.ts.
import { pgTable, text } from 'drizzle-orm/pg-core'
import type { Role } from '../domain/account.ts'
import { whole } from './column.ts'

/** An account's name for a person, kept after they left, and how often they were removed. */
export const staffName = pgTable('staff_name', {
  accountId: text().notNull(),
  staffId: text().notNull(),
  name: text().notNull(),
  removals: whole().notNull(),
})

export const invitation = pgTable('invitation', {
  id: text().primaryKey(),
  accountId: text().notNull(),
  twinId: text(),
  name: text().notNull(),
  email: text(),
  role: text().$type<Role>().notNull(),
  staffId: text(),
  hash: text().notNull(),
  createdBy: text().notNull(),
  createdAt: whole().notNull(),
  expiresAt: whole().notNull(),
  endedAt: whole(),
})

// The tables, described once for both databases; migrations/ creates them. The files NAME-table.ts hold more.
// Times are integer milliseconds, money is whole shillings.
import { pgTable, text } from 'drizzle-orm/pg-core'
import type { Mode, Role, Scope } from '../domain/account.ts'
import type { ApiVersion } from '../domain/api-version.ts'
import type { AttemptState, CollectOrder, Memo, Method, Outcome } from '../domain/attempt.ts'
import type { AuditAction, AuditDetail } from '../domain/audit-log.ts'
import type { JobKind, JobState } from '../domain/job.ts'
import type { LineItem } from '../domain/line-item.ts'
import type { ManualConfirmation } from '../domain/manual-decision.ts'
import type { Customer, Metadata } from '../domain/payment.ts'
import type { PaymentStatus, PaymentType } from '../domain/payment-type.ts'
import type { ManualOutcome, PayoutApproval, PayoutState, PayoutStatus, Recipient } from '../domain/payout.ts'
import type { Book, FeeSchedule } from '../domain/posting.ts'
import type { Routing } from '../domain/routing.ts'
import type { SimulationOutcome } from '../domain/simulation.ts'
import type { Resolution, UnmatchedReason } from '../domain/unmatched.ts'
import { flag, json, whole } from './column.ts'

export const setting = pgTable('setting', { name: text().primaryKey(), value: text().notNull() })

export const account = pgTable('account', {
  id: text().primaryKey(),
  number: whole().notNull(),
  name: text().notNull(),
  mode: text().$type<Mode>().notNull(),
  twinId: text(),
  city: text().notNull(),
  timeZone: text().notNull(),
  apiVersion: text().$type<ApiVersion>().notNull(),
  signingKey: text().notNull(),
  webhookUrl: text(),
  webhookHosts: json().$type<readonly string[]>().notNull(),
  fees: json().$type<FeeSchedule>().notNull(),
  amountMax: whole(),
  expirySeconds: whole().notNull(),
  createdAt: whole().notNull(),
  previousSigningKey: text(),
  previousUntil: whole(),
  payoutApprovalAbove: whole(),
  simulatedPhone: flag().notNull(),
  routing: json().$type<Routing>().notNull(),
  quickAmounts: json().$type<readonly number[]>().notNull(),
  pinLength: whole().notNull(),
  blindCount: flag().notNull(),
  cashRefundApprovalAbove: whole(),
  refundDays: whole().notNull(),
  address: text(),
  phone: text(),
  tin: text(),
  vrn: text(),
  receiptHeader: text(),
  receiptFooter: text(),
})

export const apiKey = pgTable('api_key', {
  id: text().primaryKey(),
  accountId: text().notNull(),
  name: text().notNull(),
  hash: text().notNull(),
  hint: text().notNull(),
  scopes: json().$type<readonly Scope[]>().notNull(),
  createdBy: text(),
  createdAt: whole().notNull(),
  revokedAt: whole(),
})

/** When a key was last used; a key without a row was never used. */
export const keyUse = pgTable('key_use', { keyId: text().primaryKey(), usedAt: whole().notNull() })

export const member = pgTable('member', {
  staffId: text().notNull(),
  accountId: text().notNull(),
  role: text().$type<Role>().notNull(),
  createdAt: whole().notNull(),
  pinHash: text(),
  pinSetAt: whole(),
  pinLength: whole(),
  mayConfirm: flag().notNull(),
})

export const auditEntry = pgTable('audit_entry', {
  id: text().primaryKey(),
  accountId: text().notNull(),
  staffId: text(),
  tillId: text(),
  keyId: text(),
  kind: text().$type<AuditAction>().notNull(),
  subject: text(),
  detail: json().$type<AuditDetail>().notNull(),
  address: text(),
  createdAt: whole().notNull(),
})

export const ownerNotice = pgTable('owner_notice', { accountId: text().notNull(), entryId: text().notNull() })

export const payment = pgTable('payment', {
  number: whole().primaryKey(),
  id: text().notNull(),
  accountId: text().notNull(),
  type: text().$type<PaymentType>().notNull(),
  status: text().$type<PaymentStatus>().notNull(),
  amount: whole().notNull(),
  currency: text().$type<'TZS'>().notNull(),
  connector: text().notNull(),
  channelType: text().notNull(),
  provider: text().notNull(),
  phone: text(),
  customer: json().$type<Customer>().notNull(),
  metadata: json().$type<Metadata>().notNull(),
  webhookUrl: text(),
  apiVersion: text().$type<ApiVersion>().notNull(),
  token: text().notNull(),
  qr: text(),
  paymentUrl: text(),
  redirectUrl: text(),
  cancelUrl: text(),
  externalReference: text(),
  fees: whole(),
  failureReason: text(),
  late: flag().notNull(),
  unknown: flag().notNull(),
  createdAt: whole().notNull(),
  expiresAt: whole().notNull(),
  dueAt: whole(),
  endedAt: whole(),
  sessionId: text(),
  staffId: text(),
  tillId: text(),
  keyId: text(),
  shiftId: text(),
  manualConfirmation: json().$type<ManualConfirmation>(),
  lineItems: json().$type<readonly LineItem[]>(),
  refunded: whole().notNull(),
  tillNumber: text(),
})

/** A payment token that a network issued; it replaces Kaunta's token. */
export const networkToken = pgTable('network_token', {
  token: text().notNull(),
  paymentNumber: whole().notNull(),
})

/** A word of a payment's note. */
export const noteWord = pgTable('note_word', {
  accountId: text().notNull(),
  word: text().notNull(),
  paymentNumber: whole().notNull(),
})

export const attempt = pgTable('attempt', {
  id: text().primaryKey(),
  paymentId: text().notNull(),
  accountId: text().notNull(),
  connector: text().notNull(),
  connection: text().notNull(),
  networkReference: text().notNull(),
  method: text().$type<Method>().notNull(),
  phone: text(),
  amount: whole().notNull(),
  state: text().$type<AttemptState>().notNull(),
  externalReference: text(),
  failureReason: text(),
  paidAmount: whole(),
  createdAt: whole().notNull(),
  sentAt: whole(),
  endedAt: whole(),
  expiresAt: whole(),
  ranAt: whole().notNull(),
  yesCount: whole().notNull(),
  memo: json().$type<Memo>(),
  plannedOrder: json().$type<CollectOrder>(),
})

export const statusCheck = pgTable('status_check', {
  attemptId: text().notNull(),
  /** Counts from 1 for each attempt. */
  number: whole().notNull(),
  answer: text().$type<Outcome['kind'] | 'absent'>().notNull(),
  times: whole().notNull(),
  firstAt: whole().notNull(),
  lastAt: whole().notNull(),
})

export const unknownPeriod = pgTable('unknown_period', {
  paymentId: text().notNull(),
  /** Counts from 1 for each payment. */
  number: whole().notNull(),
  beganAt: whole().notNull(),
  endedAt: whole(),
})

export const posting = pgTable('posting', {
  number: whole().primaryKey(),
  accountId: text().notNull(),
  subject: text().notNull(),
  reason: text().notNull(),
  fromBook: text().$type<Book>().notNull(),
  toBook: text().$type<Book>().notNull(),
  amount: whole().notNull(),
  createdAt: whole().notNull(),
})

export const balance = pgTable('balance', {
  accountId: text().notNull(),
  book: text().$type<Book>().notNull(),
  amount: whole().notNull(),
})

/** Returns the columns of jobs; on PostgreSQL the table has one more (job-claim.ts). */
export const jobColumns = () => ({
  id: text().primaryKey(),
  kind: text().$type<JobKind>().notNull(),
  subject: text().notNull(),
  queue: text(),
  state: text().$type<JobState>().notNull(),
  dueAt: whole().notNull(),
  tries: whole().notNull(),
  lastError: text(),
})
export const job = pgTable('job', jobColumns())

export const idempotency = pgTable('idempotency', {
  ranAt: whole().notNull(),
  accountId: text().notNull(),
  key: text().notNull(),
  fingerprint: text().notNull(),
  subject: text().notNull(),
  status: whole(),
  body: text(),
})

export const unmatched = pgTable('unmatched', {
  id: text().primaryKey(),
  accountId: text().notNull(),
  paymentId: text().notNull(),
  attemptId: text().notNull(),
  amount: whole().notNull(),
  reason: text().$type<UnmatchedReason>().notNull(),
  receipt: text(),
  createdAt: whole().notNull(),
  resolution: text().$type<Resolution>(),
  note: text(),
  settledBy: text(),
  settledAt: whole(),
  refundId: text(),
})

/** Columns of payouts, which refunds have as well (refund-table.ts). */
export const payoutColumns = () => ({
  id: text().primaryKey(),
  accountId: text().notNull(),
  status: text().$type<PayoutStatus>().notNull(),
  amount: whole().notNull(),
  fees: whole().notNull(),
  connector: text().notNull(),
  connection: text().notNull(),
  networkReference: text().notNull(),
  state: text().$type<PayoutState>().notNull(),
  recipient: json().$type<Recipient>().notNull(),
  narration: text().notNull(),
  metadata: json().$type<Metadata>().notNull(),
  webhookUrl: text(),
  apiVersion: text().$type<ApiVersion>().notNull(),
  externalReference: text(),
  failureReason: text(),
  staffId: text(),
  keyId: text(),
  createdAt: whole().notNull(),
  completedAt: whole(),
  endedAt: whole(),
  approval: text().$type<PayoutApproval>(),
  approvalRequestedBy: text(),
  approvalBy: text(),
  approvalAt: whole(),
  payer: text().notNull(),
  ranAt: whole().notNull(),
  yesCount: whole().notNull(),
  memo: json().$type<Memo>(),
  manualOutcome: json().$type<ManualOutcome>(),
})
export const payout = pgTable('payout', payoutColumns())

export const simulation = pgTable('simulation', {
  networkReference: text().primaryKey(),
  accountId: text().notNull(),
  payee: text().notNull(),
  method: text().$type<Method | 'payout'>().notNull(),
  amount: whole().notNull(),
  phone: text(),
  token: text().notNull(),
  outcome: text().$type<SimulationOutcome>().notNull(),
  readyAt: whole().notNull(),
  paidAmount: whole(),
  provider: text(),
  failureReason: text(),
  createdAt: whole().notNull(),
  expiresAt: whole().notNull(),
})

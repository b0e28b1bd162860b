// The audit log: who did what, and from where. It records each decision of a person or a key, not each sale.
import type { ActorColumns } from './actor.ts'
import { periodTables } from './period.ts'

/** Every kind of entry, named `noun.past`. */
export const auditActions = [
  'account.created',
  'backup.drilled',
  'backup.taken',
  'cash.voided',
  'data.restored',
  'difference.seen',
  'display.paired',
  'display.removed',
  'drawer.change_refused',
  'drawer.changed',
  'export.taken',
  'grants.changed',
  'invitation.created',
  'invitation.withdrawn',
  'key.created',
  'key.revoked',
  'login.ended',
  'login.failed',
  'network.connected',
  'network.disconnected',
  'network.phone_replaced',
  'network.switched',
  'notice.acknowledged',
  'owner.handed_over',
  'owner.reset',
  'password.changed',
  'payment.confirmed_manually',
  'payment.marked_not_paid',
  'payment.paid_twice',
  'payment.reversed',
  'payment.voided',
  'payout.approved',
  'payout.created',
  'payout.declined',
  'payout.marked',
  'payout.not_sent_late',
  'payout.paid_late',
  'pin.changed',
  'pin.locked',
  'product.changed',
  'product.created',
  'product.deleted',
  'products.imported',
  'profile.webhook_changed',
  'reconciliation.file_matched',
  'records.accepted',
  'records.changed',
  'refund.approved',
  'refund.claimed',
  'refund.created',
  'refund.declined',
  'refund.marked',
  'refund.not_sent_late',
  'refund.paid_late',
  'refund.withdrawn',
  'release.uploaded',
  'routing.changed',
  'server.upgraded',
  'server.version_changed',
  'settings.changed',
  'shift.closed',
  'shift.counted',
  'shift.opened',
  'shop_codes.changed',
  'sms.balance_dropped',
  'sms.claimed',
  'sms.reversal_unknown',
  'sms.reversed',
  'sms.settled',
  'staff.changed',
  'staff.joined',
  'staff.removed',
  'staff.reset',
  'tax_rates.changed',
  'till.created',
  'till.paired',
  'till.pairing_made',
  'till.printer_removed',
  'till.printer_set',
  'till.renamed',
  'till.revoked',
  'token.issued',
  'two_factor.disabled',
  'two_factor.enabled',
  'unmatched.settled',
  'webhook_secret.read',
  'webhook_secret.regenerated',
] as const
export type AuditAction = (typeof auditActions)[number]

/** Every list that can be exported, as its file and the audit log name it. */
export const exportNames = [
  'audit-log',
  'deliveries',
  'events',
  'keys',
  'payments',
  'payouts',
  'products',
  'profiles',
  'reconciliation',
  'refunds',
  'sales',
  ...periodTables.map(table => `sales-${table}` as const),
  'sessions',
  'shifts',
  'staff',
  'tills',
  'unmatched',
] as const
export type ExportName = (typeof exportNames)[number]

/** Whether the subject of entries of this kind is a person. */
export const isAboutPerson = (kind: AuditAction): boolean =>
  kind === 'login.failed' || /^(staff|pin|grants|owner)\./.test(kind)

type Fact = string | number | boolean | null
/** A value before and after the change. */
export interface ChangedField {
  readonly field: string
  readonly from: string | number | null
  readonly to: string | number | null
}

/** A few small facts; never a secret, a phone number or a customer's text. */
export type AuditDetail = Readonly<Record<string, Fact | readonly ChangedField[]>>

export interface AuditEntry extends ActorColumns {
  readonly id: string
  readonly accountId: string
  readonly kind: AuditAction
  readonly subject: string | null // the id of the object that changed
  readonly detail: AuditDetail
  readonly address: string | null
  readonly createdAt: number
}

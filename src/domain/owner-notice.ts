// An audit entry as a notice that the owners must read.
import type { AuditEntry } from './audit-log.ts'

interface NoticeOf {
  readonly id: string // the id of the audit entry
  readonly createdAt: number
}

interface WebhookChange extends NoticeOf {
  readonly kind: 'webhook_change'
  readonly what: 'address' | 'hosts' | 'key' | 'profile_address'
  readonly name: string // the name of the person
  /** The host of the new address, or the new list of hosts; null when there is none. */
  readonly to: string | null
}

interface RestoreNotice extends NoticeOf {
  readonly kind: 'data_restored'
  readonly copiedAt: string // when the back-up was taken, as a stamp
  readonly liveKeys: number // how many API keys of the account are valid
}

/** Entries about money that was booked but did not arrive or stay, or that arrived but was not booked. */
const moneyKinds = {
  'payment.paid_twice': 'sale_paid_twice',
  'payment.reversed': 'sale_reversed',
  'payout.paid_late': 'payout_paid_late',
  'payout.not_sent_late': 'payout_not_sent_late',
  'refund.paid_late': 'refund_paid_late',
  'refund.not_sent_late': 'refund_not_sent_late',
  'sms.reversed': 'sale_reversed',
  'sms.reversal_unknown': 'reversal_unknown',
  'sms.balance_dropped': 'balance_dropped',
} as const
type MoneyKind = keyof typeof moneyKinds
export const moneyNotices = [...new Set(Object.values(moneyKinds))]

interface MoneyNotice extends NoticeOf {
  readonly kind: (typeof moneyKinds)[MoneyKind]
  readonly amount: number // whole shillings
  /** The id of the payout or payment; if neither is known, of the till number's connection. */
  readonly subject: string
}

export type OwnerNotice = WebhookChange | RestoreNotice | MoneyNotice

/**
 * Turns an audit entry into the notice that the owners read: about a restore, money or webhook settings.
 * @param name the name of the person who acted
 */
export function ownerNoticeIn(entry: AuditEntry, name: string): OwnerNotice {
  if (entry.kind === 'data.restored') return restoreNotice(entry)
  if (isMoneyKind(entry.kind)) return moneyNotice(entry, moneyKinds[entry.kind])
  return webhookChange(entry, name)
}

const isMoneyKind = (kind: AuditEntry['kind']): kind is MoneyKind => kind in moneyKinds

const moneyNotice = (
  { id, createdAt, detail, subject }: AuditEntry,
  kind: MoneyNotice['kind'],
): MoneyNotice => ({
  id,
  kind,
  createdAt,
  amount: Number(detail.amount),
  subject: subject ?? '',
})

const restoreNotice = ({ id, createdAt, detail }: AuditEntry): RestoreNotice => ({
  id,
  kind: 'data_restored',
  createdAt,
  copiedAt: String(detail.copied_at),
  liveKeys: Number(detail.live_keys),
})

/**
 * Reads from an entry which webhook setting was changed: the key, the address or the list of hosts. If both
 * address and hosts were changed, the notice is about the address.
 */
function webhookChange({ id, createdAt, kind, detail }: AuditEntry, name: string): WebhookChange {
  const notice = { id, kind: 'webhook_change', createdAt, name } as const
  if (kind === 'webhook_secret.regenerated') return { ...notice, what: 'key', to: null }
  const changes = Array.isArray(detail.changes) ? detail.changes : []
  const addressChange = changes.find(({ field }) => field === 'webhook_url')
  if (addressChange) {
    const to = addressChange.to === null ? null : new URL(String(addressChange.to)).host
    return { ...notice, what: kind === 'settings.changed' ? 'address' : 'profile_address', to }
  }
  const hostsChange = changes.find(({ field }) => field === 'webhook_hosts')
  return { ...notice, what: 'hosts', to: hostsChange?.to?.toString() ?? null }
}

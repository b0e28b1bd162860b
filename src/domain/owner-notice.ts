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

/**
 * The kinds of entries about money that was booked but did not arrive or stay, or that arrived but was not
 * booked.
 */
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
 * Turns an audit entry into the notice that the owners read.
 * @param name the name of the person who acted
 */
export function ownerNoticeIn(entry: AuditEntry, name: string): OwnerNotice {
  if (entry.kind === 'data.restored') return restoreIn(entry)
  return isMoneyKind(entry.kind) ? moneyIn(entry, moneyKinds[entry.kind]) : webhookChangeIn(entry, name)
}

const isMoneyKind = (kind: AuditEntry['kind']): kind is MoneyKind => kind in moneyKinds

/** Reads an entry about money. */
const moneyIn = ({ id, createdAt, detail, subject }: AuditEntry, kind: MoneyNotice['kind']): MoneyNotice => ({
  id,
  kind,
  createdAt,
  amount: Number(detail.amount),
  subject: subject ?? '',
})

/** Reads the entry of a restore. */
const restoreIn = ({ id, createdAt, detail }: AuditEntry): RestoreNotice => ({
  id,
  kind: 'data_restored',
  createdAt,
  copiedAt: String(detail.copied_at),
  liveKeys: Number(detail.live_keys),
})

/** Reads which part of the webhook settings an entry changed; only the address if it changed hosts, too. */
function webhookChangeIn({ id, createdAt, kind, detail }: AuditEntry, name: string): WebhookChange {
  const notice = { id, kind: 'webhook_change', createdAt, name } as const
  if (kind === 'webhook_secret.regenerated') return { ...notice, what: 'key', to: null }
  const changes = Array.isArray(detail.changes) ? detail.changes : []
  const address = changes.find(({ field }) => field === 'webhook_url')
  if (address) {
    const to = address.to === null ? null : new URL(String(address.to)).host
    return { ...notice, what: kind === 'settings.changed' ? 'address' : 'profile_address', to }
  }
  const hosts = changes.find(({ field }) => field === 'webhook_hosts')?.to?.toString() ?? null
  return { ...notice, what: 'hosts', to: hosts }
}

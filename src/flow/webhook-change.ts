// Changes of where a live account's webhooks go, and of the key that signs them. A change by someone else than
// an owner stays on the owners' home page until an owner acknowledges it.
import type { Appliance } from '../appliance.ts'
import type { Account, Right } from '../domain/account.ts'
import type { RequestedBy } from '../domain/actor.ts'
import type { AuditEntry } from '../domain/audit-log.ts'
import { findStaffName } from '../store/staff-name.ts'
import type { Read, Tx } from '../store/statement.ts'
import { insertWebhookChange, listWebhookChanges, removeWebhookChange } from '../store/webhook-change.ts'
import { type AuditRecord, recordAudit } from './audit-log.ts'

/** Who changes something, and what they may. */
export type ChangedBy = RequestedBy & { may(right: Right): boolean }

interface WebhookChangeRecord extends AuditRecord {
  readonly account: Account
  readonly by: ChangedBy
}

/** Adds the audit entry of a change, and keeps it for the owners unless an owner made it. */
export async function recordWebhookChange(
  tx: Tx,
  appliance: Appliance,
  record: WebhookChangeRecord,
): Promise<void> {
  const { account, by } = record
  const entryId = await recordAudit(tx, appliance, record)
  if (account.mode === 'live' && !by.may('acknowledge_webhook_changes'))
    await insertWebhookChange(tx, { accountId: account.id, entryId })
}

export interface WebhookChange {
  /** The id of the audit entry. */
  readonly id: string
  readonly what: 'address' | 'hosts' | 'key' | 'profile_address'
  /** The name of the person. */
  readonly name: string
  /** The host of the new address, or the new list of hosts; null when there is none. */
  readonly to: string | null
  readonly changedAt: number
}

/** The changes that wait for an owner, oldest first. */
export async function webhookChangesOf(read: Read, accountId: string): Promise<WebhookChange[]> {
  const entries = await listWebhookChanges(read, accountId)
  return Promise.all(
    entries.map(async entry => ({
      id: entry.id,
      ...changeIn(entry),
      name: (entry.staffId && (await findStaffName(read, accountId, entry.staffId))) || '',
      changedAt: entry.createdAt,
    })),
  )
}

function changeIn({ kind, detail }: AuditEntry): Pick<WebhookChange, 'what' | 'to'> {
  if (kind === 'webhook_secret.regenerated') return { what: 'key', to: null }
  const changes = Array.isArray(detail.changes) ? detail.changes : []
  const address = changes.find(({ field }) => field === 'webhook_url')
  if (address) {
    const to = address.to === null ? null : new URL(String(address.to)).host
    return { what: kind === 'settings.changed' ? 'address' : 'profile_address', to }
  }
  return { what: 'hosts', to: changes.find(({ field }) => field === 'webhook_hosts')?.to?.toString() ?? null }
}

/** An owner has seen a change; again does nothing. */
export const acknowledgeWebhookChange = (
  appliance: Appliance,
  account: Account,
  by: RequestedBy,
  id: string,
): Promise<void> =>
  appliance.store.write(async tx => {
    if (await removeWebhookChange(tx, { accountId: account.id, entryId: id }))
      await recordAudit(tx, appliance, { account, by, kind: 'webhook_change.acknowledged', subject: id })
  })

// Records changes of a webhook address, and of the key that signs webhooks. If someone other than an owner
// changes those of a live account, the owners receive a notice.

import type { Account, Right } from '../domain/account.ts'
import type { RequestedBy } from '../domain/actor.ts'
import type { Tx } from '../store/engine/statement.ts'
import type { Appliance } from './appliance.ts'
import { type AuditRecord, recordAudit } from './audit-log.ts'
import { recordOwnerNotice } from './owner-notice.ts'

/** The person or program that changes a setting, and what they may do. */
export type ChangedBy = RequestedBy & { may(right: Right): boolean }

interface WebhookChangeRecord extends AuditRecord {
  readonly account: Account
  readonly by: ChangedBy
}

/** Adds the audit entry of a change. Unless an owner made it, a live account's owners also get a notice. */
export async function recordWebhookChange(
  tx: Tx,
  appliance: Appliance,
  record: WebhookChangeRecord,
): Promise<void> {
  const { account, by } = record
  const isByOwner = by.may('acknowledge_notices') // which only owners may
  if (account.mode === 'live' && !isByOwner) await recordOwnerNotice(tx, appliance, record)
  else await recordAudit(tx, appliance, record)
}

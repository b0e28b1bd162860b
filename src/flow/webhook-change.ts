// Changes of a live account's webhook address, and of the key that signs its webhooks. If someone other than
// an owner makes the change, the owners receive a notice.

import type { Account, Right } from '../domain/account.ts'
import type { RequestedBy } from '../domain/actor.ts'
import type { Tx } from '../store/engine/statement.ts'
import type { Appliance } from './appliance.ts'
import { type AuditRecord, recordAudit } from './audit-log.ts'
import { recordOwnerNotice } from './owner-notice.ts'

/** Who changes a setting, and what they may do. */
export type ChangedBy = RequestedBy & { may(right: Right): boolean }

interface WebhookChangeRecord extends AuditRecord {
  readonly account: Account
  readonly by: ChangedBy
}

/**
 * Adds the audit entry of a change. The owners of a live account also get a notice, unless an owner made the
 * change: only owners may acknowledge notices.
 */
export async function recordWebhookChange(
  tx: Tx,
  appliance: Appliance,
  record: WebhookChangeRecord,
): Promise<void> {
  const { account, by } = record
  const isByOwner = by.may('acknowledge_notices')
  if (account.mode === 'live' && !isByOwner) await recordOwnerNotice(tx, appliance, record)
  else await recordAudit(tx, appliance, record)
}

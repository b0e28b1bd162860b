// Writes an audit entry in the transaction of the audited change, so both are stored or neither is.

import type { Account } from '../domain/account.ts'
import { actorColumns, type RequestedBy } from '../domain/actor.ts'
import type { AuditAction, AuditDetail } from '../domain/audit-log.ts'
import { idWithPrefix } from '../domain/id.ts'
import { insertAuditEntry } from '../store/audit-log.ts'
import type { Tx } from '../store/engine/statement.ts'
import type { Appliance } from './appliance.ts'

/** An audit entry to write: who did what, and to which object. */
export interface AuditRecord {
  readonly account: Pick<Account, 'id'>
  readonly by: RequestedBy
  readonly kind: AuditAction
  readonly subject?: string // the id of the changed object
  readonly detail?: AuditDetail
}

/** Adds an audit entry in the caller's transaction. @returns the entry's id */
export async function recordAudit(
  tx: Tx,
  appliance: Appliance,
  { account, by, kind, subject, detail }: AuditRecord,
): Promise<string> {
  const { clock, ids } = appliance.world
  const now = clock.now()
  const id = idWithPrefix('audit', ids.uuid(now))
  await insertAuditEntry(tx, {
    id,
    accountId: account.id,
    ...actorColumns(by.actor),
    kind,
    subject: subject ?? null,
    detail: detail ?? {},
    address: by.address,
    createdAt: now,
  })
  return id
}

/** Adds the audit entry of an action that changes no other row, such as reading a secret. */
export const writeAudit = (appliance: Appliance, entry: AuditRecord): Promise<string> =>
  appliance.store.write(tx => recordAudit(tx, appliance, entry))

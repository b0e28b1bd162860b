// Noting an act, in the transaction that does the thing: both are kept, or neither.
import type { Appliance } from '../appliance.ts'
import type { Account } from '../domain/account.ts'
import type { Actor, AuditAction, AuditDetail } from '../domain/audit-log.ts'
import { namedId } from '../domain/id.ts'
import { insertAuditEntry } from '../store/audit-log.ts'
import type { Tx } from '../store/statement.ts'

interface Doing {
  readonly account: Pick<Account, 'id'>
  readonly by: Actor
  readonly kind: AuditAction
  /** The id of what it is done to. */
  readonly subject?: string
  readonly detail?: AuditDetail
}

/** Writes down who does this now. */
export async function recordAudit(
  tx: Tx,
  appliance: Appliance,
  { account, by, kind, subject, detail }: Doing,
): Promise<void> {
  const { clock, ids } = appliance.world
  const now = clock.now()
  await insertAuditEntry(tx, {
    id: namedId('act', ids.uuid(now)),
    accountId: account.id,
    actor: by.name,
    kind,
    subject: subject ?? null,
    detail: detail ?? {},
    address: by.address,
    createdAt: now,
  })
}

/** Notes what changes nothing else: a secret read, a token given. */
export const writeAudit = (appliance: Appliance, doing: Doing): Promise<void> =>
  appliance.store.write(tx => recordAudit(tx, appliance, doing))

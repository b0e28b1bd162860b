// Notices to the owners of an account: an audit entry stays on their home page until one of them acknowledges
// it. Notices report changes of the live webhooks by others, a restore, and money that a network corrected.

import type { Account } from '../domain/account.ts'
import type { RequestedBy } from '../domain/actor.ts'
import { type OwnerNotice, ownerNoticeIn } from '../domain/owner-notice.ts'
import type { Read, Tx } from '../store/engine/statement.ts'
import { insertOwnerNotice, listOwnerNotices, removeOwnerNotice } from '../store/owner-notice.ts'
import { findStaffName } from '../store/staff-name.ts'
import type { Appliance } from './appliance.ts'
import { type AuditRecord, recordAudit } from './audit-log.ts'

/** Adds an audit entry and a notice for the owners. */
export async function recordOwnerNotice(tx: Tx, appliance: Appliance, record: AuditRecord): Promise<void> {
  const entryId = await recordAudit(tx, appliance, record)
  await insertOwnerNotice(tx, { accountId: record.account.id, entryId })
}

/** Returns the notices that wait for an owner, oldest first. */
export async function ownerNoticesOf(read: Read, accountId: string): Promise<OwnerNotice[]> {
  const entries = await listOwnerNotices(read, accountId)
  return Promise.all(
    entries.map(async entry => {
      const name = (entry.staffId && (await findStaffName(read, accountId, entry.staffId))) || ''
      return ownerNoticeIn(entry, name)
    }),
  )
}

/** Acknowledges a notice. Doing so again has no effect. */
export const acknowledgeNotice = (
  appliance: Appliance,
  account: Account,
  by: RequestedBy,
  id: string,
): Promise<void> =>
  appliance.store.write(async tx => {
    if (await removeOwnerNotice(tx, { accountId: account.id, entryId: id }))
      await recordAudit(tx, appliance, { account, by, kind: 'notice.acknowledged', subject: id })
  })

// People who belong to an account without an invitation. The audit log has an entry of each.

import { requestedByServer } from '../../src/domain/actor.ts'
import type { Appliance } from '../../src/flow/appliance.ts'
import { recordAudit } from '../../src/flow/audit-log.ts'
import { insertMember } from '../../src/store/account.ts'

export const hire = (appliance: Appliance, member: Parameters<typeof insertMember>[1]): Promise<void> =>
  appliance.store.write(async tx => {
    await insertMember(tx, member)
    await recordAudit(tx, appliance, {
      account: { id: member.accountId },
      by: requestedByServer,
      kind: 'staff.joined',
      subject: member.staffId,
      detail: { role: member.role },
    })
  })

// Settles unmatched money once, with a note. The caller checks that the person may do so.

import type { Account } from '../domain/account.ts'
import type { RequestedByStaff } from '../domain/actor.ts'
import { fault, shortValue } from '../domain/fault.ts'
import { type Resolution, settleUnmatched, type Unmatched } from '../domain/unmatched.ts'
import { insertPostings } from '../store/posting.ts'
import { findUnmatched, updateUnmatched } from '../store/unmatched.ts'
import type { Appliance } from './appliance.ts'
import { recordAudit } from './audit-log.ts'

/**
 * Moves unmatched money out of the suspense account as the person decided, with an audit entry.
 * @throws Fault `unmatched_not_found`, or `unmatched_settled` when it was settled already
 */
export const resolveUnmatched = (
  appliance: Appliance,
  account: Account,
  id: string,
  decision: { readonly resolution: Resolution; readonly note: string; readonly by: RequestedByStaff },
): Promise<Unmatched> =>
  appliance.store.write(async tx => {
    const stored = await findUnmatched(tx, id)
    if (!stored || stored.accountId !== account.id) throw fault('unmatched_not_found', { id: shortValue(id) })
    const now = appliance.world.clock.now()
    const { unmatched, postings } = settleUnmatched(stored, { ...decision, by: decision.by.staffId }, now)
    await updateUnmatched(tx, unmatched)
    await insertPostings(tx, { accountId: account.id, subject: id, postings }, now)
    const detail = { amount: unmatched.amount, resolution: decision.resolution }
    await recordAudit(tx, appliance, {
      account,
      by: decision.by,
      kind: 'unmatched.settled',
      subject: id,
      detail,
    })
    return unmatched
  })

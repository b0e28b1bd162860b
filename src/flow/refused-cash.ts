// Records refused counts and withdrawals of a till's cash. In a shop with blind counts, a cashier could find
// out the expected sum of the drawer by trying amounts; the audit log shows such tries.

import type { Account } from '../domain/account.ts'
import type { RequestedBy } from '../domain/actor.ts'
import { assert, Fault } from '../domain/fault.ts'
import type { Till } from '../domain/till.ts'
import { findTill } from '../store/till.ts'
import type { Appliance } from './appliance.ts'
import { writeAudit } from './audit-log.ts'
import type { TillContext } from './shift.ts'

/** Records in the audit log a count of the drawer that was refused. @param counted whole shillings */
export async function recordRefusedCount(
  appliance: Appliance,
  context: TillContext & { readonly till: Till },
  counted: number,
): Promise<void> {
  const { account, by, till } = context
  await writeAudit(appliance, {
    account,
    by,
    kind: 'shift.counted',
    subject: till.shiftId,
    detail: { counted },
  })
}

/** Cash that a person asks to take out of a drawer: for the safe, or for the customer of a sale. */
interface CashOut {
  readonly account: Account
  readonly by: RequestedBy
  /** The till of the drawer; undefined if the money comes from no drawer. */
  readonly tillId?: string | undefined
  readonly detail: { readonly kind: 'drop' | 'refund'; readonly amount: number; readonly sale?: string }
}

/**
 * Takes cash out of a drawer. If `takeOut` refuses because the drawer should hold less, and the shop counts
 * its drawers blind, the audit log records the try: the cashier may be guessing the expected sum.
 * @throws what `takeOut` throws
 */
export async function withRefusedCashRecorded<T>(
  appliance: Appliance,
  { account, by, tillId, detail }: CashOut,
  takeOut: () => Promise<T>,
): Promise<T> {
  try {
    return await takeOut()
  } catch (error) {
    const isAboveDrawer = error instanceof Fault && error.reason === 'drop_above_drawer'
    if (account.blindCount && isAboveDrawer && tillId !== undefined) {
      const till = await findTill(appliance.store.read, tillId)
      assert(till, 'a drawer belongs to a till')
      const kind = 'drawer.change_refused'
      await writeAudit(appliance, { account, by, kind, subject: till.shiftId, detail })
    }
    throw error
  }
}

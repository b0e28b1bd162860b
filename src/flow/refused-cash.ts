// Records the refused counts and withdrawals of a till's cash. Where drawers are counted blind, a cashier
// could learn the sum that the drawer should hold by trying amounts; the audit log shows such tries.

import type { Account } from '../domain/account.ts'
import type { RequestedBy } from '../domain/actor.ts'
import { assert, Fault } from '../domain/fault.ts'
import type { Till } from '../domain/till.ts'
import { findTill } from '../store/till.ts'
import type { Appliance } from './appliance.ts'
import { writeAudit } from './audit-log.ts'
import type { TillContext } from './shift.ts'

/** Records a refused count in the audit log. @param counted whole shillings */
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
 * Runs an action that takes cash out of a drawer. If it is refused because it asks for more than the drawer
 * should hold, and the shop counts its drawers blind, the audit log records the attempt.
 * @throws Fault the action's own
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
      const subject = till.shiftId
      await writeAudit(appliance, { account, by, kind: 'drawer.change_refused', subject, detail })
    }
    throw error
  }
}

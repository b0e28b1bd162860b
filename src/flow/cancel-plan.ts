// Plans to withdraw unwanted orders, because their payment was voided, has expired or is paid, or because
// another attempt has replaced them. The transaction that decides this stores the plan; a job calls the
// network (cancel-order.ts).

import type { Attempt } from '../domain/attempt.ts'
import type { Tx } from '../store/engine/statement.ts'
import { putJob } from '../store/job.ts'
import type { Appliance } from './appliance.ts'

/**
 * Returns the connection that can withdraw the order of an attempt; undefined when its network cannot do so.
 */
export const cancellerOf = ({ connections }: Appliance, { connection, plannedOrder }: Attempt) => {
  const canceller = connections.find(connection)
  return plannedOrder && canceller?.reach === 'network' && canceller.cancel ? canceller : undefined
}

/** Schedules a job that withdraws the order of each attempt, where its network can do so. */
export async function planCancels(
  tx: Tx,
  appliance: Appliance,
  attempts: readonly Attempt[],
  now: number,
): Promise<void> {
  for (const attempt of attempts) {
    if (!cancellerOf(appliance, attempt)) continue
    await putJob(tx, 'attempt.cancel', attempt.id, now)
    appliance.notifier.publishJob(tx, now)
  }
}

// Items that need attention, on one account and on the server.
import { idWithPrefix, lowestIdAt } from '../domain/id.ts'
import type { Read } from '../store/engine/statement.ts'
import { countAbandoned, countPaused, sumUnmatched } from '../store/overview.ts'
import { countWaitingPayouts } from '../store/payout.ts'
import { listOpenDays } from '../store/reconciliation.ts'
import { countWaitingRefunds } from '../store/refund.ts'
import { countStuckJobs, countStuckJobsOf } from '../store/stuck-job.ts'
import { countUnknown } from '../store/unknown.ts'

/** Abandoned deliveries older than this no longer need attention. */
const abandonedMaxAgeMs = 7 * 86_400_000

/** What waits for a person; the counts are of items, unless a field is an amount. */
export interface AttentionItems {
  /** Payments, payouts and refunds whose outcome is unknown. */
  readonly unknown: { readonly payments: number; readonly payouts: number; readonly refunds: number }
  /** Confirmed money that fits no open payment; whole shillings. */
  readonly unmatched: { readonly count: number; readonly amount: number }
  readonly abandoned: number // deliveries that were abandoned in the last seven days
  readonly paused: number // webhook addresses that are paused
  readonly waitingPayouts: number // payouts that wait for a second person
  readonly waitingRefunds: number // refunds that wait for a second person
  /** Open differences with networks, and the newest day that has any. */
  readonly differences: { readonly count: number; readonly day: number | null }
  readonly parked: number // jobs that failed too often
}

/** Returns the number of open differences and their newest day. @param days days with any, newest first */
const openDifferences = (days: readonly { readonly day: number; readonly count: number }[]) => ({
  count: days.reduce((sum, { count }) => sum + count, 0),
  day: days[0]?.day ?? null,
})

/**
 * Counts the items of an account that need attention.
 * @param now milliseconds since 1970
 * @param jobsOf whether to count the stuck jobs of this account, or of the whole server
 */
export const attentionItemsOf = async (
  read: Read,
  accountId: string,
  now: number,
  jobsOf: 'account' | 'server',
): Promise<AttentionItems> => ({
  unknown: await countUnknown(read, accountId),
  unmatched: await sumUnmatched(read, accountId),
  abandoned: await countAbandoned(read, accountId, idWithPrefix('del', lowestIdAt(now - abandonedMaxAgeMs))),
  paused: await countPaused(read, accountId),
  waitingPayouts: await countWaitingPayouts(read, accountId),
  waitingRefunds: await countWaitingRefunds(read, accountId),
  differences: openDifferences(await listOpenDays(read, accountId)),
  parked:
    jobsOf === 'server' ? await countStuckJobs(read, now) : await countStuckJobsOf(read, accountId, now),
})

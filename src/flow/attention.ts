// What waits for a person, on one account and in the box.
import { idFrom, namedId } from '../domain/id.ts'
import {
  countAbandoned,
  countFailing,
  countParked,
  countPaused,
  countUnknown,
  sumUnmatched,
} from '../store/overview.ts'
import type { Read } from '../store/statement.ts'

/** Deliveries given up longer ago than this are history. */
const abandonedMs = 7 * 86_400_000

export interface AttentionItems {
  /** Payments of which a network has said neither yes nor no. */
  readonly unknown: number
  /** Confirmed money that fits no open payment; whole shillings. */
  readonly unmatched: { readonly count: number; readonly amount: number }
  /** Deliveries given up in the last seven days. */
  readonly abandoned: number
  /** Webhook addresses that wait to be resumed. */
  readonly paused: number
  /** Jobs of the whole box that failed too often. */
  readonly parked: number
}

/** @param now milliseconds */
export const attentionItemsOf = async (
  read: Read,
  accountId: string,
  now: number,
): Promise<AttentionItems> => ({
  unknown: await countUnknown(read, accountId),
  unmatched: await sumUnmatched(read, accountId),
  abandoned: await countAbandoned(read, accountId, namedId('del', idFrom(now - abandonedMs))),
  paused: await countPaused(read, accountId),
  parked: (await countParked(read)) + (await countFailing(read, now)),
})

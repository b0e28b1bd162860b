// Status checks of many orders by one call: few orders are asked about one by one; a crowd reads a list of
// the network, which answers all checks of the next moment.
import type { Clock } from '../world.ts'
import type { Budget } from './budget.ts'

/** A list answers checks for this long, and no other is read in that time. */
const freshMs = 2_000
/** With this many checks within `crowdMs`, read a list instead of each order. */
const crowd = 3
const crowdMs = 3_000
/** After a failed or overlong list, the next one is not requested for this long. */
const failedMs = 30_000

export interface SharedList<Item> {
  /** The order in the list; undefined when it must be asked about alone. @param of the list to search */
  find(order: string, of?: string): Promise<Item | undefined>
  /** A callback reported a change: lists that were requested before answer nothing. */
  forget(): void
}

/** One read of a list, also one that is about to begin. */
interface Look<Item> {
  readonly at: number
  /** The count of changes when it began; undefined until then. */
  changes: number | undefined
  items: Promise<ReadonlyMap<string, Item> | undefined>
}

/**
 * Returns a list that answers the status checks of many orders, as soon as enough are asked for together.
 * @param budget must have room for a check when a list is read
 * @param read a list by the orders in it, within the budget; undefined when it did not come
 */
export function newSharedList<Item>(
  { elapsed, after }: Pick<Clock, 'elapsed' | 'after'>,
  budget: Pick<Budget, 'checkWaitMs'>,
  read: (of: string) => Look<Item>['items'],
): SharedList<Item> {
  let asked: number[] = []
  let changes = 0
  let failedUntil = Number.NEGATIVE_INFINITY
  let hasCome = false
  const looks = new Map<string, Look<Item>>()

  /** Concurrent callbacks share one read, which begins when the previous one is no longer fresh. */
  function look(of: string, now: number): Look<Item> {
    const time = Math.max(now, (looks.get(of)?.at ?? Number.NEGATIVE_INFINITY) + freshMs)
    const next: Look<Item> = { at: time, changes: undefined, items: Promise.resolve(undefined) }
    const begin = () => {
      next.changes = changes
      return readNow(of)
    }
    next.items = time > now ? new Promise<void>(resolve => after(time - now, resolve)).then(begin) : begin()
    looks.set(of, next)
    return next
  }

  async function readNow(of: string): Look<Item>['items'] {
    if (budget.checkWaitMs() > 0) return undefined
    const items = await read(of)
    if (!items && !hasCome) failedUntil = elapsed() + failedMs
    hasCome = items !== undefined
    return items
  }

  return {
    async find(order, of = '') {
      const now = elapsed()
      asked = [...asked.filter(time => time > now - crowdMs), now]
      for (const [key, { at }] of looks) if (at <= now - freshMs) looks.delete(key)
      const last = looks.get(of)
      const isFresh = last && (last.changes === undefined || last.changes === changes)
      if (!isFresh && (asked.length < crowd || now < failedUntil)) return undefined
      return (await (isFresh ? last : look(of, now)).items)?.get(order)
    },
    forget() {
      changes++
    },
  }
}

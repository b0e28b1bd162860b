// Status checks of many orders by one call: few orders are asked about one by one; a crowd reads a list of
// the network, which answers all checks of the next moment.
import type { Clock } from '../world.ts'
import type { Budget } from './budget.ts'

/** A list answers checks for this long, and it is not read again in that time. */
const freshMs = 2_000
/** With this many checks within `crowdMs`, read a list instead of each order. */
const crowd = 3
const crowdMs = 3_000
/** How long no list is requested after two failures in a row, or after a failure of the first one. */
const failurePauseMs = 30_000

export interface SharedList<Item> {
  /**
   * Returns the list's entry of an order; undefined if the caller must ask about this order alone.
   * @param listName which of the network's lists to search, such as a day; unset if there is only one
   */
  find(order: string, listName?: string): Promise<Item | undefined>
  /** Call this when a callback reports a change: lists that were requested before answer nothing. */
  forget(): void
}

/** One read of a list, which may begin only later. */
interface ListRead<Item> {
  readonly beginsAt: number
  /** How many changes were known when it began; undefined until then. */
  changesBefore: number | undefined
  /** The items by order; undefined when the list did not come. */
  items: Promise<ReadonlyMap<string, Item> | undefined>
}

/**
 * Returns a list that answers the status checks of many orders, as soon as enough are asked for together.
 * @param budget must have room for a check when a list is read
 * @param readList reads a list within the budget
 */
export function newSharedList<Item>(
  { elapsed, after }: Pick<Clock, 'elapsed' | 'after'>,
  budget: Pick<Budget, 'checkWaitMs'>,
  readList: (listName: string) => ListRead<Item>['items'],
): SharedList<Item> {
  /** When each of the last checks was asked for. */
  let checkTimes: number[] = []
  let changes = 0
  let pausedUntil = Number.NEGATIVE_INFINITY
  let hasLastCome = false
  const reads = new Map<string, ListRead<Item>>()

  /** Plans a read, which begins when the previous one is no longer fresh, so that many changes share it. */
  function planRead(listName: string, now: number): ListRead<Item> {
    const beginsAt = Math.max(now, (reads.get(listName)?.beginsAt ?? Number.NEGATIVE_INFINITY) + freshMs)
    const next: ListRead<Item> = { beginsAt, changesBefore: undefined, items: Promise.resolve(undefined) }
    const begin = () => {
      next.changesBefore = changes
      return readNow(listName)
    }
    const waitMs = beginsAt - now
    next.items = waitMs > 0 ? new Promise<void>(resolve => after(waitMs, resolve)).then(begin) : begin()
    reads.set(listName, next)
    return next
  }

  /** Reads a list, if the budget has room for it. */
  async function readNow(listName: string): ListRead<Item>['items'] {
    if (budget.checkWaitMs() > 0) return undefined
    const items = await readList(listName)
    if (!items && !hasLastCome) pausedUntil = elapsed() + failurePauseMs
    hasLastCome = items !== undefined
    return items
  }

  return {
    async find(order, listName = '') {
      const now = elapsed()
      checkTimes = [...checkTimes.filter(time => time > now - crowdMs), now]
      for (const [name, { beginsAt }] of reads) if (beginsAt <= now - freshMs) reads.delete(name)
      const last = reads.get(listName)
      const isFresh = last && (last.changesBefore === undefined || last.changesBefore === changes)
      if (!isFresh && (checkTimes.length < crowd || now < pausedUntil)) return undefined
      const read = isFresh ? last : planRead(listName, now)
      return (await read.items)?.get(order)
    },
    forget() {
      changes++
    },
  }
}

// Status checks of many orders by one call. Few orders are checked one by one. For many orders, a list of the
// network is read, which answers all checks of the next two seconds.
import type { Clock } from '../world.ts'
import type { Budget } from './budget.ts'

/** A list answers checks for this long, and it is not read again in that time. */
const freshMs = 2_000
/** With this many checks within `crowdMs`, read a list instead of each order. */
const crowdSize = 3
const crowdMs = 3_000
/** After two failures in a row, or a failure of the first list, no list is requested for this long. */
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

/** One read of a list, which may be planned for later. */
interface ListRead<Item> {
  readonly beginsAt: number
  /** How many changes were known when the read began; undefined until then. */
  changesBefore: number | undefined
  /** The items by order; undefined when the list could not be read. */
  items: Promise<ReadonlyMap<string, Item> | undefined>
}

/**
 * Returns a list that answers the status checks of many orders. A list is read only when many checks come
 * together; otherwise the caller checks each order alone.
 * @param budget a list is read only if the budget has room for a check
 * @param readList reads a list of this name, and counts the request in the budget
 */
export function newSharedList<Item>(
  { elapsed, after }: Pick<Clock, 'elapsed' | 'after'>,
  budget: Pick<Budget, 'checkWaitMs'>,
  readList: (listName: string) => ListRead<Item>['items'],
): SharedList<Item> {
  /** When each of the last checks came. */
  let checkTimes: number[] = []
  let changes = 0 // how often `forget` was called
  let pausedUntil = Number.NEGATIVE_INFINITY
  let didLastSucceed = false
  const reads = new Map<string, ListRead<Item>>()

  /** Plans a read for when the previous read is `freshMs` old, so that many changes share one read. */
  function planRead(listName: string, now: number): ListRead<Item> {
    const previousBegan = reads.get(listName)?.beginsAt ?? Number.NEGATIVE_INFINITY
    const beginsAt = Math.max(now, previousBegan + freshMs)
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

  /** Reads a list, if the budget has room for it. Pauses after two failures in a row. */
  async function readNow(listName: string): ListRead<Item>['items'] {
    if (budget.checkWaitMs() > 0) return undefined
    const items = await readList(listName)
    if (!items && !didLastSucceed) pausedUntil = elapsed() + failurePauseMs
    didLastSucceed = items !== undefined
    return items
  }

  return {
    async find(order, listName = '') {
      const now = elapsed()
      checkTimes = [...checkTimes.filter(time => time > now - crowdMs), now]
      for (const [name, { beginsAt }] of reads) {
        if (beginsAt <= now - freshMs) reads.delete(name)
      }
      const lastRead = reads.get(listName)
      // A read answers if no change was reported since it began, or if it has not yet begun.
      const isUsable =
        lastRead && (lastRead.changesBefore === undefined || lastRead.changesBefore === changes)
      if (!isUsable && (checkTimes.length < crowdSize || now < pausedUntil)) return undefined
      const read = isUsable ? lastRead : planRead(listName, now)
      const items = await read.items
      return items?.get(order)
    },
    forget() {
      changes++
    },
  }
}

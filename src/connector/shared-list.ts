// Status checks of many orders that one call answers: while there are few, each order is asked about alone; from a
// crowd on, a list of the network is read, and answers all checks of the next moment.

/** A list answers checks for so long. */
const freshMs = 2_000
/** From so many checks in this time on, a list is read instead of each order. */
const crowd = 3
const crowdMs = 3_000

export interface SharedList<Item> {
  /** The order in the list; undefined when it is to be asked about alone. @param of which list has it */
  find(order: string, of?: string): Promise<Item | undefined>
  /** Something has changed: what was read before answers nothing. */
  forget(): void
}

/** @param read a list by the orders in it; undefined when it did not come */
export function newSharedList<Item>(
  elapsed: () => number,
  read: (of: string) => Promise<ReadonlyMap<string, Item> | undefined>,
): SharedList<Item> {
  let asked: number[] = []
  const lists = new Map<string, { readonly at: number; readonly items: ReturnType<typeof read> }>()
  return {
    async find(order, of = '') {
      const now = elapsed()
      asked = [...asked.filter(at => at > now - crowdMs), now]
      for (const [key, { at }] of lists) if (at <= now - freshMs) lists.delete(key)
      if (!lists.has(of) && asked.length >= crowd) lists.set(of, { at: now, items: read(of) })
      return (await lists.get(of)?.items)?.get(order)
    },
    forget: () => lists.clear(),
  }
}

// Group commit for the two baselines of Kaunta: one transaction for all waiting callers, who continue after
// its commit. A failure ends the process, and with it the bench.
import type { Database } from 'bun:sqlite'

/** Orders in one transaction. */
const groupMax = 256

/** Sets Kaunta's durability, so that acknowledged data is on the disk. */
export function setPragmas(db: Database): void {
  for (const pragma of [
    'journal_mode = wal',
    'synchronous = full',
    'foreign_keys = on',
    'wal_autocheckpoint = 1000',
  ])
    db.run(`pragma ${pragma}`)
}

/**
 * Returns a function that adds an order to the next group. Its promise resolves after the commit to what
 * `write`, which runs inside the transaction, returned for the order.
 */
export function newGroups<Order>(db: Database, write: (order: Order) => string) {
  const begin = db.prepare('begin immediate')
  const commit = db.prepare('commit')
  const queue: { order: Order; resolve: (answer: string) => void }[] = []
  function drain(): void {
    const group = queue.splice(0, groupMax)
    begin.run()
    const answers = group.map(({ order }) => write(order))
    commit.run()
    for (const [index, { resolve }] of group.entries()) resolve(answers[index] ?? '')
    if (queue.length > 0) setImmediate(drain)
  }
  return (order: Order): Promise<string> =>
    new Promise(resolve => {
      if (queue.push({ order, resolve }) === 1) setImmediate(drain)
    })
}

// What new rows must come after: the newest stored id of each kind, which begins with its creation time, the
// newest payment number, and the running time. It is one statement, because each of several nodes runs it in
// its turn to write.
import { type Column, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { session } from '../checkout-table.ts'
import { refund } from '../refund-table.ts'
import { attempt, auditEntry, payment, payout, setting } from '../table.ts'
import { cashSale } from '../till-table.ts'
import { delivery, event } from '../webhook-table.ts'
import { query, type Read } from './statement.ts'

/**
 * Setting with the lowest number that new payment numbers must exceed: a restored copy may have given some
 * already.
 */
export const numberFloorSetting = 'payment_number'
/** Setting with the time that Kaunta had run in its life. */
export const runningSetting = 'ran_ms'

export interface Newest {
  readonly ids: readonly string[]
  /** Newest number of a payment, or the floor if that is higher; 0 when there is none. */
  readonly number: number
  /**
   * Milliseconds that Kaunta had run in its life when that was last stored, or when the last order was sent.
   */
  readonly ranMs: number
}

/** Selects a column of the row that `orderedBy` puts last; null when there is no row. */
const inNewestRow = (column: Column, orderedBy = column): SQL<string | number | bigint | null> =>
  sql`(select ${column} from ${column.table} order by ${orderedBy} desc limit 1)`
/** Selects the value of a setting; null when it is not set. */
const settingOf = (name: Placeholder): SQL<string | null> =>
  sql`(select ${setting.value} from ${setting} where ${setting.name} = ${name})`

const idFields = {
  payment: inNewestRow(payment.id, payment.number),
  payout: inNewestRow(payout.id),
  refund: inNewestRow(refund.id),
  session: inNewestRow(session.id),
  audit: inNewestRow(auditEntry.id),
  cash: inNewestRow(cashSale.id),
  event: inNewestRow(event.id),
  delivery: inNewestRow(delivery.id),
}
const fields = {
  ...idFields,
  number: inNewestRow(payment.number),
  attemptRan: inNewestRow(attempt.ranAt, attempt.id),
  payoutRan: inNewestRow(payout.ranAt, payout.id),
  refundRan: inNewestRow(refund.ranAt, refund.id),
  floor: settingOf(sql.placeholder('floor')),
  ran: settingOf(sql.placeholder('running')),
}
const selectNewest = query<{ floor: string; running: string }, Record<keyof typeof fields, unknown>>(db =>
  db.select(fields).from(sql`(select 1) one_row`),
)

/** Returns what new rows must come after. A table without rows counts as 0 and has no newest id. */
export async function findNewest(read: Read): Promise<Newest> {
  const [row] = await selectNewest(read, { floor: numberFloorSetting, running: runningSetting })
  const idNames = Object.keys(idFields) as (keyof typeof idFields)[]
  const isId = (id: unknown): id is string => typeof id === 'string' && id !== ''
  const highest = (...names: (keyof typeof fields)[]) =>
    Math.max(...names.map(name => Number(row?.[name] ?? 0)))
  return {
    ids: idNames.map(name => row?.[name]).filter(isId),
    number: highest('number', 'floor'),
    ranMs: highest('ran', 'attemptRan', 'payoutRan', 'refundRan'),
  }
}

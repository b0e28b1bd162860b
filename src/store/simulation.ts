// The simulated network's state as rows of kaunta.db, so that a crash loses nothing of it.
import { and, desc, eq, getTableColumns, gt, inArray, ne, sql } from 'drizzle-orm'
import type { Simulation } from '../domain/simulation.ts'
import { belongsToPayment } from './attempt.ts'
import { adHocQuery, mutation, query, type Read, rowPlaceholders, type Tx } from './engine/statement.ts'
import { account, attempt, payment, simulation } from './table.ts'

/** Most orders that a simulated phone shows. */
const ordersMax = 20

const insertRow = mutation<Simulation>(db => db.insert(simulation).values(rowPlaceholders(simulation)))
const selectByReference = query<{ networkReference: string }, Simulation>((db, param) =>
  db
    .select()
    .from(simulation)
    .where(eq(simulation.networkReference, param('networkReference'))),
)
const sqlNull = sql`null`
/** Columns of an order that waits for its customer, taken from its attempt. */
const undecidedColumns = {
  networkReference: attempt.networkReference,
  accountId: attempt.accountId,
  payee: account.name,
  method: attempt.method,
  amount: attempt.amount,
  phone: attempt.phone,
  token: payment.token,
  outcome: sql<'pending'>`'pending'`,
  readyAt: attempt.createdAt,
  paidAmount: sql<null>`${sqlNull}`,
  provider: sql<null>`${sqlNull}`,
  failureReason: sql<null>`${sqlNull}`,
  createdAt: attempt.createdAt,
  expiresAt: sql<number>`coalesce(${attempt.expiresAt}, ${payment.expiresAt})`.mapWith(Number),
}
const isSimulated = sql`${attempt.connector} || '' = 'simulator'`
const selectUndecidedByReference = query<{ networkReference: string }, Simulation>((db, param) =>
  db
    .select(undecidedColumns)
    .from(attempt)
    .innerJoin(payment, eq(payment.id, attempt.paymentId))
    .innerJoin(account, eq(account.id, attempt.accountId))
    .where(and(eq(attempt.networkReference, param('networkReference')), isSimulated)),
)
const selectByPhone = query<{ phone: string }, Simulation>((db, param) =>
  db
    .select(getTableColumns(simulation))
    .from(simulation)
    .innerJoin(account, eq(account.id, simulation.accountId))
    .where(and(eq(simulation.phone, param('phone')), eq(account.simulatedPhone, true)))
    .orderBy(desc(simulation.createdAt))
    .limit(ordersMax),
)
const upsertRow = mutation<Simulation>((db, param) =>
  db
    .insert(simulation)
    .values(rowPlaceholders(simulation))
    .onConflictDoUpdate({
      target: simulation.networkReference,
      set: {
        outcome: param('outcome'),
        readyAt: param('readyAt'),
        paidAmount: param('paidAmount'),
        provider: param('provider'),
        failureReason: param('failureReason'),
      },
    }),
)

/** Adds an order to the simulated network, with its outcome. */
export const insertSimulation = (tx: Tx, value: Simulation): Promise<unknown> => insertRow(tx, value)
/** Stores the outcome of an order, and adds its row if it has none yet. */
export const putSimulation = (tx: Tx, value: Simulation): Promise<unknown> => upsertRow(tx, value)
/**
 * Returns an order of the simulated network; undefined for an unknown reference. An order that waits for its
 * customer has no row of its own, and is read from its attempt.
 */
export const findSimulation = async (read: Read, networkReference: string): Promise<Simulation | undefined> =>
  (await selectByReference(read, { networkReference }))[0] ??
  (await selectUndecidedByReference(read, { networkReference }))[0]

/**
 * Returns the newest order that shows a payment token to its customer and has not expired; undefined if none
 * does. A push of the same payment has the token as well, but does not show it.
 * @param numbers numbers of the payments that may have the token
 */
export async function findSimulationByToken(
  read: Read,
  token: string,
  numbers: readonly number[],
  now: number,
): Promise<Simulation | undefined> {
  const [order] = await adHocQuery(read, db =>
    db
      .select({ networkReference: attempt.networkReference })
      .from(payment)
      .innerJoin(attempt, belongsToPayment(payment.id))
      .where(
        and(
          inArray(payment.number, [...numbers]),
          sql`${payment.token} || '' = ${token}`,
          isSimulated,
          ne(attempt.method, 'push'),
          gt(undecidedColumns.expiresAt, now),
        ),
      )
      .orderBy(desc(attempt.createdAt))
      .limit(1),
  )
  return order && findSimulation(read, order.networkReference)
}
/** Lists the newest orders to a phone number, of accounts that have the simulated phone on, newest first. */
export const listSimulations = (read: Read, phone: string): Promise<Simulation[]> =>
  selectByPhone(read, { phone })

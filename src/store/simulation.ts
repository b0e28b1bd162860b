// The simulated network's state as rows of kaunta.db, so that a crash loses nothing of it.
import { and, desc, eq, getTableColumns, gt, ne } from 'drizzle-orm'
import type { Simulation } from '../domain/simulation.ts'
import { mutation, placeholders, query, type Read, type Tx } from './statement.ts'
import { account, simulation } from './table.ts'

const insert = mutation<Simulation>(db => db.insert(simulation).values(placeholders(simulation)))
const byReference = query<{ networkReference: string }, Simulation>((db, at) =>
  db
    .select()
    .from(simulation)
    .where(eq(simulation.networkReference, at('networkReference'))),
)
const byToken = query<{ token: string; now: number }, Simulation>((db, at) =>
  db
    .select()
    .from(simulation)
    .where(
      and(
        eq(simulation.token, at('token')),
        ne(simulation.method, 'push'),
        gt(simulation.expiresAt, at('now')),
      ),
    )
    .orderBy(desc(simulation.createdAt))
    .limit(1),
)
const byPhone = query<{ phone: string }, Simulation>((db, at) =>
  db
    .select(getTableColumns(simulation))
    .from(simulation)
    .innerJoin(account, eq(account.id, simulation.accountId))
    .where(and(eq(simulation.phone, at('phone')), eq(account.simulatedPhone, true)))
    .orderBy(desc(simulation.createdAt))
    .limit(20),
)
const update = mutation<Simulation>((db, at) =>
  db
    .update(simulation)
    .set({
      outcome: at('outcome'),
      readyAt: at('readyAt'),
      paidAmount: at('paidAmount'),
      provider: at('provider'),
      failureReason: at('failureReason'),
    })
    .where(eq(simulation.networkReference, at('networkReference'))),
)

export const insertSimulation = (tx: Tx, value: Simulation): Promise<unknown> => insert(tx, value)
export const updateSimulation = (tx: Tx, value: Simulation): Promise<unknown> => update(tx, value)
export const findSimulation = async (read: Read, networkReference: string): Promise<Simulation | undefined> =>
  (await byReference(read, { networkReference }))[0]
/**
 * The newest request that shows this token and has not run out; a push beside a QR carries it, too, but shows
 * none.
 */
export const findSimulationByToken = async (
  read: Read,
  token: string,
  now: number,
): Promise<Simulation | undefined> => (await byToken(read, { token, now }))[0]
/** What a handset was asked by accounts with the simulated phone on, newest first, at most 20. */
export const listSimulations = (read: Read, phone: string): Promise<Simulation[]> => byPhone(read, { phone })

// Shifts as rows, with their stored totals, and cash in and out of the drawer.
import { and, asc, desc, eq, gte, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { DrawerMove, Shift, ShiftState, ShiftTotal } from '../domain/shift.ts'
import {
  adHocQuery,
  allBut,
  mutation,
  query,
  type Read,
  rowPlaceholders,
  type Tx,
} from './engine/statement.ts'
import { type IdRange, listPage } from './range.ts'
import { drawerMove, shift, shiftTotal } from './till-table.ts'

const insertRow = mutation<Shift>(db => db.insert(shift).values(rowPlaceholders(shift)))
const selectById = query<{ id: string }, Shift>((db, param) =>
  db
    .select()
    .from(shift)
    .where(eq(shift.id, param('id'))),
)
const updateRow = mutation<Shift>((db, param) =>
  db
    .update(shift)
    .set(allBut(shift, ['id', 'accountId', 'tillId', 'number']))
    .where(eq(shift.id, param('id'))),
)
const addToTotal = mutation<ShiftTotal>((db, param) =>
  db
    .insert(shiftTotal)
    .values(rowPlaceholders(shiftTotal))
    .onConflictDoUpdate({
      target: [shiftTotal.shiftId, shiftTotal.method, shiftTotal.cashier],
      set: {
        count: sql`${shiftTotal.count} + ${param('count')}`,
        gross: sql`${shiftTotal.gross} + ${param('gross')}`,
        fees: sql`${shiftTotal.fees} + ${param('fees')}`,
      },
    }),
)
const selectTotals = query<{ shiftId: string }, ShiftTotal>((db, param) =>
  db
    .select()
    .from(shiftTotal)
    .where(eq(shiftTotal.shiftId, param('shiftId'))),
)
const insertMoveRow = mutation<DrawerMove>(db => db.insert(drawerMove).values(rowPlaceholders(drawerMove)))
const selectMoves = query<{ shiftId: string }, DrawerMove>((db, param) =>
  db
    .select()
    .from(drawerMove)
    .where(eq(drawerMove.shiftId, param('shiftId')))
    .orderBy(asc(drawerMove.id)),
)

/** Adds the next shift of a till, which waits to be opened. */
export const insertShift = (tx: Tx, value: Shift): Promise<unknown> => insertRow(tx, value)
/** Writes all fields of a shift except its id, account, till and number. */
export const updateShift = (tx: Tx, value: Shift): Promise<unknown> => updateRow(tx, value)
/** Returns a shift; undefined for an unknown id. */
export const findShift = async (read: Read, id: string): Promise<Shift | undefined> =>
  (await selectById(read, { id }))[0]
/** Adds to the stored total of a shift for one method and cashier. */
export const addTotal = (tx: Tx, value: ShiftTotal): Promise<unknown> => addToTotal(tx, value)
/** Lists the totals of a shift, one for each method and cashier. */
export const listTotals = (read: Read, shiftId: string): Promise<ShiftTotal[]> =>
  selectTotals(read, { shiftId })
/** Records cash that was put into the drawer or taken out of it. */
export const insertMove = (tx: Tx, value: DrawerMove): Promise<unknown> => insertMoveRow(tx, value)
/** Lists the cash that was put into the drawer or taken out of it in a shift, oldest first. */
export const listMoves = (read: Read, shiftId: string): Promise<DrawerMove[]> =>
  selectMoves(read, { shiftId })

/**
 * Returns the position of a shift as text that sorts like the lists: by the time it was opened, then by its
 * id.
 */
export const shiftPosition = ({ openedAt, id }: Pick<Shift, 'openedAt' | 'id'>): string =>
  `${String(openedAt ?? 0).padStart(15, '0')} ${id}`

/** Returns the position before all shifts that were opened at a time (milliseconds) or later. */
export const positionFrom = (time: number): string => shiftPosition({ openedAt: time, id: '' })

/** Matches shifts from a position on, or before it. The id in the position may be cut off or missing. */
function comparePosition(position: string, operator: '>=' | '<'): SQL {
  const [openedAt = '', id = ''] = position.split(' ')
  return sql`(${shift.openedAt}, ${shift.id}) ${sql.raw(operator)} (${Number(openedAt)}, ${id})`
}

/** A filter of shifts; `fromId` and `beforeId` are positions. */
export interface ShiftFilter extends IdRange {
  readonly accountId: string
  readonly tillId?: string | undefined
  readonly state?: Exclude<ShiftState, 'waiting'> | undefined
  /** Opened by this person. */
  readonly cashier?: string | undefined
  /** Not closed before this time; milliseconds. */
  readonly openFrom?: number | undefined
}

/** Returns the conditions of a filter. If it has a till, the account is hidden from the planner (`|| ''`). */
const shiftConditions = ({ accountId, tillId, state, cashier, openFrom, fromId, beforeId }: ShiftFilter) =>
  and(
    isNotNull(shift.openedAt),
    tillId
      ? and(eq(shift.tillId, tillId), sql`${shift.accountId} || '' = ${accountId}`)
      : eq(shift.accountId, accountId),
    state && eq(shift.state, state),
    cashier ? eq(shift.openedBy, cashier) : undefined,
    openFrom === undefined ? undefined : or(isNull(shift.closedAt), gte(shift.closedAt, openFrom)),
    fromId ? comparePosition(fromId, '>=') : undefined,
    beforeId ? comparePosition(beforeId, '<') : undefined,
  )

/** Lists a page of the shifts that were opened, newest first. */
export const listShifts = (
  read: Read,
  filter: ShiftFilter,
  limit: number,
  offset: number,
): Promise<Shift[]> =>
  listPage(
    read,
    shift,
    { condition: shiftConditions(filter), order: [desc(shift.openedAt), desc(shift.id)] },
    limit,
    offset,
  )

/** Counts all shifts that fit a filter: there are only a few a day, so the count needs no limit. */
export async function countShifts(read: Read, filter: ShiftFilter): Promise<number> {
  const rows = await adHocQuery(read, db =>
    db
      .select({ count: sql<number>`count(*)`.mapWith(Number) })
      .from(shift)
      .where(shiftConditions(filter)),
  )
  return rows[0]?.count ?? 0
}

// The names that accounts give to people who work or worked for them, and how often each was removed.
import { and, eq, sql } from 'drizzle-orm'
import { mutation, query, type Read, rowPlaceholders, type Tx } from './engine/statement.ts'
import { staffName } from './staff-table.ts'

type Row = typeof staffName.$inferSelect
export type StaffName = Omit<Row, 'removals'>

const upsertRow = mutation<Row>((db, param) =>
  db
    .insert(staffName)
    .values(rowPlaceholders(staffName))
    .onConflictDoUpdate({ target: [staffName.accountId, staffName.staffId], set: { name: param('name') } }),
)
const selectOfAccount = query<{ accountId: string }, StaffName>((db, param) =>
  db
    .select()
    .from(staffName)
    .where(eq(staffName.accountId, param('accountId'))),
)
const selectName = query<{ accountId: string; staffId: string }, StaffName>((db, param) =>
  db
    .select()
    .from(staffName)
    .where(and(eq(staffName.accountId, param('accountId')), eq(staffName.staffId, param('staffId')))),
)

const addRemoval = mutation<{ accountId: string; staffId: string }>((db, param) =>
  db
    .update(staffName)
    .set({ removals: sql`${staffName.removals} + 1` })
    .where(and(eq(staffName.accountId, param('accountId')), eq(staffName.staffId, param('staffId')))),
)

/** Sets an account's name for a person. An existing row keeps its count of removals. */
export const putStaffName = (tx: Tx, value: StaffName): Promise<unknown> =>
  upsertRow(tx, { ...value, removals: 0 })
/** Counts a removal of a person. It ends their tokens for the account for good, even if they join again. */
export const countRemoval = (tx: Tx, accountId: string, staffId: string): Promise<unknown> =>
  addRemoval(tx, { accountId, staffId })
/** Lists the names that an account gives to people, including people who have left. */
export const listStaffNames = (read: Read, accountId: string): Promise<StaffName[]> =>
  selectOfAccount(read, { accountId })
/** Returns the name that an account gives to a person, even after they left; undefined if it has none. */
export const findStaffName = async (
  read: Read,
  accountId: string,
  staffId: string,
): Promise<string | undefined> => (await selectName(read, { accountId, staffId }))[0]?.name

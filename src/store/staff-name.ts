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

/** Sets an account's name for a person. The count of removals of an existing row stays. */
export const putStaffName = (tx: Tx, value: StaffName): Promise<unknown> =>
  upsertRow(tx, { ...value, removals: 0 }) // an existing row keeps its count
/** Counts a removal, which ends the tokens of that membership even after the person joins again. */
export const countRemoval = (tx: Tx, accountId: string, staffId: string): Promise<unknown> =>
  addRemoval(tx, { accountId, staffId })
/** Lists the names, including those of people who have left. */
export const listStaffNames = (read: Read, accountId: string): Promise<StaffName[]> =>
  selectOfAccount(read, { accountId })
/** Returns the name that an account gives to a person, even after they left. */
export const findStaffName = async (
  read: Read,
  accountId: string,
  staffId: string,
): Promise<string | undefined> => (await selectName(read, { accountId, staffId }))[0]?.name

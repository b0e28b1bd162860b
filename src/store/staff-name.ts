// What each account calls the people who work or worked for it, as rows.
import { and, eq } from 'drizzle-orm'
import { staffName } from './staff-table.ts'
import { mutation, placeholders, query, type Read, type Tx } from './statement.ts'

export type StaffName = typeof staffName.$inferSelect

const put = mutation<StaffName>((db, at) =>
  db
    .insert(staffName)
    .values(placeholders(staffName))
    .onConflictDoUpdate({ target: [staffName.accountId, staffName.staffId], set: { name: at('name') } }),
)
const ofAccount = query<{ accountId: string }, StaffName>((db, at) =>
  db
    .select()
    .from(staffName)
    .where(eq(staffName.accountId, at('accountId'))),
)
const one = query<{ accountId: string; staffId: string }, StaffName>((db, at) =>
  db
    .select()
    .from(staffName)
    .where(and(eq(staffName.accountId, at('accountId')), eq(staffName.staffId, at('staffId')))),
)

export const putStaffName = (tx: Tx, value: StaffName): Promise<unknown> => put(tx, value)
/** Also the names of those who have left. */
export const listStaffNames = (read: Read, accountId: string): Promise<StaffName[]> =>
  ofAccount(read, { accountId })
export const findStaffName = async (
  read: Read,
  accountId: string,
  staffId: string,
): Promise<string | undefined> => (await one(read, { accountId, staffId }))[0]?.name

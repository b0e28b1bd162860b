// Tills as rows, and the till that a browser's secret belongs to.
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Account, Role } from '../domain/account.ts'
import type { Till } from '../domain/till.ts'
import { allBut, mutation, query, type Read, rowPlaceholders, type Tx } from './engine/statement.ts'
import { account, member } from './table.ts'
import { till } from './till-table.ts'

const insertRow = mutation<Till>(db => db.insert(till).values(rowPlaceholders(till)))
const selectById = query<{ id: string }, Till>((db, param) =>
  db
    .select()
    .from(till)
    .where(eq(till.id, param('id'))),
)
const selectByPairing = query<{ pairingHash: string }, Till>((db, param) =>
  db
    .select()
    .from(till)
    .where(and(eq(till.pairingHash, param('pairingHash')), isNull(till.revokedAt))),
)
const selectOfAccount = query<{ accountId: string }, Till>((db, param) =>
  db
    .select()
    .from(till)
    .where(eq(till.accountId, param('accountId')))
    .orderBy(asc(till.id)),
)
interface Holder {
  readonly till: Till
  readonly account: Account
  readonly role: Role | null
  readonly mayConfirm: boolean | null
}
const selectHolderByHash = query<{ hash: string }, Holder>((db, param) =>
  db
    .select({ till, account, role: member.role, mayConfirm: member.mayConfirm })
    .from(till)
    .innerJoin(account, eq(account.id, till.accountId))
    .leftJoin(member, and(eq(member.staffId, till.staffId), eq(member.accountId, till.accountId)))
    .where(and(eq(till.hash, param('hash')), isNull(till.revokedAt))),
)
const updateRow = mutation<Till>((db, param) =>
  db
    .update(till)
    .set(allBut(till, ['id', 'accountId', 'createdAt']))
    .where(eq(till.id, param('id'))),
)
const clearStaffOfAccount = mutation<{ accountId: string; staffId: string }>((db, param) =>
  db
    .update(till)
    .set({ staffId: null })
    .where(and(eq(till.accountId, param('accountId')), eq(till.staffId, param('staffId')))),
)
const clearStaff = mutation<object>(db => db.update(till).set({ staffId: null }))

/** Adds a till that waits to be paired. */
export const insertTill = (tx: Tx, value: Till): Promise<unknown> => insertRow(tx, value)
/** Writes all fields of a till except its id, account and creation time. */
export const updateTill = (tx: Tx, value: Till): Promise<unknown> => updateRow(tx, value)
/** Returns a till, even a revoked one; undefined for an unknown id. */
export const findTill = async (read: Read, id: string): Promise<Till | undefined> =>
  (await selectById(read, { id }))[0]
/** Returns the till, not revoked, whose pairing code has this hash, even if the code has expired. */
export const findPairing = async (read: Read, pairingHash: string): Promise<Till | undefined> =>
  (await selectByPairing(read, { pairingHash }))[0]
/** Lists all tills of an account, oldest first, including revoked ones. */
export const listTills = (read: Read, accountId: string): Promise<Till[]> =>
  selectOfAccount(read, { accountId })
/**
 * Returns the till whose browser holds the secret with this hash, its account, and the role and grant of the
 * person who is signed in there (null if there is none). Undefined if no till that is not revoked has it.
 */
export const findHolder = async (read: Read, hash: string): Promise<Holder | undefined> =>
  (await selectHolderByHash(read, { hash }))[0]
/** Signs a person out of every till of an account. */
export const signOutOfTills = (tx: Tx, accountId: string, staffId: string): Promise<unknown> =>
  clearStaffOfAccount(tx, { accountId, staffId })
/** Signs everyone out of every till of the server; the tills stay paired. */
export const signOutOfAllTills = (tx: Tx): Promise<unknown> => clearStaff(tx, {})

// Tills as rows, and the till that a browser's secret belongs to.
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Account, Role } from '../domain/account.ts'
import type { Till } from '../domain/till.ts'
import { allBut, mutation, placeholders, query, type Read, type Tx } from './engine/statement.ts'
import { account, member } from './table.ts'
import { till } from './till-table.ts'

const insert = mutation<Till>(db => db.insert(till).values(placeholders(till)))
const byId = query<{ id: string }, Till>((db, at) =>
  db
    .select()
    .from(till)
    .where(eq(till.id, at('id'))),
)
const byPairing = query<{ pairingHash: string }, Till>((db, at) =>
  db
    .select()
    .from(till)
    .where(and(eq(till.pairingHash, at('pairingHash')), isNull(till.revokedAt))),
)
const ofAccount = query<{ accountId: string }, Till>((db, at) =>
  db
    .select()
    .from(till)
    .where(eq(till.accountId, at('accountId')))
    .orderBy(asc(till.id)),
)
interface Holder {
  readonly till: Till
  readonly account: Account
  readonly role: Role | null
  readonly mayConfirm: boolean | null
}
const byHash = query<{ hash: string }, Holder>((db, at) =>
  db
    .select({ till, account, role: member.role, mayConfirm: member.mayConfirm })
    .from(till)
    .innerJoin(account, eq(account.id, till.accountId))
    .leftJoin(member, and(eq(member.staffId, till.staffId), eq(member.accountId, till.accountId)))
    .where(and(eq(till.hash, at('hash')), isNull(till.revokedAt))),
)
const update = mutation<Till>((db, at) =>
  db
    .update(till)
    .set(allBut(till, ['id', 'accountId', 'createdAt']))
    .where(eq(till.id, at('id'))),
)
const signOut = mutation<{ accountId: string; staffId: string }>((db, at) =>
  db
    .update(till)
    .set({ staffId: null })
    .where(and(eq(till.accountId, at('accountId')), eq(till.staffId, at('staffId')))),
)
const signAllOut = mutation<object>(db => db.update(till).set({ staffId: null }))

export const insertTill = (tx: Tx, value: Till): Promise<unknown> => insert(tx, value)
export const updateTill = (tx: Tx, value: Till): Promise<unknown> => update(tx, value)
export const findTill = async (read: Read, id: string): Promise<Till | undefined> =>
  (await byId(read, { id }))[0]
/** Returns the till in the writer's turn: nothing changes it until this transaction ends. */
export const lockTill = async (tx: Tx, id: string): Promise<Till | undefined> => (await byId(tx, { id }))[0]
/** Returns the till whose pairing code has this hash, even if the code has expired. */
export const findPairing = async (read: Read, pairingHash: string): Promise<Till | undefined> =>
  (await byPairing(read, { pairingHash }))[0]
/** Lists all tills of an account, oldest first, including revoked ones. */
export const listTills = (read: Read, accountId: string): Promise<Till[]> => ofAccount(read, { accountId })
/**
 * Returns the till whose browser holds the secret of this hash, its account, and the membership of the person
 * who is signed in.
 */
export const findHolder = async (read: Read, hash: string): Promise<Holder | undefined> =>
  (await byHash(read, { hash }))[0]
/** Signs a person out of every till of an account. */
export const signOutOfTills = (tx: Tx, accountId: string, staffId: string): Promise<unknown> =>
  signOut(tx, { accountId, staffId })
/** Signs everyone out of every till of the server; the tills stay paired. */
export const signOutOfAllTills = (tx: Tx): Promise<unknown> => signAllOut(tx, {})

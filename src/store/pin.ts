// PINs and grants of members as rows, and the wrong PINs at a till. Hashing is slow on purpose, so it runs
// outside any write.
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Role } from '../domain/account.ts'
import type { PinPlace, PinTry } from '../domain/pin.ts'
import { mutation, query, type Read, rowPlaceholders, type Tx } from './engine/statement.ts'
import { newHashQueue } from './hash-queue.ts'
import { member } from './table.ts'
import { pinTry } from './till-table.ts'

/** 19 MiB and two rounds, as OWASP advises for argon2id. A hash takes about 20 ms. */
const cost = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const
/** PINs have a queue of their own, so that a flood of passwords delays no till. */
export const pinQueue = newHashQueue()
/** Returns the argon2id hash of a new PIN. @throws Fault `sign_in_busy` when too many PINs are hashed */
export const hashPin = (pin: string): Promise<string> => pinQueue.run(0, () => Bun.password.hash(pin, cost))
/** Returns whether a PIN has this hash. Call it inside `pinQueue`, because it keeps a core busy for 20 ms. */
export const isPin = (pin: string, hash: string): Promise<boolean> => Bun.password.verify(pin, hash)

export interface PinHolder {
  readonly staffId: string
  readonly role: Role
  readonly pinHash: string | null
  readonly mayConfirm: boolean
}
/** What a till may know of a member with a PIN, with the number of digits of the PIN. */
type ShownPinHolder = Pick<PinHolder, 'staffId' | 'role'> & { readonly pinLength: number }
type MemberKey = { accountId: string; staffId: string }
type NewPin = MemberKey & { pinHash: string; pinSetAt: number; pinLength: number }

const columns = {
  staffId: member.staffId,
  role: member.role,
  pinHash: member.pinHash,
  mayConfirm: member.mayConfirm,
}
const selectHolder = query<MemberKey, PinHolder>((db, param) =>
  db
    .select(columns)
    .from(member)
    .where(and(eq(member.accountId, param('accountId')), eq(member.staffId, param('staffId')))),
)
const selectMembersWithPin = query<{ accountId: string }, ShownPinHolder>((db, param) =>
  db
    .select({
      staffId: member.staffId,
      role: member.role,
      pinLength: sql<number>`coalesce(${member.pinLength}, 4)`.mapWith(Number),
    })
    .from(member)
    .where(and(eq(member.accountId, param('accountId')), isNotNull(member.pinHash)))
    .orderBy(asc(member.staffId)),
)
const setPin = mutation<NewPin>((db, param) =>
  db
    .update(member)
    .set({ pinHash: param('pinHash'), pinSetAt: param('pinSetAt'), pinLength: param('pinLength') })
    .where(and(eq(member.accountId, param('accountId')), eq(member.staffId, param('staffId')))),
)
const setMayConfirm = mutation<MemberKey & { mayConfirm: boolean }>((db, param) =>
  db
    .update(member)
    .set({ mayConfirm: param('mayConfirm', member.mayConfirm) })
    .where(and(eq(member.accountId, param('accountId')), eq(member.staffId, param('staffId')))),
)

/** Returns the PIN and the rights of a member; undefined if the person does not belong to the account. */
export const findPinHolder = async (
  read: Read,
  accountId: string,
  staffId: string,
): Promise<PinHolder | undefined> => (await selectHolder(read, { accountId, staffId }))[0]
/** Lists the members of an account who have a PIN. */
export const listPinHolders = (read: Read, accountId: string): Promise<ShownPinHolder[]> =>
  selectMembersWithPin(read, { accountId })
/** Sets the PIN of a member, by its hash. */
export const updatePin = (tx: Tx, value: NewPin): Promise<unknown> => setPin(tx, value)
/** Sets whether a member may confirm payments manually. */
export const updateGrant = (tx: Tx, value: MemberKey & { mayConfirm: boolean }): Promise<unknown> =>
  setMayConfirm(tx, value)

const selectTries = query<MemberKey, PinTry>((db, param) =>
  db
    .select()
    .from(pinTry)
    .where(and(eq(pinTry.accountId, param('accountId')), eq(pinTry.staffId, param('staffId')))),
)
const upsertTry = mutation<PinTry>((db, param) =>
  db
    .insert(pinTry)
    .values(rowPlaceholders(pinTry))
    .onConflictDoUpdate({
      target: [pinTry.accountId, pinTry.staffId, pinTry.tillId],
      set: { wrong: param('wrong'), lockedAt: param('lockedAt'), lockMs: param('lockMs') },
    }),
)
const deleteTryAtTill = mutation<PinPlace>((db, param) =>
  db
    .delete(pinTry)
    .where(
      and(
        eq(pinTry.accountId, param('accountId')),
        eq(pinTry.staffId, param('staffId')),
        eq(pinTry.tillId, param('tillId')),
      ),
    ),
)
const resetWrong = mutation<MemberKey>((db, param) =>
  db
    .update(pinTry)
    .set({ wrong: 0 })
    .where(and(eq(pinTry.accountId, param('accountId')), eq(pinTry.staffId, param('staffId')))),
)
const deleteTries = mutation<MemberKey>((db, param) =>
  db
    .delete(pinTry)
    .where(and(eq(pinTry.accountId, param('accountId')), eq(pinTry.staffId, param('staffId')))),
)
/**
 * Returns the lock of a till for a person, and how many wrong PINs the person entered in a row at any till:
 * the highest of the counts that are stored for the tills, because each try adds to the highest.
 */
export async function findPinTry(read: Read, place: PinPlace): Promise<PinTry> {
  const tries = await selectTries(read, { accountId: place.accountId, staffId: place.staffId })
  const tryAtTill = tries.find(({ tillId }) => tillId === place.tillId)
  const wrong = Math.max(0, ...tries.map(row => row.wrong))
  return { ...place, lockedAt: tryAtTill?.lockedAt ?? null, lockMs: tryAtTill?.lockMs ?? 0, wrong }
}
/** Stores a person's count of wrong PINs at a till, and from when and how long it is locked for them. */
export const putPinTry = (tx: Tx, value: PinTry): Promise<unknown> => upsertTry(tx, value)
/**
 * Resets a person's count of wrong PINs at all tills after they entered the right PIN. Removes their lock at
 * this till only.
 */
export async function endPinTry(tx: Tx, { accountId, staffId, tillId }: PinPlace): Promise<void> {
  await deleteTryAtTill(tx, { accountId, staffId, tillId })
  await resetWrong(tx, { accountId, staffId })
}
/** Removes a person's locks and counts of wrong PINs at all tills of an account, such as after a new PIN. */
export const dropPinTries = (tx: Tx, accountId: string, staffId: string): Promise<unknown> =>
  deleteTries(tx, { accountId, staffId })

// PINs: admins set them, and they are checked outside any transaction because that is slow. Tries are rows,
// so they survive a restart.

import type { Account } from '../domain/account.ts'
import type { RequestedBy } from '../domain/actor.ts'
import { badField, fault, shortValue } from '../domain/fault.ts'
import { assertPin, nextPinTry, wrongPinFault } from '../domain/pin.ts'
import { maySetPinOf } from '../domain/staff-role.ts'
import type { Till } from '../domain/till.ts'
import type { Read, Tx } from '../store/engine/statement.ts'
import {
  dropPinTries,
  endPinTry,
  findPinHolder,
  findPinTry,
  hashPin,
  isPin,
  type PinHolder,
  pinQueue,
  putPinTry,
  updateGrant,
  updatePin,
} from '../store/pin.ts'
import { findTill, signOutOfTills, updateTill } from '../store/till.ts'
import type { Appliance } from './appliance.ts'
import { recordAudit, writeAudit } from './audit-log.ts'
import type { AccountAdmin } from './staff.ts'

/** Returns a member of the account with the hash of their PIN. @throws Fault `staff_not_found` */
async function memberOf(read: Read, account: Account, staffId: string): Promise<PinHolder> {
  const member = await findPinHolder(read, account.id, staffId)
  if (!member) throw fault('staff_not_found', { id: shortValue(staffId) })
  return member
}

/**
 * Returns a member whose PIN this admin may set.
 * @throws Fault `staff_not_found`, or `owner_pin_not_allowed` for another owner
 */
async function manageablePerson(
  read: Read,
  { account, staffId: adminId }: AccountAdmin,
  staffId: string,
): Promise<PinHolder> {
  const member = await memberOf(read, account, staffId)
  const admin = await findPinHolder(read, account.id, adminId)
  if (staffId === adminId || (admin && maySetPinOf(admin.role, member.role))) return member
  throw fault('owner_pin_not_allowed')
}

/**
 * Sets the PIN of a person, ends a lock, and signs the person out of tills.
 * @throws Fault naming `pin`, `staff_not_found`, or `owner_pin_not_allowed`
 */
export async function setPin(
  appliance: Appliance,
  by: AccountAdmin,
  staffId: string,
  pin: string,
): Promise<void> {
  const { store, world } = appliance
  const { account } = by
  assertPin(pin, account.pinLength)
  await manageablePerson(store.read, by, staffId)
  const pinHash = await hashPin(pin)
  await store.write(async tx => {
    await manageablePerson(tx, by, staffId)
    await updatePin(tx, {
      accountId: account.id,
      staffId,
      pinHash,
      pinSetAt: world.clock.now(),
      pinLength: pin.length,
    })
    await dropPinTries(tx, account.id, staffId)
    await signOutOfTills(tx, account.id, staffId)
    await recordAudit(tx, appliance, { account, by, kind: 'pin.changed', subject: staffId })
  })
}

/**
 * Changes whether a person may confirm payments manually.
 * @throws Fault `staff_not_found`, or `owner_pin_not_allowed`
 */
export const setGrant = (
  appliance: Appliance,
  by: AccountAdmin,
  staffId: string,
  mayConfirm: boolean,
): Promise<void> =>
  appliance.store.write(async tx => {
    const { account } = by
    await manageablePerson(tx, by, staffId)
    await updateGrant(tx, { accountId: account.id, staffId, mayConfirm })
    const detail = { confirm_manually: mayConfirm }
    await recordAudit(tx, appliance, { account, by, kind: 'grants.changed', subject: staffId, detail })
  })

interface PinEntry {
  readonly account: Account
  readonly till: Till
  readonly staffId: string
  readonly pin: string
  readonly by: RequestedBy
}

/**
 * Checks a person's PIN at a till. Each try is counted before the PIN is compared, so that parallel tries
 * cannot exceed the limit; five wrong PINs lock it for a quarter of an hour.
 * @throws Fault naming `staff_id` or `pin`, `pin_locked`, or `sign_in_busy` when too many people sign in
 */
export async function checkPin(
  appliance: Appliance,
  { account, till, staffId, pin, by }: PinEntry,
): Promise<void> {
  const { store, world } = appliance
  const hash = (await findPinHolder(store.read, account.id, staffId))?.pinHash
  if (!hash) throw badField('staff_id', 'staff_without_pin')
  const pinKey = { accountId: account.id, staffId, tillId: till.id }
  const { wrong: wrongTries } = await findPinTry(store.read, pinKey)
  const { countedTry, isRight } = await pinQueue.run(wrongTries, async () => {
    const countedTry = await store.write(async tx => {
      const next = nextPinTry(await findPinTry(tx, pinKey), world.clock.now())
      await putPinTry(tx, next)
      return next
    })
    return { countedTry, isRight: await isPin(pin, hash) }
  })
  if (isRight) {
    await store.write(tx => endPinTry(tx, pinKey))
    return
  }
  if (countedTry.lockedAt !== null)
    await writeAudit(appliance, { account, by, kind: 'pin.locked', subject: staffId })
  throw wrongPinFault(countedTry)
}

/**
 * Signs a person in on a till in place of the previous one; null signs the person out.
 * @throws Fault `till_not_paired` when the till was paired again or revoked
 */
async function setTillPerson(
  tx: Tx,
  appliance: Appliance,
  till: Till,
  staffId: string | null,
): Promise<Till> {
  const stored = await findTill(tx, till.id)
  if (!stored || stored.revokedAt !== null || stored.hash !== till.hash) throw fault('till_not_paired')
  const next = { ...stored, staffId, seenAt: appliance.world.clock.now() }
  await updateTill(tx, next)
  return next
}

/**
 * Signs a person in on a till with their PIN.
 * @throws Fault as `checkPin`, `staff_not_found`, or `till_not_paired`
 */
export async function signInOnTill(appliance: Appliance, entry: PinEntry): Promise<Till> {
  await checkPin(appliance, entry)
  return appliance.store.write(async tx => {
    await memberOf(tx, entry.account, entry.staffId)
    return setTillPerson(tx, appliance, entry.till, entry.staffId)
  })
}

/** Signs the person of a till out. @throws Fault `till_not_paired` */
export const signOutOfTill = (appliance: Appliance, till: Till): Promise<Till> =>
  appliance.store.write(tx => setTillPerson(tx, appliance, till, null))

// Creates, pairs, renames and revokes tills. The paired browser holds a secret, and the till's row its
// SHA-256.

import type { Account } from '../domain/account.ts'
import { roleMay } from '../domain/account.ts'
import type { RequestedBy, RequestedByStaff } from '../domain/actor.ts'
import { badField, fault, shortValue } from '../domain/fault.ts'
import { idWithPrefix, randomText } from '../domain/id.ts'
import { lastPaired, noPairing } from '../domain/pairing.ts'
import { readName } from '../domain/plain-text.ts'
import { noPrinter } from '../domain/printer.ts'
import { type Till, type TillHolder, tillKeyLength } from '../domain/till.ts'
import type { Tx } from '../store/engine/statement.ts'
import { sha256 } from '../store/hash.ts'
import type { Store } from '../store/store.ts'
import { findHolder, findPairing, findTill, insertTill, updateTill } from '../store/till.ts'
import type { Appliance } from './appliance.ts'
import { recordAudit } from './audit-log.ts'
import { revokeDisplays } from './display.ts'
import { isPairingCode, newPairing, pairingFault } from './pairing.ts'
import { closeOpenShift, currentShiftOf, firstShift } from './shift.ts'

/** A till with its new pairing code, which is shown only once. */
export interface TillPairing {
  readonly till: Till
  readonly code: string
}

/** Checks and returns a till's name. @throws Fault about the field `name` */
function readTillName(text: string): string {
  const name = readName('name', text)
  if (name === '' || [...name].length > 60) throw badField('name', 'length_out_of_range', { max: 60 })
  return name
}

/** Returns the till with a new pairing code. The caller stores it. */
function withPairingCode(appliance: Appliance, till: Till, now: number): TillPairing {
  const { code, pairing } = newPairing(appliance, now)
  return { till: { ...till, ...pairing }, code }
}

/** Returns the account's till, revoked or not. @throws Fault `till_not_found` */
export async function getTill(appliance: Appliance, account: Account, id: string): Promise<Till> {
  return ownTill(await findTill(appliance.store.read, id), account, id)
}

/** Checks that a till was found and belongs to the account. @throws Fault `till_not_found` */
function ownTill(till: Till | undefined, account: Account, id: string): Till {
  if (till?.accountId !== account.id) throw fault('till_not_found', { id: shortValue(id) })
  return till
}

/** Returns the account's active till in this transaction. @throws Fault `till_not_found` or `till_revoked` */
export async function findActiveTill(tx: Tx, account: Account, id: string): Promise<Till> {
  const till = ownTill(await findTill(tx, id), account, id)
  if (till.revokedAt !== null) throw fault('till_revoked')
  return till
}

/**
 * Creates a till with its first shift and a pairing code.
 * @param write runs the transaction, once per idempotency key if the request has one
 * @throws Fault about the field `name`
 */
export function createTill(
  appliance: Appliance,
  account: Account,
  name: string,
  by: RequestedBy,
  write: Store['write'] = appliance.store.write,
): Promise<TillPairing> {
  const { clock, ids } = appliance.world
  const checkedName = readTillName(name)
  return write(async tx => {
    const now = clock.now()
    const id = idWithPrefix('till', ids.uuid(now))
    const newTill: Till = {
      id,
      accountId: account.id,
      name: checkedName,
      hash: null,
      ...noPairing,
      pairedAt: null,
      seenAt: null,
      staffId: null,
      shiftId: '',
      createdAt: now,
      revokedAt: null,
      ...noPrinter,
    }
    const { till: withoutShift, code } = withPairingCode(appliance, newTill, now)
    // The row of the shift refers to the till, so the till is inserted first.
    await insertTill(tx, withoutShift)
    const till = { ...withoutShift, shiftId: await firstShift(tx, appliance, account.id, id, now) }
    await updateTill(tx, till)
    await recordAudit(tx, appliance, {
      account,
      by,
      kind: 'till.created',
      subject: id,
      detail: { name: checkedName },
    })
    return { till, code }
  })
}

/**
 * Creates a new pairing code for a till. The previous code stops working at once; a browser that is paired
 * already works until the new code is used.
 * @throws Fault `till_not_found` or `till_revoked`
 */
export const renewTillPairing = (
  appliance: Appliance,
  account: Account,
  id: string,
  by: RequestedBy,
): Promise<TillPairing> =>
  appliance.store.write(async tx => {
    const till = await findActiveTill(tx, account, id)
    const pairing = withPairingCode(appliance, till, appliance.world.clock.now())
    await updateTill(tx, pairing.till)
    await recordAudit(tx, appliance, { account, by, kind: 'till.pairing_made', subject: id })
    return pairing
  })

/** Renames a till. @throws Fault `till_not_found` or `till_revoked`, or about the field `name` */
export function renameTill(
  appliance: Appliance,
  account: Account,
  id: string,
  name: string,
  by: RequestedBy,
): Promise<Till> {
  const checkedName = readTillName(name)
  return appliance.store.write(async tx => {
    const till = { ...(await findActiveTill(tx, account, id)), name: checkedName }
    await updateTill(tx, till)
    await recordAudit(tx, appliance, {
      account,
      by,
      kind: 'till.renamed',
      subject: id,
      detail: { name: checkedName },
    })
    return till
  })
}

/**
 * Revokes a till. Its browser and displays stop working when this commits. If its shift is open, the shift is
 * closed without a count of the drawer.
 * @throws Fault `till_not_found` or `till_revoked`
 */
export const revokeTill = (
  appliance: Appliance,
  account: Account,
  id: string,
  by: RequestedByStaff,
): Promise<Till> =>
  appliance.store.write(async tx => {
    await findActiveTill(tx, account, id)
    const now = appliance.world.clock.now()
    const current = await currentShiftOf(tx, id)
    const end = { by: by.staffId, counted: null, reason: null }
    const withoutOpenShift =
      current.shift.state === 'open' ? await closeOpenShift(tx, appliance, current, end, now) : current
    const revoked = { revokedAt: now, hash: null, pairingHash: null, pairingExpiresAt: null, staffId: null }
    const till: Till = { ...withoutOpenShift.till, ...revoked }
    await updateTill(tx, till)
    await revokeDisplays(tx, appliance, id)
    await recordAudit(tx, appliance, {
      account,
      by,
      kind: 'till.revoked',
      subject: id,
      detail: { name: till.name },
    })
    return till
  })

/**
 * Pairs the browser that sends a till's pairing code. The till's previous browser and displays stop working.
 * @param address the IP address of the browser, for the audit log
 * @returns the till, and the secret that the browser stores
 * @throws Fault `pairing_code_wrong` or `pairing_code_expired`
 */
export async function pairTill(
  appliance: Appliance,
  code: string,
  address: string,
): Promise<{ till: Till; secret: string }> {
  const { clock, random } = appliance.world
  const secret = randomText(tillKeyLength, random.bytes)
  const result = await appliance.store.write(async tx => {
    const now = clock.now()
    const tillWithCode = await findPairing(tx, sha256(code))
    if (!tillWithCode) return 'wrong'
    if (!isPairingCode(tillWithCode, code, now)) return 'expired'
    const till: Till = {
      ...tillWithCode,
      hash: sha256(secret),
      pairingHash: null,
      pairingExpiresAt: null,
      pairedAt: now,
      seenAt: now,
      staffId: null,
    }
    await updateTill(tx, till)
    await revokeDisplays(tx, appliance, till.id)
    const by: RequestedBy = { actor: { kind: 'till', tillId: till.id }, address }
    await recordAudit(tx, appliance, {
      account: { id: till.accountId },
      by,
      kind: 'till.paired',
      subject: till.id,
    })
    return till
  })
  if (typeof result === 'string') throw pairingFault(result)
  return { till: result, secret }
}

/**
 * Returns the till that a browser was paired with last, and records that it was seen.
 * @param secrets all till secrets that the browser sent
 * @returns undefined without a valid secret; `person` undefined when no person with a role is signed in
 */
export async function findTillHolder(
  appliance: Appliance,
  ...secrets: string[]
): Promise<TillHolder | undefined> {
  const holders = await Promise.all(secrets.map(secret => findHolder(appliance.store.read, sha256(secret))))
  const holder = lastPaired(holders, ({ till }) => till)
  if (!holder) return undefined
  const { till, account, role, mayConfirm } = holder
  appliance.tillsSeen.set(till.id, appliance.world.clock.now())
  if (till.staffId === null || role === null) return { till, account, person: undefined }
  const mayConfirmManually = mayConfirm === true || roleMay(role, 'confirm_manually')
  return { till, account, person: { id: till.staffId, role, mayConfirm: mayConfirmManually } }
}

// Tills: owners and admins create, pair and revoke them. The paired browser holds a secret; the row holds its
// SHA-256.

import type { Account } from '../domain/account.ts'
import { roleMay } from '../domain/account.ts'
import type { RequestedBy, RequestedByStaff } from '../domain/actor.ts'
import { badField, fault } from '../domain/fault.ts'
import { idWithPrefix, randomText } from '../domain/id.ts'
import { noPairing } from '../domain/pairing.ts'
import { readName } from '../domain/plain-text.ts'
import { noPrinter } from '../domain/printer.ts'
import { type Till, type TillHolder, tillKeyLength } from '../domain/till.ts'
import type { Tx } from '../store/engine/statement.ts'
import { sha256 } from '../store/hash.ts'
import type { Store } from '../store/store.ts'
import { findHolder, findPairing, findTill, insertTill, lockTill, updateTill } from '../store/till.ts'
import type { Appliance } from './appliance.ts'
import { recordAudit } from './audit-log.ts'
import { revokeDisplays } from './display.ts'
import { isPairingCode, newPairing, pairingFault } from './pairing.ts'
import { closeOpenShift, firstShift, lockShift } from './shift.ts'

/** A pairing code, shown once. */
export interface TillPairing {
  readonly till: Till
  readonly code: string
}

function nameOf(text: string): string {
  const name = readName('name', text)
  if (name === '' || [...name].length > 60) throw badField('name', 'length_out_of_range', { max: 60 })
  return name
}

function withCode(appliance: Appliance, till: Till, now: number): TillPairing {
  const { code, pairing } = newPairing(appliance, now)
  return { till: { ...till, ...pairing }, code }
}

/** The account's till, revoked or not. @throws Fault `not_found` */
export async function getTill(appliance: Appliance, account: Account, id: string): Promise<Till> {
  return ownTill(await findTill(appliance.store.read, id), account, id)
}

function ownTill(found: Till | undefined, account: Account, id: string): Till {
  if (found?.accountId !== account.id) throw fault('till_not_found', { id: id.slice(0, 60) })
  return found
}

export async function lockTillOf(tx: Tx, account: Account, id: string): Promise<Till> {
  const till = ownTill(await lockTill(tx, id), account, id)
  if (till.revokedAt !== null) throw fault('till_revoked')
  return till
}

/** Creates a till and its pairing code. */
export function createTill(
  appliance: Appliance,
  account: Account,
  name: string,
  by: RequestedBy,
  write: Store['write'] = appliance.store.write,
): Promise<TillPairing> {
  const { clock, ids } = appliance.world
  const given = nameOf(name)
  return write(async tx => {
    const now = clock.now()
    const id = idWithPrefix('till', ids.uuid(now))
    const blank: Till = {
      id,
      accountId: account.id,
      name: given,
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
    const made = withCode(appliance, blank, now)
    await insertTill(tx, made.till)
    const pairing = {
      ...made,
      till: { ...made.till, shiftId: await firstShift(tx, appliance, account.id, id, now) },
    }
    await updateTill(tx, pairing.till)
    await recordAudit(tx, appliance, {
      account,
      by,
      kind: 'till.created',
      subject: id,
      detail: { name: given },
    })
    return pairing
  })
}

/** Creates a new pairing code; the previous one stops working. */
export const renewTillPairing = (
  appliance: Appliance,
  account: Account,
  id: string,
  by: RequestedBy,
): Promise<TillPairing> =>
  appliance.store.write(async tx => {
    const pairing = withCode(appliance, await lockTillOf(tx, account, id), appliance.world.clock.now())
    await updateTill(tx, pairing.till)
    await recordAudit(tx, appliance, { account, by, kind: 'till.pairing_made', subject: id })
    return pairing
  })

export function renameTill(
  appliance: Appliance,
  account: Account,
  id: string,
  name: string,
  by: RequestedBy,
): Promise<Till> {
  const given = nameOf(name)
  return appliance.store.write(async tx => {
    const till = { ...(await lockTillOf(tx, account, id)), name: given }
    await updateTill(tx, till)
    await recordAudit(tx, appliance, {
      account,
      by,
      kind: 'till.renamed',
      subject: id,
      detail: { name: given },
    })
    return till
  })
}

/**
 * Revokes a till. Its browser and displays stop working when this commits. Its open shift is closed without a
 * count.
 */
export const revokeTill = (
  appliance: Appliance,
  account: Account,
  id: string,
  by: RequestedByStaff,
): Promise<Till> =>
  appliance.store.write(async tx => {
    await lockTillOf(tx, account, id)
    const now = appliance.world.clock.now()
    const locked = await lockShift(tx, id)
    const ended =
      locked.shift.state === 'open'
        ? await closeOpenShift(tx, appliance, locked, { by: by.staffId, counted: null, reason: null }, now)
        : locked
    const gone = { revokedAt: now, hash: null, pairingHash: null, pairingExpiresAt: null, staffId: null }
    const till: Till = { ...ended.till, ...gone }
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
 * Pairs a till with a browser. The previous browser and its displays stop working.
 * @throws Fault `forbidden`
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
    const pairing = await findPairing(tx, sha256(code))
    if (!pairing) return 'wrong'
    if (!isPairingCode(pairing, code, now)) return 'old'
    const till: Till = {
      ...pairing,
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
 * The till whose browser has this secret, with the person signed in on it, unless that person has left the
 * account.
 */
export async function findTillHolder(appliance: Appliance, secret: string): Promise<TillHolder | undefined> {
  const holder = await findHolder(appliance.store.read, sha256(secret))
  if (!holder) return undefined
  const { till, account, role, mayConfirm } = holder
  appliance.tillsSeen.set(till.id, appliance.world.clock.now())
  return {
    till,
    account,
    person:
      till.staffId !== null && role !== null
        ? { id: till.staffId, role, mayConfirm: mayConfirm === true || roleMay(role, 'confirm_manually') }
        : undefined,
  }
}

// Displays of a till. They are paired on the till itself, and removed one by one, or all together when the
// till is paired again or revoked. The paired browser holds a secret; the row holds its SHA-256.

import type { RequestedBy } from '../domain/actor.ts'
import { type Display, displayKeyLength, displaysMax } from '../domain/display.ts'
import { fault, shortValue } from '../domain/fault.ts'
import { idWithPrefix, randomText } from '../domain/id.ts'
import { noPairing } from '../domain/pairing.ts'
import {
  type DisplayHolder,
  findDisplayHolder,
  findDisplayPairing,
  insertDisplay,
  listDisplays,
  noteDisplaySeen,
  removeDisplay,
  removeDisplays,
  updateDisplay,
} from '../store/display.ts'
import type { Tx } from '../store/engine/statement.ts'
import { sha256 } from '../store/hash.ts'
import { findTill } from '../store/till.ts'
import type { Appliance } from './appliance.ts'
import { recordAudit } from './audit-log.ts'
import { forgetDisplayContent } from './node-display.ts'
import { isPairingCode, newPairing, pairingFault } from './pairing.ts'
import type { TillContext } from './shift.ts'

/** The time when a display was last seen is stored once an hour, and in memory each time. */
const storeSeenEveryMs = 3_600_000

/**
 * Creates a display of the till with a pairing code, which replaces the till's previous code.
 * @throws Fault `display_limit_reached`
 */
export function newDisplay(
  appliance: Appliance,
  { tillId }: TillContext,
): Promise<{ display: Display; code: string }> {
  const { clock, ids } = appliance.world
  return appliance.store.write(async tx => {
    const displays = await listDisplays(tx, tillId)
    const unpaired = displays.filter(({ hash }) => hash === null)
    for (const { id } of unpaired) await removeDisplay(tx, id)
    if (displays.length - unpaired.length >= displaysMax)
      throw fault('display_limit_reached', { max: displaysMax })
    const now = clock.now()
    const { code, pairing } = newPairing(appliance, now)
    const id = idWithPrefix('disp', ids.uuid(now))
    const display: Display = {
      id,
      tillId,
      name: '',
      hash: null,
      ...pairing,
      pairedAt: null,
      seenAt: null,
      createdAt: now,
    }
    await insertDisplay(tx, display)
    return { display, code }
  })
}

/** Returns whether this is a pairing code of one of the till's displays that still works. */
export async function isDisplayPairing(
  { store, world }: Appliance,
  tillId: string,
  code: string,
): Promise<boolean> {
  const now = world.clock.now()
  return (await listDisplays(store.read, tillId)).some(display => isPairingCode(display, code, now))
}

/** What a browser sends to become a display. */
interface Pairing {
  readonly code: string
  readonly name: string // the device's name
  readonly address: string
}

/**
 * Pairs the browser that sent a pairing code as a display, and ends the code.
 * @returns the secret with which the browser authenticates from now on
 * @throws Fault `pairing_code_wrong` or `pairing_code_expired`
 */
export async function pairDisplay(appliance: Appliance, { code, name, address }: Pairing): Promise<string> {
  const { clock, random } = appliance.world
  const secret = randomText(displayKeyLength, random.bytes)
  const result = await appliance.store.write(async tx => {
    const now = clock.now()
    const display = await findDisplayPairing(tx, sha256(code))
    const till = display && (await findTill(tx, display.tillId))
    if (!display || !till) return 'wrong'
    if (!isPairingCode(display, code, now)) return 'expired'
    await updateDisplay(tx, {
      ...display,
      ...noPairing,
      name,
      hash: sha256(secret),
      pairedAt: now,
      seenAt: now,
    })
    const by: RequestedBy = { actor: { kind: 'till', tillId: till.id }, address }
    await recordAudit(tx, appliance, {
      account: { id: till.accountId },
      by,
      kind: 'display.paired',
      subject: till.id,
      detail: { name },
    })
    return 'paired'
  })
  if (result !== 'paired') throw pairingFault(result)
  return secret
}

/**
 * Finds the paired display whose browser has this secret, and records that it was seen now: always in memory,
 * and at most once an hour in the database.
 */
export async function authenticateDisplay(
  appliance: Appliance,
  secret: string,
): Promise<DisplayHolder | undefined> {
  const holder = await findDisplayHolder(appliance.store.read, sha256(secret))
  if (!holder) return undefined
  const { display } = holder
  const now = appliance.world.clock.now()
  appliance.displaysSeen.set(display.id, now)
  if (now - (display.seenAt ?? 0) >= storeSeenEveryMs)
    await appliance.store.write(tx => noteDisplaySeen(tx, display.id, now))
  return holder
}

/** Returns the paired displays of a till, each with the time when it was last seen, stored or in memory. */
export const displaysOf = async ({ store, displaysSeen }: Appliance, tillId: string): Promise<Display[]> =>
  (await listDisplays(store.read, tillId))
    .filter(({ hash }) => hash !== null)
    .map(display => ({
      ...display,
      seenAt: Math.max(displaysSeen.get(display.id) ?? 0, display.seenAt ?? 0),
    }))

/**
 * Removes a display of the till. Once the transaction has committed, its browser shows nothing.
 * @throws Fault `display_not_found`
 */
export const revokeDisplay = (
  appliance: Appliance,
  { account, tillId, by }: TillContext,
  id: string,
): Promise<void> =>
  appliance.store.write(async tx => {
    const pairedDisplays = (await listDisplays(tx, tillId)).filter(display => display.hash !== null)
    const match = pairedDisplays.find(display => display.id === id)
    if (!match) throw fault('display_not_found', { id: shortValue(id) })
    await removeDisplay(tx, id)
    appliance.displaysSeen.delete(id)
    // Forget the till's report, so that the next display does not start with this sale.
    if (pairedDisplays.length === 1) forgetDisplayContent(tx, appliance, tillId)
    appliance.notifier.publishTill(tx, tillId)
    const detail = { name: match.name }
    await recordAudit(tx, appliance, { account, by, kind: 'display.removed', subject: tillId, detail })
  })

/** Removes the displays of a till that is paired again or revoked. */
export async function revokeDisplays(tx: Tx, appliance: Appliance, tillId: string): Promise<void> {
  await removeDisplays(tx, tillId)
  forgetDisplayContent(tx, appliance, tillId)
  appliance.notifier.publishTill(tx, tillId)
}

// Pairing codes of tills and displays: creates and checks them.

import { type Fault, fault } from '../domain/fault.ts'
import { randomDigits } from '../domain/id.ts'
import { type OpenPairing, pairingDigits, pairingMs } from '../domain/pairing.ts'
import { isHashOf, sha256 } from '../store/hash.ts'
import type { Appliance } from './appliance.ts'

/** Makes a pairing code, which is shown once, and its stored form. */
export function newPairing({ world }: Appliance, now: number): { code: string; pairing: OpenPairing } {
  const code = randomDigits(pairingDigits, world.random.bytes)
  return { code, pairing: { pairingHash: sha256(code), pairingExpiresAt: now + pairingMs } }
}

/** Returns whether this is the code of the pairing, and the code still works. */
export const isPairingCode = (
  { pairingHash, pairingExpiresAt }: OpenPairing,
  code: string,
  now: number,
): boolean =>
  pairingHash !== null && pairingExpiresAt !== null && now < pairingExpiresAt && isHashOf(code, pairingHash)

/** Returns the fault for a code that belongs to no pairing, or to one that has expired. */
export const pairingFault = (problem: 'wrong' | 'expired'): Fault =>
  fault(problem === 'wrong' ? 'pairing_code_wrong' : 'pairing_code_expired')

// Pairing codes: made, checked, and what a wrong one is answered, for tills and displays alike.
import type { Appliance } from '../appliance.ts'
import { type Fault, fault } from '../domain/fault.ts'
import { randomText } from '../domain/id.ts'
import { type OpenPairing, pairingLength, pairingMs } from '../domain/pairing.ts'
import { matches, sha256 } from '../store/hash.ts'

/** A fresh code, shown this once, and what is kept of it. */
export function newPairing({ world }: Appliance, now: number): { code: string; pairing: OpenPairing } {
  const code = randomText(pairingLength, world.random.bytes)
  return { code, pairing: { pairingHash: sha256(code), pairingExpiresAt: now + pairingMs, pairingTries: 0 } }
}

/** Whether a code is the one that is open now. */
export const isPairing = (
  { pairingHash, pairingExpiresAt }: OpenPairing,
  code: string,
  now: number,
): boolean =>
  pairingHash !== null && pairingExpiresAt !== null && now < pairingExpiresAt && matches(code, pairingHash)

/** Why a code pairs nothing. */
export const pairingRefused = (verdict: 'wrong' | 'old'): Fault =>
  fault(verdict === 'wrong' ? 'pairing_code_wrong' : 'pairing_code_expired')

// A pairing code makes a browser a till or a display: it is read off one screen and opened on another, once,
// within ten minutes.

export const pairingMs = 10 * 60_000
/**
 * Short enough to type on a tablet. Of 100 million codes a network of guessers tries some thousand before one
 * expires (http/access/wrong-code.ts).
 */
export const pairingDigits = 8

/** The code that is open, if one is. */
export interface OpenPairing {
  /** SHA-256 of it. */
  readonly pairingHash: string | null
  readonly pairingExpiresAt: number | null
}
/** None is. */
export const noPairing: OpenPairing = { pairingHash: null, pairingExpiresAt: null }

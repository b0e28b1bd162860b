// A pairing code makes a browser a till or a display. It is read from one screen and typed into another,
// once, within ten minutes.

export const pairingMs = 10 * 60_000
/** Of 100 million codes, guessers can try some thousand before one expires (http/access/wrong-code.ts). */
export const pairingDigits = 8

/** The open pairing code, if any. */
export interface OpenPairing {
  readonly pairingHash: string | null // SHA-256 of the code
  readonly pairingExpiresAt: number | null
}
export const noPairing: OpenPairing = { pairingHash: null, pairingExpiresAt: null }

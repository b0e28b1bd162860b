// A pairing code makes a browser a till or a display: it is read off one screen and opened on another, once,
// within ten minutes.

export const pairingMs = 10 * 60_000
/** 12 letters and digits are 71 bits. */
export const pairingLength = 12

/** The code that is open, if one is. */
export interface OpenPairing {
  /** SHA-256 of it. */
  readonly pairingHash: string | null
  readonly pairingExpiresAt: number | null
}
/** None is. */
export const noPairing: OpenPairing = { pairingHash: null, pairingExpiresAt: null }

// A pairing code makes a browser a till or a display. A person reads it from one screen and types it on
// another. It works once, within ten minutes.

export const pairingMs = 10 * 60_000
/** A guesser can try a few thousand of 100 million codes before one expires (http/access/wrong-code.ts). */
export const pairingDigits = 8

/** The open pairing code, if any. */
export interface OpenPairing {
  readonly pairingHash: string | null // SHA-256 of the code
  readonly pairingExpiresAt: number | null
}
export const noPairing: OpenPairing = { pairingHash: null, pairingExpiresAt: null }

/** Returns the entry that was paired last, the first of equal entries; undefined if there is no entry. */
export const lastPaired = <Entry>(
  entries: readonly (Entry | undefined)[],
  pairedOf: (entry: Entry) => { readonly pairedAt: number | null },
): Entry | undefined =>
  entries
    .filter(entry => entry !== undefined)
    .sort((a, b) => (pairedOf(b).pairedAt ?? 0) - (pairedOf(a).pairedAt ?? 0))[0]

// A till: one browser at the counter, paired with one account. A person signs in on it with a PIN; what is
// sold there is its shift's.
import type { Account } from './account.ts'
import type { OpenPairing } from './pairing.ts'

/** 32 letters and digits are 190 bits. */
export const tillKeyLength = 32

export interface Till extends OpenPairing {
  readonly id: string
  readonly accountId: string
  readonly name: string
  /** SHA-256 of what the paired browser holds; null until one is paired. */
  readonly hash: string | null
  readonly pairedAt: number | null
  /** When a person last signed in or out; requests since the start are remembered in memory. */
  readonly seenAt: number | null
  /** Who is signed in. */
  readonly staffId: string | null
  /** The shift that its money falls to: open, or waiting to be. */
  readonly shiftId: string
  readonly createdAt: number
  readonly revokedAt: number | null
  /** Where the receipt printer beside it answers (printer.ts); null without one. */
  readonly printerHost: string | null
  readonly printerPort: number | null
  readonly printerPaper: number | null
  readonly printerAuto: boolean
}

/** The person at a till. */
interface TillPerson {
  readonly id: string
  /** May complete payments manually. */
  readonly mayConfirm: boolean
}

/** A paired till that calls, its account and who is signed in on it. */
export interface TillHolder {
  readonly till: Till
  readonly account: Account
  readonly person: TillPerson | undefined
}

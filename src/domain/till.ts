// A till: one browser at the counter, paired with one account. A person signs in with a PIN; sales belong to
// the open shift.
import type { Account, Role } from './account.ts'
import type { OpenPairing } from './pairing.ts'

/** 32 letters and digits have 190 bits. */
export const tillKeyLength = 32

export interface Till extends OpenPairing {
  readonly id: string
  readonly accountId: string
  readonly name: string
  readonly hash: string | null // SHA-256 of the key in the paired browser; null until one is paired
  readonly pairedAt: number | null
  /** When a person last signed in or out. Requests since the start are remembered in memory. */
  readonly seenAt: number | null
  readonly staffId: string | null // the person who is signed in
  readonly shiftId: string // the shift that its money belongs to: open or waiting
  readonly createdAt: number
  readonly revokedAt: number | null
  /** The host of its receipt printer (printer.ts); null without one. */
  readonly printerHost: string | null
  readonly printerPort: number | null
  readonly printerPaper: number | null
  readonly printerAuto: boolean
}

interface TillPerson {
  readonly id: string
  readonly role: Role
  readonly mayConfirm: boolean // may complete payments manually
}

/** A paired till that makes a request, its account and the person signed in on it. */
export interface TillHolder {
  readonly till: Till
  readonly account: Account
  readonly person: TillPerson | undefined
}

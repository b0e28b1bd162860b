// Tills as the console reads them: their state and how it looks, and the address of a pairing code.

import type { Tone } from '../parts/figure.tsx'
import type { IconName } from '../parts/icon.tsx'

interface Stages {
  readonly paired_at: string | null
  readonly pairing_expires_at: string | null
  readonly revoked_at: string | null
}
export type TillState = 'paired' | 'waiting' | 'unpaired' | 'revoked'

/** A till with a tablet stays paired while a new code is open: the tablet is out only once that is used. */
export function tillStateOf({ paired_at, pairing_expires_at, revoked_at }: Stages, now: number): TillState {
  if (revoked_at !== null) return 'revoked'
  if (paired_at !== null) return 'paired'
  return pairing_expires_at !== null && Date.parse(pairing_expires_at) > now ? 'waiting' : 'unpaired'
}

export const tillStateChips: Readonly<Record<TillState, { readonly tone: Tone; readonly icon: IconName }>> = {
  paired: { tone: 'good', icon: 'check' },
  waiting: { tone: 'open', icon: 'clock' },
  unpaired: { tone: 'neutral', icon: 'question' },
  revoked: { tone: 'neutral', icon: 'ban' },
}

export const activeTills = <T extends Stages>(tills: readonly T[]): T[] =>
  tills.filter(({ revoked_at }) => revoked_at === null)

/** The last revoked first. */
export const revokedTillsOf = <T extends Stages>(tills: readonly T[]): T[] =>
  tills
    .filter(({ revoked_at }) => revoked_at !== null)
    .toSorted((a, b) => (b.revoked_at ?? '').localeCompare(a.revoked_at ?? ''))

/**
 * Whether a tablet was paired since a code was made. @param before when the till was paired as the code was
 * made
 */
export const wasPairedSince = (till: Pick<Stages, 'paired_at'> | undefined, before: string | null): boolean =>
  till !== undefined && till.paired_at !== null && till.paired_at !== before

/** Address of the QR code that pairs a tablet. A picture cannot send the account's header. */
export const pairingQrUrl = (tillId: string, code: string, account: string): string =>
  `/api/v1/tills/${tillId}/pairing.svg?${new URLSearchParams({ code, account })}`

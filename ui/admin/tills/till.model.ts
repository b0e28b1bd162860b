// Tills as the console reads them: their state and how it looks, and the address of a pairing code.

import type { Tone } from '../parts/figure.tsx'
import type { IconName } from '../parts/icon.tsx'

interface TillTimes {
  readonly paired_at: string | null
  readonly pairing_expires_at: string | null
  readonly revoked_at: string | null
}
/** `waiting`: a pairing code is valid; `unpaired`: no tablet and no valid code. */
export type TillState = 'paired' | 'waiting' | 'unpaired' | 'revoked'

/**
 * Returns the state of a till. A till with a tablet stays paired while a new code is valid, because the
 * tablet is replaced only once the code is used.
 */
export function tillStateOf(
  { paired_at, pairing_expires_at, revoked_at }: TillTimes,
  now: number,
): TillState {
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

/** Returns the tills that are not revoked. */
export const activeTills = <T extends TillTimes>(tills: readonly T[]): T[] =>
  tills.filter(({ revoked_at }) => revoked_at === null)

/** Returns the revoked tills, the last revoked first. */
export const revokedTillsOf = <T extends TillTimes>(tills: readonly T[]): T[] =>
  tills
    .filter(({ revoked_at }) => revoked_at !== null)
    .toSorted((a, b) => (b.revoked_at ?? '').localeCompare(a.revoked_at ?? ''))

/**
 * Whether a tablet was paired after a code was made. `before` is when the till had last been paired at that
 * time; null if never.
 */
export const wasPairedSince = (
  till: Pick<TillTimes, 'paired_at'> | undefined,
  before: string | null,
): boolean => till !== undefined && till.paired_at !== null && till.paired_at !== before

/**
 * Returns the address of the QR code that pairs a tablet. A picture cannot send the account's header, so the
 * account is in the query.
 */
export const pairingQrUrl = (tillId: string, code: string, account: string): string =>
  `/api/v1/tills/${tillId}/pairing.svg?${new URLSearchParams({ code, account })}`

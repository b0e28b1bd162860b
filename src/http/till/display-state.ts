// The current content of a paired display, and access to its routes by its cookie.
import { Elysia } from 'elysia'
import { fault } from '../../domain/fault.ts'
import { lastPaired } from '../../domain/pairing.ts'
import type { Appliance } from '../../flow/appliance.ts'
import { authenticateDisplay } from '../../flow/display.ts'
import { displayedSaleOf } from '../../flow/display-content.ts'
import { sha256 } from '../../store/hash.ts'
import { findDefaultProfile } from '../../store/profile.ts'
import { type DisplayState, displayState } from '../../wire/display.ts'
import { countAddress, writeLimitHeaders } from '../access/access.ts'
import type { Server } from '../server/server.ts'
import { merchantOf } from '../server/stream-count.ts'
import { displaySecretsOf } from './display-cookie.ts'

/** Returns the name under which a display loads the image of a QR code: a hash, which hides the text. */
export const nameOfQr = (text: string): string => sha256(text).slice(0, 16)

/** What a display shows now, and the payment that its stream watches. */
export interface CurrentDisplay {
  readonly state: DisplayState
  readonly displayId: string
  readonly pairedAt: number | null
  readonly tillId: string
  readonly merchant: string
  readonly paymentId: string | null
  /** The text of the QR code; null when none is shown. */
  readonly qr: string | null
}

/** Returns what the display paired with this secret shows; undefined if no display has the secret. */
export async function currentDisplay(
  appliance: Appliance,
  secret: string,
): Promise<CurrentDisplay | undefined> {
  const holder = await authenticateDisplay(appliance, secret)
  if (!holder) return undefined
  const { display, till, account } = holder
  // Undefined after a restart, until the till sends its content again.
  const content = await displayedSaleOf(appliance, till.id)
  const profile = await findDefaultProfile(appliance.store.read, account.id)
  const logoId = profile?.logoId ?? null
  const sale = content?.sale ?? null
  return {
    state: displayState({ account, logoId, known: content !== undefined, sale }, nameOfQr),
    displayId: display.id,
    pairedAt: display.pairedAt,
    tillId: till.id,
    merchant: merchantOf(account),
    paymentId: content?.paymentId ?? null,
    qr: sale?.qr ?? null,
  }
}

/**
 * Adds two values to the context of a paired display's routes: `display`, what the display shows now, and
 * `secret`, which its cookie holds.
 * @throws Fault `display_not_paired`, which counts against the limit of the client's address
 */
export const displayAccess = (server: Server) =>
  new Elysia({ name: 'display access' }).derive({ as: 'scoped' }, async ({ request, set }) => {
    const headers = set.headers as Record<string, string>
    // A browser may hold two secrets, one of them of an earlier pairing: the last pairing counts.
    const pairings = await Promise.all(
      displaySecretsOf(request).map(async secret => {
        const display = await currentDisplay(server.appliance, secret)
        return display && { display, secret }
      }),
    )
    const lastPairing = lastPaired(pairings, ({ display }) => display)
    if (!lastPairing) {
      countAddress(server, request, 'refused', headers)
      throw fault('display_not_paired')
    }
    server.limiter.take(
      `display ${lastPairing.display.displayId}`,
      server.limits.staff,
      writeLimitHeaders(headers),
    )
    return lastPairing
  })

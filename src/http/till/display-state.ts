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

/** Returns the name under which a display loads a QR code as an image. It does not reveal the code's text. */
export const nameOfQr = (text: string): string => sha256(text).slice(0, 16)

/** The content of a display, and the sale that its stream watches. */
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

/** Returns the content of the paired display with this secret; undefined when none has it. */
export async function currentDisplay(
  appliance: Appliance,
  secret: string,
): Promise<CurrentDisplay | undefined> {
  const holder = await authenticateDisplay(appliance, secret)
  if (!holder) return undefined
  const { display, till, account } = holder
  // Undefined after a restart, until the till reports its screen again.
  const reported = await displayedSaleOf(appliance, till.id)
  const logoId = (await findDefaultProfile(appliance.store.read, account.id))?.logoId ?? null
  const sale = reported?.sale ?? null
  return {
    state: displayState({ account, logoId, known: reported !== undefined, sale }, nameOfQr),
    displayId: display.id,
    pairedAt: display.pairedAt,
    tillId: till.id,
    merchant: merchantOf(account),
    paymentId: reported?.paymentId ?? null,
    qr: sale?.qr ?? null,
  }
}

/**
 * Adds `display`, its current content, and `secret` to the routes of a paired display.
 * @throws Fault `display_not_paired`, counted against the address
 */
export const displayAccess = (server: Server) =>
  new Elysia({ name: 'display access' }).derive({ as: 'scoped' }, async ({ request, set }) => {
    const headers = set.headers as Record<string, string>
    // A browser may hold two secrets, of which one is of an earlier pairing.
    const pairings = await Promise.all(
      displaySecretsOf(request).map(async secret => {
        const display = await currentDisplay(server.appliance, secret)
        return display && { display, secret }
      }),
    )
    const paired = lastPaired(pairings, ({ display }) => display)
    if (!paired) {
      countAddress(server, request, 'refused', headers)
      throw fault('display_not_paired')
    }
    server.limiter.take(
      `display ${paired.display.displayId}`,
      server.limits.staff,
      writeLimitHeaders(headers),
    )
    return paired
  })

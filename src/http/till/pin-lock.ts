// Sets Retry-After when a person is locked out of a till.

import { Fault } from '../../domain/fault.ts'
import { lockRemainingMs } from '../../domain/pin.ts'
import type { Till } from '../../domain/till.ts'
import type { Appliance } from '../../flow/appliance.ts'
import { findPinTry } from '../../store/pin.ts'

/** The result of `checking`; a lock also sets the header. */
export async function withLockHeaders<T>(
  { store, world }: Appliance,
  { till, staffId }: { readonly till: Till; readonly staffId: string },
  headers: Record<string, unknown>,
  checking: Promise<T>,
): Promise<T> {
  try {
    return await checking
  } catch (error) {
    if (error instanceof Fault && error.reason === 'pin_locked') {
      const place = { accountId: till.accountId, staffId, tillId: till.id }
      const left = lockRemainingMs(await findPinTry(store.read, place), world.clock.now())
      headers['retry-after'] = String(Math.ceil(left / 1_000))
    }
    throw error
  }
}

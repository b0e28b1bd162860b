// Sets the header Retry-After when wrong PINs have locked a person out of a till.
import { Fault } from '../../domain/fault.ts'
import { lockRemainingMs } from '../../domain/pin.ts'
import type { Till } from '../../domain/till.ts'
import type { Appliance } from '../../flow/appliance.ts'
import { findPinTry } from '../../store/pin.ts'

/**
 * Waits for the check of a PIN, and returns its result or throws its error. If the error is that wrong PINs
 * have locked the person out, also sets the header `retry-after` to the seconds to wait.
 * @throws what the check throws
 */
export async function withLockHeaders<T>(
  { store, world }: Appliance,
  { till, staffId }: { readonly till: Till; readonly staffId: string },
  headers: Record<string, unknown>,
  check: Promise<T>,
): Promise<T> {
  try {
    return await check
  } catch (error) {
    if (error instanceof Fault && error.reason === 'pin_locked') {
      const key = { accountId: till.accountId, staffId, tillId: till.id }
      const remainingMs = lockRemainingMs(await findPinTry(store.read, key), world.clock.now())
      headers['retry-after'] = String(Math.ceil(remainingMs / 1_000))
    }
    throw error
  }
}

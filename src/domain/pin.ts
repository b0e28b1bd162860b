// PINs: which ones are allowed, and how many wrong tries lock a person out of a till.
import { isEasyPin } from './easy-pin.ts'
import { badField, type Fault, fault } from './fault.ts'

/**
 * Five wrong tries lock the person out of this till for a quarter of an hour. Every five further tries, on
 * any till of the account, double that time, up to a day. The right PIN resets it. A lock applies to one
 * till, so that a stranger at one till cannot lock a cashier out of all others.
 */
const pinTriesMax = 5
const firstLockMs = 15 * 60_000
const lockMsMax = 24 * 3_600_000
/**
 * Returns the length of the next lock: doubled every five wrong tries at all tills, and at least twice the
 * last lock at this till.
 */
function lockMsOf(wrongTries: number, lastLockMs: number): number {
  const doublings = Math.floor(wrongTries / pinTriesMax) - 1
  return Math.min(lockMsMax, Math.max(firstLockMs * 2 ** doublings, 2 * lastLockMs))
}

/**
 * Checks a new PIN.
 * @param length how many digits the shop's PINs have
 * @throws Fault `validation_error` naming `pin` when it has another length or is too easy to guess
 */
export function assertPin(pin: string, length: number): void {
  if (!/^\d+$/.test(pin) || pin.length !== length) throw badField('pin', 'pin_malformed', { length })
  if (isEasyPin(pin)) throw badField('pin', 'pin_too_easy')
}

/** A person at a till. A lock applies to this pair. */
export interface PinPlace {
  readonly accountId: string
  readonly staffId: string
  readonly tillId: string
}

/** Wrong tries of a person since the last right PIN, on all tills of the account. */
export interface PinTry extends PinPlace {
  readonly wrong: number
  readonly lockedAt: number | null
  /**
   * The length of the last lock here, until the right PIN is entered here. The right PIN on another till
   * resets the count, but ends no lock and does not shorten the next one.
   */
  readonly lockMs: number
}

/** Allowed clock skew between nodes on one database, milliseconds. */
const clocksDifferMs = 300_000

/**
 * Returns how many milliseconds a lock still lasts; zero or less when it is over. A lock from the future was
 * set while the clock was wrong, so it counts as over.
 */
export const lockRemainingMs = ({ lockedAt, lockMs }: PinTry, now: number) =>
  lockedAt === null || now < lockedAt - clocksDifferMs ? 0 : lockedAt + lockMs - now

/**
 * Counts a try as wrong before its PIN is checked, so that no guesses in parallel escape the count. Every
 * fifth wrong try locks the person out of the till.
 * @throws Fault `pin_locked` while the person is locked out of the till
 */
export function nextPinTry(before: PinTry, now: number): PinTry {
  const remainingMs = lockRemainingMs(before, now)
  if (remainingMs > 0) throw fault('pin_locked', { minutes: Math.ceil(remainingMs / 60_000) })
  const wrong = before.wrong + 1
  const isLocking = wrong % pinTriesMax === 0
  const lockMs = isLocking ? lockMsOf(wrong, before.lockMs) : before.lockMs
  return { ...before, wrong, lockedAt: isLocking ? now : null, lockMs }
}

/** Builds the fault of a wrong PIN, with the tries left or the length of the lock. */
export const wrongPinFault = ({ wrong, lockedAt, lockMs }: PinTry): Fault =>
  lockedAt !== null
    ? badField('pin', 'pin_wrong_locked', { minutes: lockMs / 60_000 })
    : badField('pin', 'pin_wrong', { left: pinTriesMax - (wrong % pinTriesMax) })

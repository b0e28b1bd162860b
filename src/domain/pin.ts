// PINs: which are too easy, and how many wrong tries lock a person out of a till.
import { badField, type Fault, fault } from './fault.ts'

/**
 * Five wrong ones, and the person is locked out of this till for a quarter of an hour; each further five, on
 * any till of the account, double that, up to a day. The right PIN starts anew. A lock holds on one till, so
 * that a stranger at one till does not keep a cashier from all others.
 */
const pinTriesMax = 5
const firstLockMs = 15 * 60_000
const lockMsMax = 24 * 3_600_000
const lockMsOf = (wrong: number, lastLockMs: number) =>
  Math.min(lockMsMax, Math.max(firstLockMs * 2 ** (Math.floor(wrong / pinTriesMax) - 1), 2 * lastLockMs))

const steps = (pin: string) =>
  [...pin.slice(1)].map((digit, index) => (10 + Number(digit) - Number(pin[index])) % 10)

/** All digits the same, counting up or down, or two digits over and over. */
const isEasy = (pin: string) =>
  [0, 1, 9].some(step => steps(pin).every(one => one === step)) ||
  [...pin].every((digit, index) => digit === pin[index % 2])

/** @param length as many digits as the shop's PINs have @throws Fault naming the field */
export function assertPin(pin: string, length: number): void {
  if (!/^\d+$/.test(pin) || pin.length !== length) throw badField('pin', 'pin_malformed', { length })
  if (isEasy(pin)) throw badField('pin', 'pin_too_easy')
}

/** A person at a till: a lock holds there, and lets them in on another. */
export interface PinPlace {
  readonly accountId: string
  readonly staffId: string
  readonly tillId: string
}

/** How often a person was wrong since they were last right, on all tills of the account. */
export interface PinTry extends PinPlace {
  readonly wrong: number
  readonly lockedAt: number | null
  /**
   * How long the last lock here lasts or lasted, until the right PIN here. The right PIN on another till starts
   * the count anew; it ends no lock, and makes the next one here no shorter.
   */
  readonly lockMs: number
}

/** By so much the clocks of nodes on one database may differ, milliseconds. */
const clocksDifferMs = 300_000

/**
 * How long the lock lasts, milliseconds. One that began much later than now was set by a clock that went wrong: it
 * is over.
 */
export const lockRemainingMs = ({ lockedAt, lockMs }: PinTry, now: number) =>
  lockedAt === null || now < lockedAt - clocksDifferMs ? 0 : lockedAt + lockMs - now

/**
 * Counts a try before it is known to be right, so that guesses at once are not free; the last one locks.
 * @throws Fault `rate_limit_exceeded` while locked
 */
export function nextPinTry(before: PinTry, now: number): PinTry {
  const left = lockRemainingMs(before, now)
  if (left > 0) throw fault('pin_locked', { minutes: Math.ceil(left / 60_000) })
  const wrong = before.wrong + 1
  const isLock = wrong % pinTriesMax === 0
  const lockMs = isLock ? lockMsOf(wrong, before.lockMs) : before.lockMs
  return { ...before, wrong, lockedAt: isLock ? now : null, lockMs }
}

/** The fault of a wrong PIN. */
export const wrongPinFault = ({ wrong, lockedAt, lockMs }: PinTry): Fault =>
  lockedAt !== null
    ? badField('pin', 'pin_wrong_locked', { minutes: lockMs / 60_000 })
    : badField('pin', 'pin_wrong', { left: pinTriesMax - (wrong % pinTriesMax) })

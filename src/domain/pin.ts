// PINs: which ones are too easy, and how many wrong tries lock a person out of a till.
import { badField, type Fault, fault } from './fault.ts'

/**
 * Five wrong tries lock the person out of this till for a quarter of an hour. Every five further tries, on
 * any till of the account, double that time, up to a day. The right PIN resets it. A lock applies to one
 * till, so that a stranger at one till cannot lock a cashier out of all others.
 */
const pinTriesMax = 5
const firstLockMs = 15 * 60_000
const lockMsMax = 24 * 3_600_000
const lockMsOf = (wrong: number, lastLockMs: number) =>
  Math.min(lockMsMax, Math.max(firstLockMs * 2 ** (Math.floor(wrong / pinTriesMax) - 1), 2 * lastLockMs))

const digitSteps = (pin: string) =>
  [...pin.slice(1)].map((digit, index) => (10 + Number(digit) - Number(pin[index])) % 10)

/** All digits equal, counting up or down, or two alternating digits. */
const isEasy = (pin: string) =>
  [0, 1, 9].some(step => digitSteps(pin).every(digitStep => digitStep === step)) ||
  [...pin].every((digit, index) => digit === pin[index % 2])

/** @param length of the shop's PINs @throws Fault naming the field */
export function assertPin(pin: string, length: number): void {
  if (!/^\d+$/.test(pin) || pin.length !== length) throw badField('pin', 'pin_malformed', { length })
  if (isEasy(pin)) throw badField('pin', 'pin_too_easy')
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

/** Milliseconds. A lock that began much later than now was set while the clock was wrong, so it is over. */
export const lockRemainingMs = ({ lockedAt, lockMs }: PinTry, now: number) =>
  lockedAt === null || now < lockedAt - clocksDifferMs ? 0 : lockedAt + lockMs - now

/** Counts a try before it is checked, so that parallel guesses count. @throws Fault while locked */
export function nextPinTry(before: PinTry, now: number): PinTry {
  const left = lockRemainingMs(before, now)
  if (left > 0) throw fault('pin_locked', { minutes: Math.ceil(left / 60_000) })
  const wrong = before.wrong + 1
  const isLock = wrong % pinTriesMax === 0
  const lockMs = isLock ? lockMsOf(wrong, before.lockMs) : before.lockMs
  return { ...before, wrong, lockedAt: isLock ? now : null, lockMs }
}

export const wrongPinFault = ({ wrong, lockedAt, lockMs }: PinTry): Fault =>
  lockedAt !== null
    ? badField('pin', 'pin_wrong_locked', { minutes: lockMs / 60_000 })
    : badField('pin', 'pin_wrong', { left: pinTriesMax - (wrong % pinTriesMax) })

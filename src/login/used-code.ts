// Makes a code of an authenticator app work once (ASVS 6.5.1); better-auth accepts it for as long as the app
// shows it. Used codes are stored in memory until no app shows them any more.

/** A code is shown for 30 seconds, and accepted for one period before and after. */
const shownMs = 90_000
const rememberedMax = 10_000

export interface UsedCodes {
  /** Uses a code up. @returns whether it was still unused */
  take(staffId: string, code: string): boolean
}

/** @param elapsed milliseconds that only go forward */
export function newUsedCodes(elapsed: () => number): UsedCodes {
  const used = new Map<string, number>()
  return {
    take(staffId, code) {
      const now = elapsed()
      const key = `${staffId} ${code}`
      if ((used.get(key) ?? 0) > now) return false
      if (used.size >= rememberedMax) for (const [old, until] of used) if (until <= now) used.delete(old)
      used.set(key, now + shownMs)
      return true
    },
  }
}

// Whether the person at a login typed their password a moment ago: asked for where a browser left open would
// cost money. Kept in memory, by a clock that only goes forward; a restart asks again.
import { fault } from '../../domain/fault.ts'
import type { Caller } from './caller.ts'

const freshMs = 5 * 60_000
const rememberedMost = 10_000

export interface Reauthentication {
  /** The password was typed at this login just now. @returns for how many milliseconds that counts */
  mark(loginId: string): number
  /** Passes whoever does not come by a cookie. @throws Fault `confirmation_required` */
  assert(caller: Caller): void
}

/** @param elapsed milliseconds of a clock that only goes forward */
export function newReauthentication(elapsed: () => number): Reauthentication {
  const marks = new Map<string, number>()
  return {
    mark(loginId) {
      if (marks.size >= rememberedMost) marks.clear()
      marks.set(loginId, elapsed() + freshMs)
      return freshMs
    },
    assert({ kind, loginId }) {
      if (kind !== 'staff') return
      if ((marks.get(loginId ?? '') ?? 0) > elapsed()) return
      throw fault('reauthentication_needed')
    },
  }
}

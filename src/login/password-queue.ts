// Checks passwords a few at a time. Callers who were right before go first, then those with the fewest tries
// since, so that a flood of guesses does not keep the owner out.
import { callerKey } from '../domain/address.ts'
import { type HashQueue, newHashQueue } from '../store/hash-queue.ts'

/** The number of remembered callers. The one who tried least recently is dropped. */
const callersMax = 10_000
/** The tries of a caller whose last password was correct: fewer than those of a new caller. */
const afterCorrect = -1

export interface PasswordQueue {
  /** Runs a password check. @param peer the caller's address @throws Fault `sign_in_busy` */
  run(peer: string, check: () => Promise<Response>): Promise<Response>
}

/** Returns a queue of password checks, which remembers the tries of 10,000 callers. */
export function newPasswordQueue(queue: HashQueue = newHashQueue()): PasswordQueue {
  /** Tries of each caller since their last correct password, including refused ones. */
  const triesOf = new Map<string, number>()
  /**
   * Records the tries of a caller. When there are too many callers, drops the one who tried least recently.
   */
  function recordTries(caller: string, tries: number): void {
    // Added again at the end, so that the first caller is the one who tried least recently.
    triesOf.delete(caller)
    const [oldest] = triesOf.size < callersMax ? [] : triesOf.keys()
    if (oldest !== undefined) triesOf.delete(oldest)
    triesOf.set(caller, tries)
  }
  return {
    async run(peer, check) {
      const caller = callerKey(peer)
      const tries = triesOf.get(caller) ?? 0
      recordTries(caller, Math.max(0, tries) + 1) // `afterCorrect` is below 0 and counts as no tries
      // The queue runs those with the fewest tries first.
      const response = await queue.run(tries, check)
      if (response.ok) recordTries(caller, afterCorrect)
      return response
    },
  }
}

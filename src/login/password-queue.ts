// Lets passwords be checked a few at a time. Who was right before goes first, then who tried least often since: a
// flood of guesses does not keep the owner out.
import { callerKey } from '../domain/address.ts'
import { type HashQueue, newHashQueue } from '../store/hash-queue.ts'

/** Callers whose tries are remembered. The one that is silent for longest makes room. */
const callersMax = 10_000
/** Goes before those who have not tried yet. */
const wasRight = -1

export interface PasswordQueue {
  /** Runs what checks a password. @param peer its address @throws Fault `sign_in_busy` */
  run(peer: string, check: () => Promise<Response>): Promise<Response>
}

export function newPasswordQueue(queue: HashQueue = newHashQueue()): PasswordQueue {
  /** Since they were last right, refused ones too. */
  const triesOf = new Map<string, number>()
  function note(caller: string, tries: number): void {
    triesOf.delete(caller)
    const [oldest] = triesOf.size < callersMax ? [] : triesOf.keys()
    if (oldest !== undefined) triesOf.delete(oldest)
    triesOf.set(caller, tries)
  }
  return {
    async run(peer, check) {
      const caller = callerKey(peer)
      const before = triesOf.get(caller) ?? 0
      note(caller, Math.max(0, before) + 1)
      const response = await queue.run(before, check)
      if (response.ok) note(caller, wasRight)
      return response
    },
  }
}

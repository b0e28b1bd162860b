// Limits the slow hashes of passwords and PINs, each of which keeps a core busy. Few run at once and few
// wait, so that thousands of wrong guesses keep no one from work: the rest are refused at once.
import { availableParallelism } from 'node:os'
import { fault } from '../domain/fault.ts'

/** Most hashes at once: half of the cores, so that sales and the other queue have the rest. */
export const atOnceMax = Math.max(1, Math.floor(availableParallelism() / 2))
/** Most hashes that wait. One takes about a tenth of a second, so the last waits about two seconds. */
export const waitingMax = 16
/** Time after which a client may try again. */
const retrySeconds = 2

export interface HashQueue {
  /**
   * Runs the work once there is room. When too many wait, the caller with the most tries is refused.
   * @param tries earlier tries of this caller: fewer go first, and among equals the newest, whose sender
   * still waits
   * @throws Fault `sign_in_busy`
   */
  run<T>(tries: number, work: () => Promise<T>): Promise<T>
}

interface Waiting {
  readonly tries: number
  start(): void
  refuse(): void
}

export function newHashQueue(): HashQueue {
  /** In the order in which they start. */
  const waiting: Waiting[] = []
  let running = 0

  function join(one: Waiting): void {
    const index = waiting.findIndex(({ tries }) => tries >= one.tries)
    waiting.splice(index < 0 ? waiting.length : index, 0, one)
    if (waiting.length > waitingMax) waiting.pop()?.refuse()
  }

  async function enter(tries: number): Promise<void> {
    if (running >= atOnceMax)
      await new Promise<void>((start, reject) => {
        join({ tries, start, refuse: () => reject(fault('sign_in_busy', { seconds: retrySeconds })) })
      })
    else running++
  }

  /** Hands the place to the next one. */
  function leave(): void {
    const next = waiting.shift()
    if (next) next.start()
    else running--
  }

  return {
    async run(tries, work) {
      await enter(tries)
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}

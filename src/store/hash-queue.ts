// Limits the slow hashes of passwords and PINs: each keeps a core busy. Few run at once and few
// wait, so that thousands of wrong guesses keep no one from work: the rest are refused at once.
import { availableParallelism } from 'node:os'
import { fault } from '../domain/fault.ts'

/** Most hashes at once: half of the cores, so that sales and the other queue have the rest. */
export const atOnceMax = Math.max(1, Math.floor(availableParallelism() / 2))
/** Most hashes that wait. One takes about a tenth of a second, so the last waits about two seconds. */
export const waitingMax = 16
/** Seconds after which a refused client may try again. */
const retrySeconds = 2

export interface HashQueue {
  /**
   * Runs `work`, which hashes, once fewer than `atOnceMax` others run.
   * @param tries earlier tries of this caller: callers with fewer go first, and of equal ones the newest
   * @throws Fault `sign_in_busy` for the last in this order when more than `waitingMax` wait
   */
  run<T>(tries: number, work: () => Promise<T>): Promise<T>
}

interface WaitingHash {
  readonly tries: number
  start(): void
  refuse(): void
}

/** Returns a queue for one kind of secret, so that a flood of one kind does not delay the other. */
export function newHashQueue(): HashQueue {
  /** Hashes that wait, in the order in which they will start. */
  const waiting: WaitingHash[] = []
  let running = 0

  /** Adds a hash before those with as many tries or more, and refuses the last if too many wait. */
  function enqueue(hash: WaitingHash): void {
    const index = waiting.findIndex(({ tries }) => tries >= hash.tries)
    waiting.splice(index < 0 ? waiting.length : index, 0, hash)
    if (waiting.length > waitingMax) waiting.pop()?.refuse()
  }

  /** Resolves when the caller may hash. @throws Fault `sign_in_busy` when it is refused */
  async function waitForTurn(tries: number): Promise<void> {
    if (running < atOnceMax) {
      running++
      return
    }
    await new Promise<void>((start, reject) => {
      enqueue({ tries, start, refuse: () => reject(fault('sign_in_busy', { seconds: retrySeconds })) })
    })
  }

  /** Starts the next waiting hash, which takes the place of the one that ended. */
  function startNext(): void {
    const next = waiting.shift()
    if (next) next.start()
    else running--
  }

  return {
    async run(tries, work) {
      await waitForTurn(tries)
      try {
        return await work()
      } finally {
        startNext()
      }
    },
  }
}

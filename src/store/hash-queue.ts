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
   * Runs `work`, which hashes a secret, as soon as fewer than `atOnceMax` hashes run.
   * @param tries earlier tries of the caller: fewer tries go first, and among equal ones the newest caller
   * @throws Fault `sign_in_busy` when more than `waitingMax` wait and this caller is the last in that order
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

  /** Queues a hash before those with as many tries or more. If too many wait now, refuses the last. */
  function enqueue(hash: WaitingHash): void {
    const foundIndex = waiting.findIndex(({ tries }) => tries >= hash.tries)
    const index = foundIndex < 0 ? waiting.length : foundIndex
    waiting.splice(index, 0, hash)
    if (waiting.length > waitingMax) waiting.pop()?.refuse()
  }

  /** Resolves when the caller may hash. @throws Fault `sign_in_busy` when the caller is refused */
  async function waitForTurn(tries: number): Promise<void> {
    if (running < atOnceMax) {
      running++
      return
    }
    await new Promise<void>((start, reject) => {
      const refuse = () => reject(fault('sign_in_busy', { seconds: retrySeconds }))
      enqueue({ tries, start, refuse })
    })
  }

  /** Starts the next waiting hash in place of the hash that ended, so `running` stays the same. */
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

// Slow hashes of passwords and PINs keep a core busy. Few run at once and few wait, so that wrong guesses by the
// thousand keep no one from work: the others are refused at once.
import { availableParallelism } from 'node:os'
import { fault } from '../domain/fault.ts'

/** Half of the cores, so that sales and the other queue have the rest. */
export const atOnceMax = Math.max(1, Math.floor(availableParallelism() / 2))
/** A hash takes some tenth of a second, so the last one waits about two seconds. */
export const waitingMax = 16
/** After which a client tries again. */
const retrySeconds = 2

export interface HashQueue {
  /**
   * Runs the work once there is room. When too many wait, the one who tried most often is refused.
   * @param tries of this caller before: who has fewer goes first, and of equals the newest, whose sender still waits
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

  /** The next one takes over the place. */
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

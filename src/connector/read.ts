// Requests that only read: one that hangs is repeated beside itself, and what answers first counts. Calls that move
// money are sent once and waited for; they are not made here.
import type { Clock, NetAnswer } from '../world.ts'

/** A network that has not answered by then is asked again. Milliseconds. */
export const readAgainMs = 5_000
/** No read about an order takes longer, with all its repeats. */
export const readMaxMs = 20_000
/** The longest answer about one order, and the longest page of a list. Bytes. */
export const answerMax = { order: 1_048_576, list: 16_777_216 } as const

/**
 * @param ask sends the request, which ends within `timeoutMs`
 * @param mayRepeat whether the network's limit has room for one more; then it counts
 * @returns the first answer, or why there is none once each request has ended
 */
export const repeatedRead = (
  after: Clock['after'],
  ask: (timeoutMs: number) => Promise<NetAnswer>,
  mayRepeat: () => boolean,
): Promise<NetAnswer> =>
  new Promise(resolve => {
    let open = 0
    let cancel = () => {}
    const start = (leftMs: number) => {
      open++
      void ask(leftMs).then(answer => {
        open--
        if (answer.kind !== 'answered' && answer.kind !== 'too_long' && open > 0) return
        cancel()
        resolve(answer)
      })
      if (leftMs > readAgainMs) cancel = after(readAgainMs, () => repeat(leftMs - readAgainMs))
    }
    const repeat = (leftMs: number) => {
      if (mayRepeat()) start(leftMs)
    }
    start(readMaxMs)
  })

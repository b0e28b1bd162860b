// Read-only requests: a hanging request is repeated in parallel, a dropped one is sent once more, and the
// first answer counts. Calls that move money are sent only once, elsewhere.
import type { Clock, NetAnswer } from '../world.ts'

/** A slow read is repeated after this time, then each time after twice as long: at 1, 2, 4, 8, 16 s. */
const readAgainMs = 1_000
/** No read about an order takes longer, including all repeats. */
export const readMaxMs = 20_000
/** After this time, orders are checked one by one instead of by a list. */
const checkListMs = 5_000
/** The longest answer about one order, and the longest page of a list. Bytes. */
export const answerMax = { order: 1_048_576, list: 16_777_216 } as const

/** When a read is first repeated, and when it ends. Milliseconds. */
interface ReadTimes {
  readonly againMs: number
  readonly mostMs: number
}

type SendRead = (timeoutMs: number) => Promise<NetAnswer>

/**
 * Sends a read-only request, and sends it again in parallel as long as there is no answer.
 * @param after calls a function after some milliseconds, and returns how to cancel the call
 * @param sendRead sends the request, which ends within `timeoutMs`
 * @param mayRepeat returns whether the network's limit allows one more request; if so, counts the request
 * @returns the first answer, or the last error once all requests have ended
 */
export const readWithRepeats = (
  after: Clock['after'],
  sendRead: SendRead,
  mayRepeat: () => boolean,
  { againMs, mostMs }: ReadTimes = { againMs: readAgainMs, mostMs: readMaxMs },
): Promise<NetAnswer> =>
  new Promise(resolve => {
    let openCount = 0
    let sentCount = 0
    let passedMs = 0 // from the first request to the last timed repeat
    let cancelRepeat = () => {}
    /** Sends the request. The first answer resolves the read; a dropped first request is sent once more. */
    const sendRequest = () => {
      openCount++
      sentCount++
      void sendRead(mostMs - passedMs).then(answer => {
        openCount--
        if (answer.kind === 'dropped' && sentCount === 1 && mayRepeat()) return sendRequest()
        const isAnswer = answer.kind === 'answered' || answer.kind === 'too_long'
        if (!isAnswer && openCount > 0) return // another request may still be answered
        cancelRepeat()
        resolve(answer)
      })
    }
    /** Repeats the request `ms` after the first request, then at twice that time, and so on. */
    const repeatAt = (ms: number) => {
      if (ms >= mostMs) return
      cancelRepeat = after(ms - passedMs, () => {
        passedMs = ms
        if (mayRepeat()) sendRequest()
        repeatAt(2 * ms)
      })
    }
    sendRequest()
    repeatAt(againMs)
  })

/**
 * Returns a function that reads lists which answer the checks of many orders. A long list takes time, so the
 * request of a list is repeated only after twice the time that the last list took.
 */
export function newListReader(after: Clock['after']) {
  // With this value a timed repeat would come after the end, so there is none until a list has arrived.
  let lastListMs = checkListMs
  return async (sendRead: SendRead, mayRepeat: () => boolean): Promise<NetAnswer> => {
    const times = { againMs: Math.max(readAgainMs, 2 * lastListMs), mostMs: checkListMs }
    const answer = await readWithRepeats(after, sendRead, mayRepeat, times)
    if (answer.kind === 'answered') lastListMs = answer.tookMs
    return answer
  }
}

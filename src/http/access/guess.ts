// Limits guesses of short secrets: codes, short links, payment numbers. Tries are counted per caller and over
// all callers, before they are checked and even with request limits off; right ones are then given back.
// Wrong tries of others never block a right one, because otherwise anyone in the network could keep the shop
// from pairing, and customers from paying.
import { fault } from '../../domain/fault.ts'
import type { Throttle } from '../../login/throttle.ts'
import { newKeyedTurns } from './turn.ts'

/**
 * A kind of secret that can be guessed, and how many wrong tries are allowed. They are forgotten a minute
 * after the last one.
 */
export interface Guessable {
  readonly name: string
  readonly byCaller: number // of one caller
  readonly byAll: number | undefined // of all callers together; undefined for no limit
  /**
   * How many tries each caller has once the tries of all callers are used up, so that a right code still
   * works.
   */
  readonly reserve: number
}

/** Counts wrong tries. */
export interface Guesses {
  /**
   * Runs a check and returns its result; a wrong try stays counted. The tries of one caller run one after
   * another, so that right ones that come in parallel all work.
   * @param check resolves to undefined for a wrong try
   * @throws Fault `rate_limit_exceeded`, without a check
   */
  counted<T>(secret: Guessable, caller: string, check: () => Promise<T | undefined>): Promise<T | undefined>
}

/** Tries are forgotten this long after the last one. */
const windowSeconds = 60

/** Returns a counter of guesses. @param tries stores the counts, for all nodes together */
export function newGuesses(tries: Throttle): Guesses {
  const inTurn = newKeyedTurns()
  return {
    counted: (secret, caller, check) =>
      inTurn(`${secret.name} ${caller}`, () => countTry(tries, secret, caller, check)),
  }
}

/**
 * Counts a try, then checks the guess. The try is counted first, so that all nodes together never check more
 * parallel tries than allowed. Only a wrong try stays counted: the count is given back when the guess is
 * right, when a limit refuses the try, and when the check throws. Once all callers together have used up
 * their tries, each caller still has a small reserve of its own.
 * @returns the result of the check; undefined for a wrong guess
 * @throws Fault `rate_limit_exceeded`, without a check
 */
async function countTry<T>(
  tries: Throttle,
  { name, byCaller, byAll, reserve }: Guessable,
  caller: string,
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const countedKeys: string[] = []
  /** Counts the try under a key. @returns undefined; the seconds to wait if the key has no tries left */
  const countUnder = async (key: string, max: number) => {
    const waitSeconds = await tries.take(key, { window: windowSeconds, max })
    if (waitSeconds === undefined) countedKeys.push(key)
    return waitSeconds
  }
  let isWrong = false
  try {
    const wait = await countUnder(`${name} ${caller}`, byCaller)
    if (wait !== undefined) throw fault('too_many_requests', { limit: byCaller, seconds: wait })
    const isUsedUpByAll = byAll !== undefined && (await countUnder(name, byAll)) !== undefined
    if (isUsedUpByAll) {
      const reserveWait = await countUnder(`reserve ${name} ${caller}`, reserve)
      if (reserveWait !== undefined)
        throw fault('too_many_requests', { limit: reserve, seconds: reserveWait })
    }
    const result = await check()
    isWrong = result === undefined
    return result
  } finally {
    if (!isWrong) for (const key of countedKeys) await tries.giveBack(key)
  }
}

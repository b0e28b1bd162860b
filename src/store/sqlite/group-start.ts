// When the next group begins: once a turn of the event loop brings no more requests, for a group that leaves with the
// first of those that are just arriving keeps the others waiting for one more sync. In memory there is no sync, so a group
// begins with the end of this turn. Work in the background waits a little for more of it, since a commit costs more than
// its bodies.

/** Turns of the event loop that are waited at most. */
const turnsMax = 3
/**
 * So long work in the background waits for more of it to share its commit while requests come; write-queue.ts says after
 * how many groups of theirs it waits no longer.
 */
const companyMs = 5

/** Calls `run` in the first turn of the event loop that brings no more requests. @param requests how many wait */
export function gatherThen(requests: () => number, run: () => void): void {
  let before = requests()
  let turns = 0
  const look = () => {
    const now = requests()
    if (now === before || turns++ === turnsMax) return run()
    before = now
    setImmediate(look)
  }
  setImmediate(look)
}

/** Calls back once after so many milliseconds; answers the way to cancel it. */
export type After = (ms: number, call: () => void) => () => void

interface GroupStartParts {
  /** In memory no group waits for others. */
  readonly hasDisk: boolean
  /** How many requests wait. */
  readonly requests: () => number
  readonly run: () => void
  /** Without it nothing waits for company. */
  readonly after: After | undefined
}

/** @returns when groups run */
export function newGroupStart({ hasDisk, requests, run, after }: GroupStartParts) {
  let isPlanned = false
  let cancelWait: (() => void) | undefined
  const begin = () => {
    cancelWait = undefined
    if (hasDisk) gatherThen(requests, run)
    else setImmediate(run)
  }
  return {
    isPlanned: () => isPlanned,
    /**
     * Plans a group, unless one is planned or running.
     * @param mayWait only work in the background wants it: it waits a little, and after the group of a request again
     */
    plan(mayWait: boolean) {
      if (isPlanned && (mayWait || !cancelWait)) return
      isPlanned = true
      if (mayWait && after) {
        cancelWait = after(companyMs, begin)
        return
      }
      cancelWait?.()
      begin()
    },
    /** The group has ended. */
    ended() {
      isPlanned = false
    },
  }
}

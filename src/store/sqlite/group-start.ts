// Decides when the next group begins: once a turn of the event loop brings no more requests. A group that
// leaves with the first of several arriving requests would keep the others waiting for one more sync. In
// memory there is no sync, so a group begins at the end of this turn.

/** Most turns of the event loop to wait. */
const turnsMax = 3

/**
 * Calls `run` in the first turn of the event loop that brings no more requests, at most after `turnsMax`.
 * @param requests returns how many requests wait
 */
export function gatherThen(requests: () => number, run: () => void): void {
  let requestsBefore = requests()
  let turns = 0
  const checkTurn = () => {
    const requestsNow = requests()
    if (requestsNow === requestsBefore || turns++ === turnsMax) return run()
    requestsBefore = requestsNow
    setImmediate(checkTurn)
  }
  setImmediate(checkTurn)
}

/**
 * Plans groups one after the other. A group is one transaction with the writes of several callers.
 * @param requests returns how many requests wait; undefined in memory, where groups do not wait for more
 * @param run begins a group; `ended` must be called when that group has ended
 */
export function newGroupStart(requests: (() => number) | undefined, run: () => void) {
  let isPlanned = false
  return {
    isPlanned: () => isPlanned,
    /** Plans a group, unless one is planned or running. */
    plan() {
      if (isPlanned) return
      isPlanned = true
      if (requests) gatherThen(requests, run)
      else setImmediate(run)
    },
    /** Call this when the group has ended. */
    ended() {
      isPlanned = false
    },
  }
}

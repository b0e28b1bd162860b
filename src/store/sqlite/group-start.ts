// When the next group begins: once a turn of the event loop brings no more requests, because a group that leaves with the
// first of those that are just arriving keeps the others waiting for one more sync. In memory there is no sync, so a group
// begins with the end of this turn.

/** Turns of the event loop that are waited at most. */
const turnsMax = 3

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

/** Plans groups one after the other. @param requests how many wait; undefined in memory @param run ends with `ended` */
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
    /** The group has ended. */
    ended() {
      isPlanned = false
    },
  }
}

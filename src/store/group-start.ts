// When the next group begins: with the end of this turn of the event loop. After a slow commit it waits for the
// bodies that are just arriving, for a group that leaves with the first of them keeps the others waiting for a
// whole sync more.

/** A group that took longer waited for the disk. */
const slowMs = 5
/** Turns of the event loop that are waited at most. */
const turnsMax = 3

/** Calls `run` in the first turn of the event loop that brings no more bodies. @param size how many wait */
export function gatherThen(size: () => number, run: () => void): void {
  let before = 0
  let turns = 0
  const look = () => {
    const now = size()
    if (now === before || turns++ === turnsMax) return run()
    before = now
    setImmediate(look)
  }
  setImmediate(look)
}

/** @param hasDisk in memory every group is fast @param size how many bodies wait @param run runs a group */
export function newGroupStart(hasDisk: boolean, size: () => number, run: () => void) {
  let isPlanned = false
  let lastMs = 0
  return {
    isPlanned: () => isPlanned,
    /** Plans a group, unless one is planned or running. */
    plan() {
      if (isPlanned) return
      isPlanned = true
      if (lastMs > slowMs) gatherThen(size, run)
      else setImmediate(run)
    },
    /** The group has ended, after so many milliseconds. */
    ended(ms: number) {
      isPlanned = false
      if (hasDisk) lastMs = ms
    },
  }
}

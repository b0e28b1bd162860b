// How much a program on Bun allocates for JavaScript, with its texts and buffers: the heap before each collection of
// garbage, less what the one before has left. The engine says both where it is asked to.

/** Variables of the environment that ask for it. */
export const collectorLog = { BUN_JSC_logGC: '1' }

export interface Allocations {
  /** Is given a line that the program says on stderr. @returns whether it was the collector's */
  takeLine(line: string): boolean
  /** Kilobytes so far, up to the last collection. */
  kb(): number
}

export function newAllocations(): Allocations {
  let allocatedKb = 0
  let leftKb: number | undefined
  return {
    takeLine(line) {
      const before = /START \w (\d+)kb/.exec(line)?.[1]
      if (before !== undefined && leftKb !== undefined) allocatedKb += Math.max(0, Number(before) - leftKb)
      const left = /=> (\d+)kb, p=/.exec(line)?.[1]
      if (left !== undefined) leftKb = Number(left)
      return /^(\[GC<|GC END|Full sweep|Requesting GC)/.test(line)
    },
    kb: () => allocatedKb,
  }
}

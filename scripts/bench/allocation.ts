// How much a program on Bun allocates for JavaScript, including texts and buffers: the heap before each
// garbage collection, minus what the previous one left. JavaScriptCore logs both.

/** Environment variables that switch the log on. */
export const collectorLog = { BUN_JSC_logGC: '1' }

export interface Allocations {
  /** Reads a line of stderr. @returns whether it was the collector's */
  takeLine(line: string): boolean
  /** Kilobytes up to the last collection. */
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

// The clock of the store.

/** Calls back after `ms` milliseconds. Returns a function that cancels the call. */
export type After = (ms: number, call: () => void) => () => void

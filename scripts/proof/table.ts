// The table at the end of a proof: how often each promise was tried, and what failed.

export interface Trial {
  readonly promise: string
  readonly file: string
  readonly trials: number
  readonly failed: number
  readonly seconds: number
}

/**
 * Returns a Markdown table with a row for each promise that was tried, in the order of `promises`, and their
 * sum.
 */
export function proofTable(promises: readonly string[], trials: readonly Trial[]): string {
  const rows = promises.flatMap(promise => {
    const own = trials.filter(trial => trial.promise === promise)
    return own.length > 0 ? [rowOf(promise, own)] : []
  })
  const head = ['| Promise | Files | Trials | Failures | Seconds |', '| --- | ---: | ---: | ---: | ---: |']
  return [...head, ...rows, rowOf('All', trials)].join('\n')
}

/** A row with the sums of these trials. */
function rowOf(name: string, trials: readonly Trial[]): string {
  const sum = (figure: 'trials' | 'failed' | 'seconds') =>
    Math.round(trials.reduce((total, trial) => total + trial[figure], 0)).toLocaleString('en-US')
  return `| ${name} | ${trials.length} | ${sum('trials')} | ${sum('failed')} | ${sum('seconds')} |`
}

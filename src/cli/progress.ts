// The progress of a long command at a terminal: one line with the current step and what is left. Scripts and
// log files get only the last line of the command.
import type { copySteps, OnCopyStep } from '../store/backup/copy.ts'

/** Shows progress; undefined when no person watches. */
export type ProgressLine = ((text: string) => void) | undefined

export interface Progress {
  /** Begins the next step. */
  step(what: string): void
  /** @param share of this step that is done, from 0 to 1 */
  part(share: number): void
  /** Leaves an empty line for the next output. */
  end(): void
}

const clearLine = '\r\x1b[K'
/** A terminal's usual width. */
const columns = 80

/** Returns a progress that draws its line at each change; nothing without a terminal. */
function newProgress(write: ProgressLine, steps: number): Progress {
  if (!write) return { step() {}, part() {}, end() {} }
  let stepsDone = 0
  let stepText = ''
  let percent = -1
  const stepsLeftText = () => {
    const count = steps - stepsDone
    return count > 0 ? `, ${count} ${count === 1 ? 'step' : 'steps'} left` : ''
  }
  const show = (share: string) =>
    write(
      `${clearLine}${`[${stepsDone}/${steps}] ${stepText}…${share}${stepsLeftText()}`.slice(0, columns - 1)}`,
    )
  return {
    step(what) {
      stepsDone++
      stepText = what
      percent = -1
      show('')
    },
    part(share) {
      const next = Math.min(100, Math.floor(share * 100))
      if (next === percent) return
      percent = next
      show(` ${next} %`)
    },
    end: () => write(clearLine),
  }
}

const copyWords = {
  payments: 'Copying payments',
  staff: 'Copying staff',
  check: 'Checking the copy',
} satisfies Record<(typeof copySteps)[number], string>

/** Returns a function that shows each step of a copy. */
export const copyStep =
  (progress: Progress): OnCopyStep =>
  step =>
    progress.step(copyWords[step])

/** Runs work that shows its progress, and clears the line even when it fails. */
export async function withProgress<R>(
  write: ProgressLine,
  steps: number,
  work: (progress: Progress) => Promise<R>,
): Promise<R> {
  const progress = newProgress(write, steps)
  try {
    return await work(progress)
  } finally {
    progress.end()
  }
}

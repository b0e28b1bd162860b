// The progress of a long command at a terminal: one line with the current step and how many follow. Scripts
// and log files get only the last line of the command.
import type { copySteps, OnCopyStep } from '../store/backup/copy.ts'

/** Writes a line of progress; undefined without a terminal. */
export type ProgressLine = ((text: string) => void) | undefined

export interface Progress {
  /** Begins the next step. */
  step(text: string): void
  /** Shows how far the step is. @param share part of this step that is done, from 0 to 1 */
  part(share: number): void
  /** Clears the line for the next output. */
  end(): void
}

const clearLine = '\r\x1b[K'
/** A terminal's usual width. */
const columns = 80

/** Returns a progress that writes its line at each change; without a terminal, it does nothing. */
function newProgress(write: ProgressLine, steps: number): Progress {
  if (!write) return { step() {}, part() {}, end() {} }
  let stepsDone = 0
  let stepText = ''
  let percent = -1
  const stepsLeftText = () => {
    const count = steps - stepsDone
    return count > 0 ? `, ${count} ${count === 1 ? 'step' : 'steps'} left` : ''
  }
  const show = (share: string) => {
    const line = `[${stepsDone}/${steps}] ${stepText}…${share}${stepsLeftText()}`
    write(`${clearLine}${line.slice(0, columns - 1)}`)
  }
  return {
    step(text) {
      stepsDone++
      stepText = text
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

const copyTexts = {
  payments: 'Copying payments',
  staff: 'Copying staff',
  check: 'Checking the copy',
} satisfies Record<(typeof copySteps)[number], string>

/** Returns a function that shows each step of a copy. */
export const copyStep =
  (progress: Progress): OnCopyStep =>
  step =>
    progress.step(copyTexts[step])

/** Runs work that shows its progress in `steps` steps, and clears the line even when it fails. */
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

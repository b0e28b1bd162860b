// Runs the worker (job/backup-worker.ts) that keeps a piece of the log on this disk and carries what waits. A
// worker that falls silent is given up.
import { partMaxMs } from '../../domain/backup.ts'
import type { Clock } from '../../world.ts'
import type { WalPosition } from '../sqlite/wal.ts'
import type { CutPiece } from './backup-log.ts'
import type { LogPiece } from './log-piece.ts'
import type { LogTarget } from './log-target.ts'

export interface LogOrder {
  readonly target: LogTarget
  /** The piece to keep before carrying. */
  readonly cut: { readonly piece: LogPiece; readonly wal: WalPosition } | undefined
  readonly isCarrying: boolean
  /** What the last check of the copy in the second place opened. */
  readonly opened: string | undefined
}
/** Message to the worker about the log. */
export interface LogMessage {
  readonly kind: 'log'
  readonly order: LogOrder
}
/**
 * Answers of the worker: first whether the piece is kept, then whether the second place has the copy that the
 * log follows, then `sent` for each piece carried, then the end.
 */
export type LogAnswer =
  | { readonly kind: 'kept'; readonly hash: string }
  | { readonly kind: 'not_kept'; readonly error: string }
  | { readonly kind: 'checked'; readonly opened: string | undefined }
  | { readonly kind: 'lost' }
  | { readonly kind: 'sent' }
  | { readonly kind: 'ended'; readonly error?: string }

/** An order, and what its answers concern. */
interface LogWork {
  readonly worker: URL
  readonly after: Clock['after']
  readonly order: LogOrder
  readonly cut: CutPiece | undefined
  /** Called once it is known whether the piece was kept. */
  readonly onKeepResult: (isKept: boolean) => void
  /** Called when the second place has the copy that the log follows. */
  readonly onChecked: (opened: string | undefined) => void
  /** Called when it no longer has that copy. */
  readonly onLost: () => void
}

/**
 * Keeps and carries in a worker, which is given up when it falls silent.
 * @param onEnd called once when the work is over, with the problem if it failed
 */
export function runWorker(
  { worker, after, order, cut, onKeepResult, onChecked, onLost }: LogWork,
  onEnd: (problem?: string) => void,
): void {
  const running = new Worker(worker)
  let isKept = cut === undefined
  let isOver = false
  const endOnce = (problem?: string) => {
    if (isOver) return
    isOver = true
    cancelTimer()
    if (!isKept) {
      cut?.confirmFailed()
      onKeepResult(false)
    }
    running.terminate()
    onEnd(problem)
  }
  const giveUp = () => endOnce(`the second place took nothing for ${partMaxMs / 60_000} minutes`)
  let cancelTimer = after(partMaxMs, giveUp)
  running.onmessage = ({ data }: MessageEvent<LogAnswer>) => {
    if (isOver) return
    if (data.kind === 'kept') {
      isKept = true
      cut?.confirmKept(data.hash)
      onKeepResult(true)
    } else if (data.kind === 'checked') onChecked(data.opened)
    else if (data.kind === 'lost') {
      onLost()
      endOnce()
    } else if (data.kind === 'not_kept' || data.kind === 'ended') endOnce(data.error)
    else {
      // A piece was sent.
      cancelTimer()
      cancelTimer = after(partMaxMs, giveUp)
    }
  }
  running.onerror = ({ message }) => endOnce(message)
  running.addEventListener('close', () => endOnce('the worker of the log ended without an answer'))
  running.postMessage({ kind: 'log', order } satisfies LogMessage)
}

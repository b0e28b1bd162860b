// Runs the worker (job/backup-worker.ts) that keeps a piece of the log on this disk and copies what waits. A
// worker that falls silent is given up.
import { partMaxMs } from '../../domain/backup.ts'
import type { Clock } from '../../world.ts'
import type { WalPosition } from '../sqlite/wal.ts'
import type { CutPiece } from './backup-log.ts'
import type { LogPiece } from './log-piece.ts'
import type { LogTarget } from './log-target.ts'

export interface LogOrder {
  readonly target: LogTarget
  /** The piece to write to this disk before copying; undefined when nothing changed. */
  readonly cut: { readonly piece: LogPiece; readonly wal: WalPosition } | undefined
  readonly isCarrying: boolean
  /** The copy and passphrase file that the last check tried together (carried-copy.ts). */
  readonly opened: string | undefined
}
/** Message to the worker about the log. */
export interface LogMessage {
  readonly kind: 'log'
  readonly order: LogOrder
}
/**
 * Answers of the worker: first whether the piece is on this disk, then whether the second place has the copy
 * that the log follows, then `sent` for each piece copied, then `ended`.
 */
export type LogAnswer =
  | { readonly kind: 'kept'; readonly hash: string }
  | { readonly kind: 'not_kept'; readonly error: string }
  | { readonly kind: 'checked'; readonly opened: string | undefined }
  | { readonly kind: 'lost' }
  | { readonly kind: 'sent' }
  | { readonly kind: 'ended'; readonly error?: string }

/** An order for the worker, and the receivers of its answers. */
interface LogWork {
  readonly worker: URL
  readonly after: Clock['after']
  readonly order: LogOrder
  readonly cut: CutPiece | undefined
  /** Called once it is known whether the piece is on this disk. */
  readonly onSaveResult: (isSaved: boolean) => void
  /** Called when the second place has the copy that the log follows. */
  readonly onChecked: (opened: string | undefined) => void
  /** Called when the second place no longer has that copy. */
  readonly onLost: () => void
}

/**
 * Starts a worker that writes a piece to this disk and copies pieces to the second place. The worker is
 * ended when it does not answer for `partMaxMs`.
 * @param onEnd called once when the work is over, with the problem if it failed
 */
export function runWorker(
  { worker, after, order, cut, onSaveResult, onChecked, onLost }: LogWork,
  onEnd: (problem?: string) => void,
): void {
  const running = new Worker(worker)
  let isSaved = cut === undefined
  let isOver = false
  const endOnce = (problem?: string) => {
    if (isOver) return
    isOver = true
    cancelTimer()
    if (!isSaved) {
      cut?.confirmFailed()
      onSaveResult(false)
    }
    running.terminate()
    onEnd(problem)
  }
  const giveUp = () => endOnce(`the second place took nothing for ${partMaxMs / 60_000} minutes`)
  let cancelTimer = after(partMaxMs, giveUp)
  running.onmessage = ({ data }: MessageEvent<LogAnswer>) => {
    if (isOver) return
    switch (data.kind) {
      case 'kept':
        isSaved = true
        cut?.confirmSaved(data.hash)
        onSaveResult(true)
        break
      case 'checked':
        onChecked(data.opened)
        break
      case 'lost':
        onLost()
        endOnce()
        break
      case 'sent':
        cancelTimer()
        cancelTimer = after(partMaxMs, giveUp)
        break
      case 'not_kept':
      case 'ended':
        endOnce(data.error)
    }
  }
  running.onerror = ({ message }) => endOnce(message)
  running.addEventListener('close', () => endOnce('the worker of the log ended without an answer'))
  running.postMessage({ kind: 'log', order } satisfies LogMessage)
}

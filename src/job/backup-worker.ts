// Copies a data folder in a worker while the server goes on, and stores and uploads pieces of the log. It is
// a separate entry in the binary, started by store/backup/backup.ts and store/backup/log-runner.ts.
import { errorText } from '../domain/error-text.ts'
import { copyInto, lowerPriority, makeRoom, removeOldBackups, runAndCatch } from '../store/backup/backup.ts'
import type { CopyOrder } from '../store/backup/backup-plan.ts'
import type { ExactCopy } from '../store/backup/copy.ts'
import { bringToState, clearImage, imageOfState, readImage, wholeImage } from '../store/backup/copy-image.ts'
import type { CopyAnswer, CopyEnd, CopyMessage } from '../store/backup/copy-worker.ts'
import type { LogAnswer, LogMessage, LogOrder } from '../store/backup/log-worker.ts'

declare const self: {
  onmessage: (event: MessageEvent<CopyMessage | LogMessage>) => void
  postMessage(answer: CopyAnswer | LogAnswer): void
}

/** The copy whose database was read, while it waits for the changes that the server made during the read. */
let imagedCopy: CopyOrder | undefined

/**
 * Brings a copy to the state that the database had when the server was asked for its changes.
 * @param from the data folder
 * @param file descriptor of its opened database
 * @param end the changes from the log (`rest`), or a state that SQLite has kept (`state`)
 */
function completeCopy(from: string, file: number, end: CopyEnd): ExactCopy {
  if (end.kind === 'rest') return wholeImage(from, end.rest)
  bringToState(from, file, end.state)
  self.postMessage({ kind: 'state_used' })
  return imageOfState(from, end.state)
}

/** Copies the data folder to the first place, and removes old back-ups there. */
function copyToFirstPlace(order: CopyOrder, end: CopyEnd | undefined): CopyAnswer {
  const { from, image } = order
  const exactCopy = image !== undefined && end ? completeCopy(from, image, end) : undefined
  const bytes = copyInto(order, exactCopy)
  const removalError = runAndCatch(() => removeOldBackups(order.place, order))
  return { kind: 'copied', bytes, problem: removalError?.message }
}

/** Copies a back-up to the second place, and seals it if the order requires that. */
async function copyToSecondPlace(order: CopyOrder): Promise<CopyAnswer> {
  const { carryPlain, carrySealed } = await import('../store/backup/second-place.ts')
  if (!order.sealing) return { kind: 'copied', bytes: await carryPlain(order) }
  const bytes = await carrySealed(order, order.sealing, () => self.postMessage({ kind: 'sent' }))
  return { kind: 'copied', bytes }
}

/**
 * Carries out one step of a copy. A copy with an image takes two steps: the first one reads the database
 * file, and the second one completes the copy when `end` arrives.
 * @returns what was done; an error is returned as `failed` and never thrown
 */
async function makeCopy(order: CopyOrder, end?: CopyEnd): Promise<CopyAnswer> {
  try {
    const { isSecond, from, image } = order
    if (image !== undefined && !end) {
      makeRoom(order)
      readImage(from, image)
      imagedCopy = order
      return { kind: 'imaged' }
    }
    return isSecond ? await copyToSecondPlace(order) : copyToFirstPlace(order, end)
  } catch (error) {
    if (!order.isSecond) clearImage(order.from)
    return { kind: 'failed', error: errorText(error) }
  }
}

/**
 * Stores a piece of the change log (`cut`). With `isCarrying`, it then uploads the waiting pieces, if the
 * second place still has the copy that they follow. Each finished step is posted to the server.
 * @returns how the work ended; errors are returned and never thrown
 */
async function carryLog({ target, cut, isCarrying, opened }: LogOrder): Promise<LogAnswer> {
  const { carryPieces, spoolPiece } = await import('../store/backup/log-spool.ts')
  const { checkCarriedCopy } = await import('../store/backup/carried-copy.ts')
  try {
    if (cut) self.postMessage({ kind: 'kept', hash: await spoolPiece(target, cut.piece, cut.wal) })
  } catch (error) {
    return { kind: 'not_kept', error: errorText(error) }
  }
  try {
    if (!isCarrying) return { kind: 'ended' }
    const check = await checkCarriedCopy(target, opened)
    if (check.isLost) return { kind: 'lost' }
    self.postMessage({ kind: 'checked', opened: check.opened })
    await carryPieces(target, () => self.postMessage({ kind: 'sent' }))
    return { kind: 'ended' }
  } catch (error) {
    return { kind: 'ended', error: errorText(error) }
  }
}

lowerPriority()
self.onmessage = async ({ data }) => {
  if (data.kind === 'log') self.postMessage(await carryLog(data.order))
  else if (data.kind === 'copy') self.postMessage(await makeCopy(data.order))
  else if (imagedCopy) self.postMessage(await makeCopy(imagedCopy, data))
}

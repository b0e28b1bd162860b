// Applies the log of a second place to a copy that is restored. Only a piece that is missing or damaged ends
// the log. A place that fails, or a full disk here, fails the restore: the pieces after it may be whole.
import { followingPieces, type LogPieceName, type LogPosition } from '../domain/backup-log.ts'
import { errorText } from '../domain/error-text.ts'
import { applyPiece, readPosition, sealedPieceEnding, UnusablePiece } from '../store/backup/log-piece.ts'
import type { LogPlace } from '../store/backup/log-place.ts'
import { openStream, type Unsealing } from '../store/backup/sealed-backup.ts'
import { FolderError } from '../store/folder/folder.ts'

/** The part of the log that was applied to a copy. */
export interface AppliedLog {
  readonly pieces: number
  readonly stopped: string | null // why the log was not applied further; null when it was applied to its end
}

/** Waits for work and returns its result. @throws when the work takes too long */
export type InTime = <T>(work: Promise<T>) => Promise<T>

export interface LogSource {
  readonly log: LogPlace
  readonly pieces: readonly LogPieceName[]
  readonly until: number | undefined // nothing later than this, milliseconds since 1970
  readonly unsealing: Unsealing | undefined
  readonly inTime: InTime
}

/**
 * Applies the log to a copy, up to the first piece that is missing or damaged.
 * @returns the number of applied pieces, and `endedAt`, the time of the last; undefined when none was applied
 * @throws FolderError when a piece could not be read or written
 */
export async function applyLog(
  folder: string,
  source: LogSource,
): Promise<AppliedLog & { readonly endedAt: number | undefined }> {
  let position = readPosition(folder)
  if (!position) return { pieces: 0, stopped: null, endedAt: undefined }
  const following = followingPieces(source.pieces, position, source.until)
  let endedAt: number | undefined
  let applied = 0
  for (const piece of following.pieces) {
    const result = await applyOrRetry(folder, source, piece, position)
    if (result instanceof UnusablePiece) {
      const stopped = `piece ${piece.number} cannot be used (${result.message})`
      return { pieces: applied, stopped, endedAt }
    }
    position = result
    applied++
    endedAt = piece.endedAt
  }
  const stopped = following.missing === undefined ? null : `piece ${following.missing} is missing`
  return { pieces: applied, stopped, endedAt }
}

/** How often a piece is read before the restore fails. */
const triesMax = 3

/**
 * Applies one piece, and tries again when the second place or this disk fails.
 * @param after the position of the copy in the log
 * @returns the position after the piece, or the error why its content cannot be used
 * @throws FolderError after `triesMax` tries
 */
async function applyOrRetry(
  folder: string,
  source: LogSource,
  piece: LogPieceName,
  after: LogPosition,
): Promise<LogPosition | UnusablePiece> {
  for (let tries = 1; ; tries++) {
    const failures: unknown[] = []
    try {
      return await applyOnce(folder, source, piece, after, failures)
    } catch (error) {
      // The place did not fail, so reading the piece again would give the same content.
      if (failures.length === 0 && error instanceof UnusablePiece) return error
      if (tries === triesMax) throw unreadPiece(piece, failures[0] ?? error)
    }
  }
}

/**
 * Reads and applies one piece.
 * @param failures receives the errors of the second place: decryption may throw other errors because of them
 */
async function applyOnce(
  folder: string,
  { log, unsealing, inTime }: LogSource,
  { name }: LogPieceName,
  after: LogPosition,
  failures: unknown[],
): Promise<LogPosition> {
  /** Adds an error of the second place to `failures`, and throws it again. */
  const noteFailure = (error: unknown) => {
    failures.push(error)
    throw error
  }
  const stored = await inTime(log.read(name)).catch(noteFailure)
  const stream = inTimeStream(stored, inTime, noteFailure)
  const isSealed = name.endsWith(sealedPieceEnding)
  const opened = isSealed && unsealing ? await openStream(stream, unsealing).catch(throwUnusable) : stream
  return applyPiece(folder, opened, after)
}

/** Rethrows an error of decryption as UnusablePiece. */
function throwUnusable(error: unknown): never {
  throw new UnusablePiece(errorText(error), { cause: error })
}

/** Returns the error for a piece that was not read, with the cure: a time just before the piece. */
function unreadPiece({ number, endedAt }: LogPieceName, error: unknown): FolderError {
  // In whole seconds, and before the end of this piece, which is thus left out.
  const before = `${new Date(endedAt - 1_000).toISOString().slice(0, 19)}Z`
  return new FolderError(
    `piece ${number} of the log cannot be restored (${errorText(error)}): try again, or leave out this piece and all later ones with --until ${before}`,
    1,
  )
}

/**
 * Returns a stream with the same content, in which each read must end in time.
 * @param onFailure called with the error of a read that fails
 */
export function inTimeStream(
  stream: ReadableStream<Uint8Array>,
  inTime: InTime,
  onFailure: (error: unknown) => void = () => {},
): ReadableStream<Uint8Array> {
  const reader = stream.getReader()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await inTime(reader.read())
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (error) {
        onFailure(error)
        throw error
      }
    },
    cancel: reason => reader.cancel(reason),
  })
}

// The log between two back-ups: numbered pieces in the second place, each with the changes of one minute.
// This file decides which pieces follow a copy, and when the log is behind. A generation is a sequence of
// pieces without a gap.

/** What the name of a piece contains. */
export interface LogPieceName {
  readonly name: string
  readonly generation: string
  readonly number: number
  /** This piece and the earlier ones contain every change up to this time; milliseconds. */
  readonly endedAt: number
}

/** The position of a copy in the log. The next piece has the next number. */
export interface LogPosition {
  readonly generation: string
  readonly number: number
  readonly hash: string // SHA-256 of the piece of this number, hex; empty before the first
}

/** The time between two pieces: the most work that is lost when the server is destroyed. */
export const pieceEveryMs = 60_000
/** A person should look into it once the log is this late. */
const behindMs = 300_000

/**
 * Whether changes that are not yet in the second place are too old.
 * @param since when the oldest of them was made
 */
export const isLogBehind = (since: number | undefined, now: number): boolean =>
  since !== undefined && now - since > behindMs

export interface BackupLogState {
  /** The second place has every change before this time; undefined until that is known. */
  readonly safeUntil: number | undefined
  readonly isBehind: boolean
  readonly failure: string | undefined // why the last piece was not stored there
}

/** The pieces that follow a position without a gap, up to a time. `missing` is the first missing number. */
export interface FollowingPieces {
  readonly pieces: readonly LogPieceName[]
  readonly missing: number | undefined
}

/**
 * Returns the pieces of the log that follow a position, up to the first gap.
 * @param existing all pieces in the second place, of any generation and in any order
 * @param until the end of the last piece, milliseconds; by default all pieces follow
 */
export function followingPieces(
  existing: readonly LogPieceName[],
  { generation, number }: Pick<LogPosition, 'generation' | 'number'>,
  until = Number.POSITIVE_INFINITY,
): FollowingPieces {
  const later = existing
    .filter(piece => piece.generation === generation && piece.number > number && piece.endedAt <= until)
    .sort((a, b) => a.number - b.number)
  const gap = later.findIndex((piece, index) => piece.number !== number + 1 + index)
  if (gap < 0) return { pieces: later, missing: undefined }
  return { pieces: later.slice(0, gap), missing: number + 1 + gap }
}

/** What copies can still use pieces. */
interface FollowedCopies {
  /** The positions of copies, as far as they are known. */
  readonly positions: readonly Pick<LogPosition, 'generation' | 'number'>[]
  /** Time of the oldest copy whose position is unknown; `Infinity` when all are known. */
  readonly oldest: number
  /** How many copies a place keeps. */
  readonly keep: number
}

/**
 * Returns the pieces to delete, which no copy can use: within a generation, all before the first piece that a
 * copy may need. A copy may need a piece that follows its position or, if that is unknown, that ended at its
 * time or later. Times alone are not enough, because a clock that was behind may have dated any piece. Of
 * each generation only the `keep` last positions count: a copy that a clock dated ahead is never deleted, and
 * would keep all pieces after it.
 */
export function surplusPieces(
  existing: readonly LogPieceName[],
  { positions, oldest, keep }: FollowedCopies,
): LogPieceName[] {
  const lastPositions = [...Map.groupBy(positions, ({ generation }) => generation).values()].flatMap(copies =>
    copies.toSorted((a, b) => b.number - a.number).slice(0, keep),
  )
  const isNeeded = ({ generation, number, endedAt }: LogPieceName) =>
    endedAt >= oldest || lastPositions.some(copy => copy.generation === generation && copy.number < number)
  return [...Map.groupBy(existing, ({ generation }) => generation).values()].flatMap(pieces => {
    const inOrder = pieces.toSorted((a, b) => a.number - b.number)
    const firstNeeded = inOrder.findIndex(isNeeded)
    return firstNeeded < 0 ? inOrder : inOrder.slice(0, firstNeeded)
  })
}

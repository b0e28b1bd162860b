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
 * Whether the second place has lacked changes for too long.
 * @param since when the oldest of these changes was made; undefined if the second place has all
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
 * Returns the pieces of the log that follow a copy's position in its generation, up to the first gap.
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
  const firstNumber = number + 1
  const gapIndex = later.findIndex((piece, index) => piece.number !== firstNumber + index)
  if (gapIndex < 0) return { pieces: later, missing: undefined }
  return { pieces: later.slice(0, gapIndex), missing: firstNumber + gapIndex }
}

/** The copies that may still need pieces of the log. */
interface RetainedCopies {
  /** The known positions of copies. */
  readonly positions: readonly Pick<LogPosition, 'generation' | 'number'>[]
  /** When the oldest copy of unknown position was taken; `Infinity` when all positions are known. */
  readonly oldestUnknownAt: number
  /** How many copies a place keeps. */
  readonly keep: number
}

/**
 * Returns the pieces that may be deleted: in each generation, all pieces before the first that a copy needs.
 * A copy needs the pieces after its position. A copy of unknown position needs the pieces that ended when it
 * was taken or later.
 */
export function surplusPieces(
  existing: readonly LogPieceName[],
  { positions, oldestUnknownAt, keep }: RetainedCopies,
): LogPieceName[] {
  // A copy taken while the clock was ahead is never deleted. Only the last `keep` positions count, so that
  // such a copy does not prevent the deletion of all later pieces.
  const lastPositions = byGeneration(positions).flatMap(copies =>
    copies.toSorted((a, b) => b.number - a.number).slice(0, keep),
  )
  const isNeeded = ({ generation, number, endedAt }: LogPieceName) =>
    endedAt >= oldestUnknownAt ||
    lastPositions.some(copy => copy.generation === generation && copy.number < number)
  return byGeneration(existing).flatMap(pieces => {
    const inOrder = pieces.toSorted((a, b) => a.number - b.number)
    // Later pieces are needed, too. The time of one may be too early, if the clock was behind.
    const firstNeeded = inOrder.findIndex(isNeeded)
    return firstNeeded < 0 ? inOrder : inOrder.slice(0, firstNeeded)
  })
}

/** Groups pieces or positions by their generation. */
const byGeneration = <T extends { readonly generation: string }>(items: readonly T[]): T[][] => [
  ...Map.groupBy(items, ({ generation }) => generation).values(),
]

// The log between two back-ups: numbered pieces in the second place, each with what changed within a minute. Which
// of them follow a copy, and when the log is behind. A generation is one unbroken row of pieces.

/** A piece as its name says it. */
export interface LogPieceName {
  readonly name: string
  readonly generation: string
  readonly number: number
  /** Everything up to this time is in it or before; milliseconds. */
  readonly endedAt: number
}

/** The place of a copy in the log: the next piece has the next number. */
export interface LogPosition {
  readonly generation: string
  readonly number: number
  /** SHA-256 of the piece of this number, hex; empty before the first. */
  readonly hash: string
}

/** Between two pieces; also what a burnt server loses at most. */
export const pieceEveryMs = 60_000
/** From here on a person must look. */
const behindMs = 300_000

/** Whether changes that are not in the second place are too old. @param since the oldest of them */
export const isLogBehind = (since: number | undefined, now: number): boolean =>
  since !== undefined && now - since > behindMs

/** The state of the log as the owner sees it. */
export interface BackupLogState {
  /** What changed before is in the second place; undefined until that is known. */
  readonly safeUntil: number | undefined
  readonly isBehind: boolean
  /** Why the last part did not get there. */
  readonly failure: string | undefined
}

/** Pieces that follow a position without a gap, up to a time; `missing` is the first number that is not there. */
export interface FollowingPieces {
  readonly pieces: readonly LogPieceName[]
  readonly missing: number | undefined
}

/** @param until milliseconds; without it all that are there */
export function followingPieces(
  all: readonly LogPieceName[],
  { generation, number }: Pick<LogPosition, 'generation' | 'number'>,
  until = Number.POSITIVE_INFINITY,
): FollowingPieces {
  const wanted = all
    .filter(piece => piece.generation === generation && piece.number > number && piece.endedAt <= until)
    .sort((one, other) => one.number - other.number)
  const gap = wanted.findIndex((piece, index) => piece.number !== number + 1 + index)
  return gap < 0
    ? { pieces: wanted, missing: undefined }
    : { pieces: wanted.slice(0, gap), missing: number + 1 + gap }
}

// Pauses between the pieces of long background work, so that requests wait for one piece at most, and rarely.
import type { Clock } from '../world.ts'

/** A piece takes about a millisecond, so this work takes a twentieth of the server's time at most. */
const restMs = 16

/** Resolves when the next piece may run. */
export const restAfterPiece = ({ after }: Pick<Clock, 'after'>): Promise<void> =>
  new Promise(resolve => after(restMs, resolve))

// Pauses between the pieces of long background work, so that a request waits for one piece at most, and
// rarely.
import type { Clock } from '../world.ts'

/** A piece takes about a millisecond, so background work takes at most a twentieth of the server's time. */
const restMs = 16

/** Resolves when the next piece may run. */
export const restAfterPiece = ({ after }: Pick<Clock, 'after'>): Promise<void> =>
  new Promise(resolve => after(restMs, resolve))

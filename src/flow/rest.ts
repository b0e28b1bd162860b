// Long work in the background looks at a little at a time, and rests between two pieces: requests that come meanwhile
// wait for one of them at most, and seldom.
import type { Clock } from '../world.ts'

/** A piece takes about a millisecond, so this work takes a twentieth of the server's time at most. */
const restMs = 16

/** Resolves when the next piece may be looked at. */
export const restAfterPiece = ({ after }: Pick<Clock, 'after'>): Promise<void> =>
  new Promise(resolve => after(restMs, resolve))

// The marks of a move, which keep a place from being served. The new place has its mark from before its first
// row. When all rows have arrived, the old place gets a mark, and then the new one loses its own. So at most
// one of them is served at any moment, and the marks show an interrupted move how far it was.
import { folderMark, markFolder } from '../folder/folder-mark.ts'
import { markMove, moveMark } from '../postgres/postgres.ts'
import type { Session } from '../postgres/session.ts'

export interface MovePlace {
  /** Name of this place in the mark of the other one. */
  readonly name: string
  /** How a person removes its mark. */
  readonly removal: string
  /** Returns why the place must not be used; undefined if it may be. */
  mark(): Promise<string | undefined>
  /** Marks the place, or removes its mark. @param why undefined when the place may be used again */
  setMark(why: string | undefined): Promise<void>
}

/** The old and the new place of a move. */
export interface MoveEnds {
  readonly from: MovePlace
  readonly to: MovePlace
}

/** Returns a data folder as one end of a move. */
export const folderPlace = (folder: string): MovePlace => ({
  name: folder,
  removal: 'remove its file "moved"',
  mark: async () => folderMark(folder),
  setMark: async why => markFolder(folder, why),
})

/**
 * Returns a database as one end of a move.
 * @param name URL without the password
 * @param session holds the database
 */
export const databasePlace = (name: string, session: Session): MovePlace => ({
  name,
  removal: 'drop its table "moved"',
  mark: () => moveMark(session),
  setMark: why => markMove(session, why),
})

/** Returns the mark of the new place until all rows have arrived. */
const markOfTarget = ({ from }: MoveEnds) =>
  `it is being filled from ${from.name} (kaunta move): start that again, it goes on`
/** Returns the mark of the old place once all rows have arrived. */
const markOfSource = ({ from, to }: MoveEnds) =>
  `it was moved to ${to.name} (kaunta move): start Kaunta on that; to go back to what is here, ${from.removal}`

/** Marks the new place before its first row arrives, so that it is not served. */
export const markArriving = (ends: MoveEnds): Promise<void> => ends.to.setMark(markOfTarget(ends))
/** Returns whether rows of this move are still arriving at the new place. */
export const isArriving = async (ends: MoveEnds): Promise<boolean> =>
  (await ends.to.mark()) === markOfTarget(ends)

/** Ends the move: between its two marks neither place is served. */
export async function handOver(ends: MoveEnds): Promise<void> {
  await ends.from.setMark(markOfSource(ends))
  await ends.to.setMark(undefined)
}

/**
 * Removes the mark of the old place if a move was interrupted between the two marks; the new place keeps its
 * own.
 */
export async function reopenSource(ends: MoveEnds): Promise<void> {
  if ((await isArriving(ends)) && (await ends.from.mark()) === markOfSource(ends))
    await ends.from.setMark(undefined)
}

/** Returns whether this move has ended: only the old place has a mark. */
export const hasEnded = async (ends: MoveEnds): Promise<boolean> =>
  (await ends.from.mark()) === markOfSource(ends) && (await ends.to.mark()) === undefined

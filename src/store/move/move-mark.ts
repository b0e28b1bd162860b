// The marks of a move, which keep a place from being served. The new place gets its mark before its first
// row. When all rows have arrived, the old place gets a mark, and then the mark of the new place is removed.
// So at most one of them can be served at any moment, and the marks show how far an interrupted move was.
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
 * @param session has locked the database for this process alone
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
/** Returns whether the mark of the new place shows that this move has begun and not ended. */
export const isArriving = async (ends: MoveEnds): Promise<boolean> =>
  (await ends.to.mark()) === markOfTarget(ends)

/** Ends the move: marks the old place, and then removes the mark of the new one. Never are both served. */
export async function handOver(ends: MoveEnds): Promise<void> {
  await ends.from.setMark(markOfSource(ends))
  await ends.to.setMark(undefined)
}

/**
 * Removes the mark of the old place if `handOver` was interrupted while both places had marks. The mark of
 * the new place stays.
 */
export async function reopenSource(ends: MoveEnds): Promise<void> {
  const haveBothMarks = (await isArriving(ends)) && (await ends.from.mark()) === markOfSource(ends)
  if (haveBothMarks) await ends.from.setMark(undefined)
}

/** Returns whether this move has ended: only the old place has a mark. */
export const hasEnded = async (ends: MoveEnds): Promise<boolean> =>
  (await ends.from.mark()) === markOfSource(ends) && (await ends.to.mark()) === undefined

// The marks of a move, which keep a place from being served: the new one has its mark from before its first row. When
// all rows are there the old one gets a mark, and then the new one loses its own. So at each moment at most one of the
// two is served, and a move that was cut off finds in the marks how far it was.
import { folderMark, markFolder } from '../folder/folder-mark.ts'
import { markMove, moveMark } from '../postgres/postgres.ts'
import type { Session } from '../postgres/session.ts'

export interface MovePlace {
  /** What the mark of the other place calls it. */
  readonly name: string
  /** How a person removes its mark. */
  readonly removal: string
  mark(): Promise<string | undefined>
  /** @param why undefined when it may be used again */
  setMark(why: string | undefined): Promise<void>
}

/** From where to where. */
export interface MoveEnds {
  readonly from: MovePlace
  readonly to: MovePlace
}

export const folderPlace = (folder: string): MovePlace => ({
  name: folder,
  removal: 'remove its file "moved"',
  mark: async () => folderMark(folder),
  setMark: async why => markFolder(folder, why),
})

/** @param name without the password @param session that has taken the database */
export const databasePlace = (name: string, session: Session): MovePlace => ({
  name,
  removal: 'drop its table "moved"',
  mark: () => moveMark(session),
  setMark: why => markMove(session, why),
})

const arriving = ({ from }: MoveEnds) =>
  `it is being filled from ${from.name} (kaunta move): start that again, it goes on`
const left = ({ from, to }: MoveEnds) =>
  `it was moved to ${to.name} (kaunta move): start Kaunta on that; to go back to what is here, ${from.removal}`

export const markArriving = (ends: MoveEnds): Promise<void> => ends.to.setMark(arriving(ends))
export const isArriving = async (ends: MoveEnds): Promise<boolean> =>
  (await ends.to.mark()) === arriving(ends)

/** Ends the move: between its two marks neither place is served. */
export async function handOver(ends: MoveEnds): Promise<void> {
  await ends.from.setMark(left(ends))
  await ends.to.setMark(undefined)
}

/** Takes the mark of the old place back where a move was cut off between the two; the new one keeps its own. */
export async function reopenSource(ends: MoveEnds): Promise<void> {
  if ((await isArriving(ends)) && (await ends.from.mark()) === left(ends)) await ends.from.setMark(undefined)
}

export const hasEnded = async (ends: MoveEnds): Promise<boolean> =>
  (await ends.from.mark()) === left(ends) && (await ends.to.mark()) === undefined

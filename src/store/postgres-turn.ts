// A group's turn to write on PostgreSQL: one group writes at a time, whichever node it comes from (decision 35).
import { locks } from './postgres-lock.ts'
import type { Session } from './postgres-session.ts'
import { era, type TransactionName, type WriterParts } from './postgres-writer.ts'

export type Writer = Pick<WriterParts, 'node' | 'refresh'>

/** Reads anew what is kept of rows that another node has written, and takes over from it. */
const takeOver = (session: Session, { node, refresh }: Writer) =>
  Promise.all([session.rows('update last_writer set node = $1 where node <> $1', [node]), refresh(session)])

/**
 * Takes turns. What another node has written since the last one is read anew. What nodes write in turns has ids in turns
 * as well, whatever their clocks say: readers of events go on after the last id that they know.
 */
export function newTurns(writer: Writer) {
  /** Where nodes take turns, another one has nearly always written since: then nothing waits for that answer. */
  let hadOtherWriter = false

  /** Begins a transaction, and waits for the groups before. */
  return async (session: Session): Promise<TransactionName> => {
    session.rows('begin').catch(() => {}) // what follows fails as well
    const turn = session.rows(`select pg_advisory_xact_lock($1, $2), pg_current_xact_id()::text, ${era}`, [
      locks.space,
      locks.turn,
    ])
    // A statement of its own: it sees what is committed when the turn has come.
    const last = session.rows('select node = $1 from last_writer', [writer.node])
    const isExpected = hadOtherWriter
    const [[row], [own]] = await Promise.all([turn, last, isExpected && takeOver(session, writer)])
    hadOtherWriter = own?.[0] !== true
    if (hadOtherWriter && !isExpected) await takeOver(session, writer)
    return { transaction: row?.[1], era: row?.[2] }
  }
}

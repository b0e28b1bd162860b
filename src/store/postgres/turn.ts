// A group's turn to write on PostgreSQL: one group writes at a time, on whichever node (decision 35).
import { locks } from './lock.ts'
import type { Session } from './session.ts'
import { type CommitCheck, serverIncarnation, type WriterParts } from './writer.ts'

const takeText = `select pg_advisory_xact_lock(${locks.space}, ${locks.turn}), pg_current_xact_id()::text, ${serverIncarnation}`
/** A separate statement, so that it sees what was committed before the turn came. */
const takeOverText = 'update last_writer set node = $1 where node <> $1 returning node'

/**
 * Begins a transaction and waits for this node's turn to write. If another node has written since the last
 * turn, `refresh` reloads the rows that this node keeps in memory.
 * @returns what identifies the transaction if its commit is not answered
 */
export async function takeTurn(
  session: Session,
  { node, refresh }: Pick<WriterParts, 'node' | 'refresh'>,
): Promise<CommitCheck> {
  session.rows('begin').catch(() => {}) // the next statements fail as well
  const [[turn], takenOver] = await Promise.all([session.rows(takeText), session.rows(takeOverText, [node])])
  if (takenOver.length > 0) await refresh(session)
  return { transaction: turn?.[1], serverIncarnation: turn?.[2] }
}

// The transaction of a group on PostgreSQL: it waits for its turn, tells the other nodes what it changes, and
// ends with its commit.
import type { changeNotifier, listenerCalls } from '../engine/commit-listener.ts'
import { notifyText, notifyWith } from '../engine/node-channel.ts'
import type { TableNews } from '../engine/table-news.ts'
import { newRowBatch } from './batch.ts'
import { noteFailure, type OpenGroup, sendChange } from './body.ts'
import { newPostgresChain } from './chain.ts'
import type { Session } from './session.ts'
import { takeTurn } from './turn.ts'
import type { CommitCheck, WriterParts } from './writer.ts'

/** Returns the state of a group whose transaction is about to begin. */
function newGroup(parts: Pick<OpenGroup, 'session' | 'onChange' | 'node' | 'callListener'>): OpenGroup {
  const group: OpenGroup = {
    ...parts,
    sent: [],
    batch: newRowBatch((text, values) => sendChange(group, text, values, error => noteFailure(group, error))),
    first: new Map(),
    deferredSums: new Map(),
    notes: new Map(),
    hasFailed: false,
    conflict: undefined,
    isCut: false,
    areSurelySent: true,
  }
  return group
}

interface RunParts extends Pick<WriterParts, 'node' | 'refresh'> {
  /** Id of this node, which the others receive with each commit. */
  readonly sender: string
  readonly listeners: ReturnType<typeof listenerCalls>
  readonly changes: Pick<ReturnType<typeof changeNotifier>, 'onChange' | 'tables'>
  readonly news: TableNews
  readonly commit: (session: Session, check: CommitCheck) => Promise<void>
}

/** Returns functions to begin the transaction of a group, again after a rollback, and to commit it. */
export function newPostgresRun(session: Session, parts: RunParts) {
  const { node, sender, listeners, changes, news } = parts
  const chain = newPostgresChain(session)
  const onChange = (table: string) => {
    changes.onChange(table)
    chain.onChange(table)
  }
  const group = newGroup({ session, onChange, node, callListener: listeners.call })
  let check: CommitCheck | undefined
  return {
    group,
    /** Begins a transaction, and waits for the turn to write. */
    async begin(): Promise<void> {
      chain.begin()
      group.hasFailed = false
      group.areSurelySent = true
      check = await takeTurn(session, parts)
    },
    /**
     * Returns whether the commit may be sent without waiting for the answers to the statements before it. The
     * server then rolls back if one of them failed. But a statement that the driver itself refused never
     * reached the server, so each text must have run before.
     */
    canCommit: () => group.areSurelySent && session.hasRun(notifyText) && !chain.addsRecords(),
    link: chain.link,
    /** Sends the notes to the other nodes and then the commit. @throws unless the rows are surely saved */
    async commit(): Promise<void> {
      const tableNotes = news.takeNotes(changes.tables())
      const bodyNotes = [...group.notes.values()].flat()
      notifyWith(session, sender, [...tableNotes, ...bodyNotes])
      try {
        await parts.commit(session, check ?? { transaction: undefined, serverIncarnation: undefined })
      } finally {
        news.ended()
      }
    },
  }
}

export type PostgresRun = ReturnType<typeof newPostgresRun>

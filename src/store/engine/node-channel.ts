// Notes between the nodes on one PostgreSQL database, sent with its NOTIFY: single lines, such as "payment
// pay_1 acc_1". Notes of a transaction arrive after its commit, in the order of commits. They name what
// changed, never how: no phone numbers, secrets or bodies.
import { randomBytes } from 'node:crypto'
import { assert } from '../../domain/fault.ts'
import { connections, type Session } from '../postgres/session.ts'
import type { After } from './after.ts'

/** The connection of this node to the others. */
export interface NodeChannel {
  /** Sends a note soon, outside any transaction. It is lost if this node ends before that. */
  send(note: string): void
  /** Calls back with each note of another node. */
  onNote(listener: (note: string) => void): void
  /** Calls back when notes may have been missed: anything may have changed on another node. */
  onMissed(listener: () => void): void
  /** Calls back every second while no beat arrives: what this node keeps in memory may be old. */
  onSilence(listener: () => void): void
  /** Calls back every second, until the channel is closed. */
  onBeat(listener: () => void): void
}

/** Channel name; channels of PostgreSQL cover one database. */
const channelName = 'kaunta'
/** Most bytes of a payload: PostgreSQL takes less than 8,000. */
const payloadMax = 7_900
/**
 * Each node sends itself a beat at this interval. If it does not receive its own beat, it misses the notes
 * of others, too.
 */
const beatMs = 1_000
/** After this many lost beats it listens on a new connection. */
const silentBeatsMax = 5

const beatNote = 'beat'

/** Returns each note once, at its last occurrence: a note in between may contradict an earlier one. */
function lastOccurrences(notes: Iterable<string>): string[] {
  const newestFirst = [...notes].reverse()
  return [...new Set(newestFirst)].reverse()
}

/**
 * Packs notes into payloads of at most `payloadMax` bytes.
 * @param node id of this node, the first line of each payload
 */
export function payloadsOf(node: string, notes: Iterable<string>): string[] {
  const payloads: string[] = []
  let lines: string[] = []
  let bytes = 0
  const endPayload = () => {
    if (lines.length > 0) payloads.push([node, ...lines].join('\n'))
    lines = []
    bytes = node.length
  }
  endPayload()
  for (const note of lastOccurrences(notes)) {
    const size = Buffer.byteLength(note) + 1
    assert(size < payloadMax / 2 && !note.includes('\n'), 'a note is one short line')
    if (bytes + size > payloadMax) endPayload()
    lines.push(note)
    bytes += size
  }
  endPayload()
  return payloads
}

/**
 * Tables that are not announced: `job` changes with every piece of work, and due jobs have a note of their
 * own.
 */
const unshared = new Set(['job'])

/** Returns a list with the note about the changed tables; empty if they concern no other node. */
export function tablesNotes(changed: ReadonlySet<string>): string[] {
  const tables = changed.difference(unshared)
  return tables.size > 0 ? [`tables ${[...tables].join(',')}`] : []
}

/** Returns the tables in a note of `tablesNotes`; undefined for any other note. */
export function tablesIn(note: string): ReadonlySet<string> | undefined {
  const [kind, names = ''] = note.split(' ')
  return kind === 'tables' && names !== '' ? new Set(names.split(',')) : undefined
}

export const notifyText = 'select pg_notify($1, $2)'

/** Sends notes with the open transaction of a session. If that fails, the commit of the transaction fails. */
export function notifyWith(session: Session, node: string, notes: Iterable<string>): void {
  for (const payload of payloadsOf(node, notes))
    session.rows(notifyText, [channelName, payload]).catch(() => {})
}

/**
 * Returns the receiver of the channel's payloads. `begin` may be called again: it replaces the connection,
 * and ignores what the earlier connection still receives.
 * @param onListen called each time a connection has begun to listen
 */
function newListening(url: string, onPayload: (payload: string) => void, onListen: () => void) {
  let current: Bun.SQL | undefined
  const close = () => void current?.close({ timeout: 0 }).catch(() => {}) // the connection is lost either way
  return {
    async begin(): Promise<void> {
      close()
      const sql = connections(url, { keepsStatements: true })
      current = sql
      const ifCurrent = (call: () => void) => {
        if (current === sql) call()
      }
      await sql.listen(
        channelName,
        payload => ifCurrent(() => onPayload(payload)),
        () => ifCurrent(onListen),
      )
    },
    end() {
      close()
      current = undefined
    },
  }
}

export interface OpenNodeChannel extends NodeChannel {
  /** Id of this node. */
  readonly node: string
  close(): Promise<void>
}

/** Most notes that wait while the database is away. */
const waitingMax = 10_000

/** Returns the sender of notes that belong to no transaction. Waiting notes are sent together. */
function newSender(url: string, node: string) {
  const connect = () => connections(url, { keepsStatements: true, settings: { synchronous_commit: 'off' } })
  let sql = connect()
  let waiting: string[] = []
  let isSending = false

  /** Sends the waiting notes. If that fails, they wait for the next note. */
  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      const notes = waiting
      waiting = []
      try {
        for (const payload of payloadsOf(node, notes)) await sql.unsafe(notifyText, [channelName, payload])
      } catch {
        // They go with the next note: a node sends one every second.
        waiting = [...notes, ...waiting].slice(-waitingMax)
        return
      }
    }
  }

  return {
    send(note: string): void {
      waiting.push(note)
      if (isSending) return
      isSending = true
      queueMicrotask(async () => {
        await sendAll()
        isSending = false
      })
    },
    /** Switches to a new connection, because the current one may wait for an answer that never comes. */
    renew() {
      const before = sql
      sql = connect()
      void before.close({ timeout: 0 }).catch(() => {}) // the connection is lost either way
    },
    end: () => sql.close({ timeout: 1 }),
  }
}

/** Returns a list of listeners that are called with the same values. */
function newListeners<T extends unknown[]>() {
  const listeners: ((...values: T) => void)[] = []
  return {
    add: (listener: (...values: T) => void) => void listeners.push(listener),
    call(...values: T): void {
      for (const listener of listeners) listener(...values)
    },
  }
}

/** Opens the channel of this node on a database. @throws the error of the server or the network */
export async function openNodeChannel(url: string, after: After): Promise<OpenNodeChannel> {
  const node = randomBytes(6).toString('hex')
  const sender = newSender(url, node)
  const notes = newListeners<[string]>()
  const missed = newListeners<[]>()
  const silence = newListeners<[]>()
  const beats = newListeners<[]>()
  let hasListened = false
  /** How many beats this node has sent since it last received one. */
  let silentBeats = 0
  let cancelBeat = () => {}

  /** Passes on the notes of other nodes, and counts the beats of this one. */
  function onPayload(payload: string): void {
    const [from, ...lines] = payload.split('\n')
    if (from !== node) {
      for (const line of lines) notes.call(line)
      return
    }
    // This node’s beat took longer than a second, so notes sent before it may have been missed.
    if (silentBeats > 1) missed.call()
    silentBeats = 0
  }

  const listening = newListening(url, onPayload, () => {
    if (hasListened) missed.call() // notes that came while no connection listened
    hasListened = true
    silentBeats = 0
  })

  /** Sends the next beat, and listens on a new connection when too many were not received. */
  function beat(): void {
    if (silentBeats > 0) silence.call()
    if (silentBeats > 0 && silentBeats % silentBeatsMax === 0) {
      sender.renew()
      // A failure is ignored, because the next round tries again.
      void listening.begin().catch(() => {})
    }
    silentBeats++
    beats.call()
    sender.send(beatNote)
    cancelBeat = after(beatMs, beat)
  }

  await listening.begin()
  beat()
  return {
    node,
    send: sender.send,
    onNote: notes.add,
    onMissed: missed.add,
    onSilence: silence.add,
    onBeat: beats.add,
    async close() {
      cancelBeat()
      listening.end()
      await sender.end()
    },
  }
}

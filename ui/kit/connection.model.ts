// Whether the server can be reached, from one heartbeat to the next. One refused call may be an accident and
// is tried again at once; a second one, or a call that hangs, is believed: the cashier knows within 5
// seconds.

/** `refused` failed immediately, `silent` had no answer in time. */
export type HeartbeatResult = 'reached' | 'refused' | 'silent'

/** What the last heartbeats tell about the connection. */
export interface Connection {
  readonly reachable: boolean
  /** Failed beats in a row. */
  readonly misses: number
}

/** The connection when a page starts: reachable until a heartbeat fails. */
export const newConnection: Connection = { reachable: true, misses: 0 }

/** A heartbeat without an answer for longer than this is silent. */
export const heartbeatTimeoutMs = 2_200

/**
 * Returns the connection after one more heartbeat: two misses in a row, or a silent one, mean unreachable.
 */
export function nextConnection(connection: Connection, result: HeartbeatResult): Connection {
  if (result === 'reached')
    return connection.reachable && connection.misses === 0 ? connection : newConnection
  const misses = connection.misses + 1
  return { misses, reachable: connection.reachable && misses < 2 && result !== 'silent' }
}

/**
 * Returns how long to wait for the next heartbeat, in milliseconds: short after the first miss, which may be
 * an accident.
 */
export function heartbeatDelayMs(connection: Connection): number {
  if (connection.misses === 0) return 2_000
  return connection.reachable ? 500 : 1_000
}

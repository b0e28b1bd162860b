// Whether the server can be reached, from one heartbeat to the next. One refused call may be an accident and
// is tried again at once; a second one, or a call that hangs, is believed: the cashier knows within 5
// seconds.

/** `refused` came back immediately, `silent` never did. */
export type HeartbeatResult = 'reached' | 'refused' | 'silent'

export interface Connection {
  readonly reachable: boolean
  /** Failed beats in a row. */
  readonly misses: number
}

export const newConnection: Connection = { reachable: true, misses: 0 }

/** A call that hangs longer than this is silent. */
export const heartbeatTimeoutMs = 2_200

/** The connection after one more heartbeat. */
export function nextConnection(link: Connection, beat: HeartbeatResult): Connection {
  if (beat === 'reached') return link.reachable && link.misses === 0 ? link : newConnection
  const misses = link.misses + 1
  return { misses, reachable: link.reachable && misses < 2 && beat !== 'silent' }
}

/** How long to wait for the next one. */
export const heartbeatDelayMs = (link: Connection): number =>
  link.misses === 0 ? 2_000 : link.reachable ? 500 : 1_000

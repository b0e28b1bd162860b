// Watches the connection to the server by a heartbeat every two seconds, because a broken event stream may
// not show for minutes.
import { useSyncExternalStore } from 'react'
import { syncServerClock } from './clock.ts'
import {
  type Connection,
  type HeartbeatResult,
  heartbeatDelayMs,
  heartbeatTimeoutMs,
  newConnection,
  nextConnection,
} from './connection.model.ts'
import { newListeners } from './listeners.ts'

let connection: Connection = newConnection
let timer: ReturnType<typeof setTimeout> | undefined
let isHeartbeatRunning = false
const listeners = newListeners()

/** Counts a heartbeat, and notifies the page if the server became reachable or unreachable. */
function applyHeartbeat(result: HeartbeatResult): void {
  const wasReachable = connection.reachable
  connection = nextConnection(connection, result)
  if (wasReachable !== connection.reachable) listeners.call()
}

/** Sends one heartbeat. Its response also corrects the server clock. */
async function sendHeartbeat(): Promise<HeartbeatResult> {
  const sentAt = Date.now()
  const control = new AbortController()
  const timeout = setTimeout(() => control.abort(), heartbeatTimeoutMs)
  try {
    const response = await fetch('/health', { cache: 'no-store', signal: control.signal })
    syncServerClock(response, sentAt)
    return 'reached'
  } catch {
    return control.signal.aborted ? 'silent' : 'refused'
  } finally {
    clearTimeout(timeout)
  }
}

/** Sends a heartbeat now, unless one is under way or the page is hidden, and plans the next one. */
async function runHeartbeat(): Promise<void> {
  if (isHeartbeatRunning) return
  isHeartbeatRunning = true
  clearTimeout(timer)
  if (!document.hidden) applyHeartbeat(await sendHeartbeat())
  isHeartbeatRunning = false
  timer = setTimeout(runHeartbeat, heartbeatDelayMs(connection))
}

/** Counts any answered call as a heartbeat. */
export const reportReachable = (): void => applyHeartbeat('reached')
/** Checks the connection now, for example because a call failed. */
export const checkConnection = (): void => void runHeartbeat()
/** Calls `listener` at each change, outside of React. Returns the function that stops it. */
export const subscribeConnection = listeners.subscribe
/** Returns whether the server can be reached, as far as the last heartbeats tell. */
export const isReachable = (): boolean => connection.reachable

/**
 * When the first heartbeat is sent. The page's first calls show earlier whether the server can be reached,
 * and a failed call checks immediately.
 */
const firstCheckMs = 1_000

/** Starts the heartbeat, once per page. */
export function startConnection(): void {
  for (const name of ['online', 'offline', 'focus']) window.addEventListener(name, checkConnection)
  document.addEventListener('visibilitychange', checkConnection)
  setTimeout(checkConnection, firstCheckMs)
}

/** Returns whether the server can be reached, and renders again when that changes. */
export const useReachable = (): boolean => useSyncExternalStore(subscribeConnection, isReachable)

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

function applyHeartbeat(beat: HeartbeatResult): void {
  const before = connection
  connection = nextConnection(connection, beat)
  if (before.reachable !== connection.reachable) listeners.call()
}

async function sendHeartbeat(): Promise<HeartbeatResult> {
  const sent = Date.now()
  const control = new AbortController()
  const late = setTimeout(() => control.abort(), heartbeatTimeoutMs)
  try {
    const response = await fetch('/health', { cache: 'no-store', signal: control.signal })
    syncServerClock(response, sent)
    return 'reached'
  } catch {
    return control.signal.aborted ? 'silent' : 'refused'
  } finally {
    clearTimeout(late)
  }
}

async function runHeartbeat(): Promise<void> {
  if (isHeartbeatRunning) return
  isHeartbeatRunning = true
  clearTimeout(timer)
  if (!document.hidden) applyHeartbeat(await sendHeartbeat())
  isHeartbeatRunning = false
  timer = setTimeout(runHeartbeat, heartbeatDelayMs(connection))
}

/** Some call got an answer. */
export const reportReachable = (): void => applyHeartbeat('reached')
/** Checks the connection now, because a call failed. */
export const checkConnection = (): void => void runHeartbeat()
/** Calls `listener` at each change, outside of React. @returns a function that stops that */
export const subscribeConnection = listeners.subscribe
export const isReachable = (): boolean => connection.reachable

const firstCheckMs = 1_000

/** Starts the heartbeat, once per page. */
export function startConnection(): void {
  for (const name of ['online', 'offline', 'focus']) window.addEventListener(name, checkConnection)
  document.addEventListener('visibilitychange', checkConnection)
  // The page's first calls show the same; a call that fails checks immediately.
  setTimeout(checkConnection, firstCheckMs)
}

/** Whether the server can be reached. */
export const useReachable = (): boolean => useSyncExternalStore(subscribeConnection, isReachable)

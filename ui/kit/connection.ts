// The link to the box: a heartbeat every two seconds, for an event stream that died quietly says nothing for
// minutes.
import { useSyncExternalStore } from 'react'
import { learnTime } from './clock.ts'
import {
  type Beat,
  beatInMs,
  beatTimeoutMs,
  type Connection,
  newConnection,
  nextConnection,
} from './connection.model.ts'

let link: Connection = newConnection
let timer: ReturnType<typeof setTimeout> | undefined
let beating = false
const listeners = new Set<() => void>()

function take(beat: Beat): void {
  const before = link
  link = nextConnection(link, beat)
  if (before.reachable !== link.reachable) for (const listener of listeners) listener()
}

async function beatOnce(): Promise<Beat> {
  const sent = Date.now()
  const control = new AbortController()
  const late = setTimeout(() => control.abort(), beatTimeoutMs)
  try {
    const response = await fetch('/health', { cache: 'no-store', signal: control.signal })
    learnTime(response, sent)
    return 'reached'
  } catch {
    return control.signal.aborted ? 'silent' : 'refused'
  } finally {
    clearTimeout(late)
  }
}

async function beat(): Promise<void> {
  if (beating) return
  beating = true
  clearTimeout(timer)
  if (!document.hidden) take(await beatOnce())
  beating = false
  timer = setTimeout(beat, beatInMs(link))
}

/** Some call got an answer. */
export const noteReached = (): void => take('reached')
/** Some call failed: find out at once whether the box is there. */
export const checkConnection = (): void => void beat()
/** For outside of React. @returns the way to stop */
export function watchConnection(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const isReachable = (): boolean => link.reachable

const firstCheckMs = 1_000

/** Starts the heartbeat, once per page. */
export function startConnection(): void {
  for (const name of ['online', 'offline', 'focus']) window.addEventListener(name, checkConnection)
  document.addEventListener('visibilitychange', checkConnection)
  // What the page itself asks first says as much; a call that fails checks at once.
  setTimeout(checkConnection, firstCheckMs)
}

/** Whether the box can be reached. */
export const useReachable = (): boolean => useSyncExternalStore(watchConnection, isReachable)

// A display on a device of its own: the server streams what to show, and when the display was disconnected.
// Only while the stream is broken does the display ask.
import { useEffect, useSyncExternalStore } from 'react'
import type { DisplayState } from '../../src/wire/display.ts'
import { type ApiResult, dataOf, getJson, postJson } from '../kit/api.ts'
import { newListeners } from '../kit/listeners.ts'
import { openLiveStream } from '../kit/live-stream.ts'
import { isBoolean, readStored, writeStored } from '../kit/storage.ts'
import { keptMs, nextState } from './display-content.model.ts'

const path = '/api/v1/display'
const storedPairing = 'display.paired'

/** `none`: never paired; `gone`: no longer paired; undefined until the server has answered. */
type KnownState = DisplayState | 'none' | 'gone' | undefined

let state: KnownState = readStored(storedPairing, isBoolean) ? undefined : 'none'
/** Ends a sale that was kept over a restart of the server. */
let keptTimer: ReturnType<typeof setTimeout> | undefined
const listeners = newListeners()

/** Sets the state and notifies the page. */
function publish(next: KnownState): void {
  state = next
  listeners.call()
}

/** Applies an update. The last sale stays for a while if the server has lost it by a restart. */
function receive(update: DisplayState): void {
  const before = typeof state === 'object' ? state : undefined
  const next = nextState(before, update)
  if (update.known) clearTimeout(keptTimer)
  // Only the first unknown update after a known one starts the timer.
  else if (next.sale && before?.known) keptTimer = setTimeout(() => publish(update), keptMs)
  publish(next)
}

/** Forgets the pairing, because the server no longer knows this display. */
function disconnect(): void {
  writeStored(storedPairing, undefined)
  clearTimeout(keptTimer)
  publish('gone')
}

/** Asks for the state, while the stream is not open. */
async function loadState(): Promise<void> {
  const answer = await dataOf<DisplayState>(getJson(path))
  if (typeof state === 'string') return // it was disconnected before the answer came
  if (answer.ok) receive(answer.value)
  else if (answer.apiError.kind === 'logged_out') disconnect()
}

/** Pairs this browser with the till that shows this code. */
export async function pairDisplay(code: string): Promise<ApiResult<DisplayState>> {
  const answer = await dataOf<DisplayState>(postJson(`${path}/pair`, { code }))
  if (answer.ok) {
    writeStored(storedPairing, true)
    publish(answer.value)
  }
  return answer
}

/** Returns the state of this display, and follows it on the server while this browser is paired. */
export function useDisplayState(): KnownState {
  const current = useSyncExternalStore(listeners.subscribe, () => state)
  const isPaired = typeof current !== 'string'
  useEffect(() => {
    if (!isPaired) return
    void loadState()
    return openLiveStream(`${path}/stream`, {
      names: ['display'],
      receive: data => receive(JSON.parse(data) as DisplayState),
      onGone: disconnect,
      onBroken: () => void loadState(),
    })
  }, [isPaired])
  return current
}

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

/** Undefined while it is not known; `none` was never paired, `gone` is no longer. */
type KnownState = DisplayState | 'none' | 'gone' | undefined

let state: KnownState = readStored(storedPairing, isBoolean) ? undefined : 'none'
let forgetting: ReturnType<typeof setTimeout> | undefined
const listeners = newListeners()

function publish(next: KnownState): void {
  state = next
  listeners.call()
}

function receive(news: DisplayState): void {
  const before = typeof state === 'object' ? state : undefined
  const next = nextState(before, news)
  if (news.known) clearTimeout(forgetting)
  else if (next.sale && before?.known) forgetting = setTimeout(() => publish(news), keptMs)
  publish(next)
}

function disconnect(): void {
  writeStored(storedPairing, undefined)
  clearTimeout(forgetting)
  publish('gone')
}

async function check(): Promise<void> {
  const answer = await dataOf<DisplayState>(getJson(path))
  if (typeof state === 'string') return
  if (answer.ok) receive(answer.value)
  else if (answer.apiError.kind === 'logged_out') disconnect()
}

/** Pairs this browser with the till whose code this is. */
export async function pairDisplay(code: string): Promise<ApiResult<DisplayState>> {
  const answer = await dataOf<DisplayState>(postJson(`${path}/pair`, { code }))
  if (answer.ok) {
    writeStored(storedPairing, true)
    publish(answer.value)
  }
  return answer
}

/** The display content from the server, as long as this is a display. */
export function useDisplayState(): KnownState {
  const now = useSyncExternalStore(listeners.subscribe, () => state)
  const isPaired = typeof now !== 'string'
  useEffect(() => {
    if (!isPaired) return
    void check()
    return openLiveStream(`${path}/stream`, {
      names: ['display'],
      receive: data => receive(JSON.parse(data) as DisplayState),
      onGone: disconnect,
      onBroken: () => void check(),
    })
  }, [isPaired])
  return now
}

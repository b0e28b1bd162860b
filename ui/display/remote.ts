// A display on a device of its own: the server streams what to show, and a request now and then checks it.
import { useEffect, useSyncExternalStore } from 'react'
import type { DisplayState } from '../../src/wire/display.ts'
import { type ApiResult, dataOf, getJson, postJson } from '../kit/api.ts'
import { isReachable, subscribeConnection } from '../kit/connection.ts'
import { openLiveStream } from '../kit/live-stream.ts'
import { isBoolean, readStored, writeStored } from '../kit/storage.ts'
import { keptMs, nextState } from './display-content.model.ts'

const path = '/api/v1/display'
const storedPairing = 'display.paired'
/** Besides the stream, which can die quietly. */
const checkMs = 10_000

/** Undefined while it is not known; `none` was never paired, `gone` is no longer. */
type Remote = DisplayState | 'none' | 'gone' | undefined

let remote: Remote = readStored(storedPairing, isBoolean) ? undefined : 'none'
let forgetting: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function take(next: Remote): void {
  remote = next
  for (const listener of listeners) listener()
}

function hear(news: DisplayState): void {
  const before = typeof remote === 'object' ? remote : undefined
  const next = nextState(before, news)
  if (news.known) clearTimeout(forgetting)
  else if (next.sale && before?.known) forgetting = setTimeout(() => take(news), keptMs)
  take(next)
}

function end(): void {
  writeStored(storedPairing, undefined)
  clearTimeout(forgetting)
  take('gone')
}

async function ask(): Promise<void> {
  const answer = await dataOf<DisplayState>(getJson(path))
  if (typeof remote === 'string') return
  if (answer.ok) hear(answer.value)
  else if (answer.apiError.kind === 'logged_out') end()
}

/** Pairs this browser with the till whose code this is. */
export async function pairDisplay(code: string): Promise<ApiResult<DisplayState>> {
  const answer = await dataOf<DisplayState>(postJson(`${path}/pair`, { code }))
  if (answer.ok) {
    writeStored(storedPairing, true)
    take(answer.value)
  }
  return answer
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The display content from the server, as long as this is a display. */
export function useRemote(): Remote {
  const now = useSyncExternalStore(subscribe, () => remote)
  const isPaired = typeof now !== 'string'
  useEffect(() => {
    if (!isPaired) return
    void ask()
    const timer = setInterval(() => void ask(), checkMs)
    const unwatch = subscribeConnection(() => {
      if (isReachable()) void ask()
    })
    const unlisten = openLiveStream(
      `${path}/stream`,
      'display',
      data => JSON.parse(data) as DisplayState,
      hear,
      end,
    )
    return () => {
      clearInterval(timer)
      unwatch()
      unlisten()
    }
  }, [isPaired])
  return now
}

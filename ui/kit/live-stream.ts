// A stream of server-sent events that stays alive: EventSource reconnects after errors, but gives
// up on refused ones and does not notice those that died quietly.
import { checkConnection, isReachable, subscribeConnection } from './connection.ts'

const reconnectMs = 2_000
/** The server pings every 5 s: a stream that misses two is broken. */
const pingMs = 5_000
const silentMs = 12_000

/**
 * Receives every event of this name, or of these, until stopped. The server begins each stream with the
 * present
 * state, so nothing is missed.
 * @param read turns the data of an event into a value
 * @param gone called when the server has ended it for good
 * @param broken called every 5 s while the stream is broken, to ask instead; for a stream with pings
 */
export function openLiveStream<T>(
  url: string,
  names: string | readonly string[],
  read: (data: string) => T,
  receive: (value: T) => void,
  gone?: () => void,
  broken?: () => void,
): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let heardAt = performance.now()
  const close = () => {
    clearTimeout(timer)
    source?.close()
  }
  const open = () => {
    close()
    const opened = new EventSource(url)
    source = opened
    for (const name of [names].flat())
      opened.addEventListener(name, event => {
        // The browser also fires `open` when it is connected. That event has no data.
        if (!(event instanceof MessageEvent)) return
        heardAt = performance.now()
        receive(read(String(event.data)))
      })
    opened.addEventListener('ping', () => {
      heardAt = performance.now()
    })
    if (gone) opened.addEventListener('gone', gone)
    opened.addEventListener('error', () => {
      heardAt = -silentMs
      checkConnection()
      if (opened.readyState === EventSource.CLOSED) timer = setTimeout(open, reconnectMs)
    })
  }
  open()
  const unwatch = subscribeConnection(() => {
    if (isReachable()) open()
  })
  const watch = broken && setInterval(checkSilence, pingMs)
  function checkSilence(): void {
    if (performance.now() - heardAt < silentMs) return
    broken?.()
    open()
  }
  return () => {
    clearInterval(watch)
    unwatch()
    close()
  }
}

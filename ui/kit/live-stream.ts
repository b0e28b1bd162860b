// A stream of server-sent events that stays alive: EventSource reconnects after errors, but gives
// up on refused ones and does not notice those that died quietly.
import { checkConnection, isReachable, subscribeConnection } from './connection.ts'

const reconnectMs = 2_000

/**
 * Receives every event of this name, or of these, until stopped. The server begins each stream with the
 * present
 * state, so nothing is missed.
 * @param read turns the data of an event into a value
 * @param gone called when the server has ended it for good
 */
export function openLiveStream<T>(
  url: string,
  names: string | readonly string[],
  read: (data: string) => T,
  hear: (value: T) => void,
  gone?: () => void,
): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const close = () => {
    clearTimeout(timer)
    source?.close()
  }
  const open = () => {
    close()
    const opened = new EventSource(url)
    source = opened
    for (const name of [names].flat()) opened.addEventListener(name, event => hear(read(String(event.data))))
    if (gone) opened.addEventListener('gone', gone)
    opened.addEventListener('error', () => {
      checkConnection()
      if (opened.readyState === EventSource.CLOSED) timer = setTimeout(open, reconnectMs)
    })
  }
  open()
  const unwatch = subscribeConnection(() => {
    if (isReachable()) open()
  })
  return () => {
    unwatch()
    close()
  }
}

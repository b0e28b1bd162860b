// A stream of server-sent events that stays alive: EventSource reconnects after errors, but gives
// up on refused ones and does not notice those that died quietly.
import { checkConnection, isReachable, subscribeConnection } from './connection.ts'

/** A stream that the server refused is opened again after this time. */
const reconnectMs = 2_000
/** The server pings this often: a stream that misses two pings is broken. */
const pingMs = 5_000
const silentMs = 12_000

interface StreamEvents {
  readonly names: readonly string[]
  /** Receives the data of each event with one of the names. */
  readonly receive: (data: string) => void
  /** The server has ended the stream for good. */
  readonly onGone?: () => void
  /** Called every 5 s while a stream with pings is broken, so that the caller asks instead. */
  readonly onBroken?: () => void
}

/**
 * Opens a stream and receives its events until the returned function is called. The server begins each stream
 * with the present state, so a reconnect misses nothing.
 */
export function openLiveStream(url: string, { names, receive, onGone, onBroken }: StreamEvents): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastEventAt = performance.now()
  const close = () => {
    clearTimeout(timer)
    source?.close()
  }
  /** Opens the stream, in place of an open one. */
  const open = () => {
    close()
    const opened = new EventSource(url)
    source = opened
    for (const name of names)
      opened.addEventListener(name, event => {
        // The browser also fires `open` when it is connected. That event has no data.
        if (!(event instanceof MessageEvent)) return
        lastEventAt = performance.now()
        receive(String(event.data))
      })
    opened.addEventListener('ping', () => {
      lastEventAt = performance.now()
    })
    if (onGone) opened.addEventListener('gone', onGone)
    opened.addEventListener('error', () => {
      lastEventAt = -silentMs // counts as silent from now on
      checkConnection()
      if (opened.readyState === EventSource.CLOSED) timer = setTimeout(open, reconnectMs)
    })
  }
  open()
  const unsubscribe = subscribeConnection(() => {
    if (isReachable()) open()
  })
  const silenceTimer = onBroken && setInterval(checkSilence, pingMs)
  /** Reports a stream that has missed its pings, and opens it again. */
  function checkSilence(): void {
    if (performance.now() - lastEventAt < silentMs) return
    onBroken?.()
    open()
  }
  return () => {
    clearInterval(silenceTimer)
    unsubscribe()
    close()
  }
}

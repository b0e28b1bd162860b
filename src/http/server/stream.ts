// Server-sent events. News is sent after its commit, as fast as the reader accepts it; pings keep an idle
// stream open. A stream lasts longer than the check of its credential, so the reader is checked again before
// each message and at each ping.
import type { Clock } from '../../world.ts'
import type { Server } from './server.ts'
import type { StreamReader } from './stream-count.ts'

/** A ping that pages notice. A comment would raise no event. */
export const pingEvent = 'event: ping\ndata: {}\n\n'

/** The interval of pings, and the delay before a browser reconnects. */
const pingMs = 5_000
const retryMs = 1_000
/**
 * Queued news per reader. A reader who falls further behind is cut, reconnects, and gets the current state.
 */
const waitingMax = 1_000

/** The messages of a stream, and the check of its reader. */
export interface StreamSource<Reader, News> extends StreamReader {
  readonly head?: string // lines of the first message, next to the reconnect delay
  readonly ping?: string // the text of a ping; a comment by default
  readonly first: News // the first news
  /** Subscribes to news. News that is still queued is not added twice. @returns unsubscribes */
  subscribe(publish: (news: News) => void): () => void
  /** The reader with their current rights; undefined once access is lost. */
  reader(): Promise<Reader | undefined>
  /** The messages about news; undefined at a ping. @param publish queues further news */
  text(reader: Reader, news: News | undefined, publish: (news: News) => void): Promise<string>
  readonly last?: string // the last message, when the reader has lost access
}

/** @throws Fault `service_unavailable` when the caller, the merchant or the server has too many open */
export function streamOf<Reader, News>(
  server: Server,
  request: Request,
  source: StreamSource<Reader, News>,
): Response {
  const closeStream = server.streams.open(source)
  server.keepOpen(request)
  const ends = [request.signal, server.stopping]
  const stop = () => signals.stop()
  const signals = newSignals(server.appliance.world.clock, source.first, publish => {
    const unsubscribe = source.subscribe(publish)
    for (const end of ends) end.addEventListener('abort', stop)
    return () => {
      for (const end of ends) end.removeEventListener('abort', stop)
      closeStream()
      unsubscribe()
    }
  })
  if (ends.some(({ aborted }) => aborted)) stop()
  const messages = messagesOf(source, signals)
  const encoder = new TextEncoder()
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await messages.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: stop,
  })
  // No proxy may buffer the stream.
  const headers = {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  }
  return new Response(stream, { headers })
}

/** Queued news and pings, one at a time. */
function newSignals<News>(clock: Clock, first: News, subscribe: StreamSource<never, News>['subscribe']) {
  const waiting = new Set([first])
  let isQuiet = false
  let isOver = false
  let wake = () => {}
  const publish = (news: News) => {
    if (waiting.size >= waitingMax) return stop()
    waiting.add(news)
    wake()
  }
  const beat = () => {
    cancelBeat = clock.after(pingMs, beat)
    isQuiet = true
    wake()
  }
  let cancelBeat = clock.after(pingMs, beat)
  const stop = () => {
    if (isOver) return
    isOver = true
    waiting.clear()
    unsubscribe()
    cancelBeat()
    wake()
  }
  const unsubscribe = subscribe(publish)

  return {
    publish,
    stop,
    isOver: () => isOver,
    /** Waits for the next signal. @returns undefined at the end; a ping has no news */
    async next(): Promise<{ readonly news: News | undefined } | undefined> {
      while (!isOver) {
        if (isQuiet) {
          isQuiet = false
          return { news: undefined }
        }
        for (const news of waiting) {
          waiting.delete(news)
          return { news }
        }
        await new Promise<void>(resolve => {
          wake = resolve
        })
      }
      return undefined
    },
  }
}

async function* messagesOf<Reader, News>(
  { head = '', ping = ': ping\n\n', reader, text, last }: StreamSource<Reader, News>,
  signals: ReturnType<typeof newSignals<News>>,
): AsyncGenerator<string, void> {
  try {
    yield `retry: ${retryMs}\n${head}\n`
    for (let signal = await signals.next(); signal; signal = await signals.next()) {
      const now = await reader()
      if (signals.isOver()) return
      if (now === undefined) {
        if (last) yield last
        return
      }
      const messages =
        (signal.news === undefined ? ping : '') + (await text(now, signal.news, signals.publish))
      if (messages !== '') yield messages
    }
  } finally {
    signals.stop()
  }
}

// Server-sent events. Each change (news) is sent after its commit, as fast as the reader accepts it; pings
// keep an idle stream open. A stream lasts longer than the check of its credential, so the reader is checked
// again before each message and at each ping.
import type { Clock } from '../../world.ts'
import type { Server } from './server.ts'
import type { StreamReader } from './stream-count.ts'

/** A ping that raises an event on a page, unlike a comment. */
export const pingEvent = 'event: ping\ndata: {}\n\n'

/** The interval of pings. */
const pingMs = 5_000
/** How long a browser waits before it reconnects. */
const retryMs = 1_000
/**
 * Queued news per reader. A reader who falls further behind is cut, reconnects, and gets the current state.
 */
const waitingMax = 1_000

/** What one stream sends, and who reads it. */
export interface StreamSource<Reader, News> extends StreamReader {
  readonly head?: string // lines of the first message, next to the reconnect delay
  readonly ping?: string // the text of a ping; a comment by default
  readonly first: News // the first news
  /** Subscribes to news; queued news is not added twice. @returns a function that unsubscribes */
  subscribe(publish: (news: News) => void): () => void
  /** Returns the reader with their current rights; undefined once access is lost. */
  reader(): Promise<Reader | undefined>
  /**
   * Returns the messages about news, or at a ping, where `news` is undefined; empty for none.
   * @param publish queues further news
   */
  text(reader: Reader, news: News | undefined, publish: (news: News) => void): Promise<string>
  readonly last?: string // the last message, when the reader has lost access
}

/**
 * Answers with a stream of server-sent events. The stream ends when the reader disconnects, loses access or
 * falls too far behind, or when the server stops.
 * @throws Fault `service_unavailable` when the caller, the merchant or the server has too many open streams
 */
export function streamOf<Reader, News>(
  server: Server,
  request: Request,
  source: StreamSource<Reader, News>,
): Response {
  const closeStream = server.streams.open(source)
  server.keepOpen(request)
  const abortSignals = [request.signal, server.stopping]
  const stop = () => queue.stop()
  const queue = newStreamQueue(server.appliance.world.clock, source.first, publish => {
    const unsubscribe = source.subscribe(publish)
    for (const signal of abortSignals) signal.addEventListener('abort', stop)
    return () => {
      for (const signal of abortSignals) signal.removeEventListener('abort', stop)
      closeStream()
      unsubscribe()
    }
  })
  if (abortSignals.some(({ aborted }) => aborted)) stop()
  const messages = messagesOf(source, queue)
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

/**
 * Returns the queue of what a stream has to send: news in the order of arrival, and a ping every `pingMs`. A
 * full queue ends the stream, because its reader has fallen too far behind.
 * @param subscribe begins to receive news, and returns a function that stops receiving
 */
function newStreamQueue<News>(clock: Clock, first: News, subscribe: StreamSource<never, News>['subscribe']) {
  const waitingNews = new Set([first])
  let isPingDue = false
  let isOver = false
  /** Ends the wait of `next` for news or a ping, if it waits. */
  let wake = () => {}
  const publish = (news: News) => {
    if (waitingNews.size >= waitingMax) return stop()
    waitingNews.add(news)
    wake()
  }
  const queuePing = () => {
    cancelPing = clock.after(pingMs, queuePing)
    isPingDue = true
    wake()
  }
  let cancelPing = clock.after(pingMs, queuePing)
  const stop = () => {
    if (isOver) return
    isOver = true
    waitingNews.clear()
    unsubscribe()
    cancelPing()
    wake()
  }
  const unsubscribe = subscribe(publish)

  return {
    publish,
    stop,
    isOver: () => isOver,
    /** Waits for the next news or ping. @returns undefined at the end; a ping has no news */
    async next(): Promise<{ readonly news: News | undefined } | undefined> {
      while (!isOver) {
        if (isPingDue) {
          isPingDue = false
          return { news: undefined }
        }
        const oldest = waitingNews.values().next()
        if (!oldest.done) {
          waitingNews.delete(oldest.value)
          return { news: oldest.value }
        }
        await new Promise<void>(resolve => {
          wake = resolve
        })
      }
      return undefined
    },
  }
}

/**
 * Yields the messages of a stream until its queue ends or its reader loses access. The reader's access is
 * checked again before each message, because it may end while the stream is open.
 */
async function* messagesOf<Reader, News>(
  { head = '', ping = ': ping\n\n', reader, text, last }: StreamSource<Reader, News>,
  queue: ReturnType<typeof newStreamQueue<News>>,
): AsyncGenerator<string, void> {
  try {
    yield `retry: ${retryMs}\n${head}\n`
    for (let item = await queue.next(); item; item = await queue.next()) {
      const currentReader = await reader()
      if (queue.isOver()) return
      if (currentReader === undefined) {
        if (last) yield last
        return
      }
      const pingText = item.news === undefined ? ping : ''
      const messages = pingText + (await text(currentReader, item.news, queue.publish))
      if (messages !== '') yield messages
    }
  } finally {
    queue.stop()
  }
}

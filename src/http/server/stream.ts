// Server-sent events: what happens is told at once, after its commit, as fast as the reader takes it; pings
// keep an idle stream alive. A stream outlives the moment its reader was let in, so before anything is told,
// and at every ping, who reads is asked again.
import type { Clock } from '../../world.ts'
import type { Server } from './server.ts'

/** How often an idle stream says that it is there, and how soon a browser is to come back. */
const pingMs = 5_000
const retryMs = 1_000

/** What is told, and to whom. */
export interface StreamMessage<Reader, News> {
  /** Lines of the first message, beside how soon to come back. */
  readonly head?: string
  /** Told first. */
  readonly first: News
  /** Hears news from now on; what still waits to be told is not heard twice. @returns the way to stop */
  listen(hear: (news: News) => void): () => void
  /** Whoever reads, as they are now; undefined once they are let in no more. */
  reader(): Promise<Reader | undefined>
  /** The messages about some news, if any; at a ping there is none. @param hear what is to be told next */
  text(reader: Reader, news: News | undefined, hear: (news: News) => void): Promise<string>
  /** The last message to a reader who is let in no more. */
  readonly farewell?: string
}

export function streamOf<Reader, News>(
  server: Server,
  request: Request,
  told: StreamMessage<Reader, News>,
): Response {
  server.keepOpen(request)
  const ends = [request.signal, server.stopping]
  const stop = () => signals.stop()
  const signals = newSignals(server.appliance.world.clock, told.first, hear => {
    const unlisten = told.listen(hear)
    for (const end of ends) end.addEventListener('abort', stop)
    return () => {
      for (const end of ends) end.removeEventListener('abort', stop)
      unlisten()
    }
  })
  if (ends.some(({ aborted }) => aborted)) stop()
  const messages = messagesOf(told, signals)
  const encoder = new TextEncoder()
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await messages.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: stop,
  })
  // Nobody on the way may hold it back.
  const headers = {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  }
  return new Response(stream, { headers })
}

/** News that wait to be told, and pings between them, one at a time. */
function newSignals<News>(clock: Clock, first: News, listen: StreamMessage<never, News>['listen']) {
  const waiting = new Set([first])
  let isQuiet = false
  let isOver = false
  let wake = () => {}
  const hear = (news: News) => {
    waiting.add(news)
    wake()
  }
  const beat = () => {
    cancelBeat = clock.after(pingMs, beat)
    isQuiet = true
    wake()
  }
  let cancelBeat = clock.after(pingMs, beat)
  const unlisten = listen(hear)

  return {
    hear,
    isOver: () => isOver,
    /** Waits while nothing happens. @returns undefined when it is over; a ping without news */
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
    stop() {
      if (isOver) return
      isOver = true
      unlisten()
      cancelBeat()
      wake()
    },
  }
}

async function* messagesOf<Reader, News>(
  { head = '', reader, text, farewell }: StreamMessage<Reader, News>,
  signals: ReturnType<typeof newSignals<News>>,
): AsyncGenerator<string, void> {
  try {
    yield `retry: ${retryMs}\n${head}\n`
    for (let signal = await signals.next(); signal; signal = await signals.next()) {
      const now = await reader()
      if (signals.isOver()) return
      if (now === undefined) {
        if (farewell) yield farewell
        return
      }
      const messages =
        (signal.news === undefined ? ': ping\n\n' : '') + (await text(now, signal.news, signals.hear))
      if (messages !== '') yield messages
    }
  } finally {
    signals.stop()
  }
}

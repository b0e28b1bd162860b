// `kaunta listen`: prints an account's events as they happen, and forwards each to a receiver on the
// developer's own machine, byte for byte and signed as a delivery would be. It comes back by itself to where
// it was, so a restart of the box hides nothing.
import { type ClientOptions, request, ServerUnreachable, type Terminal } from './client.ts'
import { newReader } from './sse.ts'

export interface ListenOptions extends ClientOptions {
  readonly forwardTo?: string
}

/** As the event stream tells it. */
interface Told {
  readonly id: string
  readonly type: string
  readonly reference: string
  readonly created_at: string
  readonly headers: Record<string, string> | null
  readonly body: string | null
}

/** The box says every 5 seconds that it is there. */
const silentMs = 20_000
/** As long as a delivery waits for its receiver. */
const forwardMs = 30_000
const firstWaitMs = 500
const longestWaitMs = 15_000

const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Where to come back to, and how soon. */
interface Place {
  lastId: string | undefined
  waitMs: number
}

/** Listens for ever. @throws Fault when the box refuses the key */
export async function listenToEvents(terminal: Terminal, options: ListenOptions): Promise<never> {
  const place: Place = { lastId: undefined, waitMs: firstWaitMs }
  for (;;) {
    try {
      await readStream(terminal, options, place)
    } catch (error) {
      if (!(error instanceof ServerUnreachable)) throw error
      terminal.warn(`${error.message}: trying again`)
    }
    await new Promise<void>(resolve => terminal.after(place.waitMs, resolve))
    place.waitMs = Math.min(place.waitMs * 2, longestWaitMs)
  }
}

/** One connection, until it breaks. @throws Unreached then */
async function readStream(terminal: Terminal, options: ListenOptions, place: Place): Promise<never> {
  const silence = newDeadline(terminal, silentMs)
  const lost = (error: unknown) =>
    new ServerUnreachable(`lost the box at ${options.url} (${sentence(error)})`)
  silence.put()
  const response = await request(terminal, options, '/api/v1/events/stream', {
    headers: place.lastId === undefined ? {} : { 'last-event-id': place.lastId },
    signal: silence.signal,
  })
  terminal.print(
    `listening to ${options.url}${options.forwardTo ? `, forwarding to ${options.forwardTo}` : ''}`,
  )
  const stream = response.body?.getReader()
  const reader = newReader(place.lastId)
  const decoder = new TextDecoder()
  for (;;) {
    silence.put()
    const piece = await stream?.read().catch(error => {
      throw lost(error)
    })
    silence.cancel()
    if (!piece || piece.done) throw lost('it ended the stream')
    for (const { name, data } of reader.take(decoder.decode(piece.value, { stream: true })))
      await tell(terminal, options, name, JSON.parse(data))
    place.lastId = reader.lastId()
    place.waitMs = firstWaitMs
  }
}

/** Prints an event and forwards it; a receiver that fails hides none of those after it. */
async function tell(
  terminal: Terminal,
  { forwardTo }: ListenOptions,
  name: string,
  told: Told,
): Promise<void> {
  const line = `${told.created_at} ${told.type} ${told.reference} ${told.id}${name === 'resent' ? ' (sent again)' : ''}`
  terminal.print(forwardTo === undefined ? line : `${line} → ${await forward(terminal, forwardTo, told)}`)
}

async function forward(terminal: Terminal, to: string, { headers, body }: Told): Promise<string> {
  if (headers === null || body === null) return 'not forwarded: its body was removed after 60 days'
  const deadline = newDeadline(terminal, forwardMs)
  const began = terminal.elapsed()
  deadline.put()
  try {
    const answer = await terminal.fetch(to, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: deadline.signal,
    })
    await answer.arrayBuffer()
    return `${answer.status} in ${Math.round(terminal.elapsed() - began)} ms`
  } catch (error) {
    return `failed: ${sentence(error)}`
  } finally {
    deadline.cancel()
  }
}

/** Aborts when it was put off for the last time `ms` ago. */
function newDeadline({ after }: Terminal, ms: number) {
  const controller = new AbortController()
  let cancel = () => {}
  return {
    signal: controller.signal,
    put() {
      cancel()
      cancel = after(ms, () => controller.abort(new Error(`silent for ${ms / 1_000} s`)))
    },
    cancel: () => cancel(),
  }
}

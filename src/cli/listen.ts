// `kaunta listen`: prints an account's events as they happen, and forwards each to a receiver on the
// developer's machine, with the bytes and signature of a delivery. After a break it continues after the last
// event it received, so a restart of the server loses none.
import type { Command } from 'commander'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { errorText } from '../domain/error-text.ts'
import { type ClientOptions, request, ServerUnreachable, type Terminal } from './client.ts'
import { type Executable, withServer } from './command.ts'

export interface ListenOptions extends ClientOptions {
  readonly forwardTo?: string
  readonly print?: boolean // print only each event's body, as one line of JSON
}

interface StreamedEvent {
  readonly id: string
  readonly type: string
  readonly reference: string
  readonly created_at: string
  readonly headers: Record<string, string> | null
  readonly body: string | null
}

/**
 * The longest silence of a connection that still works: the server sends a comment every 5 seconds when there
 * are no events.
 */
const silentMs = 20_000
/** How long to wait for the receiver, as a delivery does. */
const forwardMs = 30_000
/** The pause before the next connection: it doubles with each that fails, from the first to the longest. */
const firstWaitMs = 500
const longestWaitMs = 15_000

/** Where and when the next connection continues. */
interface Position {
  lastId: string | undefined
  waitMs: number
}

/**
 * Prints events until the process ends, and reconnects after each break.
 * @throws CommandError for a rejected key
 */
export async function listenToEvents(terminal: Terminal, options: ListenOptions): Promise<never> {
  const position: Position = { lastId: undefined, waitMs: firstWaitMs }
  for (;;) {
    try {
      await readStream(terminal, options, position)
    } catch (error) {
      if (!(error instanceof ServerUnreachable)) throw error
      terminal.warn(`${error.message}: trying again`)
    }
    await new Promise<void>(resolve => terminal.after(position.waitMs, resolve))
    position.waitMs = Math.min(position.waitMs * 2, longestWaitMs)
  }
}

/**
 * Connects to the server, then prints and forwards each event until the connection breaks or falls silent. A
 * break leaves `position` after the last event that was shown, and the first data ends the growing pauses.
 * @throws ServerUnreachable when the connection breaks
 */
async function readStream(terminal: Terminal, options: ListenOptions, position: Position): Promise<never> {
  const silence = newDeadline(terminal, silentMs)
  const lostConnection = (error: unknown) =>
    new ServerUnreachable(`lost the connection to Kaunta at ${options.url} (${errorText(error)})`)
  silence.restart()
  const response = await request(terminal, options, '/api/v1/events/stream', {
    headers: position.lastId === undefined ? {} : { 'last-event-id': position.lastId },
    signal: silence.signal,
  })
  // With --print, only the bodies of events go to the standard output.
  const printStatus = options.print ? terminal.warn : terminal.print
  const forwardText = options.forwardTo ? `, forwarding to ${options.forwardTo}` : ''
  printStatus(`listening to ${options.url}${forwardText}`)
  const stream = response.body?.getReader()
  const decoder = new TextDecoder()
  let { lastId } = position
  /** The messages that are complete and not yet shown. */
  let messages: EventSourceMessage[] = []
  const parser = createParser({
    onId(id) {
      lastId = id
    },
    onEvent: message => messages.push(message),
  })
  for (;;) {
    silence.restart()
    const piece = await stream?.read().catch(error => {
      throw lostConnection(error)
    })
    silence.cancel()
    if (!piece || piece.done) throw lostConnection('it ended the stream')
    parser.feed(decoder.decode(piece.value, { stream: true }))
    for (const { event, data } of messages) await showEvent(terminal, options, event, JSON.parse(data))
    messages = []
    position.lastId = lastId
    position.waitMs = firstWaitMs
  }
}

/**
 * Forwards an event, and prints it with the result. A failing receiver does not stop later events.
 * @param messageName `resent` for an event that is sent again
 */
async function showEvent(
  terminal: Terminal,
  { forwardTo, print }: ListenOptions,
  messageName: string | undefined,
  event: StreamedEvent,
): Promise<void> {
  const suffix = messageName === 'resent' ? ' (sent again)' : ''
  const line = `${event.created_at} ${event.type} ${event.reference} ${event.id}${suffix}`
  const text = forwardTo === undefined ? line : `${line} → ${await forward(terminal, forwardTo, event)}`
  if (!print) return terminal.print(text)
  if (event.body !== null) terminal.print(event.body)
  if (event.body === null || forwardTo !== undefined) terminal.warn(text)
}

/** Sends an event to the receiver. @returns a text with the result; never throws */
async function forward(terminal: Terminal, to: string, { headers, body }: StreamedEvent): Promise<string> {
  if (headers === null || body === null) return 'not forwarded: its body was removed after 60 days'
  const deadline = newDeadline(terminal, forwardMs)
  const startedAt = terminal.elapsed()
  deadline.restart()
  try {
    const answer = await terminal.fetch(to, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: deadline.signal,
    })
    await answer.arrayBuffer()
    return `${answer.status} in ${Math.round(terminal.elapsed() - startedAt)} ms`
  } catch (error) {
    return `failed: ${errorText(error)}`
  } finally {
    deadline.cancel()
  }
}

/** Returns a timer whose signal aborts `ms` after the last `restart`, unless `cancel` is called before. */
function newDeadline({ after }: Terminal, ms: number) {
  const controller = new AbortController()
  let cancel = () => {}
  return {
    signal: controller.signal,
    restart() {
      cancel()
      cancel = after(ms, () => controller.abort(new Error(`silent for ${ms / 1_000} s`)))
    },
    cancel: () => cancel(),
  }
}

const listenHelp = `
The key needs the scope collection:read. No webhook address and no internet are needed: each event is
forwarded byte for byte and signed like a webhook. Stop with Ctrl-C.`

/** Adds `kaunta listen` to the command line. */
export function addListen(program: Command, executable: Executable): void {
  const command = program
    .command('listen')
    .description('print the events of the account as they happen, and forward them to a local receiver')
    .option('--forward-to <address>', 'the receiver, such as http://localhost:3000/webhook')
    .option('--print', 'print the body of each event as a line of JSON; all else goes to standard error')
  withServer(command)
    .addHelpText('after', listenHelp)
    .action(async options => {
      executable.onSignal(() => executable.exit(0))
      await listenToEvents(executable, options)
    })
}

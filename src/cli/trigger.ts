// `kaunta trigger` makes a running server send a signed example event, and prints the receiver's answer.
import { Argument, type Command } from 'commander'
import { eventTypes } from '../domain/event.ts'
import { type ClientOptions, type EventName, request, type Terminal } from './client.ts'
import { type Executable, withServer } from './command.ts'

interface TriggerOptions extends ClientOptions {
  readonly to?: string // the receiver; by default the account's own address
}

interface TestResult {
  readonly url: string
  readonly event_type: string
  readonly took_ms: number
  readonly request: { readonly headers: Record<string, string>; readonly body: string }
  readonly response: {
    readonly status: number
    readonly headers: Record<string, string>
    readonly body: string
  } | null
  readonly error: string | null
}

/** Returns a line for each header. */
const headerLines = (headers: Record<string, string>) =>
  Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)

/** Returns lines with the request and the receiver's response. */
function triggerLines({ url, event_type, took_ms, request, response, error }: TestResult): string[] {
  const lines = [`${event_type} → ${url}`, ...headerLines(request.headers), '', `  ${request.body}`, '']
  if (response) {
    lines.push(`← ${response.status} in ${took_ms} ms`, ...headerLines(response.headers))
    if (response.body !== '') lines.push('', ...response.body.split('\n').map(line => `  ${line}`))
  } else lines.push(`← no response after ${took_ms} ms`)
  if (error) lines.push('', `not delivered: ${error}`)
  return lines
}

/**
 * Makes the server send an example event, and prints the result.
 * @returns whether the receiver accepted it
 */
async function triggerEvent(terminal: Terminal, event: EventName, options: TriggerOptions): Promise<boolean> {
  const response = await request(terminal, options, '/api/v1/webhooks/test', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ event_type: event, url: options.to }), // without `url` if it is undefined
  })
  const { data }: { data: TestResult } = await response.json()
  for (const line of triggerLines(data)) terminal.print(line)
  return data.error === null
}

const notAcceptedStatus = 2
const triggerHelp = `
The key needs the scope collection:create.
Exit status: 0 when the receiver accepted the event, ${notAcceptedStatus} when it did not.`

/** Adds `kaunta trigger` to the command line. */
export function addTrigger(program: Command, executable: Executable): void {
  const command = program
    .command('trigger')
    .description('send a signed example event to a receiver, and print the response')
    .addArgument(new Argument('<event>', 'type of the event').choices(eventTypes))
    .option('--to <address>', 'the receiver (default: webhook address of the account)')
  withServer(command)
    .addHelpText('after', triggerHelp)
    .action(async (event, options) => {
      if (!(await triggerEvent(executable, event, options))) executable.setExitStatus(notAcceptedStatus)
    })
}

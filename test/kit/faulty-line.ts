// A loopback line between Kaunta and a network: it forwards requests until a test makes the next ones fail.
// What a network executed and which answer came back are separate.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type LineFault =
  /** The connection ends before the network has the request. */
  | 'lost'
  /** The network executes it, and the connection ends before its answer. */
  | 'done, then drops'
  /** The network executes it, and something before it answers instead. */
  | 'done, then 502'
  | 'done, then garbage'
  /** The network executes it, and its answer comes byte by byte, never whole. */
  | 'done, then drips'
  /** Nothing behind it answers. */
  | '503'

export const lineFaults: readonly LineFault[] = [
  'lost',
  'done, then drops',
  'done, then 502',
  'done, then garbage',
  'done, then drips',
  '503',
]

/** Before the network has a request, after it has executed it, and after its answer has left. */
export type LineMoment = 'sent' | 'done' | 'answered'

export interface FaultyLine {
  readonly origin: string // the origin to call instead of the network's
  readonly requests: string[] // every request as `POST /v1/orders` in order, including lost ones
  /**
   * Makes matching requests fail like this until `mend`.
   * @param path the end of their path; by default all
   */
  breaks(fault: LineFault, path?: string): void
  mend(): void
  /** Returns whether the answer to a request of this address never ends. */
  drips(url: string): boolean
  /** Runs `run` at this moment of the next request that matches. */
  cutAt(moment: LineMoment, path: string, run: () => Promise<void>): void
  close(): void
}

/** @param origin of the network behind it */
export async function openLine(origin: string): Promise<FaultyLine> {
  let now: { readonly fault: LineFault; readonly path: string } | undefined
  const requests: string[] = []
  let cut: { readonly moment: LineMoment; readonly path: string; run(): Promise<void> } | undefined
  const drips = new Set<ReturnType<typeof setInterval>>()

  async function runCut(moment: LineMoment, { pathname }: URL): Promise<void> {
    if (cut?.moment !== moment || !pathname.endsWith(cut.path)) return
    const ran = cut.run()
    cut = undefined
    await ran
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', origin)
    requests.push(`${request.method} ${url.pathname}`)
    const fault = now && url.pathname.endsWith(now.path) ? now.fault : undefined
    const body = await readBody(request)
    await runCut('sent', url)
    if (fault === 'lost') return void request.socket.destroy()
    if (fault === '503') return void response.writeHead(503).end()
    const answer = await pass(url, request, body)
    await runCut('done', url)
    if (fault === 'done, then drops') return void request.socket.destroy()
    if (fault === 'done, then 502') return void response.writeHead(502).end('<h1>Bad Gateway</h1>')
    if (fault === 'done, then garbage') return void response.writeHead(200).end('{"resultcode": "000", "da')
    if (fault === 'done, then drips') return void drip(response)
    if (answer) response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.text)
    else request.socket.destroy()
    await runCut('answered', url)
  }

  function drip(response: ServerResponse): void {
    response.writeHead(200, { 'content-length': '1000000' })
    const timer = setInterval(() => response.write(' '), 20)
    drips.add(timer)
    response.on('close', () => clearInterval(timer))
  }

  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    breaks(fault, path = '') {
      now = { fault, path }
    },
    mend() {
      now = undefined
    },
    drips: url => now?.fault === 'done, then drips' && new URL(url).pathname.endsWith(now.path),
    cutAt(moment, path, run) {
      cut = { moment, path, run }
    },
    close() {
      drips.forEach(clearInterval)
      server.closeAllConnections()
      server.close()
    },
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts)
}

/** Returns the network's answer; undefined when the network dropped the line itself. */
async function pass(url: URL, { method = 'GET', headers }: IncomingMessage, body: Buffer) {
  const { connection, host, 'content-length': length, ...passed } = headers
  try {
    const answer = await fetch(url, {
      method,
      headers: passed as Record<string, string>,
      ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
    })
    return {
      status: answer.status,
      type: answer.headers.get('content-type') ?? '',
      text: await answer.text(),
    }
  } catch {
    return undefined
  }
}

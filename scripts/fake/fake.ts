// Common parts of all fake networks: a server of this machine, a world with its own time, and the addresses
// by which a test or a person steers them. A broken line is a connection that ends without an answer.
//
//   POST /_fake/orders/{id, or "next"}   the outcome of an order (steering.ts)
//   POST /_fake/settings                 what the network refuses
//   GET  /_fake/orders                   all orders of the network
//   GET  /_fake/pay/{id}                 the page on which a customer pays
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The fake's part of the world; tests pass their own clock. */
export interface FakeWorld {
  now(): number
  after(ms: number, call: () => void): void
  /** Sends a callback without waiting for its result. */
  callBack(url: string, body: string, headers: Readonly<Record<string, string>>): Promise<unknown>
}

const hostWorld: FakeWorld = {
  now: Date.now,
  after(ms: number, call: () => void) {
    setTimeout(call, ms)
  },
  callBack: (url, body, headers) =>
    fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body }),
}

export interface FakeAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: object
}

export interface WebRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

/** The content of an order's page, and where its customer goes afterwards. */
interface FakePage {
  readonly title: string
  readonly answers: readonly string[]
  readonly backUrl: string
}

export interface FakeNetwork {
  /** @returns undefined when the line breaks @throws when the body is malformed */
  serve(request: WebRequest): FakeAnswer | undefined
  /** @throws when it is not a steering */
  steer(id: string, json: unknown): void
  /** @throws when they are not settings */
  set(json: unknown): void
  snapshot(): object
  page(id: string): FakePage | undefined
}

export interface FakeServer<Fake> {
  readonly origin: string
  readonly fake: Fake
  close(): void
}

/**
 * Starts a server on this machine for a fake network. `make` creates the fake from its world and the origin
 * of its own pages; port 0 takes a free one.
 */
export async function serveFake<Fake extends FakeNetwork>(
  make: (world: FakeWorld, origin: string) => Fake,
  port: number,
  world = hostWorld,
): Promise<FakeServer<Fake>> {
  let fake: Fake
  const server = createServer((request, response) => void serve(fake, request, response))
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  fake = make(world, origin)
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { origin, fake, close }
}

/** Answers one request. Without an answer of the fake, the connection is dropped, as on a broken line. */
async function serve(fake: FakeNetwork, message: IncomingMessage, response: ServerResponse): Promise<void> {
  const request = await readRequest(message)
  try {
    if (request.url.pathname.startsWith('/_fake/')) return steerOrPay(fake, request, response)
    const answer = fake.serve(request)
    if (answer) send(response, answer)
    else message.socket.destroy()
  } catch (error) {
    send(response, { status: 400, body: { result: 'FAIL', message: String(error) } })
  }
}

/** Writes an answer as JSON. */
const send = (response: ServerResponse, { status, headers = {}, body }: FakeAnswer) =>
  void response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify(body))

/** Reads a request with its whole body. */
async function readRequest(message: IncomingMessage): Promise<WebRequest> {
  let body = ''
  for await (const part of message) body += part
  const { method = '', headers } = message
  return {
    method,
    url: new URL(message.url ?? '/', 'http://fake'),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body,
  }
}

/** Answers the addresses below `/_fake` by which a test or a person steers the network. */
function steerOrPay(fake: FakeNetwork, { method, url, body }: WebRequest, response: ServerResponse): void {
  const [, , resource = '', id = ''] = url.pathname.split('/')
  const isPost = method === 'POST'
  const succeed = (value: object | undefined) => send(response, { status: 200, body: value ?? {} })
  if (resource === 'orders' && isPost) succeed(fake.steer(id, JSON.parse(body)) ?? {})
  else if (resource === 'settings' && isPost) succeed(fake.set(JSON.parse(body)) ?? {})
  else if (resource === 'orders') succeed(fake.snapshot())
  else if (resource === 'pay' && fake.page(id)) pay(fake, id, isPost ? body : undefined, response)
  else response.writeHead(404).end()
}

/**
 * Shows the page on which a customer pays, and applies the answer once `form` (what the customer sent) has
 * one.
 */
function pay(fake: FakeNetwork, id: string, form: string | undefined, response: ServerResponse): void {
  const answer = form === undefined ? null : new URLSearchParams(form).get('answer')
  if (answer !== null) fake.steer(id, { answer })
  const { title, answers, backUrl } = fake.page(id) ?? { title: '', answers: [], backUrl: '' }
  if (answer !== null && backUrl) {
    const back = new URL(backUrl)
    back.searchParams.set('payment_status', answer)
    response.writeHead(303, { location: back.href }).end()
    return
  }
  const buttons = answers.map(choice => `<button name="answer" value="${choice}">${choice}</button>`)
  const page = `<!doctype html><title>${title}</title><h1>${title}</h1><form method="post">${buttons.join(' ')}</form>`
  response.writeHead(200, { 'content-type': 'text/html' }).end(page)
}

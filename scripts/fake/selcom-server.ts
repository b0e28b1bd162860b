// The fake Selcom on a socket of this machine. A broken line is a connection that ends without an answer.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type FakeWorld, newSelcomFake, type SelcomFake } from './selcom.ts'
import type { FakeRequest, SelcomCredentials } from './selcom-request.ts'

export interface SelcomServer {
  /** The base address, `/v1` included. */
  readonly url: string
  readonly fake: SelcomFake
  close(): void
}

const hostWorld: FakeWorld = {
  now: Date.now,
  after(ms: number, call: () => void) {
    setTimeout(call, ms)
  },
  callBack: (url: string, body: string) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'SelcomPay 1.0' },
      body,
    }),
}

/** @param port 0 takes a free one */
export async function serveSelcom(
  credentials: SelcomCredentials,
  port: number,
  world = hostWorld,
): Promise<SelcomServer> {
  let fake: SelcomFake
  const server = createServer((request, response) => {
    void readBody(request).then(body => serve(fake, request, body, response))
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  fake = newSelcomFake(credentials, world, origin)
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `${origin}/v1`, fake, close }
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const part of request) body += part
  return body
}

function serve(fake: SelcomFake, request: IncomingMessage, body: string, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://fake')
  const json = (status: number, value: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  try {
    if (url.pathname.startsWith('/_fake/'))
      return void steerOrPay(fake, request.method ?? '', url, body, response)
    const answer = fake.answer(readRequest(request, url, body))
    if (answer) json(answer.status, answer.body)
    else request.socket.destroy()
  } catch (error) {
    json(400, { result: 'FAIL', message: String(error) })
  }
}

function readRequest({ method = '', headers }: IncomingMessage, url: URL, body: string): FakeRequest {
  const fields = method === 'POST' ? Object.entries(JSON.parse(body) as object) : [...url.searchParams]
  return {
    method,
    path: url.pathname.replace(/^\/v1/, ''),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    fields: new Map(fields),
  }
}

/** What is not Selcom's: steering, the list of everything, and the page on which a customer pays. */
function steerOrPay(
  fake: SelcomFake,
  method: string,
  url: URL,
  body: string,
  response: ServerResponse,
): void {
  const [, , place = '', id = ''] = url.pathname.split('/')
  const done = (value: unknown) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  if (place === 'orders' && method === 'POST') done(fake.steer(id, JSON.parse(body)) ?? {})
  else if (place === 'settings' && method === 'POST') done(fake.set(JSON.parse(body)) ?? {})
  else if (place === 'orders')
    done({
      orders: [...fake.orders.values()],
      payouts: [...fake.payouts.values()],
      carried_out: fake.carriedOut,
    })
  else if (place === 'pay' && fake.orders.has(id)) pay(fake, method, id, new URLSearchParams(body), response)
  else response.writeHead(404).end()
}

/** The card page, and what a wallet shows of a QR code. */
function pay(
  fake: SelcomFake,
  method: string,
  id: string,
  form: URLSearchParams,
  response: ServerResponse,
): void {
  const order = fake.orders.get(id)
  if (method === 'POST') fake.steer(id, { answer: form.get('answer') })
  if (method === 'POST' && order?.redirect_url) {
    const back = new URL(order.redirect_url)
    back.searchParams.set('payment_status', String(form.get('answer')))
    response.writeHead(303, { location: back.href }).end()
    return
  }
  const buttons = ['COMPLETED', 'USERCANCELLED'].map(
    answer => `<button name="answer" value="${answer}">${answer}</button>`,
  )
  const text = `<!doctype html><title>Selcom (fake)</title><h1>TZS ${order?.amount}</h1>
<p>${order?.payment_token} · ${order?.payment_status}</p><form method="post">${buttons.join(' ')}</form>`
  response.writeHead(200, { 'content-type': 'text/html' }).end(text)
}

// How the tests of all routes send requests: valid ones from the API reference, and ones that must be
// refused.

import { expect } from 'bun:test'
import { newGuesses } from '../../src/http/access/guess.ts'
import { newLimiter } from '../../src/http/access/limit.ts'
import { newApp } from '../../src/http/server/app.ts'
import type { Server } from '../../src/http/server/server.ts'
import { newStreamCount } from '../../src/http/server/stream-count.ts'
import { newThrottle } from '../../src/login/throttle.ts'
import type { EndpointShop, Headers, TestRequest } from './endpoint.ts'
import { sized } from './proof.ts'

/** Returns the dependencies of routes, without a socket. */
export const serverOf = (shop: EndpointShop): Server => ({
  ...shop,
  loop: { healthy: () => true },
  limiter: newLimiter(() => 0),
  streams: newStreamCount(),
  reach: {
    places: () => [],
    httpsPort: () => undefined,
    isCertified: () => false,
    https: () => ({ state: 'off', until: undefined }),
    authority: () => undefined,
    whenBegun: async () => {},
  },
  limits: { api: 0, staff: 0 },
  guesses: newGuesses(newThrottle(() => 0)),
  peerOf: () => 'test',
  callerKeyOf: () => 'test',
  requestIdOf: () => 'req_test',
  stopping: new AbortController().signal,
  keepOpen: () => {},
  takesLong: () => {},
})

/** Returns the app as it is served, for its list of routes. */
export const appOf = (shop: EndpointShop) => newApp(serverOf(shop))

/** Returns the first example of a body of each route. */
export function bodiesOf(routes: readonly { method: string; path: string; hooks: unknown }[]) {
  const found = new Map<string, unknown>()
  for (const { method, path, hooks } of routes) {
    const detail = Reflect.get(Object(Reflect.get(Object(hooks), 'detail')), 'route')
    const content = Object(Reflect.get(Object(Reflect.get(Object(detail), 'body')), 'content'))
    const examples = Reflect.get(Object(content['application/json']), 'examples')
    const [first] = Object.values(Object(examples))
    if (first) found.set(`${method} ${path}`, Reflect.get(Object(first), 'value'))
  }
  return found
}

/** Asserts that an answer of the API, success or error, is uncached and of a fixed type. */
export function assertNotKept({ method, path }: TestRequest, { status, headers }: Response): void {
  expect({
    asked: `${method} ${path}: ${status}`,
    cache: headers.get('cache-control'),
    type: headers.get('x-content-type-options'),
  }).toEqual({ asked: `${method} ${path}: ${status}`, cache: 'no-store', type: 'nosniff' })
}

/**
 * Sends it, checks what every answer must have, and returns the status and, of an error, its kind. Closes
 * streams.
 */
export async function statusOf(
  shop: EndpointShop,
  request: TestRequest,
): Promise<{ status: number; code: string }> {
  const response = await shop.send(request)
  assertNotKept(request, response)
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) await response.body?.cancel()
  const text = response.headers.get('content-type')?.startsWith('application/json')
    ? await response.text()
    : '{}'
  return {
    status: response.status,
    code: response.status >= 400 ? String(Object(JSON.parse(text)).error_code) : '',
  }
}

/** Foreign pages by the headers of a browser. */
const foreignPages: readonly (readonly [string, Headers])[] = [
  ['a page of another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  ['a sister site', { 'sec-fetch-site': 'same-site' }],
  ['another origin, from an old browser', { origin: 'https://evil.example' }],
  ['our name at another port', { origin: 'http://127.0.0.1:1' }],
  ['an origin that hides', { origin: 'null' }],
]

/** Returns the foreign pages for a route: in `test` one of them, so that each is tried with many routes. */
export const foreignPagesFor = (route: string): typeof foreignPages => {
  const at = [...route].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % foreignPages.length
  return sized({ test: foreignPages.slice(at, at + 1), proof: foreignPages })
}

/** The types of body that a form of any page can send. */
export const formTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
]

/** Returns the body in the form of another page's form. */
export const asForm = ({ json, ...rest }: TestRequest, type: string): TestRequest => ({
  ...rest,
  raw: JSON.stringify(json),
  headers: { ...rest.headers, 'content-type': type },
})

// The English message of an error is for developers. Every route gets bad requests twice, the second time
// from a server whose messages are muted: what a page reads of the answer, and every page that the server
// renders, must be the same.
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { listReasons } from '../../src/domain/fault.ts'
import { allErrors as errors } from '../../ui/kit/all-errors.text.ts'
import { addReasons, apiErrorOf } from '../../ui/kit/api-error.model.ts'
import { openEndpointShop, type TestRequest } from '../kit/endpoint.ts'
import { openSession, ownAmount, postForm } from '../kit/endpoint-session.ts'
import { muteMessages } from '../kit/muted-messages.ts'
import { proofTest, sized } from '../kit/proof.ts'
import { appOf, bodiesOf } from '../kit/route-request.ts'

let restore = () => {}
const mute = () => {
  restore = muteMessages()
}
addReasons(Object.keys(errors.en))
const shop = await openEndpointShop()
const mounted = appOf(shop).routes
const examples = bodiesOf(mounted)
const routes = mounted.filter(({ path }) => !path.includes('*') && !path.startsWith('/api/auth'))
afterAll(() => shop.close())
beforeEach(() => shop.advance(60_000))
afterEach(() => {
  restore()
  restore = () => {}
})

/** The owner comes past the rights of every route, to the errors of its fields. */
const askers = sized<readonly NonNullable<TestRequest['as']>[]>({
  test: ['owner'],
  proof: ['anonymous', 'sandbox', 'owner'],
})

/** Returns the body with a value of another type in each field. */
const twisted = (body: unknown): object =>
  Object.fromEntries(Object.keys(Object(body)).map(name => [name, name.length % 2 ? [{}] : 1e15]))

/** Returns requests to one route that are refused: an empty body, wrong values, unknown objects. */
function badRequests({ method, path }: { readonly method: string; readonly path: string }): TestRequest[] {
  const target = path.replace(/:\w+/g, 'none')
  const bodies =
    method === 'GET' || method === 'DELETE'
      ? [{}]
      : [{ json: {} }, { json: twisted(examples.get(`${method} ${path}`)) }]
  const query = method === 'GET' ? '?limit=x&from=never&status=odd&offset=-1' : ''
  return askers.flatMap(as => bodies.map(body => ({ as, method, path: target + query, ...body })))
}

/**
 * Returns the error envelope of an answer; undefined for anything else, such as a stream or an error page.
 */
async function errorOf(request: TestRequest): Promise<unknown> {
  const response = await shop.send(request)
  const isEnvelope =
    response.status >= 400 && response.headers.get('content-type')?.startsWith('application/json')
  if (!isEnvelope) await response.body?.cancel()
  return isEnvelope ? response.json() : undefined
}

/** Returns the part of an error that a page uses. */
function pageReads(envelope: unknown) {
  const { code, reason } = Object(envelope)
  return {
    apiError: apiErrorOf(code, envelope, null),
    texts: [Reflect.get(errors.en, reason), Reflect.get(errors.sw, reason)],
  }
}

const messagesIn = (json: unknown): unknown[] => {
  const { message, errors: problems } = Object(json)
  return [message, ...[problems ?? []].flat().map(problem => Object(problem).message)]
}

test('every error of every route reads the same on the pages when its message is muted', async () => {
  const reasons = new Set<string>()
  let compared = 0
  for (const route of routes)
    for (const request of badRequests(route)) {
      const plain = await errorOf(request)
      if (!plain) continue
      mute()
      const muted = await errorOf(request)
      restore()
      expect({ request, ...pageReads(muted) }).toEqual({ request, ...pageReads(plain) })
      expect(pageReads(muted).texts).toEqual([expect.any(String), expect.any(String)])
      for (const message of messagesIn(muted)) expect(message).toMatch(/xxx/)
      reasons.add(Object(plain).reason)
      compared++
    }
  expect(compared).toBeGreaterThan(sized({ test: 250, proof: 500 }))
  console.log(compared, reasons.size)
  expect(reasons.size).toBeGreaterThan(30)
}, 300_000)

describe('a page that the server renders does not change', () => {
  const forms: Record<string, Record<string, string>> = {
    'nothing typed': {},
    'wrong values': {
      payment_method: 'mobile_money',
      customer_phone: '12',
      customer_email: 'x',
      amount: '7',
    },
    'too much typed': { payment_method: 'qr', customer_name: 'x'.repeat(500), amount: 'many' },
  }
  for (const [name, fields] of Object.entries(forms))
    test.each(['en', 'sw'])(`${name}, %s`, async lang => {
      const { path } = await openSession(shop, ownAmount)
      const post = async () =>
        (await postForm(shop, `${path}/pay`, { ...fields, lang }, { accept: 'text/html' })).text()
      const plain = await post()
      mute()
      expect(await post()).toBe(plain)
      expect(plain).toContain('-problem"')
    })

  test.each(['damaged', 'meta'])('a link that is wrong: %s', async what => {
    const { path } = await openSession(shop)
    const wrong = what === 'meta' ? `${path}?meta=x` : `${path.slice(0, -4)}0000`
    const page = async () => (await shop.send({ path: wrong, headers: { accept: 'text/html' } })).text()
    const plain = await page()
    mute()
    expect(await page()).toBe(plain)
    expect(/<body class="([^"]+)"/.exec(plain)?.[1]).toBe('at-problem')
  })
})

proofTest(
  'the tests of the pages pass without the messages',
  async () => {
    const run = Bun.spawn(
      [process.execPath, 'test', '--preload', './test/kit/muted-preload.ts', 'test/unit/ui', 'checkout-page'],
      { cwd: join(import.meta.dir, '../..'), stdout: 'ignore', stderr: 'pipe' },
    )
    const report = await new Response(run.stderr).text()
    expect(report.split('\n').filter(line => line.startsWith('(fail)'))).toEqual([])
    expect(await run.exited).toBe(0)
  },
  60_000,
)

test('no test in the browser looks for a message', async () => {
  const parts = listReasons().flatMap(({ message }) => message.split(/\{\w+\}/).map(part => part.trim()))
  const sentences = parts.filter(part => part.length > 14)
  for (const path of new Bun.Glob('test/browser/*.ts').scanSync('.')) {
    const text = await Bun.file(path).text()
    expect({ path, found: sentences.filter(sentence => text.includes(sentence)) }).toEqual({
      path,
      found: [],
    })
  }
})

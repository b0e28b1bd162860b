// The API is loaded once, for the first request or a moment after the start. A failed load ends the process
// even when a request was first, so that no server is ready and refuses everything.
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { newLazyApi } from '../../src/http/server/lazy-api.ts'

/** @returns the API, how often it was loaded, and what the clock calls after the start */
function begin(load: () => Promise<() => Response>) {
  const due: (() => void)[] = []
  let loads = 0
  const answer = newLazyApi({
    answerHealth: (_, path) => (path === '/ready' ? new Response('ready') : undefined),
    load: () => {
      loads++
      return load()
    },
    after: (_, call) => {
      due.push(call)
      return () => {}
    },
  })
  const ask = async (path: string) => (await answer(new Request(`http://kaunta.local${path}`), path)).text()
  return { ask, loads: () => loads, pass: () => due.forEach(call => void call()) }
}

test('health needs no load; a request and the clock share one', async () => {
  const { ask, loads, pass } = begin(async () => () => new Response('paid'))
  expect([await ask('/ready'), loads()]).toEqual(['ready', 0])
  expect([await ask('/v1/payments'), loads()]).toEqual(['paid', 1])
  pass()
  expect([await ask('/v1/payments'), loads()]).toEqual(['paid', 1])
})

/** A process whose API cannot be loaded, after one request. */
const script = `
import { newLazyApi } from './src/http/server/lazy-api.ts'
const answer = newLazyApi({
  answerHealth: (_, path) => (path === '/ready' ? new Response('ready') : undefined),
  load: () => Promise.reject(new Error('the API cannot be loaded')),
  after: (_, call) => void setTimeout(call),
})
const path = process.argv.at(-1)
await Promise.resolve(answer(new Request('http://kaunta.local' + path), path)).catch(() => console.log('refused'))
`

test.each([
  ['/v1/payments', 'refused\n'],
  ['/ready', ''],
])('a load that fails ends the process after a request to %s', (path, output) => {
  const run = Bun.spawnSync([process.execPath, '-e', script, path], { cwd: join(import.meta.dir, '../..') })
  expect({ code: run.exitCode, output: String(run.stdout), log: String(run.stderr) }).toEqual({
    code: 1,
    output,
    log: expect.stringContaining('the API cannot be loaded'),
  })
})

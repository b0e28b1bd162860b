// An S3-compatible store for tests (moto), as scripts/clients.sh installs it.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from './binary.ts'
import { tools } from './client-tool.ts'

const moto = join(tools, 'python/bin/moto_server')

/** In continuous integration its absence fails the tests. */
export const hasMoto = Bun.env.CI !== undefined || existsSync(moto)

/** Starts a store with one bucket, `duka`. @param partMin the least bytes of a part but the last */
export async function startMoto(partMin?: number) {
  const port = freePort()
  const endpoint = `http://127.0.0.1:${port}`
  const env = { ...Bun.env, ...(partMin ? { S3_UPLOAD_PART_MIN_SIZE: String(partMin) } : {}) }
  const store = Bun.spawn([moto, '-H', '127.0.0.1', '-p', String(port)], {
    env,
    stdout: 'ignore',
    stderr: 'ignore',
  })
  while (!(await fetch(endpoint).catch(() => undefined))) await Bun.sleep(20)
  const made = await fetch(`${endpoint}/duka`, { method: 'PUT' })
  if (!made.ok) throw new Error(`the store made no bucket: ${made.status}`)
  return { endpoint, stop: () => store.kill() }
}

/** A line to a store that notes the requests. */
export interface StoreLine {
  readonly url: string
  readonly passed: string[] // method and query of each request that passed, without ids
  /** Returns an answer in place of the store's. */
  answers: (request: string) => Response | undefined
  /** Returns whether a request stays unanswered. */
  hangs: (request: string) => boolean
  readonly hung: Promise<void> // ends with the next request that is not answered
  stop(): void
}

export function openStoreLine(endpoint: string): StoreLine {
  const { promise: hung, resolve } = Promise.withResolvers<void>()
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const shape = `${request.method} ${search.replace(/&?uploadId=[^&]*/, '')}`
      if (line.hangs(shape)) {
        resolve()
        return new Promise<Response>(() => {})
      }
      const early = line.answers(shape)
      if (early) return early
      const headers = new Headers(request.headers)
      headers.delete('accept-encoding')
      const body = request.method === 'PUT' || request.method === 'POST' ? await request.bytes() : undefined
      const answer = await fetch(endpoint + pathname + search, {
        method: request.method,
        headers,
        ...(body && { body }),
      })
      line.passed.push(shape)
      return answer
    },
  })
  const line: StoreLine = {
    url: server.url.origin,
    passed: [],
    answers: () => undefined,
    hangs: () => false,
    hung,
    stop: () => void server.stop(true),
  }
  return line
}

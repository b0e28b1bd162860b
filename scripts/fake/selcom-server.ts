// The fake Selcom on a socket of this machine.
import { type FakeWorld, serveFake, type WebRequest } from './fake.ts'
import { newSelcomFake, type SelcomFake } from './selcom.ts'
import type { FakeRequest, SelcomCredentials } from './selcom-request.ts'

export interface SelcomServer {
  readonly url: string // the base address, including `/v1`
  readonly fake: SelcomFake
  close(): void
}

/** Starts the fake Selcom on this machine. Port 0 takes a free one. */
export async function serveSelcom(
  credentials: SelcomCredentials,
  port: number,
  world?: FakeWorld,
): Promise<SelcomServer> {
  const { origin, fake, close } = await serveFake(
    (world, pages) => {
      const fake = newSelcomFake(credentials, world, pages)
      return { ...fake, serve: (request: WebRequest) => fake.answer(readRequest(request)) }
    },
    port,
    world,
  )
  return { url: `${origin}/v1`, fake, close }
}

/** Reads the fields of a request in their order, from its body or its query. */
function readRequest({ method, url, headers, body }: WebRequest): FakeRequest {
  const fields = method === 'POST' ? Object.entries(JSON.parse(body) as object) : [...url.searchParams]
  return { method, path: url.pathname.replace(/^\/v1/, ''), headers, fields: new Map(fields) }
}

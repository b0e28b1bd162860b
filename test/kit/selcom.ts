// The fake Selcom inside a test's process, on a socket of loopback, and Selcom's own published client in a
// separate process.
import { join } from 'node:path'
import type { FakeWorld } from '../../scripts/fake/fake.ts'
import { type SelcomServer, serveSelcom } from '../../scripts/fake/selcom-server.ts'
import { signHeaders } from '../../src/connector/selcom/signature.ts'
import type { OfficialCall } from '../conformance/selcom-official.ts'

export const selcomCredentials = {
  vendor: 'TILL60012345',
  api_key: '202cb962ac59075b964b07152d234b70',
  api_secret: '81dc9bdb52d04dc20036dbd8313ed055',
  pin: '4711',
}

/** @param world the fake's clock; by default this machine's */
export const openSelcom = (world?: FakeWorld): Promise<SelcomServer> =>
  serveSelcom(selcomCredentials, 0, world)

/** Calls the published client, with only its base address changed. @returns the answers in order */
export async function officialClient(
  url: string,
  calls: readonly OfficialCall[],
): Promise<readonly Record<string, unknown>[]> {
  const { api_key, api_secret } = selcomCredentials
  const script = join(import.meta.dir, '../conformance/selcom-official.ts')
  const run = Bun.spawn([process.execPath, script, url, api_key, api_secret], {
    stdin: new Blob([JSON.stringify(calls)]),
    env: { ...process.env, TZ: 'Africa/Dar_es_Salaam' },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  return JSON.parse(await new Response(run.stdout).text())
}

/** Sends one signed request to the fake, with headers changed by `change`. */
export async function selcomRequest(
  url: string,
  [method, path]: readonly ['GET' | 'POST' | 'DELETE', string],
  fields: Readonly<Record<string, string | number>>,
  change: (headers: Record<string, string>) => object = headers => headers,
): Promise<{ readonly status: number; readonly body: Record<string, unknown> }> {
  const { api_key: apiKey, api_secret: apiSecret } = selcomCredentials
  const headers = signHeaders({ apiKey, apiSecret }, fields, Date.now())
  const query = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]))
  const answer = await fetch(method === 'POST' ? url + path : `${url}${path}?${query}`, {
    method,
    headers: { ...headers, ...change(headers) },
    ...(method === 'POST' ? { body: JSON.stringify(fields) } : {}),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

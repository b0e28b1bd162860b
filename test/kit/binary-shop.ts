// Creates shops on the real binary: a data folder with a live and a sandbox account and their owner, and
// requests by key or by a person's token. till-shop.ts and checkout-shop.ts build on it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Binary, freePort, initBinary, startBinary } from './binary.ts'
import { owner, type Person } from './people.ts'

export interface Reply {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects
  readonly body: any
}

export interface BinaryShopOptions {
  readonly args?: readonly string[]
  readonly env?: Record<string, string>
  readonly live?: boolean // which account people and keys work on; by default the sandbox
  readonly scratch?: string // where the data folder is made
  /** Changes the data folder before the server starts. */
  readonly prepare?: (data: string, accountIds: readonly string[]) => Promise<void>
}

export async function openBinaryShop({
  args = [],
  env = {},
  live = false,
  scratch = tmpdir(),
  prepare,
}: BinaryShopOptions = {}) {
  const folder = mkdtempSync(join(scratch, 'kaunta-shop-'))
  const data = join(folder, 'data')
  const made = await initBinary(data)
  await prepare?.(data, [made.account.id, made.sandbox_account.id])
  const port = freePort()
  let server: Binary = await startBinary({ data, port, args, env })
  const { url } = server
  const account = live ? made.account.id : made.sandbox_account.id

  const request = async (
    method: string,
    path: string,
    headers: Record<string, string>,
    json?: unknown,
  ): Promise<Reply> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...headers, ...(json === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    })
    const text = await response.text()
    return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text }
  }
  /** Returns the headers of a person who works on the account. */
  const tokenOf = async ({ email, password }: Person) => {
    const { body } = await request('POST', '/api/v1/auth/token', {}, { email, password, account_id: account })
    return { authorization: `Bearer ${body.data.token}` }
  }
  let ownerToken: ReturnType<typeof tokenOf> | undefined

  return {
    url,
    /** The data folder. */
    data,
    made,
    account,
    request,
    tokenOf,
    async asOwner(method: string, path: string, json?: unknown): Promise<Reply> {
      ownerToken ??= tokenOf(owner)
      return request(method, path, await ownerToken, json)
    },
    /**
     * Sends a request with a key of all scopes; in the sandbox it also decides the simulated network's
     * answers.
     */
    asKey: (method: string, path: string, json?: unknown) =>
      request(method, path, { authorization: `Bearer ${live ? made.api_key : made.sandbox_api_key}` }, json),
    /** Ends the process as a power cut would. */
    kill: () => server.kill9(),
    /** Starts it again on the same folder and port. */
    restart: async () => {
      server = await startBinary({ data, port, args, env })
    },
    log: () => server.log(),
    async close() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

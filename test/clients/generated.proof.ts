// Clients generated from our API document: they are complete, without a warning, and a call of each works on
// the binary. The types of the TypeScript client: test/clients/docs-types.proof.ts.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import createClient from 'openapi-fetch'
import { openBinaryShop } from '../kit/binary-shop.ts'
import { clientFiles, goGenerator, python, runTool, testWith, tools } from '../kit/client-tool.ts'
import { contractPath, type OpenApi, operationsOf } from '../kit/openapi.ts'

const folder = mkdtempSync(join(tmpdir(), 'kaunta-generated-'))
const ids = operationsOf(JSON.parse(readFileSync(contractPath, 'utf8')) as OpenApi).map(
  ({ operation }) => operation.operationId,
)
let shop: Awaited<ReturnType<typeof openBinaryShop>>
let server: string[]
beforeAll(async () => {
  shop = await openBinaryShop()
  server = [shop.url, shop.made.sandbox_api_key]
}, 300_000)
afterAll(async () => {
  await shop.close()
  rmSync(folder, { recursive: true, force: true })
})

test('TypeScript: openapi-fetch', async () => {
  const client = createClient({
    baseUrl: shop.url,
    headers: { authorization: `Bearer ${shop.made.sandbox_api_key}` },
  })
  const body = { payment_type: 'dynamic-qr', details: { amount: 5_000, currency: 'TZS' } }
  const { data, response } = await client.POST('/v1/payments' as never, { body } as never)
  expect({ status: response.status, data }).toMatchObject({
    status: 201,
    data: { data: { status: 'pending' } },
  })
})

testWith(python)(
  'Python: openapi-python-client 0.29.1',
  async () => {
    const made = await runTool(
      [
        join(tools, 'python/bin/openapi-python-client'),
        ...['generate', '--path', contractPath, '--output-path', join(folder, 'python')],
        ...['--config', join(clientFiles, 'openapi-python-client.yaml'), '--fail-on-warning'],
      ],
      { env: { PATH: `${join(tools, 'python/bin')}:${Bun.env.PATH}` } },
    )
    expect(made).toMatchObject({ code: 0, output: expect.not.stringContaining('WARNING') })
    const named = ids.map(id => id.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`))
    const glob = new Bun.Glob('kaunta_client/api/*/*.py')
    const files = [...glob.scanSync(join(folder, 'python'))].map(file => file.split('/').at(-1)?.slice(0, -3))
    expect(named.filter(name => !files.includes(name))).toEqual([])
    const env = { PYTHONPATH: join(folder, 'python') }
    const called = await runTool([python, join(clientFiles, 'generated_call.py'), ...server], { env })
    expect(called).toEqual({ code: 0, output: 'pending 5000\n', log: '' })
  },
  300_000,
)

testWith(goGenerator)(
  'Go: oapi-codegen 2.8.2',
  async () => {
    mkdirSync(join(folder, 'kaunta'))
    for (const name of ['go.mod', 'go.sum', 'main.go'])
      copyFileSync(join(clientFiles, 'go', name), join(folder, name))
    const config = join(clientFiles, 'oapi-codegen.yaml')
    const made = await runTool([goGenerator, '-config', config, contractPath], { cwd: folder })
    expect(made).toEqual({ code: 0, output: '', log: '' })
    const text = readFileSync(join(folder, 'kaunta/kaunta.gen.go'), 'utf8')
    const methods = ids.map(id => id.charAt(0).toUpperCase() + id.slice(1))
    expect(
      methods.filter(
        name => !text.includes(`) ${name}WithResponse(`) && !text.includes(`) ${name}WithBodyWithResponse(`),
      ),
    ).toEqual([])
    const called = await runTool(['go', 'run', '.', ...server], { cwd: folder, env: { GOFLAGS: '-mod=mod' } })
    expect(called).toEqual({ code: 0, output: 'pending 5000\n', log: '' })
  },
  300_000,
)

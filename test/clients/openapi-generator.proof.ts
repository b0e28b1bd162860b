// Clients that openapi-generator makes of docs/openapi.json do on the binary what a merchant's software does:
// create a payment, push it, search and list payments, read a session, pay out. scripts/clients.sh installs
// the generator.
import { afterAll, beforeAll, expect } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBinaryShop } from '../kit/binary-shop.ts'
import { clientFiles, openapiGenerator, python, runTool, testWith } from '../kit/client-tool.ts'
import { contractPath } from '../kit/openapi.ts'

const root = mkdtempSync(join(tmpdir(), 'kaunta-openapi-generator-'))
const calls = join(clientFiles, 'openapi-generator')
let shop: Awaited<ReturnType<typeof openBinaryShop>>
let server: [url: string, key: string]
beforeAll(async () => {
  shop = await openBinaryShop()
  server = [shop.url, shop.made.sandbox_api_key]
  await earn()
}, 300_000)
afterAll(async () => {
  await shop.close()
  rmSync(root, { recursive: true, force: true })
})

/** Earns money to pay out. */
async function earn() {
  const details = { amount: 100_000, currency: 'TZS' }
  const made = await shop.asKey('POST', '/v1/payments', { payment_type: 'dynamic-qr', details })
  const path = `/v1/sandbox/payments/${made.body.data.reference}`
  await shop.asKey('POST', path, { outcome: 'completed' })
}

/** Makes a client. @returns its folder */
async function generated(language: string, ...more: string[]): Promise<string> {
  const folder = join(root, language)
  const words = ['generate', '-i', contractPath, '-g', language, '-o', folder, ...more]
  const { code, log } = await runTool(['java', '-jar', openapiGenerator, ...words])
  expect({ code, log }).toEqual({ code: 0, log: expect.not.stringContaining('ERROR') })
  return folder
}

const done = `created pending A1
pushed 200
found 1
listed 1
session pending
paid out 5000
`
const timeoutMs = 300_000

testWith(openapiGenerator, python)(
  'Python',
  async () => {
    const folder = await generated('python')
    const called = await runTool([python, join(calls, 'calls.py'), folder, ...server])
    expect(called).toEqual({ code: 0, output: done, log: '' })
  },
  timeoutMs,
)

testWith(openapiGenerator, '/usr/share/php/GuzzleHttp/autoload.php')(
  'PHP',
  async () => {
    const folder = await generated('php')
    const called = await runTool(['php', join(calls, 'calls.php'), folder, ...server])
    expect(called).toEqual({ code: 0, output: done, log: '' })
  },
  timeoutMs,
)

testWith(openapiGenerator)(
  'Java: okhttp',
  async () => {
    const folder = await generated('java', '--library', 'okhttp-gson')
    const quiet = ['-q', '-B', '-DskipTests', 'compile', 'dependency:copy-dependencies']
    expect((await runTool(['mvn', ...quiet], { cwd: folder })).code).toBe(0)
    const classes = `${folder}/target/classes:${folder}/target/dependency/*:${folder}/calls`
    mkdirSync(join(folder, 'calls'))
    const source = join(calls, 'Calls.java')
    expect((await runTool(['javac', '-cp', classes, '-d', join(folder, 'calls'), source])).code).toBe(0)
    const called = await runTool(['java', '-cp', classes, 'Calls', ...server])
    expect(called).toEqual({ code: 0, output: done, log: '' })
  },
  timeoutMs,
)

testWith(openapiGenerator)(
  'TypeScript: fetch',
  async () => {
    const folder = await generated('typescript-fetch')
    const called = await runTool([process.execPath, join(calls, 'calls.js'), folder, ...server])
    expect(called).toEqual({ code: 0, output: done, log: '' })
  },
  timeoutMs,
)

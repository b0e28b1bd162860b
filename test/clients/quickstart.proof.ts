// docs/quickstart.md: every block runs as written, on the binary. Only the port of the receiver is changed.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../kit/binary.ts'
import { openBinaryShop } from '../kit/binary-shop.ts'
import { runTool } from '../kit/client-tool.ts'

const docs = join(import.meta.dir, '../../docs')
const page = await Bun.file(join(docs, 'quickstart.md')).text()
const blocks = new Map(
  [...page.matchAll(/```\w+ title="([\w.]+)"\n([\s\S]*?)```/g)].map(([, name = '', text = '']) => [
    name,
    text,
  ]),
)
const folder = mkdtempSync(join(tmpdir(), 'kaunta-quickstart-'))
let shop: Awaited<ReturnType<typeof openBinaryShop>>
let env: Record<string, string>

/** Writes a block as a file that listens at, or sends to, this port. */
function write(name: string, port: number) {
  const text = blocks.get(name)
  if (!text) throw new Error(`the page has no ${name}`)
  writeFileSync(join(folder, name), text.replaceAll('3000', String(port)))
  return join(folder, name)
}

beforeAll(async () => {
  shop = await openBinaryShop()
  env = {
    KAUNTA_URL: shop.url,
    KAUNTA_KEY: shop.made.sandbox_api_key,
    KAUNTA_SECRET: shop.made.sandbox_webhook_secret,
  }
  for (const name of ['verify.ts', 'verify.py', 'verify.php'])
    copyFileSync(join(docs, 'verify', name), join(folder, name))
}, 300_000)
afterAll(async () => {
  await shop.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Language {
  readonly name: string
  readonly tool: string
  readonly receive: (file: string, port: number) => string[]
}
const languages: Language[] = [
  { name: 'ts', tool: process.execPath, receive: file => [file] },
  { name: 'py', tool: 'python3', receive: file => [file] },
  { name: 'php', tool: 'php', receive: (file, port) => ['-S', `127.0.0.1:${port}`, file] },
]

describe('a first payment, its webhook and its refund', () => {
  for (const { name, tool, receive } of languages) {
    const isThere = Bun.env.CI || Bun.which(tool)
    const run = isThere ? test : test.skip
    run(
      name,
      async () => {
        const port = freePort()
        const words = [tool, ...receive(write(`receive.${name}`, port), port)]
        const receiver = Bun.spawn(words, {
          cwd: folder,
          env: { PATH: Bun.env.PATH ?? '', HOME: Bun.env.HOME ?? '', ...env },
          stdout: 'pipe',
          stderr: 'pipe',
        })
        try {
          await answers(port)
          const { output, log } = await runTool([tool, write(`pay.${name}`, port)], { cwd: folder, env })
          expect({ output, log }).toEqual({
            output: expect.stringMatching(/^[0-9a-f-]{36} pending\n$/),
            log: '',
          })
          const [reference = ''] = output.split(' ')
          const paid = `paid ${reference}`
          await Promise.any([printed(receiver.stdout, paid), printed(receiver.stderr, paid)])
          const refunds = [tool, write(`refund.${name}`, port), reference]
          expect(await runTool(refunds, { cwd: folder, env })).toMatchObject({
            output: expect.stringMatching(/^[0-9a-f-]{36} pending\n$/),
            log: '',
          })
        } finally {
          receiver.kill()
          await receiver.exited
        }
      },
      60_000,
    )
  }

  test('curl and openssl', async () => {
    const received = Promise.withResolvers<{ body: string; headers: Headers }>()
    const receiver = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      async fetch(request) {
        received.resolve({ body: await request.text(), headers: request.headers as Headers })
        return new Response(null, { status: 204 })
      },
    })
    const { code, output } = await runTool(['bash', write('pay.sh', receiver.port ?? 0)], {
      cwd: folder,
      env,
    })
    expect({ code, status: JSON.parse(output).data.status }).toEqual({ code: 0, status: 'pending' })
    const { body, headers } = await received.promise
    await receiver.stop(true)
    writeFileSync(join(folder, 'body.json'), body)
    const stamp = { TIMESTAMP: headers.get('x-webhook-timestamp') ?? '' }
    const signed = await runTool(['bash', write('sign.sh', 0)], { cwd: folder, env: { ...env, ...stamp } })
    expect(signed.output.trim()).toBe(headers.get('x-webhook-signature') ?? 'none')
    const REFERENCE = JSON.parse(body).data.reference
    const shown = await runTool(['bash', write('show.sh', 0)], { cwd: folder, env: { ...env, REFERENCE } })
    expect(JSON.parse(shown.output).data).toMatchObject({ reference: REFERENCE, status: 'completed' })
    const refund = await runTool(['bash', write('refund.sh', 0)], { cwd: folder, env: { ...env, REFERENCE } })
    expect(JSON.parse(refund.output).data).toMatchObject({ status: 'pending', amount: { value: 2_000 } })
  }, 300_000)
})

test('every block of the page is run', () => {
  expect([...blocks.keys()].toSorted()).toEqual(
    [
      ...['pay.sh', 'show.sh', 'refund.sh', 'sign.sh'],
      ...languages.flatMap(({ name }) => [`pay.${name}`, `receive.${name}`, `refund.${name}`]),
    ].toSorted(),
  )
})

/** Resolves once something answers at the port. */
async function answers(port: number): Promise<void> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST' }).catch(() => undefined)
    if (answer) return
    await Bun.sleep(10)
  }
}

/** Resolves once the stream has printed the text. */
async function printed(stream: ReadableStream<Uint8Array>, text: string): Promise<void> {
  const decoder = new TextDecoder()
  let seen = ''
  for await (const part of stream) {
    seen += decoder.decode(part, { stream: true })
    if (seen.includes(text)) return
  }
  throw new Error(`it ended before it printed ${text}: ${seen}`)
}

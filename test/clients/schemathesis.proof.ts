// Schemathesis sends thousands of valid and invalid requests from our API document to the binary: no 5xx, no
// undocumented status or type. Exceptions, with their reasons, are in schemathesis.toml and hooks.py.
import { expect } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBinaryShop } from '../kit/binary-shop.ts'
import { clientFiles, python, runTool, testWith, tools } from '../kit/client-tool.ts'
import { owner } from '../kit/people.ts'

/** Streams are left out: their schema is of the whole text, and Schemathesis expects that of one event. */
const streams = '/events/stream$|/payments/events$|/\\{reference\\}/events$|/display/events$'

/** Along links a till has the printer of the example, and pages and labels would be sent to its address. */
const printing = '/printer/(test|labels)$'

type BinaryShop = Awaited<ReturnType<typeof openBinaryShop>>

async function run(
  folder: string,
  url: string,
  authorization: string,
  words: readonly string[],
  { hooks, left }: { readonly hooks: string; readonly left: string },
) {
  const { code, output } = await runTool(
    [
      join(tools, 'python/bin/schemathesis'),
      ...['--config-file', join(clientFiles, 'schemathesis.toml')],
      ...['run', `${url}/docs/json`, '--url', url, '-H', `Authorization: ${authorization}`],
      ...['--checks', 'all', '--exclude-path-regex', left, '--workers', '1', ...words],
      ...['--generation-database', 'none', '--warnings', 'off', '--no-color'],
    ],
    { cwd: folder, env: { SCHEMATHESIS_HOOKS: hooks, PYTHONPATH: clientFiles } },
  )
  expect({ code, output: code === 0 ? '' : output }).toEqual({ code: 0, output: '' })
  return output
}

async function withShop(body: (shop: BinaryShop, folder: string) => Promise<void>) {
  const shop = await openBinaryShop({ env: { KAUNTA_RATE_LIMIT: '0' } })
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-schemathesis-'))
  try {
    await body(shop, folder)
    expect(shop.log()).not.toContain('internal_error')
  } finally {
    await shop.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

testWith(python).each([['an API key'], ['the owner’s token']])(
  'the server answers %s as its document describes',
  who =>
    withShop(async (shop, folder) => {
      const key = { authorization: `Bearer ${shop.made.sandbox_api_key}` }
      const { authorization } = who === 'an API key' ? key : await shop.tokenOf(owner)
      const phases = ['--phases', 'examples,coverage,fuzzing', '--max-examples', '2', '--seed', '15']
      await run(folder, shop.url, authorization, phases, { hooks: 'hooks', left: streams })
    }),
  300_000,
)

/** A run ends early when the server's state changes what a repeated step answers, so there are several. */
testWith(python)(
  'it also does on what was just created, along the links of the document',
  () =>
    withShop(async (shop, folder) => {
      const { authorization } = await shop.tokenOf(owner)
      const links = { hooks: 'link_hooks', left: `${streams}|${printing}` }
      for (const seed of ['1', '2', '3']) {
        const phases = ['--phases', 'stateful', '--mode', 'positive', '--max-examples', '100', '--seed', seed]
        const output = await run(folder, shop.url, authorization, phases, links)
        expect(output).toMatch(/API Links: +[1-9]\d* covered/)
      }
    }),
  300_000,
)

// Schemathesis sends thousands of right and wrong requests made from our API document to the binary: no 5xx, no
// undocumented status or type. Exceptions, with their reasons, are in schemathesis.toml and hooks.py.
import { expect } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBinaryShop } from '../kit/binary-shop.ts'
import { clientFiles, python, runTool, testWith, tools } from '../kit/client-tool.ts'
import { owner } from '../kit/people.ts'

/** Streams are left out: their schema is of the whole text, and Schemathesis expects that of one event. */
const streams = '/events/stream$|/\\{reference\\}/events$|/display/events$'

testWith(python).each([['an API key'], ['the owner’s token']])(
  'the server answers %s as its document says',
  async who => {
    const shop = await openBinaryShop({ env: { KAUNTA_RATE_LIMIT: '0' } })
    const folder = mkdtempSync(join(tmpdir(), 'kaunta-schemathesis-'))
    try {
      const key = { authorization: `Bearer ${shop.made.sandbox_api_key}` }
      const { authorization } = who === 'an API key' ? key : await shop.tokenOf(owner)
      const { code, output } = await runTool(
        [
          join(tools, 'python/bin/schemathesis'),
          ...['--config-file', join(clientFiles, 'schemathesis.toml')],
          ...['run', `${shop.url}/docs/json`, '--url', shop.url, '-H', `Authorization: ${authorization}`],
          ...['--checks', 'all', '--phases', 'examples,coverage,fuzzing', '--max-examples', '2'],
          ...['--exclude-path-regex', streams, '--workers', '1', '--seed', '15'],
          ...['--generation-database', 'none', '--warnings', 'off', '--no-color'],
        ],
        { cwd: folder, env: { SCHEMATHESIS_HOOKS: 'hooks', PYTHONPATH: clientFiles } },
      )
      expect({ code, output: code === 0 ? '' : output }).toEqual({ code: 0, output: '' })
      expect(shop.log()).not.toContain('internal_error')
    } finally {
      await shop.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
  300_000,
)

// What continuous integration says at its end: each failed test once, with the file that it is in.
import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = mkdtempSync(join(tmpdir(), 'kaunta-failed-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

function failedIn(log: string): string {
  const file = join(root, 'log')
  writeFileSync(file, log)
  const run = Bun.spawnSync([join(import.meta.dir, '../../scripts/failed-tests.sh'), file])
  expect({ code: run.exitCode, log: String(run.stderr) }).toEqual({ code: 0, log: '' })
  return String(run.stdout)
}

const log = `
bun test v1.4.5 (a7733435c) 2x PARALLEL

test/unit/till.test.ts:
(pass) a till sells [0.18ms]
error: expect(received).toBe(expected)
\u001b[0m\u001b[31m(fail)\u001b[0m a till prints [0.32ms]

test/story/shop.test.ts:
(fail) a shop > opens [0.04ms]
(pass) a shop > closes

test/unit/zone.test.ts:
(pass) a zone has a name

`
const end = ' 27 pass\n 2 fail\nRan 29 tests across 3 files. [14.00ms]\n'

test.skipIf(process.platform === 'win32').each([
  [
    'named again at the end',
    '2 tests failed:\n(fail) a till prints [0.32ms]\n(fail) a shop > opens [0.04ms]\n\n',
  ],
  ['named once, as in a short run', ''],
])('failed tests are in the file where they ran: %s', (_, again) =>
  expect(failedIn(log + again + end)).toBe(
    'test/story/shop.test.ts: (fail) a shop > opens [0.04ms]\ntest/unit/till.test.ts: (fail) a till prints [0.32ms]\n',
  ),
)

test.skipIf(process.platform === 'win32')('a run without a failed test names none', () =>
  expect(failedIn('test/unit/till.test.ts:\n(pass) a till sells\n\n 1 pass\n 0 fail\n')).toBe(''),
)

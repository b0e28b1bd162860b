// The summary of continuous integration: each failed test once, with its file, and the sum of all figures;
// and the promises to prove for a change.
import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promiseOf, promises, promisesTouchedBy } from '../../scripts/proof/promise.ts'
import { proofTable } from '../../scripts/proof/table.ts'
import { newTestFolder } from '../kit/test-folder.ts'

const root = newTestFolder('kaunta-failed-')
function readWith(script: string, log: string): string {
  const file = join(root, 'log')
  writeFileSync(file, log)
  const run = Bun.spawnSync([join(import.meta.dir, '../../scripts', script), file])
  expect({ code: run.exitCode, log: String(run.stderr) }).toEqual({ code: 0, log: '' })
  return String(run.stdout)
}
const failedIn = (log: string) => readWith('failed-tests.sh', log)

const log = `
bun test v1.4.5 (a7733435c) 2x PARALLEL

test/unit/till.proof.ts:
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
    'test/story/shop.test.ts: (fail) a shop > opens [0.04ms]\ntest/unit/till.proof.ts: (fail) a till prints [0.32ms]\n',
  ),
)

test.skipIf(process.platform === 'win32')('a run without a failed test names none', () =>
  expect(failedIn('test/unit/till.test.ts:\n(pass) a till sells\n\n 1 pass\n 0 fail\n')).toBe(''),
)

test.skipIf(process.platform === 'win32')('the figures of all runs are added up', () => {
  const core = 'on PostgreSQL: 40 passed, 1 failed\n'
  const proof = 'passed: test/unit/till.test.ts, 3 tests, 3 trials, 1.0 s\nproof: 3 passed, 0 failed\n'
  expect(readWith('test-figures.sh', log + end + core + proof)).toBe('70 passed, 3 failed\n')
  expect(readWith('test-figures.sh', 'error: no test was run\n')).toBe('0 passed, 0 failed\n')
})

test('every test file tries a promise', () => {
  const files = [...new Bun.Glob('test/**/*.{test,proof}.ts').scanSync(join(import.meta.dir, '../..'))]
  expect(files.length).toBeGreaterThan(300)
  expect(files.filter(file => !promiseOf(file))).toEqual([])
  expect(
    promises.filter(({ files: names }) => !names.some(name => files.some(file => file.startsWith(name)))),
  ).toEqual([])
})

test.each([
  ['a page', ['ui/till/sale/sale.tsx'], ['test/browser/cashier-day', 'test/browser/']],
  ['the contract', ['docs/openapi.json'], ['test/clients/']],
  ['a shape on the wire', ['src/wire/payment.ts'], ['test/clients/']],
  [
    'a decision',
    ['src/domain/payment.ts'],
    ['test/chaos/m', 'test/chaos/power', 'test/chaos/', 'test/browser/cashier-day'],
  ],
  ['a page of text', ['README.md', 'docs/operate.md'], []],
])('%s asks for the proof of what it touches', (_, changed, proved) =>
  expect(promisesTouchedBy(changed).map(({ files }) => files[0] ?? '')).toEqual(proved),
)

test('the table of a proof has a row for each promise that was tried, and their sum', () => {
  const trial = { promise: 'Money is right', file: 'a', trials: 1_200, failed: 0, seconds: 3.4 }
  const other = { promise: 'Pages work', file: 'b', trials: 3, failed: 1, seconds: 10 }
  expect(proofTable(['Money is right', 'Clients work', 'Pages work'], [trial, trial, other])).toBe(`\
| Promise | Files | Trials | Failures | Seconds |
| --- | ---: | ---: | ---: | ---: |
| Money is right | 2 | 2,400 | 0 | 7 |
| Pages work | 1 | 3 | 1 | 10 |
| All | 3 | 2,403 | 1 | 17 |`)
})

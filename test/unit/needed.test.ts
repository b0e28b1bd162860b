// Requirements of tests are found on this computer, and their absence fails the tests in continuous
// integration.
import { expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { programFolder } from '../../scripts/postgres/cluster.ts'
import { needed } from '../kit/needed.ts'
import { newTestFolder } from '../kit/test-folder.ts'

const root = newTestFolder('kaunta-needed-')
test('what is missing fails in continuous integration alone', () => {
  expect(needed(true, 'x is missing', '1')).toBe(true)
  expect(() => needed(false, 'x is missing', '1')).toThrow('x is missing')
  expect([needed(false, 'x is missing', 'false'), needed(false, 'x is missing', '')]).toEqual([false, false])
})

test('a newer PostgreSQL whose clients alone are here is passed over', () => {
  for (const [version, program] of [
    ['9', 'initdb'],
    ['15', 'initdb'],
    ['16', 'psql'],
  ] as const) {
    mkdirSync(join(root, version, 'bin'), { recursive: true })
    writeFileSync(join(root, version, 'bin', program), '')
  }
  expect(programFolder(root)).toBe(join(root, '15/bin'))
})

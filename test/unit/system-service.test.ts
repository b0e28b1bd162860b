// How `kaunta upgrade` reads the service file of each system, as install writes it.
import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { placeOfOthers } from '../../src/cli/executable-file.ts'
import { hostToAsk } from '../../src/cli/listen-host.ts'
import { carryOut } from '../../src/cli/system-service.ts'
import { serviceSystemOf, settingsInFile } from '../../src/cli/system-service-file.ts'

const facts = {
  executable: '/usr/local/bin/kaunta',
  environment: { KAUNTA_HOST: '0.0.0.0', KAUNTA_PORT: '80' },
  alsoWrites: [],
  hasLowPort: true,
  upgradesFromConsole: true,
}

test.each([
  ['linux', '/srv/duka 100%'],
  ['darwin', '/Users/asha/Kaunta'],
  ['win32', 'C:\\Kaunta\\data'],
])('%s', (platform, data) => {
  const computer = { platform, user: { id: 501, home: '/Users/asha' }, programData: 'C:\\ProgramData' }
  const system = serviceSystemOf(computer)
  const file = system?.install({ ...facts, data }).find(step => 'file' in step)
  expect(settingsInFile(file && 'text' in file ? file.text : '')).toEqual({
    host: '0.0.0.0',
    port: '80',
    data,
  })
})

test('root’s unit may ask the one address on which the server listens', () => {
  const computer = { platform: 'linux', user: { id: 0, home: '/root' }, programData: '' }
  const allowed = (KAUNTA_HOST: string) => {
    const steps =
      serviceSystemOf(computer)?.install({ ...facts, environment: { KAUNTA_HOST }, data: '/srv' }) ?? []
    const texts = steps.flatMap(step => ('text' in step ? step.text.split('\n') : []))
    return texts.filter(line => line.startsWith('IPAddressAllow='))
  }
  expect(allowed('0.0.0.0')).toEqual(['IPAddressAllow=localhost'])
  expect(allowed('192.168.1.10')).toEqual(['IPAddressAllow=localhost 192.168.1.10'])
})

test('a file that names none of them', () => expect(settingsInFile('[Unit]\n')).toEqual({}))

test('root may run a file only where no other user can replace it', () => {
  expect(placeOfOthers('/usr/bin/env')).toBeUndefined()
  expect(placeOfOthers('/tmp')).toBe('/tmp')
})

test.each([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '127.0.0.1'],
  ['192.168.1.10', '192.168.1.10'],
  ['::1', '[::1]'],
])('a server that listens on %s is asked at %s', (host, asked) => expect(hostToAsk(host)).toBe(asked))

test('the service may read the unit that waits for its requests, and no other one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kaunta-units-'))
  const before = process.umask(0o077)
  try {
    const computer = { platform: 'linux', user: { id: 0, home: '/root' }, programData: '' }
    const steps = serviceSystemOf(computer)?.install({ ...facts, data: '/srv/duka' }) ?? []
    const files = steps.flatMap(step =>
      'file' in step ? [{ ...step, file: join(folder, basename(step.file)) }] : [],
    )
    const quiet = { run: async () => ({ status: 0, output: '' }), write() {}, print() {} }
    await carryOut(quiet, files, {})
    expect(files.map(({ file }) => [basename(file), statSync(file).mode & 0o777])).toEqual([
      ['kaunta.service', 0o600],
      ['kaunta-upgrade.service', 0o600],
      ['kaunta-upgrade.path', 0o644],
    ])
  } finally {
    process.umask(before)
    rmSync(folder, { recursive: true })
  }
})

// The service file of each system: what install writes, and how it and `kaunta upgrade` read it again.
import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Command } from 'commander'
import type { Executable } from '../../src/cli/command.ts'
import { placeOfOthers } from '../../src/cli/executable-file.ts'
import { hostToAsk } from '../../src/cli/listen-host.ts'
import { settingsInFile, settingsOfService } from '../../src/cli/service-settings.ts'
import { addService, carryOut } from '../../src/cli/system-service.ts'
import { serviceSystemOf } from '../../src/cli/system-service-file.ts'
import { hasPassword, withoutPassword } from '../../src/domain/database-address.ts'
import { newTestFolder } from '../kit/test-folder.ts'

const facts = {
  executable: '/usr/local/bin/kaunta',
  environment: { KAUNTA_HOST: '0.0.0.0', KAUNTA_PORT: '80' },
  alsoWrites: [],
  hasLowPort: true,
  upgradesFromConsole: true,
}

test.each([
  ['linux', '/srv/duka "Asha" 100%'],
  ['darwin', '/Users/asha/Kaunta & duka'],
  ['win32', 'C:\\Kaunta\\data'],
])('%s', (platform, data) => {
  const computer = { platform, user: { id: 501, home: '/Users/asha' }, programData: 'C:\\ProgramData' }
  const system = serviceSystemOf(computer)
  const environment = {
    ...facts.environment,
    KAUNTA_BACKUP_TO: '/mnt/usb 1/"kaunta" & 100%%',
    LOG_LEVEL: 'debug',
  }
  const file = system?.install({ ...facts, environment, data }).find(step => 'file' in step)
  expect(settingsInFile(file && 'text' in file ? file.text : '')).toEqual({ data, environment })
})

/** Runs `kaunta service` on a computer whose files are in a folder, and whose other programs do nothing. */
async function runService(computer: Executable['computer'], words: string[], environment = {}) {
  const program = new Command().exitOverride()
  const executable = {
    computer,
    path: '/usr/local/bin/kaunta',
    environment,
    run: async () => ({ status: 0, output: '' }),
    print() {},
  }
  addService(program, executable as unknown as Executable)
  await program.parseAsync(['service', ...words], { from: 'user' })
}

test.each(['darwin', 'win32'])('a second install on %s changes only what it is given', async platform => {
  const folder = newTestFolder('kaunta-install-')
  const computer = { platform, user: { id: 501, home: folder }, programData: join(folder, 'ProgramData') }
  const stored = () => settingsOfService(serviceSystemOf(computer)?.file ?? '')
  const first = { KAUNTA_BACKUP_TO: '/mnt/usb/kaunta', KAUNTA_TRUSTED_PROXIES: '10.0.0.2' }
  await runService(computer, ['install', '--port', '80', '--data', '/srv/duka'], first)
  const before = { data: '/srv/duka', environment: { ...first, KAUNTA_PORT: '80' } }
  expect(stored()).toEqual(before)
  await runService(computer, ['install'])
  expect(stored()).toEqual(before)
  await runService(computer, ['install', '--port', '8080'], { KAUNTA_TRUSTED_PROXIES: '' })
  expect(stored()).toEqual({
    data: '/srv/duka',
    environment: { KAUNTA_BACKUP_TO: '/mnt/usb/kaunta', KAUNTA_PORT: '8080' },
  })
})

test('a unit with the password of the database is refused, because systemd shows it to everyone', async () => {
  const computer = { platform: 'linux', user: { id: 0, home: '/root' }, programData: '' }
  const given = { KAUNTA_DATABASE_URL: 'postgres://kaunta:secret@db.duka/kaunta' }
  const installed = runService(computer, ['install', '--dry-run'], given)
  await expect(installed).rejects.toThrow('KAUNTA_DATABASE_URL=… into /etc/default/kaunta')
})

test.each([
  ['postgres://kaunta:secret@db.duka/kaunta', true],
  ['postgres://:secret@db.duka:5432/kaunta', true],
  ['postgres://db.duka/kaunta?user=kaunta&password=secret', true],
  ['postgres://kaunta@db.duka:5432/kaunta', false],
  ['postgres://db.duka:5432/kaunta', false],
])('%s has a password: %p', (address, expected) => {
  expect(hasPassword(address)).toBe(expected)
  expect(withoutPassword(address)).not.toContain('secret')
})

test('on Windows, a second install ends the task with the earlier settings before it starts the new one', () => {
  const system = serviceSystemOf({
    platform: 'win32',
    user: { id: 501, home: 'C:\\Users\\asha' },
    programData: 'C:\\ProgramData',
  })
  const runs = system
    ?.install({ ...facts, data: 'C:\\Kaunta' })
    .flatMap(step => ('run' in step ? [step.run.slice(0, 2).join(' ')] : []))
  const tasks = runs?.filter(run => run.startsWith('schtasks'))
  expect(tasks).toEqual(['schtasks /End', 'schtasks /Create', 'schtasks /Run'])
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

test('a file without settings gives none', () =>
  expect(settingsInFile('[Unit]\n')).toEqual({ data: undefined, environment: {} }))

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

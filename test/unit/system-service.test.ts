// What `kaunta upgrade` finds in the file of a service: the file of each system, as install writes it.
import { expect, test } from 'bun:test'
import { serviceSystemOf, settingsInFile } from '../../src/cli/system-service-file.ts'

const facts = {
  executable: '/usr/local/bin/kaunta',
  environment: { KAUNTA_HOST: '0.0.0.0', KAUNTA_PORT: '80' },
  alsoWrites: [],
  hasLowPort: true,
}

test.each([
  ['linux', '/srv/duka 100%'],
  ['darwin', '/Users/asha/Kaunta'],
  ['win32', 'C:\\Kaunta\\data'],
])('%s', (platform, data) => {
  const computer = { platform, user: { id: 501, home: '/Users/asha' }, programData: 'C:\\ProgramData' }
  const system = serviceSystemOf(computer)
  const file = system?.install({ ...facts, data }).find(step => 'file' in step)
  expect(settingsInFile(file && 'text' in file ? file.text : '')).toEqual({ port: '80', data })
})

test('a file that names neither', () => expect(settingsInFile('[Unit]\n')).toEqual({}))

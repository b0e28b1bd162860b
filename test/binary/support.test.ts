// `kaunta support` on the built binary, while a server runs, with canaries in the environment and the data.
import { expect, test } from 'bun:test'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { settings } from '../../src/config.ts'
import { freePort, initBinary, runBinary, startBinary } from '../kit/binary.ts'
import { newTestFolder } from '../kit/test-folder.ts'

const root = newTestFolder('kaunta-support-')
/** A canary for each setting that takes any text; the others take theirs. */
const environment = {
  ...Object.fromEntries(
    Object.entries(settings)
      .filter(([name, { read }]) => name !== 'data' && read('kanari') === 'kanari' && name !== 'host')
      .map(([, { environment }]) => [environment, 'kanari']),
  ),
  KAUNTA_PUBLIC_URL: 'http://kanari.local',
  KAUNTA_ALLOWED_HOSTS: 'kanari.lan',
  KAUNTA_TRUSTED_PROXIES: '10.11.12.13',
  KAUNTA_BACKUP_RECIPIENT: 'age1kanari',
  LOG_LEVEL: 'info',
  AWS_SECRET_ACCESS_KEY: 'kanari',
  HOME: '/home/kanari',
}
const hidden = /kanari|asha|duka|10\.11\.12\.13/i

test('shows what is in the file, and writes the same', async () => {
  const data = join(root, 'kanari-data')
  await initBinary(data)
  const port = String(freePort())
  const box = await startBinary({ data })
  const words = ['support', '--data', data, '--port', port]
  const shown = await runBinary([...words, '--show'], { env: environment })
  expect([shown.code, shown.log]).toEqual([0, ''])
  expect(shown.output).not.toMatch(hidden)
  for (const part of [
    '=== about.json',
    '"version"',
    '=== health.json',
    '=== counts.json',
    'CREATE TABLE payment',
  ])
    expect(shown.output).toContain(part)
  expect(shown.output).toContain('"s3SecretAccessKey": "set"')
  const file = join(root, 'support.tar.gz')
  const written = await runBinary([...words, '--output', file, '--json'], { env: environment })
  expect(JSON.parse(written.output)).toMatchObject({ file, files: expect.arrayContaining(['log.jsonl']) })
  const content = Buffer.from(Bun.gunzipSync(await Bun.file(file).bytes())).toString()
  expect(content).not.toMatch(hidden)
  expect(content).toContain('CREATE TABLE payment')
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
  expect((await runBinary([...words, '--output', file])).log).toContain('is there already')
  expect(await box.stop()).toBe(0)
})

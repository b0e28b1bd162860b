// `kaunta service`: systemd accepts the unit that it would install, and a supervisor that runs this unit
// keeps the shop selling: after a kill, and when the process hangs.
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { freePort, runBinary } from '../kit/binary.ts'
import { testWith } from '../kit/client-tool.ts'
import { startSupervisor } from '../kit/supervisor.ts'
import { newTestFolder } from '../kit/test-folder.ts'

const root = newTestFolder('kaunta-service-')
const data = join(root, "Mama Asha's data 100%")
const port = freePort()

/** Returns what `service install` would write, from its dry run. */
async function unitFor(words: readonly string[], env: Record<string, string> = {}): Promise<string> {
  return (await unitsFor(words, env))['kaunta.service'] ?? ''
}

/** Returns all three units, by their names. */
async function unitsFor(words: readonly string[], env: Record<string, string> = {}) {
  const { code, output } = await runBinary(['service', 'install', '--dry-run', ...words], { env })
  expect(code).toBe(0)
  const files = output.split('# /etc/systemd/system/').slice(1)
  return Object.fromEntries(
    files.map(file => {
      const [name = '', ...lines] = (file.split('\n$ ')[0] ?? '').split('\n')
      return [name, lines.join('\n')]
    }),
  )
}

describe('kaunta service install --dry-run', () => {
  test('prints the steps and changes nothing', async () => {
    const { output } = await runBinary(['service', 'install', '--dry-run'])
    expect(output.split('\n').filter(line => line.startsWith('$ '))).toEqual([
      '$ useradd --system --user-group --home-dir /var/lib/kaunta --shell /usr/sbin/nologin kaunta',
      '$ systemctl daemon-reload',
      '$ systemctl enable kaunta',
      '$ systemctl restart kaunta',
      '$ systemctl enable kaunta-upgrade.path',
      '$ systemctl restart kaunta-upgrade.path',
    ])
  })

  test('without upgrades from the console it removes their units', async () => {
    const { output } = await runBinary(['service', 'install', '--dry-run', '--no-console-upgrade'])
    expect(output).toContain(
      '$ systemctl disable --now kaunta-upgrade.path\n$ rm -f /etc/systemd/system/kaunta-upg',
    )
    expect(output).not.toContain('KAUNTA_UPGRADE_UNIT')
    expect(output).not.toContain('PathExists')
  })

  test('uninstall removes all units', async () => {
    const { output } = await runBinary(['service', 'uninstall', '--dry-run'])
    const units = ['kaunta-upgrade.path', 'kaunta-upgrade.service', 'kaunta.service']
    for (const unit of units) expect(output).toMatch(new RegExp(`rm -f .*/etc/systemd/system/${unit}`))
    expect(output).toContain('$ systemctl disable --now kaunta-upgrade.path\n')
  })

  test('takes settings from flags and from the environment into the unit', async () => {
    const unit = await unitFor(['--port', '80', '--data', data], {
      KAUNTA_PUBLIC_URL: 'https://pay.example.com',
      KAUNTA_BACKUP_TO: '/mnt/usb/kaunta',
    })
    expect(unit).toContain('Environment="KAUNTA_PORT=80"')
    expect(unit).toContain('Environment="KAUNTA_PUBLIC_URL=https://pay.example.com"')
    expect(unit).toContain(`ReadWritePaths="${data.replace('%', '%%')}" "-/mnt/usb/kaunta"`)
    expect(unit).toContain('AmbientCapabilities=CAP_NET_BIND_SERVICE')
    expect(unit).not.toContain('StateDirectory')
  })

  test('refuses a wrong setting before it writes anything', async () => {
    const { code, output, log } = await runBinary(['service', 'install', '--dry-run', '--port', 'many'])
    expect([code, output]).toEqual([1, ''])
    expect(log).toStartWith('kaunta: --port')
  })

  testWith('/usr/bin/systemd-analyze')('systemd accepts the unit and finds it well enclosed', async () => {
    const file = join(root, 'kaunta.service')
    await Bun.write(file, (await unitFor([])).replace(/^ExecStart=.*$/m, 'ExecStart=/bin/true'))
    const verify = Bun.spawnSync(['systemd-analyze', 'verify', '--man=no', file])
    expect(verify.stderr.toString()).toBe('')
    expect(verify.exitCode).toBe(0)
    const security = Bun.spawnSync(['systemd-analyze', 'security', '--offline=true', '--no-pager', file])
    const exposure = /Overall exposure level for kaunta.service: ([\d.]+)/.exec(security.stdout.toString())
    expect(Number(exposure?.[1])).toBeLessThan(2.5)
  })

  testWith('/usr/bin/systemd-analyze')(
    'systemd accepts the units that upgrade, and finds them well enclosed',
    async () => {
      const units = await unitsFor(['--data', join(root, 'data')])
      const service = join(root, 'kaunta-upgrade.service')
      const path = join(root, 'kaunta-upgrade.path')
      const name = /"[^"]*\/dist\/kaunta"/g
      await Bun.write(service, (units['kaunta-upgrade.service'] ?? '').replaceAll(name, '/bin/true'))
      await Bun.write(path, units['kaunta-upgrade.path'] ?? '')
      const verify = Bun.spawnSync(['systemd-analyze', 'verify', '--man=no', path, service])
      expect([verify.exitCode, verify.stderr.toString()]).toEqual([0, ''])
      const security = Bun.spawnSync(['systemd-analyze', 'security', '--offline=true', '--no-pager', service])
      const exposure = /Overall exposure level for kaunta-upgrade.service: ([\d.]+)/.exec(
        security.stdout.toString(),
      )
      expect(Number(exposure?.[1])).toBeLessThan(3)
    },
  )
})

test('is killed, hangs, and sells again each time; a stop is a stop', async () => {
  const file = join(root, 'supervised.service')
  const quiet = { KAUNTA_MDNS: 'off', KAUNTA_HTTPS_PORT: '0', KAUNTA_PUBLIC_URL: `http://127.0.0.1:${port}` }
  await Bun.write(file, await unitFor(['--data', data, '--host', '127.0.0.1', '--port', `${port}`], quiet))
  const supervisor = startSupervisor(file, { watchdogSeconds: 2 })
  const pid = async () => Number((await supervisor.next('started')).pid)
  const ready = async () => {
    const { text } = await supervisor.next('notified')
    expect(text).toMatch(/^READY=1\nSTATUS=Kaunta [\d.]+ at http/)
    const answer = await fetch(`http://127.0.0.1:${port}/ready`)
    expect(answer.status).toBe(200)
  }

  const first = await pid()
  await ready()
  process.kill(first, 'SIGKILL')
  expect(await supervisor.next('ended')).toMatchObject({ status: -9 })

  const second = await pid()
  await ready()
  process.kill(second, 'SIGSTOP')
  expect(await supervisor.next('silent')).toMatchObject({ pid: second })
  expect(await supervisor.next('ended')).toMatchObject({ status: -9 })

  await pid()
  await ready()
  supervisor.stop()
  expect(await supervisor.next('notified')).toMatchObject({ text: 'STOPPING=1' })
  expect(await supervisor.next('ended')).toMatchObject({ status: 0 })
  expect(await supervisor.exited).toBe(0)
})

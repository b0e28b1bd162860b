// The two root units of systemd that install what was uploaded in the console, because the service may not
// write its own executable: one waits for the request in the data folder, the other runs `kaunta upgrade
// --uploaded`.
import { dirname, join } from 'node:path'
import { settings } from '../config.ts'
import { requestFile } from '../store/folder/install-request.ts'
import { listensEverywhere } from './listen-host.ts'
import type { ServiceFacts, ServiceStep } from './service-step.ts'
import { enclosure, escapePercent, quote } from './systemd-unit.ts'

const folder = '/etc/systemd/system'
const watcher = 'kaunta-upgrade.path'
const pathFile = join(folder, watcher)
const serviceFile = join(folder, 'kaunta-upgrade.service')

/** The setting that tells a service which unit waits for its requests. */
export const upgradeUnitName = 'KAUNTA_UPGRADE_UNIT'
export const upgradeUnitSetting = { [upgradeUnitName]: pathFile }

type UnitFacts = Pick<ServiceFacts, 'executable' | 'data' | 'environment'>

/** Returns the steps that write both units. */
export const upgradeUnitFiles = (facts: UnitFacts): readonly ServiceStep[] => [
  { file: serviceFile, text: upgradeService(facts), encoding: 'utf8' },
  // The service reads it, to know whether it may offer upgrades.
  { file: pathFile, text: pathUnit(facts), encoding: 'utf8', isPublic: true },
]

export const startUpgradeUnit: readonly ServiceStep[] = [
  { run: ['systemctl', 'enable', watcher] },
  { run: ['systemctl', 'restart', watcher] },
]

export const removeUpgradeUnits: readonly ServiceStep[] = [
  { run: ['systemctl', 'disable', '--now', watcher], mayFail: true },
  { run: ['rm', '-f', pathFile, serviceFile] },
]

export const upgradeUnitStatus = ['systemctl', 'is-active', watcher]

/** Returns the line of the unit that names the file to wait for. */
const watchLine = (data: string) => `PathExists=${escapePercent(requestFile(data))}`

/** Returns whether the text of a unit waits for the requests of this data folder. */
export const waitsFor = (unit: string, data: string): boolean => unit.split('\n').includes(watchLine(data))

/** Returns the unit that waits for the request in the data folder. */
const pathUnit = ({ data }: UnitFacts) =>
  [
    '# Written by "kaunta service install". The next one overwrites your changes.',
    '[Unit]',
    'Description=Waits for a release that was uploaded to Kaunta',
    '',
    '[Path]',
    watchLine(data),
    '',
    '[Install]',
    'WantedBy=multi-user.target',
    '',
  ].join('\n')

/**
 * Returns a space and the address on which the server listens; empty if it listens on all addresses. The unit
 * must reach that address, to check whether the server is ready.
 */
function ownAddress(environment: UnitFacts['environment']): string {
  const host = environment[settings.host.environment]
  return host === undefined || listensEverywhere(host) ? '' : ` ${host}`
}

/** Returns the unit that installs. It has few of root's rights, and works on data as the folder's owner. */
function upgradeService({ executable, data, environment }: UnitFacts): string {
  const command = `${quote(executable)} upgrade --uploaded --data ${quote(data)}`
  return [
    '# Written by "kaunta service install". The next one overwrites your changes.',
    '[Unit]',
    'Description=Installs a release that was uploaded to Kaunta',
    'StartLimitIntervalSec=600',
    'StartLimitBurst=10',
    '',
    '[Service]',
    'Type=oneshot',
    `ExecStart=${command}`,
    `ExecStopPost=-${command} --interrupted`,
    'UnsetEnvironment=BUN_OPTIONS BUN_BE_BUN',
    `ReadWritePaths=${[dirname(executable), data].map(quote).join(' ')}`,
    'CapabilityBoundingSet=CAP_SETUID CAP_SETGID',
    'IPAddressDeny=any',
    `IPAddressAllow=localhost${ownAddress(environment)}`,
    'MemoryMax=1G',
    ...enclosure,
    '',
  ].join('\n')
}

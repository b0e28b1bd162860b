// Keeps Kaunta running after the computer starts: the text of a systemd unit, a launchd agent or a Windows
// task, and the commands that install it.
import type { ServiceFacts, ServiceStep } from './service-step.ts'
import {
  removeUpgradeUnits,
  startUpgradeUnit,
  upgradeUnitFiles,
  upgradeUnitSetting,
  upgradeUnitStatus,
} from './system-upgrade-unit.ts'
import { enclosure, quote } from './systemd-unit.ts'

/** How a system keeps a program running. */
export interface ServiceSystem {
  readonly data: string // the default data folder
  readonly file: string
  install(facts: ServiceFacts): readonly ServiceStep[]
  readonly start: readonly ServiceStep[]
  readonly stop: readonly ServiceStep[]
  readonly uninstall: readonly ServiceStep[] // stops it and removes its file; the data stays
  readonly status: readonly string[] // the command that prints its status
  /** The command that tells whether uploaded releases are installed, if another unit does that. */
  readonly upgradeStatus?: readonly string[]
}

export interface Computer {
  readonly platform: string
  readonly user: { readonly id: number; readonly home: string }
  readonly programData: string // Windows' folder for the data of programs
}

/** Returns how this computer keeps a program running; undefined for a system that is not supported. */
export function serviceSystemOf({ platform, user, programData }: Computer): ServiceSystem | undefined {
  if (platform === 'linux') return systemd
  if (platform === 'darwin') return launchd(user)
  return platform === 'win32' ? windows(programData) : undefined
}

const name = 'kaunta'
const stateFolder = '/var/lib/kaunta'
const unitFile = '/etc/systemd/system/kaunta.service'
/** Where secrets go on Linux, because every user may ask systemd for the variables in a unit. */
export const secretFile = '/etc/default/kaunta'

const systemd: ServiceSystem = {
  data: stateFolder,
  file: unitFile,
  install: facts => [
    {
      run: [
        'useradd',
        '--system',
        '--user-group',
        '--home-dir',
        facts.data,
        '--shell',
        '/usr/sbin/nologin',
        name,
      ],
      mayFail: true,
    },
    ...chownSteps(facts.data),
    { file: unitFile, text: systemdUnit(facts), encoding: 'utf8' },
    ...(facts.upgradesFromConsole ? upgradeUnitFiles(facts) : removeUpgradeUnits),
    { run: ['systemctl', 'daemon-reload'] },
    { run: ['systemctl', 'enable', name] },
    { run: ['systemctl', 'restart', name] },
    ...(facts.upgradesFromConsole ? startUpgradeUnit : []),
  ],
  start: [{ run: ['systemctl', 'start', name] }],
  stop: [{ run: ['systemctl', 'stop', name] }],
  uninstall: [
    ...removeUpgradeUnits,
    { run: ['systemctl', 'disable', '--now', name], mayFail: true },
    { run: ['rm', '-f', unitFile] },
    { run: ['systemctl', 'daemon-reload'] },
  ],
  status: ['systemctl', 'status', name, '--no-pager', '--lines=5'],
  upgradeStatus: upgradeUnitStatus,
}

/** Makes the service's user the owner of a data folder that systemd does not manage. */
const chownSteps = (data: string): readonly ServiceStep[] =>
  data === stateFolder ? [] : [{ run: ['chown', '-R', '--no-dereference', `${name}:${name}`, data] }]

/**
 * Returns the text of the systemd unit. The service runs as a user of its own, who may write only to the data
 * and the folder of back-ups. It is killed and restarted when it does not respond.
 */
function systemdUnit(facts: ServiceFacts): string {
  const { executable, data, alsoWrites, hasLowPort, upgradesFromConsole } = facts
  const environment = { ...facts.environment, ...(upgradesFromConsole ? upgradeUnitSetting : {}) }
  const isState = data === stateFolder
  const writes = alsoWrites.map(path => `-${path}`)
  if (!isState) writes.unshift(data)
  const capability = hasLowPort ? 'CAP_NET_BIND_SERVICE' : ''
  const stateLines = isState ? [`StateDirectory=${name}`, 'StateDirectoryMode=0700'] : []
  const writeLines = writes.length > 0 ? [`ReadWritePaths=${writes.map(quote).join(' ')}`] : []
  return [
    '# Written by "kaunta service install". The next one overwrites your changes.',
    '[Unit]',
    'Description=Kaunta, payment collection for shops',
    'Wants=network-online.target',
    'After=network-online.target time-sync.target',
    'StartLimitIntervalSec=0',
    '',
    '[Service]',
    'Type=notify',
    'NotifyAccess=main',
    `User=${name}`,
    `Group=${name}`,
    `ExecStart=${quote(executable)} serve --data ${quote(data)}`,
    ...Object.entries(environment).map(([key, value]) => `Environment=${quote(`${key}=${value}`)}`),
    `EnvironmentFile=-${secretFile}`,
    'UnsetEnvironment=BUN_OPTIONS BUN_BE_BUN',
    ...stateLines,
    ...writeLines,
    `CapabilityBoundingSet=${capability}`,
    ...(hasLowPort ? [`AmbientCapabilities=${capability}`] : []),
    ...unitRules,
    ...enclosure,
    '',
    '[Install]',
    'WantedBy=multi-user.target',
    '',
  ].join('\n')
}

const unitRules = [
  'Restart=on-failure',
  'RestartSec=1',
  'TimeoutStartSec=600',
  'TimeoutStopSec=15',
  'WatchdogSec=60',
  'WatchdogSignal=SIGKILL',
  'MemoryHigh=768M',
  'MemoryMax=1G',
  'LimitNOFILE=65536',
]

/** How XML writes special characters. */
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeXml = (text: string) => text.replace(/[&<>"]/g, sign => escapes[sign] ?? sign)

const label = 'kaunta.server'

/** Returns the service on macOS: an agent of the user who installs it. */
const launchd = ({ id, home }: Computer['user']): ServiceSystem => {
  const file = `${home}/Library/LaunchAgents/${label}.plist`
  return {
    data: `${home}/Library/Application Support/Kaunta`,
    file,
    install: facts => [
      { run: ['launchctl', 'bootout', `gui/${id}/${label}`], mayFail: true },
      { file, text: launchdAgent(facts, home), encoding: 'utf8' },
      { run: ['launchctl', 'bootstrap', `gui/${id}`, file] },
    ],
    start: [{ run: ['launchctl', 'bootstrap', `gui/${id}`, file] }],
    stop: [{ run: ['launchctl', 'bootout', `gui/${id}/${label}`] }],
    uninstall: [
      { run: ['launchctl', 'bootout', `gui/${id}/${label}`], mayFail: true },
      { run: ['rm', '-f', file] },
    ],
    status: ['launchctl', 'print', `gui/${id}/${label}`],
  }
}

/** Returns the text of the launchd agent. */
function launchdAgent({ executable, data, environment }: ServiceFacts, home: string): string {
  const command = [executable, 'serve', '--data', data]
  const variables = Object.entries(environment).map(
    ([key, value]) => `    <key>${escapeXml(key)}</key><string>${escapeXml(value)}</string>\n`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key><string>${label}</string>
  <key>ProgramArguments</key>
  <array>
${command.map(arg => `    <string>${escapeXml(arg)}</string>\n`).join('')}  </array>
  <key>EnvironmentVariables</key>
  <dict>
${variables.join('')}  </dict>
  <key>RunAtLoad</key><true/>
  <key>KeepAlive</key><dict><key>SuccessfulExit</key><false/></dict>
  <key>ThrottleInterval</key><integer>1</integer>
  <key>Umask</key><integer>63</integer>
  <key>StandardErrorPath</key><string>${escapeXml(home)}/Library/Logs/Kaunta.log</string>
</dict>
</plist>
`
}

/** The account for services, which has no rights in the network. */
const localService = 'S-1-5-19'

/** Returns the service on Windows: a task that begins with the computer. */
const windows = (programData: string): ServiceSystem => {
  const file = `${programData}\\Kaunta\\service.xml`
  return {
    data: `${programData}\\Kaunta\\data`,
    file,
    install: facts => [
      // A task that still runs would keep its earlier settings.
      { run: ['schtasks', '/End', '/TN', 'Kaunta'], mayFail: true },
      { file, text: windowsTask(facts), encoding: 'utf16le' },
      { run: ['cmd.exe', '/d', '/c', 'mkdir', facts.data], mayFail: true },
      { run: ['icacls', facts.data, '/grant', `*${localService}:(OI)(CI)F`] },
      { run: ['schtasks', '/Create', '/TN', 'Kaunta', '/XML', file, '/F'] },
      { run: ['schtasks', '/Run', '/TN', 'Kaunta'] },
    ],
    start: [{ run: ['schtasks', '/Run', '/TN', 'Kaunta'] }],
    stop: [{ run: ['schtasks', '/End', '/TN', 'Kaunta'] }],
    uninstall: [
      { run: ['schtasks', '/End', '/TN', 'Kaunta'], mayFail: true },
      { run: ['schtasks', '/Delete', '/TN', 'Kaunta', '/F'] },
      { run: ['cmd.exe', '/d', '/c', 'del', file], mayFail: true },
    ],
    status: ['schtasks', '/Query', '/TN', 'Kaunta', '/V', '/FO', 'LIST'],
  }
}

/** Escapes a text for a line of cmd.exe, where `%` begins a variable. */
const escapeBatch = (text: string) => text.replaceAll('%', '%%')

/** Returns the text of the task of Windows. */
function windowsTask({ executable, data, environment }: ServiceFacts): string {
  const sets = Object.entries(environment).map(
    ([key, value]) => `set "${escapeBatch(`${key}=${value}`)}" && `,
  )
  const line = `/d /c "${sets.join('')}"${executable}" serve --data "${data}""`
  return `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.4" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <Triggers><BootTrigger><Enabled>true</Enabled></BootTrigger></Triggers>
  <Principals>
    <Principal id="service"><UserId>${localService}</UserId><RunLevel>LeastPrivilege</RunLevel></Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <RestartOnFailure><Interval>PT1M</Interval><Count>999</Count></RestartOnFailure>
  </Settings>
  <Actions Context="service">
    <Exec><Command>cmd.exe</Command><Arguments>${escapeXml(line)}</Arguments></Exec>
  </Actions>
</Task>
`
}

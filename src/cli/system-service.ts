// `kaunta service` keeps Kaunta running: it starts with the computer, is restarted after a failure, and has
// no more rights than it needs.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Command } from 'commander'
import { readConfig, settings } from '../config.ts'
import { hasPassword, withoutPassword } from '../domain/database-address.ts'
import { isS3 } from '../store/backup/s3.ts'
import { CommandError } from './client.ts'
import { type Executable, printResult, withJson, withSettings } from './command.ts'
import { placeOfOthers } from './executable-file.ts'
import { settingsOfService } from './service-settings.ts'
import type { ServiceFacts, ServiceStep } from './service-step.ts'
import { type ServiceSystem, secretFile, serviceSystemOf } from './system-service-file.ts'

interface ServiceOptions {
  readonly dryRun?: boolean
  readonly json?: boolean
}

interface InstallOptions extends ServiceOptions {
  readonly consoleUpgrade: boolean // false with --no-console-upgrade
}

const notRunningStatus = 3
const serviceHelp = `
Installs a systemd service on Linux (as root), a launchd agent on macOS, a task at start-up on Windows (as
administrator). Settings of serve go into it as flags or from the environment, KAUNTA_PUBLIC_URL and the like.
Those of an earlier install stay; an empty variable takes one away.
Exit status of status: 0 when it runs, ${notRunningStatus} when it does not.`

/** Adds `kaunta service` and its commands to the command line. */
export function addService(program: Command, executable: Executable): void {
  const group = program
    .command('service')
    .description('start Kaunta with this computer, and again whenever it fails')
    .addHelpText('after', serviceHelp)
  const install = group.command('install').description('install it and start it; a second time to change it')
  withSettings(install, ['data', 'host', 'port', 'httpsPort', 'httpsRedirect', 'mdns'])
    .option(
      '--no-console-upgrade',
      'Linux: without the root units that install what is uploaded in the console',
    )
    .option('--dry-run', 'print what would be written and run')
    .action(({ dryRun, consoleUpgrade, ...flags }) =>
      runInstall(executable, flags, { dryRun, consoleUpgrade }),
    )
  withJson(group.command('status').description('say whether it runs')).action(options =>
    runStatus(executable, options),
  )
  group
    .command('uninstall')
    .description('stop it and remove it; the data folder stays')
    .option('--dry-run', 'print what would be run')
    .action(options => runUninstall(executable, options))
}

/** Returns how this computer keeps a program running. @throws CommandError for other systems */
export function systemOf({ computer }: Executable): ServiceSystem {
  const system = serviceSystemOf(computer)
  if (!system)
    throw new CommandError(`kaunta service knows Linux, macOS and Windows, not ${computer.platform}`)
  return system
}

/** Installs and starts the service. @throws CommandError for an unsafe place or a failed step */
async function runInstall(
  executable: Executable,
  flags: Readonly<Record<string, unknown>>,
  options: InstallOptions,
): Promise<void> {
  const system = systemOf(executable)
  const facts = serviceFacts(executable, system, flags)
  if (executable.computer.platform === 'linux') assertNoPassword(facts.environment)
  const steps = system.install({ ...facts, upgradesFromConsole: options.consoleUpgrade })
  const problem = placeProblem(executable) ?? (options.consoleUpgrade ? ownerProblem(executable) : undefined)
  if (problem && !options.dryRun) throw new CommandError(problem)
  if (problem) executable.warn(problem)
  await carryOut(executable, steps, options)
  if (options.dryRun) return
  const variables = Object.entries(facts.environment)
  const variableTexts = variables.map(([name, value]) => `${name}=${withoutPassword(value)}`)
  executable.print(`Its settings: ${[`--data ${facts.data}`, ...variableTexts].join(' ')}`)
  executable.print(`Kaunta runs as a service (${system.file}). See how it is with: kaunta service status`)
}

/**
 * Returns the facts of the service. Each setting comes from its flag, else from its environment variable,
 * else from an earlier install. An empty variable removes an earlier setting.
 * @throws Fault for a wrong setting
 */
function serviceFacts(
  executable: Executable,
  system: ServiceSystem,
  flags: Readonly<Record<string, unknown>>,
): Omit<ServiceFacts, 'upgradesFromConsole'> {
  const earlier = settingsOfService(system.file)
  const environment = { ...earlier.environment, ...executable.environment }
  const variables: Record<string, string> = {}
  for (const [name, { environment: variable }] of Object.entries(settings)) {
    // The data folder is a flag of the service, and the secret of the bucket's key stays out of its file.
    if (name === 'data' || name === 's3SecretAccessKey') continue
    const value = flags[name] ?? (environment[variable] || undefined)
    if (value !== undefined) variables[variable] = String(value)
  }
  const dataVariable = environment[settings.data.environment]
  const data = String(flags.data ?? (dataVariable || earlier.data || system.data))
  const { port, httpsPort, backupTo } = readConfig({ ...flags, data }, environment)
  return {
    executable: executable.path,
    data: executable.computer.platform === 'win32' ? data : resolve(data),
    environment: variables,
    alsoWrites: backupTo === undefined || isS3(backupTo) ? [] : [resolve(backupTo)],
    hasLowPort: [port, httpsPort].some(number => number > 0 && number < 1_024),
  }
}

/**
 * Checks that the unit will have no password, because systemd shows its variables to every user.
 * @throws CommandError that explains where to put the password instead
 */
function assertNoPassword(environment: ServiceFacts['environment']): void {
  const name = settings.databaseUrl.environment
  if (hasPassword(environment[name] ?? ''))
    throw new CommandError(
      `every user of this computer could read the password in ${name}: write the line ${name}=… into ${secretFile}, which only root may read, and run this again with ${name}= (empty)`,
    )
}

/**
 * Returns why the service could not run this executable; undefined if it could. On Linux a service sees
 * neither homes nor temporary folders.
 */
function placeProblem({ computer, path }: Executable): string | undefined {
  const hiddenFolder = ['/home/', '/root/', '/tmp/', '/var/tmp/'].find(place => path.startsWith(place))
  if (computer.platform !== 'linux' || !hiddenFolder) return undefined
  return `a service cannot see ${hiddenFolder}: put the executable elsewhere first, with: install ${path} /usr/local/bin/kaunta`
}

/**
 * Returns the problem if another user than root could replace the executable or a folder above it; undefined
 * if none could. Root runs the executable when a release was uploaded.
 */
function ownerProblem({ computer, path }: Executable): string | undefined {
  if (computer.platform !== 'linux') return undefined
  const openPlace = placeOfOthers(path)
  if (openPlace === undefined) return undefined
  return `others than root may write ${openPlace}, and root would run ${path} to install what is uploaded in the console: give it to root alone (chown root, chmod go-w), or add --no-console-upgrade`
}

/** Returns a command as a person would type it. */
const shellText = (command: readonly string[]) =>
  command.map(arg => (/^[\w@%+=:,./\\-]+$/.test(arg) ? arg : `'${arg}'`)).join(' ')

/**
 * Carries out the steps that start, stop or change a service, in order. With `dryRun`, only prints them.
 * @throws CommandError with the output of a failed step
 */
export async function carryOut(
  { run, write, print }: Pick<Executable, 'run' | 'write' | 'print'>,
  steps: readonly ServiceStep[],
  { dryRun }: ServiceOptions,
): Promise<void> {
  for (const step of steps)
    if (dryRun) write(stepText(step))
    else if ('file' in step) {
      writeStepFile(step)
      print(`wrote ${step.file}`)
    } else {
      const { status, output } = await run(step.run)
      if (status !== 0 && !step.mayFail)
        throw new CommandError(`${shellText(step.run)} failed: ${output.trim() || `exit status ${status}`}`)
    }
}

/** Returns a step as `--dry-run` prints it. */
const stepText = (step: ServiceStep) =>
  'file' in step ? `# ${step.file}\n${step.text}\n` : `$ ${shellText(step.run)}\n`

/** Writes the file of a step, and the folder for it. */
function writeStepFile({ file, text, encoding, isPublic }: Extract<ServiceStep, { file: string }>): void {
  mkdirSync(dirname(file), { recursive: true })
  const byteOrderMark = encoding === 'utf16le' ? '\ufeff' : ''
  writeFileSync(file, `${byteOrderMark}${text}`, encoding)
  if (isPublic) chmodSync(file, 0o644)
}

/** Stops and removes the service; the data stays. */
async function runUninstall(executable: Executable, options: ServiceOptions): Promise<void> {
  await carryOut(executable, systemOf(executable).uninstall, options)
  if (!options.dryRun) executable.print('The service is removed. The data folder is as it was.')
}

/** Prints whether the service runs, and sets the exit status if it does not. */
async function runStatus(executable: Executable, options: ServiceOptions): Promise<void> {
  const { status: statusCommand, upgradeStatus: upgradeCommand } = systemOf(executable)
  const { status, output } = await executable.run(statusCommand)
  const isRunning = status === 0
  const upgradeResult = upgradeCommand && (await executable.run(upgradeCommand))
  const upgrades = upgradeResult && { console_upgrade: upgradeResult.status === 0 }
  const result = { running: isRunning, details: output.trim(), ...upgrades }
  printResult(executable, options, result, statusText)
  if (!isRunning) executable.setExitStatus(notRunningStatus)
}

interface StatusResult {
  readonly running: boolean
  readonly details: string
  /** Whether uploads in the console are installed; absent when that needs no unit. */
  readonly console_upgrade?: boolean
}

/** Returns what `kaunta service status` prints for a person. */
function statusText({ running, details, console_upgrade }: StatusResult): string {
  const lines = [running ? 'Kaunta runs as a service.' : 'The service does not run.']
  if (console_upgrade === true) lines.push('Releases that are uploaded in the console are installed.')
  if (console_upgrade === false)
    lines.push(
      'Releases that are uploaded in the console are not installed: kaunta-upgrade.path does not run.',
    )
  return [...lines, '', details, ''].join('\n')
}

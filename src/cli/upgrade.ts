// `kaunta upgrade` replaces this executable by a newer release, and goes back when the new one does not
// start: check the signature, copy the data, rehearse on the copy, stop, swap, start, wait until it is ready.
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { settings } from '../config.ts'
import { assertWhole } from '../store/backup/copy-check.ts'
import { assertData } from './backup.ts'
import { CommandError } from './client.ts'
import { assertInFolder, type Executable, printResult, withJson, withSettings } from './command.ts'
import { endInstall, isInstallCut, keepInstall, recoverInstall } from './cut-install.ts'
import { installExecutable, previousOf, removeCopy } from './executable-file.ts'
import { withProgress } from './progress.ts'
import { checkRelease, takeRelease } from './release-file.ts'
import { settingsInFile, settingsOfService } from './service-settings.ts'
import { carryOut, systemOf } from './system-service.ts'
import {
  backUp,
  type DataWork,
  ownerCommand,
  ownSession,
  ownWork,
  type Rehearsed,
  rehearseOn,
  workAsOwner,
} from './upgrade-data.ts'
import { goBack, isReady, type Place, quietly, startNew, type WorkPlace } from './upgrade-start.ts'
import { endInterrupted, installUpload } from './uploaded-upgrade.ts'

interface UpgradeOptions {
  readonly data?: string
  readonly port?: string
  readonly rehearse?: boolean
  readonly prepare?: boolean
  readonly uploaded?: boolean
  readonly interrupted?: boolean
  readonly json?: boolean
}

interface UpgradeResult {
  readonly version: string
  readonly commit: string
  readonly backup: string
  readonly restarted: boolean // whether a service was stopped and started; if not, none was running
  readonly previous: string
}

const upgradeHelp = `
FILE is the executable of a release; FILE.sig beside it is its signature. The data folder is copied to its
backups first. A version that cannot open a copy of your data is never installed, and one that does not get
ready is taken back. Without the service, stop Kaunta before and start it afterwards.`

/** Adds `kaunta upgrade` to the command line. */
export function addUpgrade(program: Command, executable: Executable): void {
  const command = program
    .command('upgrade [file]')
    .description('replace this executable by a newer release, and go back if it does not start')
    .addHelpText('after', upgradeHelp)
  withSettings(command, ['data', 'port'])
    .option(
      '--rehearse',
      'open the copy of a data folder, FILE, as an upgrade would; the version before runs this',
    )
    .option('--prepare', 'copy and rehearse only; a server that upgrades itself runs this')
    .option('--uploaded', 'install what was uploaded in the console; kaunta-upgrade.service runs this')
    .option('--interrupted', 'end what --uploaded left under way; kaunta-upgrade.service runs this')
  withJson(command).action((file: string | undefined, options: UpgradeOptions) => {
    assertInFolder(
      executable.readConfig({ data: options.data }),
      'replace the executable of one node after another and start it again, its first start changes the tables (docs/postgres.md)',
    )
    if (options.uploaded) return runUploaded(executable, options)
    if (file === undefined) throw new CommandError('name the file of a release: kaunta upgrade FILE')
    if (options.rehearse) return rehearse(executable, file)
    const upgrade = options.prepare ? prepare : runUpgrade
    return upgrade(executable, resolve(file), options)
  })
}

/** The result of the preparation. */
export interface Prepared extends Rehearsed {
  readonly backup: string
}

/** Prepares the upgrade while sales go on; prints the result as JSON. */
async function prepare(executable: Executable, file: string, options: UpgradeOptions): Promise<void> {
  await checkRelease(file, executable)
  const { data } = executable.readConfig({ data: options.data })
  const backup = backUp(executable, resolve(data))
  const rehearsed = await rehearseOn(executable, { file, data: resolve(data), copy: backup })
  executable.write(`${JSON.stringify({ backup, ...rehearsed } satisfies Prepared)}\n`)
}

/** Opens a copy of a data folder, which migrates its tables to this version, and checks its books. */
async function rehearse(executable: Executable, folder: string): Promise<void> {
  assertData(folder, 'data folder')
  await executable.onStopped({ data: folder }, async () => {})
  executable.print(`${assertWhole(folder)} payments, and the balances match the postings`)
}

/**
 * Finds the data folder, the address and the service of an upgrade, from flags, else from the environment,
 * else from the file of a running service. With `wasStopped`, the service counts as running, because an
 * upgrade that was killed had stopped it.
 * @throws CommandError when a Kaunta runs that is not the service, because it could not be restarted
 */
async function findPlace(
  executable: Executable,
  { data, port }: UpgradeOptions,
  { wasStopped } = { wasStopped: false },
): Promise<Place> {
  const system = systemOf(executable)
  const isService = wasStopped || (await executable.run(system.status)).status === 0
  const serviceSettings = isService ? settingsOfService(system.file) : settingsInFile('')
  const environment = { ...serviceSettings.environment, ...executable.environment }
  const dataSetting = data ?? environment[settings.data.environment] ?? serviceSettings.data
  const place = {
    data: resolve(dataSetting ?? settings.data.default),
    host: environment[settings.host.environment] ?? settings.host.default,
    port: port ?? environment[settings.port.environment] ?? settings.port.default,
    service: isService ? system : undefined,
  }
  if (!isService && (await isReady(executable, place)))
    throw new CommandError(
      `a Kaunta runs on port ${place.port} and is no service: stop it first, and start it again afterwards`,
    )
  return place
}

/** Installs a release. @throws CommandError or FolderError when it was not installed, or was taken back */
async function runUpgrade(executable: Executable, file: string, options: UpgradeOptions): Promise<void> {
  await recoverInterrupted(executable, options)
  const { release, copy } = await takeRelease(file, executable)
  const { version, commit } = release
  try {
    const place = await findPlace(executable, options)
    assertData(place.data, 'data folder')
    const work = workOn(executable, place.data)
    const line = options.json ? undefined : executable.showProgress
    const backup = await installRelease(executable, { ...place, work, line }, { file: copy, version })
    const hasRestarted = place.service !== undefined
    const result = { version, commit, backup, restarted: hasRestarted, previous: previousOf(executable.path) }
    printResult(executable, options, result, upgradeText)
  } finally {
    removeCopy(executable.path)
  }
}

/** Starts the service again, or restores the previous version, if an upgrade was killed. */
async function recoverInterrupted(executable: Executable, options: UpgradeOptions): Promise<void> {
  if (!isInstallCut(executable.path)) return
  const place = await findPlace(executable, options, { wasStopped: true })
  const { service, data } = place
  if (service)
    await recoverInstall(executable, { ...place, service, work: workOn(executable, data), line: undefined })
}

/** Returns the work on a data folder with the rights of its owner: in a child if root runs this. */
function workOn(executable: Executable, data: string): DataWork {
  const buildCommand = ownerCommand(executable, data, ownSession)
  return buildCommand ? workAsOwner(executable, buildCommand) : ownWork(executable, data)
}

/** Installs the release uploaded in the console, or with `interrupted` cleans up after such a run. */
async function runUploaded(executable: Executable, options: UpgradeOptions): Promise<void> {
  const { data } = executable.readConfig({ data: options.data })
  if (options.interrupted) {
    await endInterrupted(executable, data)
    return recoverInterrupted(executable, { ...options, data })
  }
  await installUpload(executable, data, async (release, work) => {
    const place = await findPlace(executable, { ...options, data })
    if (!place.service) throw new CommandError('the service does not run, so nothing was installed')
    await installRelease(executable, { ...place, work, line: undefined }, release)
  })
}

/**
 * Backs up, rehearses the new version on the copy, installs and starts it. If it does not get ready, restores
 * the previous version.
 * @returns the path of the newest back-up
 * @throws as `goBack` when the new version does not get ready
 */
const installRelease = (
  executable: Executable,
  place: WorkPlace,
  { file, version }: { readonly file: string; readonly version: string },
): Promise<string> =>
  // Starting is a step only where a service runs.
  withProgress(place.line, place.service ? 4 : 3, async progress => {
    progress.step('Copying the data folder')
    const firstCopy = await place.work.copy()
    progress.step('Rehearsing on a copy of it')
    const rehearsed = await place.work.rehearse(file, firstCopy)
    progress.step(`Installing version ${version}`)
    const copy = await install(executable, place, { file, firstCopy, ...rehearsed })
    if (!place.service) return copy
    progress.step('Starting it')
    const failure = await startNew(executable, place, rehearsed.tookMs)
    if (failure) await goBack(executable, { ...place, service: place.service }, { failure, copy })
    return copy
  }).finally(() => endInstall(executable.path))

interface Installation {
  readonly file: string
  readonly firstCopy: string // the back-up that was taken while sales went on
  readonly changesTables: boolean
}

/**
 * Stops the service and replaces the executable. If that fails, starts the service again.
 * @returns the path of the newest back-up
 */
async function install(
  executable: Executable,
  { work, service }: WorkPlace,
  { file, firstCopy, changesTables }: Installation,
): Promise<string> {
  if (service) keepInstall(executable.path, firstCopy)
  if (service) await carryOut(quietly(executable), service.stop, {})
  try {
    // Sales went on after the first copy, so it cannot replace the data when the new version fails.
    const copy = changesTables && service ? await work.copy() : firstCopy
    if (copy !== firstCopy) keepInstall(executable.path, copy)
    installExecutable(file, executable.path)
    return copy
  } catch (error) {
    if (service) await carryOut(quietly(executable), service.start, {})
    throw error
  }
}

/** Returns what the command prints about an installed release. */
const upgradeText = ({ version, backup, restarted, previous }: UpgradeResult): string =>
  [
    restarted
      ? `Version ${version} runs and is ready.`
      : `Version ${version} is installed: start Kaunta again.`,
    `The data of before is in ${backup}, the executable of before is ${previous}.\n`,
  ].join(' ')

// `kaunta upgrade` replaces this executable by that of a newer release, and goes back when the new one does not
// start: check the signature, copy the data, rehearse on the copy, stop, swap, start, wait until it is ready.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { settings } from '../config.ts'
import { freeBackupName } from '../store/backup.ts'
import { assertWhole, copyData } from '../store/copy.ts'
import { FolderError } from '../store/folder.ts'
import { isAsCopied, putDataBack, tablesVersion } from '../store/put-back.ts'
import { assertData } from './backup.ts'
import { CommandError } from './client.ts'
import { type Executable, printResult, withJson, withSettings } from './command.ts'
import { installExecutable, previousOf, restoreExecutable } from './executable-file.ts'
import { checkRelease } from './release-file.ts'
import { carryOut, systemOf } from './system-service.ts'
import { type ServiceSystem, settingsInFile } from './system-service-file.ts'

interface UpgradeOptions {
  readonly data?: string
  readonly port?: string
  readonly rehearse?: boolean
  readonly json?: boolean
}

interface UpgradeResult {
  readonly version: string
  readonly commit: string
  readonly backup: string
  /** Whether a service was stopped and started; else nothing ran. */
  readonly restarted: boolean
  /** The executable of before. */
  readonly previous: string
}

const upgradeHelp = `
FILE is the executable of a release; FILE.sig beside it is its signature. The data folder is copied to its
backups first. A version that cannot open a copy of your data is never installed, and one that does not get
ready is taken back. Without the service, stop Kaunta before and start it afterwards.`

export function addUpgrade(program: Command, executable: Executable): void {
  const command = program
    .command('upgrade <file>')
    .description('replace this executable by a newer release, and go back if it does not start')
    .addHelpText('after', upgradeHelp)
  withSettings(command, ['data', 'port']).option(
    '--rehearse',
    'open the copy of a data folder, FILE, as an upgrade would; the version before runs this',
  )
  withJson(command).action((file: string, options: UpgradeOptions) =>
    options.rehearse ? rehearse(executable, file) : runUpgrade(executable, resolve(file), options),
  )
}

/** Opens a copy of a data folder, which changes its tables to those of this version, and adds its books up. */
async function rehearse(executable: Executable, folder: string): Promise<void> {
  assertData(folder, 'data folder')
  await executable.onStopped({ data: folder }, async () => {})
  executable.print(`${assertWhole(folder)} payments, and the balances match the postings`)
}

/** What is upgraded: a data folder, and the service on it if one runs. */
interface Place {
  readonly data: string
  readonly port: string
  readonly service: ServiceSystem | undefined
}

/** @throws CommandError when a Kaunta runs that is not the service: it could not be started again */
async function placeOf(executable: Executable, { data, port }: UpgradeOptions): Promise<Place> {
  const system = systemOf(executable)
  const isService = (await executable.run(system.status)).status === 0
  const text = existsSync(system.file) ? readFileSync(system.file).toString().replaceAll('\0', '') : ''
  const inFile = isService ? settingsInFile(text) : {}
  const environment = executable.environment
  const place = {
    data: resolve(data ?? environment[settings.data.environment] ?? inFile.data ?? settings.data.default),
    port: port ?? environment[settings.port.environment] ?? inFile.port ?? settings.port.default,
    service: isService ? system : undefined,
  }
  assertData(place.data, 'data folder')
  if (!isService && (await isReady(executable, place.port)))
    throw new CommandError(
      `a Kaunta runs on port ${place.port} and is no service: stop it first, and start it again afterwards`,
    )
  return place
}

async function runUpgrade(executable: Executable, file: string, options: UpgradeOptions): Promise<void> {
  const release = await checkRelease(file, executable)
  const place = await placeOf(executable, options)
  const say = options.json ? () => {} : executable.print
  say(`Version ${release.version} (${release.commit}) is signed. Copying the data folder…`)
  const first = backUp(executable, place.data)
  say(`Copied to ${first}. Rehearsing on a copy of it…`)
  const rehearsed = await rehearseOn(executable, { file, data: place.data, copy: first })
  const copy = await install(executable, place, { file, first, ...rehearsed })
  if (place.service) {
    say('Starting the new version…')
    const failure = await startNew(executable, place, rehearsed.tookMs)
    if (failure) await goBack(executable, { ...place, service: place.service }, { failure, copy })
  }
  const { version, commit } = release
  const previous = previousOf(executable.path)
  const result = { version, commit, backup: copy, restarted: place.service !== undefined, previous }
  printResult(executable, options, result, upgradeText)
}

interface Installation {
  readonly file: string
  /** The back-up that was taken while sales went on. */
  readonly first: string
  readonly changesTables: boolean
}

/** Stops the service and swaps the executables; a failure starts the service again. @returns the newest copy */
async function install(
  executable: Executable,
  { data, service }: Place,
  { file, first, changesTables }: Installation,
): Promise<string> {
  if (service) await carryOut(quietly(executable), service.stop, {})
  try {
    // Sales went on after the first copy, so it cannot replace the data when the new version fails.
    const copy = changesTables && service ? backUp(executable, data) : first
    installExecutable(file, executable.path)
    return copy
  } catch (error) {
    if (service) await carryOut(quietly(executable), service.start, {})
    throw error
  }
}

const upgradeText = ({ version, backup, restarted, previous }: UpgradeResult): string =>
  [
    restarted
      ? `Version ${version} runs and is ready.`
      : `Version ${version} is installed: start Kaunta again.`,
    `The data of before is in ${backup}, the executable of before is ${previous}.\n`,
  ].join(' ')

/** Steps of a service are not printed here: the upgrade says what it does. */
const quietly = (executable: Executable): Executable => ({ ...executable, print: () => {} })

/** @returns the folder of the copy */
function backUp(executable: Executable, data: string): string {
  const place = join(data, 'backups')
  mkdirSync(place, { recursive: true, mode: 0o700 })
  const folder = join(place, freeBackupName(place, executable.now()))
  copyData({ from: data, to: folder, suffix: '.command-part' })
  return folder
}

interface Rehearsal {
  readonly file: string
  readonly data: string
  /** The back-up to rehearse on. */
  readonly copy: string
}

/** Lets the new version open a copy of the data. @throws CommandError with what it said when it cannot */
async function rehearseOn(executable: Executable, { file, data, copy }: Rehearsal) {
  const folder = join(data, 'upgrade-rehearsal')
  const startedMs = executable.elapsed()
  try {
    rmSync(folder, { recursive: true, force: true })
    copyData({ from: copy, to: folder, suffix: '.part' })
    const { status, output } = await executable.run([file, 'upgrade', folder, '--rehearse'])
    if (status !== 0)
      throw new CommandError(
        `the new version cannot use your data, so nothing was changed. It said: ${output.trim() || `exit status ${status}`}`,
      )
    return {
      changesTables: tablesVersion(folder) !== tablesVersion(copy),
      tookMs: executable.elapsed() - startedMs,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const leastStartMs = 60_000
const readyPauseMs = 200

/** Starts the service and waits until it is ready. @returns what went wrong, if anything did */
async function startNew(
  executable: Executable,
  place: Place,
  rehearsalMs: number,
): Promise<string | undefined> {
  try {
    await carryOut(quietly(executable), place.service?.start ?? [], {})
  } catch (error) {
    if (error instanceof CommandError) return error.message
    throw error
  }
  const isInTime = await waitReady(executable, place.port, Math.max(leastStartMs, rehearsalMs * 5))
  return isInTime ? undefined : 'it was not ready in time'
}

/** Whether a server of this computer is ready to sell. */
async function isReady(executable: Executable, port: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(3_000)
    return (await executable.fetch(`http://127.0.0.1:${port}/ready`, { signal })).ok
  } catch {
    return false
  }
}

interface Failure {
  readonly failure: string
  /** The copy from just before. */
  readonly copy: string
}

/**
 * Puts the version before back, and its data when the new version changed the tables.
 * @throws CommandError always: the upgrade failed
 */
async function goBack(
  executable: Executable,
  place: Place & { readonly service: ServiceSystem },
  { failure, copy }: Failure,
): Promise<never> {
  const { data, service, port } = place
  await executable.run(service.stop.flatMap(step => ('run' in step ? step.run : [])))
  if (tablesVersion(data) !== tablesVersion(copy)) {
    if (!isAsCopied(data, copy))
      throw new FolderError(
        `the new version did not get ready (${failure}), but it has recorded something, so the version before was not put back. Your data of before is in ${copy}. Look at its log, then: kaunta doctor`,
        1,
      )
    putDataBack(data, copy, join(data, `upgrade-failed-${executable.now()}`))
  }
  restoreExecutable(executable.path)
  await carryOut(quietly(executable), service.start, {})
  const again = await waitReady(executable, port, leastStartMs)
  throw new CommandError(
    `the new version did not get ready (${failure}). The version before ${again ? 'sells again' : 'was put back, and is not ready'}; nothing was lost`,
  )
}

async function waitReady(executable: Executable, port: string, maxMs: number): Promise<boolean> {
  const until = executable.elapsed() + maxMs
  while (executable.elapsed() < until) {
    if (await isReady(executable, port)) return true
    await new Promise<void>(done => void executable.after(readyPauseMs, done))
  }
  return false
}

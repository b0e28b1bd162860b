// An upgrade that the server makes of itself, requested in the console. A child does the slow part while
// sales go on: `kaunta upgrade FILE --prepare`. Then the server closes its data folder and starts the new
// version on it as a child. Only a version that gets ready is installed; otherwise the previous one goes on.
// No service manager could do that for us, because it would also stop a child that asks it to stop this
// process. If this process may not write its own file, a root unit of the service does everything
// (uploaded-upgrade.ts), and the server only asks for it.
import { accessSync, constants, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { errorText } from '../domain/error-text.ts'
import type { Release } from '../domain/release.ts'
import type { Upgrades } from '../flow/upgrade.ts'
import { isInstallUnderWay, requestInstall, withdrawRequest } from '../store/folder/install-request.ts'
import { clearStaged, keepUpgradeEnd } from '../store/folder/staged-release.ts'
import { endTrial, keepTrial } from '../store/folder/upgrade-trial.ts'
import type { Child, Executable } from './command.ts'
import { installExecutable, removeCopy } from './executable-file.ts'
import { assertUnchanged, takeRelease } from './release-file.ts'
import { upgradeUnitName, waitsFor } from './system-upgrade-unit.ts'
import type { Prepared } from './upgrade.ts'
import { backUp, putBackIfUnused } from './upgrade-data.ts'
import { isReady, startTimeoutMs } from './upgrade-start.ts'

type Waiting = Release & { readonly file: string }

/** The server's part in its upgrade. */
export interface Serving {
  readonly data: string
  readonly host: string
  readonly port: number
  /** Ends running work and closes the data folder. */
  stop(): Promise<void>
  /** Notifies the service manager that this process is alive. */
  alive(): void
}

/** A service manager restarts a process that ends with this status. */
export const againStatus = 75
/** The pause between two checks whether the new version is ready. */
const readyPauseMs = 200

/** Returns whether this process may replace its own executable. */
function mayReplace(path: string): boolean {
  try {
    accessSync(dirname(path), constants.W_OK)
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Returns whether a unit of systemd waits for requests of this server (system-upgrade-unit.ts). */
function hasUnit({ environment }: Executable, data: string): boolean {
  const unit = environment[upgradeUnitName]
  if (unit === undefined) return false
  try {
    return waitsFor(readFileSync(unit, 'utf8'), resolve(data))
  } catch {
    return false
  }
}

/** How long the unit may take to begin: it starts two processes, on a slow disk and while sales go on. */
const claimMs = 60_000

/**
 * Requests the installation from the unit. If that has not begun after `claimMs`, withdraws the request and
 * records a failure.
 */
function requestFromUnit(executable: Executable, serving: Serving, release: Release): void {
  const request = requestInstall(serving.data)
  executable.after(claimMs, () => {
    if (withdrawRequest(serving.data, request))
      recordEnd(executable, serving, release, 'kaunta-upgrade.path did not react: kaunta service status')
  })
}

/** Returns the upgrades of this server for the console: by this process, or by a root unit of systemd. */
export function newUpgrades(executable: Executable, serving: Serving): Upgrades {
  const { version, commit, builtAt, releaseKey, target } = executable
  let phase: ReturnType<Upgrades['phase']> = executable.isTried ? 'starting' : 'idle'
  let hasRequested = false
  const usesUnit = () => hasRequested || hasUnit(executable, serving.data)
  const isUnitInstalling = () => usesUnit() && isInstallUnderWay(serving.data)
  return {
    current: { version, commit, builtAt, releaseKey, target },
    data: serving.data,
    mayInstall: () => mayReplace(executable.path) || hasUnit(executable, serving.data),
    phase: () => (phase === 'idle' && isUnitInstalling() ? 'preparing' : phase),
    start(release) {
      if (!mayReplace(executable.path)) {
        hasRequested = true
        requestFromUnit(executable, serving, release)
        return
      }
      phase = 'preparing'
      void prepare(executable, serving, release).then(prepared => {
        if (prepared) {
          phase = 'starting'
          return takeOver(executable, serving, { release, prepared })
        }
        phase = 'idle'
        return undefined
      })
    },
  }
}

/** Stores how an upgrade ended. @param why the reason of a failure; empty when the release was installed */
const recordEnd = (executable: Executable, { data }: Serving, { version, commit }: Release, why: string) =>
  keepUpgradeEnd(data, {
    version,
    commit,
    why,
    outcome: why === '' ? 'installed' : 'failed',
    at: executable.now(),
  })

/** A release on trial: its file is a copy next to the executable, where no upload can change it. */
interface PreparedRelease extends Prepared {
  readonly file: string
}

/**
 * Copies the release and rehearses it on a copy of the data, while sales go on.
 * @returns undefined when that failed, which is then recorded
 */
async function prepare(
  executable: Executable,
  serving: Serving,
  release: Waiting,
): Promise<PreparedRelease | undefined> {
  const { data } = serving
  try {
    keepTrial(data, { version: release.version, commit: release.commit, copy: '' })
    const { copy: file } = await takeRelease(release.file, executable)
    const command = [executable.path, 'upgrade', file, '--prepare', '--data', data]
    const { status, output } = await executable.run(command)
    if (status !== 0) throw new Error(output.trim().replace(/^kaunta: /, ''))
    const lastLine = output.trim().split('\n').at(-1) ?? ''
    return { ...(JSON.parse(lastLine) as Prepared), file }
  } catch (error) {
    recordEnd(executable, serving, release, errorText(error))
    removeCopy(executable.path)
    endTrial(data)
    return undefined
  }
}

interface Attempt {
  readonly release: Waiting
  readonly prepared: PreparedRelease
}

/** The process that serves in place of this one, and whether a signal has ended it. */
interface Successor {
  child: Child | undefined // none at first, then the version on trial, then the one that goes on
  isStopped: boolean
}

/**
 * Stops serving, tries the new version, and ends this process, so that the service manager starts the version
 * that is now installed. Without a service manager, this process starts it as its child and waits for its
 * end. A signal to stop ends the child, and then this process.
 */
async function takeOver(executable: Executable, serving: Serving, attempt: Attempt): Promise<void> {
  const successor: Successor = { child: undefined, isStopped: false }
  executable.onSignal(() => {
    successor.isStopped = true
    if (!successor.child) executable.exit(0)
    successor.child.stop()
  })
  await serving.stop()
  const failure = await tryRelease(executable, serving, attempt, successor)
  successor.child?.stop()
  await successor.child?.ended
  // Only now, because an upgrade that is requested from the version on trial is lost when that version stops.
  recordEnd(executable, serving, attempt.release, failure)
  clearStaged(serving.data)
  removeCopy(executable.path)
  endTrial(serving.data)
  if (successor.isStopped) executable.exit(0)
  if (executable.isManaged) executable.exit(againStatus)
  // The version on trial could not go on: it ends with this process, and installs nothing.
  successor.child = executable.start([executable.path, ...executable.args])
  executable.exit(await successor.child.ended)
}

/** Installs the release once it is ready on the data. @returns why it failed; empty once it is installed */
async function tryRelease(
  executable: Executable,
  serving: Serving,
  { release, prepared }: Attempt,
  successor: Successor,
): Promise<string> {
  const { data } = serving
  const { file } = prepared
  let copy = prepared.backup
  try {
    // Sales went on after the first copy, so it cannot replace the data when the new version fails.
    if (prepared.changesTables) copy = backUp(executable, data)
    keepTrial(data, { version: release.version, commit: release.commit, copy })
    await assertUnchanged(file, release)
    successor.child = executable.start([file, ...executable.args], { isTried: true })
    const maxMs = startTimeoutMs(prepared.tookMs)
    const problem = await waitForFailure(executable, serving, successor.child, maxMs)
    if (problem !== '') throw new Error(problem)
    await assertUnchanged(file, release)
    installExecutable(file, executable.path)
    return ''
  } catch (error) {
    const why = successor.isStopped ? 'the server was stopped before it was ready' : errorText(error)
    return putBack(executable, serving, { child: successor.child, copy, release, file, why })
  }
}

/** Waits until a new version is ready or has failed. @returns why it failed; empty once it is ready */
async function waitForFailure(
  executable: Executable,
  { host, port, alive }: Serving,
  child: Child,
  maxMs: number,
): Promise<string> {
  let status: number | undefined
  void child.ended.then(value => {
    status = value
  })
  const deadline = executable.elapsed() + maxMs
  while (executable.elapsed() < deadline) {
    alive()
    if (status !== undefined) return `it ended with status ${status}`
    if (await isReady(executable, { host, port: String(port) })) return ''
    await new Promise<void>(resolve => void executable.after(readyPauseMs, resolve))
  }
  return 'it was not ready in time'
}

interface Failed {
  readonly child: Child | undefined
  readonly copy: string
  readonly release: Waiting
  readonly file: string
  readonly why: string
}

/**
 * Ends a failed version, and restores the data if that version changed the tables and recorded nothing. If it
 * recorded something in changed tables, it is installed all the same: the previous version cannot read them.
 * @returns why the upgrade failed
 */
async function putBack(executable: Executable, { data }: Serving, failed: Failed): Promise<string> {
  const { child, copy, release, file, why } = failed
  try {
    child?.kill()
    await child?.ended
    if (putBackIfUnused(executable, data, copy) !== 'recorded') return why
    await assertUnchanged(file, release)
    installExecutable(file, executable.path)
    return `${why}; it has recorded something all the same, so it was installed and your data of before is in ${copy}`
  } catch (error) {
    return `${why}; then the version before could not be put back: ${errorText(error)}`
  }
}

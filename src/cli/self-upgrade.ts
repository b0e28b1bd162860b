// An upgrade that the server makes of itself, asked for in the console. The slow part is done by a child, beside
// the sales: `kaunta upgrade FILE --prepare`. Then the server closes its data folder and starts the new version on
// it as a child. Only one that gets ready is installed; otherwise the version before goes on. No service manager
// could do that for us: a child that asks it to stop this process is stopped, too. Where this process may not write
// its own file, a root unit of the service does it all (uploaded-upgrade.ts), and the server only asks.
import { accessSync, constants, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Release } from '../domain/release.ts'
import type { Upgrades } from '../flow/upgrade.ts'
import { isInstallUnderWay, requestInstall, withdrawRequest } from '../store/install-request.ts'
import { clearStaged, keepUpgradeEnd } from '../store/staged-release.ts'
import type { Child, Executable } from './command.ts'
import { installExecutable } from './executable-file.ts'
import { upgradeUnitName, waitsFor } from './system-upgrade-unit.ts'
import { isReady, type Prepared } from './upgrade.ts'
import { backUp, putBackIfUnused } from './upgrade-data.ts'

type Waiting = Release & { readonly file: string }

/** What the server gives to its upgrade. */
export interface Serving {
  readonly data: string
  readonly port: number
  /** Ends what is under way and closes the data folder. */
  stop(): Promise<void>
  /** Tells the service manager that this process lives. */
  alive(): void
}

/** A process that ends with this status is started again by its service manager. */
const againStatus = 75
const leastStartMs = 60_000
const lookPauseMs = 200

function mayReplace(path: string): boolean {
  try {
    accessSync(dirname(path), constants.W_OK)
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Whether a unit of systemd waits for requests of this server (system-upgrade-unit.ts). */
function hasUnit({ environment }: Executable, data: string): boolean {
  const unit = environment[upgradeUnitName]
  if (unit === undefined) return false
  try {
    return waitsFor(readFileSync(unit, 'utf8'), resolve(data))
  } catch {
    return false
  }
}

/** Two processes start before the request is claimed, on a slow disk and beside the sales. */
const claimMs = 60_000

/** Asks the unit to install the release that waits, and takes the request back when there is no answer. */
function askUnit(executable: Executable, serving: Serving, release: Release): void {
  const request = requestInstall(serving.data)
  executable.after(claimMs, () => {
    if (withdrawRequest(serving.data, request))
      ended(executable, serving, release, 'kaunta-upgrade.path did not react: kaunta service status')
  })
}

export function newUpgrades(executable: Executable, serving: Serving): Upgrades {
  const { version, commit, builtAt, releaseKey, target } = executable
  let phase: ReturnType<Upgrades['phase']> = 'idle'
  let isAsked = false
  return {
    current: { version, commit, builtAt, releaseKey, target },
    data: serving.data,
    mayInstall: () => mayReplace(executable.path) || hasUnit(executable, serving.data),
    phase: () => (isAsked && isInstallUnderWay(serving.data) ? 'preparing' : phase),
    start(release) {
      if (!mayReplace(executable.path)) {
        isAsked = true
        askUnit(executable, serving, release)
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

const ended = (executable: Executable, { data }: Serving, { version, commit }: Release, why: string) =>
  keepUpgradeEnd(data, {
    ...{ version, commit, why },
    outcome: why === '' ? 'installed' : 'failed',
    at: executable.now(),
  })

/** The part that goes on beside the sales. @returns undefined when the new version cannot use the data */
async function prepare(
  executable: Executable,
  serving: Serving,
  release: Waiting,
): Promise<Prepared | undefined> {
  const words = [executable.path, 'upgrade', release.file, '--prepare', '--data', serving.data]
  const { status, output } = await executable.run(words)
  if (status === 0) return JSON.parse(output.trim().split('\n').at(-1) ?? '') as Prepared
  ended(executable, serving, release, output.trim().replace(/^kaunta: /, ''))
  return undefined
}

interface Attempt {
  readonly release: Waiting
  readonly prepared: Prepared
}

/**
 * Stops serving, and lets the new version serve; or this one again. A signal to stop ends whichever serves by then,
 * and after it this process.
 */
async function takeOver(executable: Executable, serving: Serving, attempt: Attempt): Promise<void> {
  const { release, prepared } = attempt
  let child: Child | undefined
  let isStopped = false
  executable.onSignal(() => {
    isStopped = true
    if (!child) executable.exit(0)
    child.stop()
  })
  await serving.stop()
  // Sales went on after the first copy, so it cannot replace the data when the new version fails.
  const copy = prepared.changesTables ? backUp(executable, serving.data) : prepared.backup
  child = executable.start([release.file, ...executable.words])
  const problem = await failureOf(executable, serving, child, Math.max(leastStartMs, prepared.tookMs * 5))
  const failure = problem && isStopped ? 'the server was stopped before it was ready' : problem
  if (failure === '') installExecutable(release.file, executable.path)
  else await putBack(executable, serving, { child, copy })
  child.stop()
  await child.ended
  // Not before: an upgrade that is asked of the one that was tried is lost when that one stops.
  ended(executable, serving, release, failure)
  clearStaged(serving.data)
  if (isStopped) executable.exit(0)
  if (executable.isManaged) executable.exit(againStatus)
  // Not the one that was tried: it runs from where it was uploaded, and would install the next one there.
  child = executable.start([executable.path, ...executable.words])
  executable.exit(await child.ended)
}

/** Waits until a new version is ready. @returns why it is not, or nothing */
async function failureOf(
  executable: Executable,
  { port, alive }: Serving,
  child: Child,
  maxMs: number,
): Promise<string> {
  let status: number | undefined
  void child.ended.then(value => {
    status = value
  })
  const until = executable.elapsed() + maxMs
  while (executable.elapsed() < until) {
    alive()
    if (status !== undefined) return `it ended with status ${status}`
    if (await isReady(executable, String(port))) return ''
    await new Promise<void>(done => void executable.after(lookPauseMs, done))
  }
  return 'it was not ready in time'
}

/** Ends a version that failed, and puts the data back if it changed the tables and recorded nothing. */
async function putBack(
  executable: Executable,
  { data }: Serving,
  { child, copy }: { readonly child: Child; readonly copy: string },
): Promise<void> {
  child.kill()
  await child.ended
  putBackIfUnused(executable, data, copy)
}

// The end of `kaunta upgrade`: starts the service and waits until it is ready, or restores the previous
// version.
import { FolderError } from '../store/folder/folder.ts'
import { CommandError } from './client.ts'
import type { Executable } from './command.ts'
import { restoreExecutable } from './executable-file.ts'
import { hostToAsk, type ListenAddress } from './listen-host.ts'
import type { ProgressLine } from './progress.ts'
import { carryOut } from './system-service.ts'
import type { ServiceSystem } from './system-service-file.ts'
import type { DataWork } from './upgrade-data.ts'
import { TakenBack } from './uploaded-upgrade.ts'

/** The upgraded data folder, and the service on it if one runs. */
export interface Place extends ListenAddress {
  readonly data: string
  readonly service: ServiceSystem | undefined
}

/** A place with the worker of its data folder. */
export interface WorkPlace extends Place {
  readonly work: DataWork
  readonly line: ProgressLine // undefined shows no progress
}

/** Returns an executable that does not print: the upgrade prints its own steps, not those of the service. */
export const quietly = (executable: Executable): Executable => ({ ...executable, print: () => {} })

/** Shortest time limit of a start, however fast the rehearsal was. */
export const startMinMs = 60_000
/** Longest time limit of a start. A rehearsal on the largest folder takes some minutes. */
const startMaxMs = 1_800_000
/** The pause between two checks whether the server is ready, and the time limit of a check. */
const readyPauseMs = 200
const readyTimeoutMs = 3_000

/**
 * Returns how long a new version may take to get ready: several times its rehearsal, because the server may
 * be busier.
 */
export const startTimeoutMs = (rehearsalMs: number): number =>
  Math.min(startMaxMs, Math.max(startMinMs, rehearsalMs * 5))

/** Starts the service and waits until it is ready. @returns why it is not ready; undefined when it is */
export async function startNew(
  executable: Executable,
  place: Place,
  rehearsalMs: number,
): Promise<string | undefined> {
  const failure = await startQuietly(executable, place)
  if (failure !== undefined) return failure
  const isInTime = await waitReady(executable, place, startTimeoutMs(rehearsalMs))
  return isInTime ? undefined : 'it was not ready in time'
}

/**
 * Starts the service without waiting until it is ready.
 * @returns why it did not start; undefined if it did
 */
export async function startQuietly(
  executable: Executable,
  { service }: Pick<Place, 'service'>,
): Promise<string | undefined> {
  try {
    await carryOut(quietly(executable), service?.start ?? [], {})
    return undefined
  } catch (error) {
    if (error instanceof CommandError) return error.message
    throw error
  }
}

/** Returns whether a server of this computer is ready to sell. */
export async function isReady(executable: Executable, { host, port }: ListenAddress): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(readyTimeoutMs)
    const response = await executable.fetch(`http://${hostToAsk(host)}:${port}/ready`, { signal })
    return response.ok
  } catch {
    return false
  }
}

interface Failure {
  readonly failure: string
  readonly copy: string // the newest back-up
}

/**
 * Restores the previous version, and its data when the new one changed the tables.
 * @throws TakenBack when the previous version is ready again, CommandError when it is not, and FolderError
 * when the new version has recorded something, so that nothing was restored
 */
export async function goBack(
  executable: Executable,
  place: WorkPlace & { readonly service: ServiceSystem },
  { failure, copy }: Failure,
): Promise<never> {
  const { work, service } = place
  await executable.run(service.stop.flatMap(step => ('run' in step ? step.run : [])))
  if ((await work.putBack(copy)) === 'recorded') {
    // Only the new version can read the data, and it may get ready after all.
    await startQuietly(executable, place)
    throw new FolderError(
      `the new version did not get ready (${failure}), but it has recorded something, so the version before was not put back, and the new one was started again. Your data of before is in ${copy}. Look at its log, then: kaunta doctor`,
      1,
    )
  }
  restoreExecutable(executable.path)
  await carryOut(quietly(executable), service.start, {})
  const isReadyAgain = await waitReady(executable, place, startMinMs)
  const message = `the new version did not get ready (${failure}). The version before ${isReadyAgain ? 'sells again' : 'was put back, and is not ready'}; nothing was lost`
  throw isReadyAgain ? new TakenBack(message, failure) : new CommandError(message)
}

/** Waits until the server on an address is ready. @returns false if it is not ready after `maxMs` */
export async function waitReady(
  executable: Executable,
  address: ListenAddress,
  maxMs: number,
): Promise<boolean> {
  const deadline = executable.elapsed() + maxMs
  while (executable.elapsed() < deadline) {
    if (await isReady(executable, address)) return true
    await new Promise<void>(resolve => void executable.after(readyPauseMs, resolve))
  }
  return false
}

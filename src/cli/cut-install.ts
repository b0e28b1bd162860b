// A note about a running `kaunta upgrade`, in a file next to the executable, where only those who may replace
// the executable can write. An upgrade that is killed after it stopped the service leaves the shop closed:
// the next command that finds the note starts the service again, and restores the previous version when the
// new one does not get ready.
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncFolder } from '../store/engine/chain-head.ts'
import { CommandError } from './client.ts'
import type { Executable } from './command.ts'
import { goBack, isReady, startMinMs, startQuietly, type WorkPlace, waitReady } from './upgrade-start.ts'
import { TakenBack } from './uploaded-upgrade.ts'

/** The content of the note. */
interface Install {
  readonly copy: string // the back-up of the data
  readonly before: number // the inode of the executable that is to be replaced
  readonly process: number // the id of the installing process
}

/** Returns the path of the note. @param path of the executable */
const noteFile = (path: string): string => `${path}.installing`

/**
 * Writes the note, before the service is stopped and after each newer copy. A power cut leaves it complete.
 * @param path of the executable
 * @param copy the back-up of the data
 */
export function keepInstall(path: string, copy: string): void {
  const before = findInstall(path)?.before ?? statSync(path).ino
  const note: Install = { copy, before, process: process.pid }
  writeFileSync(`${noteFile(path)}.part`, JSON.stringify(note), { mode: 0o600, flush: true })
  renameSync(`${noteFile(path)}.part`, noteFile(path))
  if (process.platform !== 'win32') syncFolder(dirname(path))
}

/** Removes the note of an installation that has ended. */
export const endInstall = (path: string): void => rmSync(noteFile(path), { force: true })

/** Returns whether an installation has begun and not ended. @param path of the executable */
export const isInstallCut = (path: string): boolean => findInstall(path) !== undefined

/** Reads the note; undefined when there is none, or it cannot be read. */
function findInstall(path: string): Install | undefined {
  try {
    const { copy, before, process } = JSON.parse(readFileSync(noteFile(path), 'utf8'))
    return { copy: String(copy), before: Number(before), process: Number(process) }
  } catch {
    return undefined
  }
}

/** Returns whether a process runs. Signal 0 changes nothing; EPERM means that it belongs to another user. */
function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * Starts the service that a killed upgrade had stopped. If the new version was in place already and does not
 * get ready, restores the previous one.
 * @throws CommandError while that upgrade goes on, or when no version gets ready, and FolderError as `goBack`
 */
export async function recoverInstall(
  executable: Executable,
  place: WorkPlace & { readonly service: NonNullable<WorkPlace['service']> },
): Promise<void> {
  const { path } = executable
  const note = findInstall(path)
  if (!note) return
  if (note.process !== process.pid && isAlive(note.process))
    throw new CommandError(
      `an upgrade is under way (process ${note.process}): wait for its end; if there is none, remove ${noteFile(path)}`,
    )
  if (!(await isReady(executable, place))) {
    const isSwapped = statSync(path).ino !== note.before
    const failure = await startAgain(executable, place)
    if (failure !== undefined) {
      if (!isSwapped) throw new CommandError(`an upgrade was cut off, and ${failure}`)
      await ignoreTakenBack(goBack(executable, place, { failure, copy: note.copy }))
    }
  }
  endInstall(path)
  executable.print('An upgrade had been cut off. Kaunta runs again and is ready.')
}

/** Starts the service again. @returns why it is not ready; undefined when it is */
async function startAgain(executable: Executable, place: WorkPlace): Promise<string | undefined> {
  const failure = await startQuietly(executable, place)
  if (failure !== undefined) return failure
  return (await waitReady(executable, place, startMinMs)) ? undefined : 'it was not ready in time'
}

/** Ignores TakenBack: the previous version sells again, which is the goal here. @throws other errors */
const ignoreTakenBack = (goingBack: Promise<never>): Promise<void> =>
  goingBack.catch(error => {
    if (!(error instanceof TakenBack)) throw error
  })

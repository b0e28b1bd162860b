// Where `kaunta restore` gets a back-up from: a folder, a sealed file, or a second place, from which it takes
// the newest copy and the log that follows it.
import { existsSync, mkdirSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { chooseBackup } from '../domain/backup.ts'
import { copyTimeOf, takenAtOf } from '../store/backup/backup-name.ts'
import { openLogPlace } from '../store/backup/log-place.ts'
import { takeCopy } from '../store/backup/restore-place.ts'
import { isS3, openS3 } from '../store/backup/s3.ts'
import type { S3Access } from '../store/backup/s3-access.ts'
import { openSealed, sealedEnding, type Unsealing } from '../store/backup/sealed-backup.ts'
import { listCopies } from '../store/backup/second-place.ts'
import { FolderError } from '../store/folder/folder.ts'
import { assertPlain } from '../store/folder/plain-file.ts'
import { assertData } from './backup.ts'
import type { Executable } from './command.ts'
import { readUnsealing } from './passphrase.ts'
import type { Progress } from './progress.ts'
import { type AppliedLog, applyLog, type InTime, inTimeStream } from './restore-log.ts'

interface SourceRequest {
  readonly location: string // the back-up on the command line: a folder, a sealed file, or a second place
  readonly workFolder: string // the folder for opened files during the work
  /** The secret of a sealed back-up, if the command line gives it. */
  readonly unsealing: Unsealing | undefined
  readonly until: number | undefined // nothing later than this, milliseconds
  readonly now: number // milliseconds since 1970
  readonly s3: S3Access | undefined
  readonly progress: Progress
}

/** Returns whether a back-up must be opened before it is copied: it is in a second place or sealed. */
export const isOpenedFirst = (location: string): boolean =>
  isS3(location) || location.endsWith(sealedEnding) || !existsSync(join(location, 'kaunta.db'))

interface OpenedBackup {
  readonly folder: string
  readonly restoredTo: number
  readonly log: AppliedLog
  /** Names of newer copies that were skipped because they are dated in the future. */
  readonly datedAhead: readonly string[]
}

/** One copy, and its place. */
interface Source {
  readonly place: string
  readonly name: string
  readonly isSealed: boolean
  readonly datedAhead?: readonly string[]
}

/** After this long without an answer, the store counts as unreachable. */
const silenceMaxMs = 60_000

/** Opens a back-up, applies the log that follows it, and calls `work` with the folder of the result. */
export async function withOpened<T>(
  executable: Executable,
  request: SourceRequest,
  work: (opened: OpenedBackup) => Promise<T>,
): Promise<T> {
  const { location, workFolder, until, s3, progress } = request
  const inTime: InTime = async promise => {
    const timeLimit = Promise.withResolvers<never>()
    const giveUp = () => timeLimit.reject(new FolderError(`${location} does not answer`, 1))
    const cancel = executable.after(silenceMaxMs, giveUp)
    return Promise.race([promise, timeLimit.promise]).finally(cancel)
  }
  if (isS3(location) && !s3)
    throw new FolderError('set KAUNTA_BUCKET_ACCESS_KEY_ID and KAUNTA_BUCKET_SECRET_ACCESS_KEY', 1)
  const source = await inTime(findSource(location, { until, s3, now: request.now }))
  const unsealing = source.isSealed ? (request.unsealing ?? (await readUnsealing(executable, {}))) : undefined
  const log = openLogPlace(source.place, s3)
  const pieces = await inTime(log.list())
  const aside = join(workFolder, 'opened')
  mkdirSync(aside, { mode: 0o700 })
  if (isOpenedFirst(location))
    progress.step(source.isSealed ? 'Opening the sealed back-up' : 'Opening the back-up')
  const folder = await openCopy(source, { progress, aside, s3, unsealing, inTime })
  assertData(folder, 'back-up')
  const applied = await applyLog(folder, { log, pieces, until, unsealing, inTime })
  const restoredTo = applied.endedAt ?? copyTimeOf(folder)
  return work({ folder, restoredTo, log: applied, datedAhead: source.datedAhead ?? [] })
}

interface Choice {
  readonly until: number | undefined
  readonly s3: S3Access | undefined
  readonly now: number // milliseconds since 1970
}

/**
 * Finds the copy at a location or, in a second place, the newest copy up to the time `until`. A copy that is
 * dated in the future is skipped.
 * @throws FolderError if there is no copy
 */
async function findSource(location: string, { until, s3, now }: Choice): Promise<Source> {
  const isSealed = location.endsWith(sealedEnding)
  const isPlainCopy = !isS3(location) && existsSync(join(location, 'kaunta.db'))
  if (isSealed || isPlainCopy) {
    const path = isS3(location) ? location : resolve(location)
    const name = isSealed ? basename(path, sealedEnding) : basename(path)
    return { place: dirname(path), name, isSealed }
  }
  // A missing folder, or one with the name of a back-up but without its database, is no second place.
  const isSecondPlace =
    isS3(location) || (existsSync(location) && takenAtOf(basename(resolve(location))) === undefined)
  if (!isSecondPlace) assertData(location, 'back-up')
  const copies = await listCopies(location, s3)
  const copiesInTime = copies.filter(({ takenAt }) => until === undefined || takenAt <= until)
  const chosen = chooseBackup(copiesInTime, now)
  if (!chosen) {
    if (!isS3(location)) assertData(location, 'back-up')
    throw new FolderError(`there is no back-up at ${location}`, 1)
  }
  const { backup, datedAhead } = chosen
  return {
    place: location,
    name: backup.name,
    isSealed: backup.isSealed,
    datedAhead: datedAhead.map(({ name }) => name),
  }
}

interface OpenCopy {
  readonly aside: string
  readonly progress: Progress
  readonly s3: S3Access | undefined
  readonly unsealing: Unsealing | undefined
  readonly inTime: InTime
}

/** Copies or unseals a back-up into the folder `aside`. @returns the path of the copy */
async function openCopy({ place, name, isSealed }: Source, parts: OpenCopy): Promise<string> {
  const { aside, unsealing } = parts
  if (!isSealed || !unsealing) return takeCopy(join(place, name), aside)
  return openSealed(await openSealedStream(place, name, parts), unsealing, aside)
}

/** Opens the stream of a sealed back-up, from a file or a bucket. @throws FolderError when it is missing */
async function openSealedStream(place: string, name: string, { s3, inTime, progress }: OpenCopy) {
  if (!isS3(place) || !s3) {
    const file = join(place, name + sealedEnding)
    if (!existsSync(file)) throw new FolderError(`${file} is not there`, 1)
    assertPlain(realpathSync(file))
    return countStream(Bun.file(file).stream(), Bun.file(file).size, progress)
  }
  const bucket = openS3(place, s3)
  const copy = (await inTime(bucket.list())).find(stored => stored.name === name)
  if (!copy) throw new FolderError(`there is no back-up at ${place}/${name}${sealedEnding}`, 1)
  return countStream(inTimeStream(bucket.read(name), inTime), copy.bytes, progress)
}

/**
 * Returns a stream with the same content, which shows the progress while it is read.
 * @param bytes its size
 */
function countStream(stream: ReadableStream<Uint8Array>, bytes: number, progress: Progress) {
  let read = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      read += chunk.length
      progress.part(read / bytes)
      controller.enqueue(chunk)
    },
  })
  return stream.pipeThrough(counter)
}

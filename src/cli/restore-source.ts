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
  readonly named: string // the source on the command line
  readonly aside: string // the folder for opened files during the work
  /** The secret of a sealed back-up, if the command line gives it. */
  readonly unsealing: Unsealing | undefined
  readonly until: number | undefined // nothing later than this, milliseconds
  readonly now: number // milliseconds since 1970
  readonly s3: S3Access | undefined
  readonly progress: Progress
}

/** Whether a back-up with this name must be opened before it is copied. */
export const isOpenedFirst = (named: string): boolean =>
  isS3(named) || named.endsWith(sealedEnding) || !existsSync(join(named, 'kaunta.db'))

interface OpenedBackup {
  readonly folder: string
  readonly restoredTo: number
  readonly log: AppliedLog
  /** Names of newer copies that were passed over because they are dated in the future. */
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

/** Opens a back-up with its log while the work runs. */
export async function withOpened<T>(
  executable: Executable,
  request: SourceRequest,
  work: (opened: OpenedBackup) => Promise<T>,
): Promise<T> {
  const { named, aside: place, until, s3, progress } = request
  const inTime: InTime = async waited => {
    const { promise, reject } = Promise.withResolvers<never>()
    const cancel = executable.after(silenceMaxMs, () =>
      reject(new FolderError(`${named} does not answer`, 1)),
    )
    return Promise.race([waited, promise]).finally(cancel)
  }
  if (isS3(named) && !s3)
    throw new FolderError('set KAUNTA_BUCKET_ACCESS_KEY_ID and KAUNTA_BUCKET_SECRET_ACCESS_KEY', 1)
  const source = await inTime(findSource(named, { until, s3, now: request.now }))
  const unsealing = source.isSealed ? (request.unsealing ?? (await readUnsealing(executable, {}))) : undefined
  const log = openLogPlace(source.place, s3)
  const pieces = await inTime(log.list())
  const aside = join(place, 'opened')
  mkdirSync(aside, { mode: 0o700 })
  if (isOpenedFirst(named))
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
 * Finds the named copy, or the newest of a second place until a time. One that is dated in the future is
 * passed over. @throws FolderError if there is none
 */
async function findSource(named: string, { until, s3, now }: Choice): Promise<Source> {
  const isSealed = named.endsWith(sealedEnding)
  if (isSealed || (!isS3(named) && existsSync(join(named, 'kaunta.db')))) {
    const path = isS3(named) ? named : resolve(named)
    const name = isSealed ? basename(path, sealedEnding) : basename(path)
    return { place: dirname(path), name, isSealed }
  }
  if (!isS3(named) && (!existsSync(named) || takenAtOf(basename(resolve(named))) !== undefined))
    assertData(named, 'back-up')
  const copies = await listCopies(named, s3)
  const chosen = chooseBackup(
    copies.filter(({ takenAt }) => until === undefined || takenAt <= until),
    now,
  )
  if (!chosen) {
    if (!isS3(named)) assertData(named, 'back-up')
    throw new FolderError(`there is no back-up at ${named}`, 1)
  }
  const { backup, datedAhead } = chosen
  return {
    place: named,
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

/** Copies or unseals a back-up. @returns its folder, which belongs to this process */
async function openCopy({ place, name, isSealed }: Source, by: OpenCopy): Promise<string> {
  if (!isSealed || !by.unsealing) return takeCopy(join(place, name), by.aside)
  return openSealed(await openSealedStream(place, name, by), by.unsealing, by.aside)
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

/** Returns the same stream. As it is read, it shows the progress. */
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

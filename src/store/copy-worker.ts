// Makes copies in a worker (job/backup-worker.ts), and gives one up when it takes longer than any copy does.
import { copyMaxMs, partMaxMs } from '../domain/backup.ts'
import type { BackupPlan, CopyAnswer, CopyOrder, LogParts } from './backup.ts'
import { folderBytes } from './copy.ts'
import type { CopyRest } from './copy-image.ts'
import type { CopySources, KeptState } from './copy-state.ts'
import { isS3 } from './s3.ts'

/** The file that the worker reads, and what it needs to make it whole. */
interface Image {
  readonly file: number
  rest(): Promise<CopyRest | KeptState>
  /** The rest was used. */
  release(): void
  done(isWhole: boolean): void
  /** The worker has ended, also one that was given up long before. */
  ended(): void
}

/** The log follows a copy of its own kind. On Windows a file that SQLite has locked cannot be read. */
function beginImage(sources: CopySources, parts: LogParts | undefined): Image | undefined {
  if (parts) {
    const image = parts.follower.beginImage()
    // The piece that is being kept ends before the copy does, and the next one after it.
    const rest = () => parts.log.settled().then(image.end)
    return { file: image.file, rest, release() {}, done: image.done, ended() {} }
  }
  if (process.platform === 'win32') return undefined
  const { file, keep, release, done } = sources.begin()
  return { file, rest: async () => keep(), release, done() {}, ended: done }
}

/** @param parts without it there is no log */
export function newCopier(
  { worker, after }: Pick<BackupPlan, 'worker' | 'after'>,
  sources: CopySources,
  parts?: LogParts,
) {
  /** Folders whose worker was given up and has not ended yet, because the disk holds it. */
  const silent = new Set<string>()

  return async (order: CopyOrder): Promise<number> => {
    const { from, place, isSecond } = order
    const where = isSecond ? `the second place for back-ups, ${place},` : `the folder ${place}`
    if (silent.has(place))
      throw new Error(`${where} has not answered since it was last copied to: is its disk in order?`)
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const maxMs = copyMaxMs(folderBytes(from))
    const running = new Worker(worker)
    const cure = isS3(place) ? 'is the internet there?' : 'is its disk in order?'
    const giveUp = (problem: string) => () => {
      silent.add(place)
      reject(new Error(`${where} ${problem}: ${cure}`))
    }
    const image = isSecond ? undefined : beginImage(sources, parts)
    let cancel = after(maxMs, giveUp(`took longer than ${Math.ceil(maxMs / 60_000)} minutes for a copy`))
    running.onmessage = ({ data }: MessageEvent<CopyAnswer>) => {
      if ('isImaged' in data) image?.rest().then(rest => running.postMessage(rest), reject)
      else if ('isOfState' in data) image?.release()
      else if ('sent' in data) {
        cancel()
        cancel = after(partMaxMs, giveUp(`took nothing for ${partMaxMs / 60_000} minutes`))
      } else if ('bytes' in data) resolve(data.bytes)
      else reject(new Error(data.error))
    }
    running.onerror = ({ message }) => reject(new Error(message))
    running.addEventListener('close', () => {
      silent.delete(place)
      image?.ended()
      reject(new Error('the copy worker ended without an answer'))
    })
    running.postMessage({ ...order, image: image?.file })
    promise.then(
      () => image?.done(true),
      () => image?.done(false),
    )
    return promise.finally(() => {
      cancel()
      running.terminate()
    })
  }
}

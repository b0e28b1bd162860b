// Makes copies in a worker (job/backup-worker.ts), and gives one up when it takes longer than any copy
// should.
import { copyMaxMs, partMaxMs } from '../../domain/backup.ts'
import type { BackupPlan, CopyOrder, LogParts } from './backup-plan.ts'
import { folderBytes } from './copy.ts'
import type { CopyRest } from './copy-image.ts'
import type { CopySources, KeptState } from './copy-state.ts'
import { isS3 } from './s3.ts'

/** What the worker needs to complete a copy once the file is read: changes from the log, or a kept state. */
export type CopyEnd =
  | { readonly kind: 'rest'; readonly rest: CopyRest }
  | { readonly kind: 'state'; readonly state: KeptState }

/** Message to the worker about a copy. */
export type CopyMessage = { readonly kind: 'copy'; readonly order: CopyOrder } | CopyEnd

/** A complete copy. */
interface Copied {
  readonly bytes: number
  /** Why old copies could not be removed after it. */
  readonly problem?: string | undefined
}

/**
 * Answers of the worker: the file is read, the kept state is no longer needed, bytes were sent to the second
 * place, and finally that the copy is complete or why it failed.
 */
export type CopyAnswer =
  | { readonly kind: 'imaged' }
  | { readonly kind: 'state_used' }
  | { readonly kind: 'sent' }
  | ({ readonly kind: 'copied' } & Copied)
  | { readonly kind: 'failed'; readonly error: string }

/** The file that the worker reads, and what it needs to make it whole. */
interface Image {
  readonly file: number
  /** Call this when the file has been read. */
  end(): Promise<CopyEnd>
  /** Call this when the worker no longer needs the kept state. */
  release(): void
  /** Call this when the copy is over. @param isWhole whether it is complete */
  done(isWhole: boolean): void
  /** Call this when the worker has ended, even if that is long after its time limit. */
  ended(): void
}

/**
 * Begins a copy of the database file while the server writes. The log, if there is one, can follow the copy.
 * @returns the file to read; undefined on Windows without a log, where a file that SQLite has locked cannot
 * be read
 */
function beginImage(sources: CopySources, parts: LogParts | undefined): Image | undefined {
  if (parts) {
    const image = parts.follower.beginImage()
    // Wait until the current piece is on this disk: it ends before the copy, and the next piece follows it.
    const end = async (): Promise<CopyEnd> => {
      await parts.log.settled()
      return { kind: 'rest', rest: image.end() }
    }
    return { file: image.file, end, release() {}, done: image.done, ended() {} }
  }
  if (process.platform === 'win32') return undefined
  const { file, keep, release, done } = sources.begin()
  return { file, end: async () => ({ kind: 'state', state: keep() }), release, done() {}, ended: done }
}

/**
 * Returns a function that makes one copy in a worker, and resolves when the copy is complete. For a copy in
 * the data folder, the worker first reads the database file and answers `imaged`. Then this thread sends the
 * changes since, and the worker answers `copied`. If the worker does not answer in time, the function
 * rejects, and no other copy to that place begins until the blocked worker has ended.
 * @param parts the log that copies go with; unset if there is none
 */
export function newCopier(
  { worker, after }: Pick<BackupPlan, 'worker' | 'after'>,
  sources: CopySources,
  parts?: LogParts,
) {
  /** Places whose worker did not answer in time and has not ended yet, because the disk still blocks it. */
  const blockedPlaces = new Set<string>()

  return async (order: CopyOrder): Promise<Copied> => {
    const { from, place, isSecond } = order
    const where = isSecond ? `the second place for back-ups, ${place},` : `the folder ${place}`
    if (blockedPlaces.has(place))
      throw new Error(`${where} has not answered since it was last copied to: is its disk in order?`)
    const { promise, resolve, reject } = Promise.withResolvers<Copied>()
    const maxMs = copyMaxMs(folderBytes(from))
    const running = new Worker(worker)
    const send = (message: CopyMessage) => running.postMessage(message)
    const question = isS3(place) ? 'is the internet there?' : 'is its disk in order?'
    const giveUp = (problem: string) => () => {
      blockedPlaces.add(place)
      reject(new Error(`${where} ${problem}: ${question}`))
    }
    const image = isSecond ? undefined : beginImage(sources, parts)
    let cancelTimer = after(maxMs, giveUp(`took longer than ${Math.ceil(maxMs / 60_000)} minutes for a copy`))
    running.onmessage = ({ data }: MessageEvent<CopyAnswer>) => {
      switch (data.kind) {
        case 'imaged':
          image?.end().then(send, reject)
          break
        case 'state_used':
          image?.release()
          break
        case 'sent':
          cancelTimer()
          cancelTimer = after(partMaxMs, giveUp(`took nothing for ${partMaxMs / 60_000} minutes`))
          break
        case 'copied':
          resolve(data)
          break
        case 'failed':
          reject(new Error(data.error))
      }
    }
    running.onerror = ({ message }) => reject(new Error(message))
    running.addEventListener('close', () => {
      blockedPlaces.delete(place)
      image?.ended()
      reject(new Error('the copy worker ended without an answer'))
    })
    send({ kind: 'copy', order: { ...order, image: image?.file } })
    promise.then(
      () => image?.done(true),
      () => image?.done(false),
    )
    return promise.finally(() => {
      cancelTimer()
      running.terminate()
    })
  }
}

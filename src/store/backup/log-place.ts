// The pieces of the log in the second place: a folder `log` next to the copies, or keys below `log/` in a
// bucket.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LogPieceName } from '../../domain/backup-log.ts'
import { readPlainFile } from '../folder/plain-file.ts'
import { syncFile } from './copy.ts'
import { readPieceName } from './log-piece.ts'
import { isS3, openS3 } from './s3.ts'
import type { S3Access } from './s3-access.ts'

export interface LogPlace {
  list(): Promise<LogPieceName[]>
  write(name: string, bytes: Uint8Array): Promise<void>
  /** Streams the content of a piece. */
  read(name: string): Promise<ReadableStream<Uint8Array>>
  remove(name: string): Promise<void>
}

/**
 * Opens the pieces of the log in a second place. @throws Error for a bucket without access
 * @param place the second place, which holds the copies
 */
export function openLogPlace(place: string, s3: S3Access | undefined): LogPlace {
  if (!isS3(place)) return folderPlace(place)
  if (!s3) throw new Error('the store of the second place has no key')
  const { list, put, read, remove } = openS3(place, s3).objects('log/')
  return {
    list: async () => (await list()).flatMap(name => readPieceName(name) ?? []),
    write: put,
    read: async name => streamOf([await read(name)].values()),
    remove,
  }
}

/** Returns a stream of chunks, which takes each chunk from the iterator only when it is needed. */
const streamOf = (chunks: Iterator<Uint8Array>) =>
  new ReadableStream<Uint8Array>({
    pull(controller) {
      const { done, value } = chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: () => void chunks.return?.(),
  })

/** Returns the pieces in the folder `log` of a second place on a disk. */
function folderPlace(place: string): LogPlace {
  const folder = join(place, 'log')
  return {
    async list() {
      const files = existsSync(folder) ? readdirSync(folder) : []
      return files.flatMap(file => readPieceName(file) ?? [])
    },
    async write(name, bytes) {
      if (!existsSync(place))
        throw new Error(`the second place for back-ups, ${place}, is not there: is its disk connected?`)
      if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 })
      const aside = join(folder, `${name}.part`)
      writeFileSync(aside, bytes, { mode: 0o600, flush: true })
      renameSync(aside, join(folder, name))
      if (process.platform !== 'win32') syncFile(folder)
    },
    read: async name => streamOf(readPlainFile(join(folder, name))),
    remove: async name => rmSync(join(folder, name), { force: true }),
  }
}

// Sealed back-ups in a bucket of an S3-compatible store: put, listed, removed and read. Bun's client repeats
// failed requests, but has no time limit and cannot resume an upload: copy-worker.ts gives up a worker that
// is silent for too long, and s3-upload.ts uploads what takes several parts.
import { S3Client } from 'bun'
import { partTryMs } from '../../domain/backup.ts'
import { errorText } from '../../domain/error-text.ts'
import { takenAtOf } from './backup-name.ts'
import type { S3Access } from './s3-access.ts'
import { openUploads, S3Rejection } from './s3-upload.ts'
import { sealedEnding } from './sealed-backup.ts'

/** The smallest part that S3 accepts, so that a slow line shows progress and little memory is used. */
export const partBytes = 5 * 1024 * 1024
const tries = 3

/** Returns whether a second place is a bucket rather than a folder. */
export const isS3 = (place: string): boolean => place.startsWith('s3://')

/** `s3://bucket/prefix`, where the prefix may be missing, and slashes at the end are ignored. */
const bucketPlace = /^s3:\/\/([^/]+)\/?(.*?)\/*$/

/** Returns the client of a bucket, its URL, and the prefix of its keys. @param place `s3://bucket/prefix` */
function openBucket(place: string, { endpoint, ...access }: S3Access) {
  const [, bucket = '', path = ''] = bucketPlace.exec(place) ?? []
  const client = new S3Client({ ...access, ...(endpoint === undefined ? {} : { endpoint }), bucket })
  const origin = (endpoint ?? `https://s3.${access.region}.amazonaws.com`).replace(/\/$/, '')
  return { client, prefix: path === '' ? '' : `${path}/`, bucketUrl: `${origin}/${bucket}` }
}

/** Runs requests to the store, and adds the place to the messages of their errors. */
type RunRequest = <T>(work: () => Promise<T>) => Promise<T>

/** Returns functions for the small files below a prefix; their names are relative to the prefix. */
function openObjects(client: S3Client, prefix: string, request: RunRequest) {
  const fileNamed = (name: string) => client.file(prefix + name)
  return {
    async list(): Promise<string[]> {
      const names: string[] = []
      let startAfter: string | undefined
      for (;;) {
        const start: { startAfter?: string } = startAfter ? { startAfter } : {}
        const page = await request(() => client.list({ prefix, ...start }))
        for (const { key } of page.contents ?? []) {
          startAfter = key
          names.push(key.slice(prefix.length))
        }
        if (!page.isTruncated) return names
      }
    },
    put: (name: string, bytes: Uint8Array) =>
      request(async () => void (await fileNamed(name).write(bytes, { retry: tries }))),
    read: (name: string) => request(() => fileNamed(name).bytes()),
    /** Reads a file; undefined if it does not exist. */
    find: (name: string) =>
      request(async () => {
        const file = fileNamed(name)
        return (await file.exists()) ? await file.bytes() : undefined
      }),
    remove: (name: string) => request(() => fileNamed(name).delete()),
  }
}

/** A sealed back-up in a bucket. */
export interface StoredBackup {
  readonly name: string
  readonly takenAt: number
  readonly bytes: number
}

/** HTTP statuses of a request that the bucket policy does not allow or the store does not know. */
const notAllowed = [403, 405, 501]

/** Lists the back-ups below a prefix, newest first. */
async function listBackups(client: S3Client, prefix: string, request: RunRequest): Promise<StoredBackup[]> {
  const copies: StoredBackup[] = []
  let startAfter: string | undefined
  for (;;) {
    const start: { startAfter?: string } = startAfter ? { startAfter } : {}
    const page = await request(() => client.list({ prefix, delimiter: '/', ...start }))
    for (const { key, size = 0 } of page.contents ?? []) {
      startAfter = key
      const name = key.slice(prefix.length, -sealedEnding.length)
      const takenAt = key.endsWith(sealedEnding) ? takenAtOf(name) : undefined
      if (takenAt !== undefined) copies.push({ name, takenAt, bytes: size })
    }
    if (!page.isTruncated) return copies.sort((first, second) => second.takenAt - first.takenAt)
  }
}

const limits = { partBytes, partMs: partTryMs, tries }

/**
 * Ignores the rejection of an optional request: the access key need not have the right to it, nor the store
 * know it.
 * @returns undefined
 * @throws the error, if it has another cause
 */
function ignoreNotAllowed(error: Error): undefined {
  if (error.cause instanceof S3Rejection && notAllowed.includes(error.cause.status)) return undefined
  throw error
}

/**
 * Returns functions for uploads of back-ups that resume after an interruption; undefined if the access key
 * may not list uploads.
 * @param assertStored checks the size of a stored back-up
 */
async function uploadsOf(
  uploads: ReturnType<typeof openUploads>,
  prefix: string,
  assertStored: (name: string, bytes: number) => Promise<number>,
  request: RunRequest,
) {
  const keyOf = (name: string) => prefix + name + sealedEnding
  const open = await request(() => uploads.list(prefix)).catch(ignoreNotAllowed)
  if (!open) return undefined
  const isCopy = (key: string) =>
    key.endsWith(sealedEnding) && takenAtOf(key.slice(prefix.length, -sealedEnding.length)) !== undefined
  return {
    /** Aborts the incomplete uploads of all other copies, if the access key may. */
    async abortOthers(name: string): Promise<void> {
      const others = open.filter(({ key }) => key !== keyOf(name) && isCopy(key))
      await request(() => Promise.all(others.map(uploads.abort))).catch(ignoreNotAllowed)
    },
    /** Aborts the incomplete uploads of a copy, because sealing it again gives other bytes. */
    abort: (name: string) =>
      request(async () => {
        const belowKey = await uploads.list(keyOf(name))
        const ofCopy = belowKey.filter(({ key }) => key === keyOf(name))
        await Promise.all(ofCopy.map(uploads.abort))
      }),
    put: (name: string, path: string, sent: (bytes: number) => void) =>
      request(async () => assertStored(name, await uploads.put(keyOf(name), path, sent))),
  }
}

/** Returns functions for the back-ups in a bucket. @param place `s3://bucket/prefix` */
export function openS3(place: string, access: S3Access) {
  const { client, prefix, bucketUrl } = openBucket(place, access)
  const fileOf = (name: string) => client.file(prefix + name + sealedEnding)

  const objects = (below: string) => openObjects(client, prefix + below, withPlaceInErrors)

  return {
    list: () => listBackups(client, prefix, withPlaceInErrors),
    objects,
    remove: (name: string) => withPlaceInErrors(() => fileOf(name).delete()),
    read: (name: string): ReadableStream<Uint8Array> => fileOf(name).stream(),
    /** Streams the first bytes of a back-up. */
    readStart: (name: string, bytes: number): ReadableStream<Uint8Array> =>
      fileOf(name).slice(0, bytes).stream(),
    /**
     * Uploads a back-up as it is read.
     * @param sent called with the bytes so far
     * @returns its size in bytes
     */
    put: (name: string, chunks: AsyncIterable<Uint8Array>, sent: (bytes: number) => void) =>
      withPlaceInErrors(async () => {
        const file = fileOf(name)
        const writer = file.writer({ partSize: partBytes, queueSize: 1, retry: tries })
        let bytes = 0
        for await (const chunk of chunks) {
          writer.write(chunk)
          await writer.flush()
          bytes += chunk.length
          sent(bytes)
        }
        await writer.end()
        return assertStored(name, bytes)
      }),
    uploads: () => uploadsOf(openUploads(bucketUrl, access, limits), prefix, assertStored, withPlaceInErrors),
  }

  /** Checks the size of a stored back-up. @throws Error when it differs, after removing the back-up */
  async function assertStored(name: string, bytes: number): Promise<number> {
    const file = fileOf(name)
    const { size } = await file.stat()
    if (size === bytes) return bytes
    await file.delete()
    throw new Error(`it stored ${size} of ${bytes} bytes`)
  }

  /** Adds the place to the message of an error. */
  async function withPlaceInErrors<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      const reason = errorText(error)
      throw new Error(`the second place for back-ups, ${place}, refused: ${reason}`, { cause: error })
    }
  }
}

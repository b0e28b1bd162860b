// Sealed back-ups in a bucket of an S3-compatible store: put, listed, removed and read again. Bun's client repeats
// what failed, but has no time limit and cannot go on with half an upload: store/backup.ts ends a worker that is
// silent for too long.
import { S3Client } from 'bun'
import { takenAtOf } from './backup-name.ts'
import { sealedEnding } from './sealed-backup.ts'

/** How the store is reached. The secret stays out of logs and messages. */
export interface S3Access {
  /** Without it, Amazon's own of the region. */
  readonly endpoint: string | undefined
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** The least that S3 takes, so that a weak line shows progress, and little memory is held. */
const partBytes = 5 * 1024 * 1024
const tries = 3

export const isS3 = (place: string): boolean => place.startsWith('s3://')

/** A bucket, and the part of its keys before the name. @param place `s3://bucket/prefix` */
function openBucket(place: string, { endpoint, ...access }: S3Access) {
  const [, bucket = '', path = ''] = /^s3:\/\/([^/]+)\/?(.*?)\/*$/.exec(place) ?? []
  const client = new S3Client({ ...access, ...(endpoint === undefined ? {} : { endpoint }), bucket })
  return { client, prefix: path === '' ? '' : `${path}/` }
}

/** A sealed back-up in a bucket. */
export interface StoredBackup {
  readonly name: string
  readonly takenAt: number
  readonly bytes: number
}

/** The back-ups in a bucket. */
export function openS3(place: string, access: S3Access) {
  const { client, prefix } = openBucket(place, access)
  const fileOf = (name: string) => client.file(prefix + name + sealedEnding)

  /** Newest first. */
  async function list(): Promise<StoredBackup[]> {
    const found: StoredBackup[] = []
    let startAfter: string | undefined
    for (;;) {
      const page = await asked(() => client.list({ prefix, ...(startAfter ? { startAfter } : {}) }))
      for (const { key, size = 0 } of page.contents ?? []) {
        startAfter = key
        const name = key.slice(prefix.length, -sealedEnding.length)
        const takenAt = key.endsWith(sealedEnding) ? takenAtOf(name) : undefined
        if (takenAt !== undefined) found.push({ name, takenAt, bytes: size })
      }
      if (!page.isTruncated) return found.sort((one, other) => other.takenAt - one.takenAt)
    }
  }

  return {
    list,
    remove: (name: string) => asked(() => fileOf(name).delete()),
    read: (name: string): ReadableStream<Uint8Array> => fileOf(name).stream(),
    /** @param sent is called with the bytes so far. @returns its bytes */
    put: (name: string, chunks: AsyncIterable<Uint8Array>, sent: (bytes: number) => void) =>
      asked(async () => {
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
        const { size } = await file.stat()
        if (size === bytes) return bytes
        await file.delete()
        throw new Error(`it stored ${size} of ${bytes} bytes`)
      }),
  }

  /** Errors say which place they are of. */
  async function asked<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`the second place for back-ups, ${place}, refused: ${reason}`)
    }
  }
}

// A multipart upload to an S3-compatible store that resumes where it was interrupted. The bucket lists the
// parts it has, so nothing is recorded here. Bun's client can neither list nor resume uploads, so aws4fetch
// signs these requests.
import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import type { S3Access } from './s3-access.ts'

export interface UploadLimits {
  readonly partBytes: number
  /** Time limit of one try, in milliseconds. */
  readonly partMs: number
  readonly tries: number
}

/** Most parts that S3 allows in one upload. */
const partsMax = 10_000
/** HTTP status with which a store asks its client to try again later. */
const tooManyRequests = 429

/** An upload that was begun and is not complete. */
export interface OpenUpload {
  readonly key: string
  readonly id: string
}

/** Thrown when the store answers with an error. `status` is the HTTP status. */
export class S3Rejection extends Error {
  readonly status: number
  constructor(status: number, answer: string) {
    const code = textOf(answer, 'Code')
    super([`HTTP ${status}`, code, textOf(answer, 'Message')].filter(Boolean).join(' '))
    this.status = status
  }
}

const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#34': '"',
  amp: '&',
}
/** Returns the contents of all XML elements of this name. */
const elementsOf = (xml: string, tag: string) =>
  [...xml.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map(([, inside = '']) => inside)
/** Returns the text of the first XML element of this name, with entities replaced; empty if there is none. */
const textOf = (xml: string, tag: string) =>
  (elementsOf(xml, tag)[0] ?? '').replace(/&([^;]+);/g, (whole, name) => entities[name] ?? whole)

/** Percent-encodes text as the signature requires: also what encodeURIComponent leaves. */
const percentEncoded = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/**
 * Returns a function that sends a signed request to a bucket and returns the text of the answer. The function
 * tries again when the store fails or does not answer in time, and throws S3Rejection when the store refuses.
 */
function newSender(bucketUrl: string, access: S3Access, { partMs, tries }: UploadLimits) {
  const { region, accessKeyId, secretAccessKey } = access
  const client = new AwsClient({ region, accessKeyId, secretAccessKey, service: 's3', retries: 0 })

  /** Sends a request once. @throws S3Rejection for an error of the store, even with status 200 */
  async function sendOnce(method: string, url: string, body: Uint8Array<ArrayBuffer>): Promise<string> {
    const headers = { 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') }
    const signal = AbortSignal.timeout(partMs)
    const bodyOption = method === 'GET' || method === 'DELETE' ? {} : { body }
    const answer = await client.fetch(url, { method, headers, signal, ...bodyOption })
    const text = await answer.text()
    // An error with status 200 counts as 500, so that the request is tried again.
    if (!answer.ok || text.includes('<Error>')) throw new S3Rejection(answer.ok ? 500 : answer.status, text)
    return text
  }

  return async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    key: string,
    query: Readonly<Record<string, string>>,
    body: Uint8Array<ArrayBuffer> = new Uint8Array(),
    onTry: () => void = () => {},
  ): Promise<string> => {
    const path = key.split('/').map(percentEncoded).join('/')
    const parameters = Object.entries(query).map(([name, value]) => `${name}=${percentEncoded(value)}`)
    const url = `${bucketUrl}/${path}?${parameters.join('&')}`
    for (let triesLeft = tries; ; triesLeft--)
      try {
        onTry()
        return await sendOnce(method, url, body)
      } catch (error) {
        const isFinal = error instanceof S3Rejection && error.status < 500 && error.status !== tooManyRequests
        if (isFinal || triesLeft <= 1) throw error
      }
  }
}

type Send = ReturnType<typeof newSender>

/** Lists all uploads whose keys begin with a prefix and that are not complete. */
async function listOpen(send: Send, prefix: string): Promise<OpenUpload[]> {
  const uploads: OpenUpload[] = []
  let nextPage = {}
  for (;;) {
    const page = await send('GET', '', { uploads: '', prefix, ...nextPage })
    for (const upload of elementsOf(page, 'Upload'))
      uploads.push({ key: textOf(upload, 'Key'), id: textOf(upload, 'UploadId') })
    if (textOf(page, 'IsTruncated') !== 'true') return uploads
    nextPage = {
      'key-marker': textOf(page, 'NextKeyMarker'),
      'upload-id-marker': textOf(page, 'NextUploadIdMarker'),
    }
  }
}

/** Returns the stored parts of an upload, by their numbers, which begin at 1. */
async function listParts(send: Send, { key, id }: OpenUpload) {
  const parts = new Map<number, { readonly bytes: number; readonly etag: string }>()
  let nextPage = {}
  for (;;) {
    const page = await send('GET', key, { uploadId: id, ...nextPage })
    for (const part of elementsOf(page, 'Part'))
      parts.set(Number(textOf(part, 'PartNumber')), {
        bytes: Number(textOf(part, 'Size')),
        etag: textOf(part, 'ETag'),
      })
    if (textOf(page, 'IsTruncated') !== 'true') return parts
    nextPage = { 'part-number-marker': textOf(page, 'NextPartNumberMarker') }
  }
}

/**
 * Completes an upload, so that the store joins its parts into one file.
 * @param sizes expected sizes of the parts in bytes, in order
 * @throws Error when a part is missing or has another size
 */
async function completeUpload(send: Send, upload: OpenUpload, sizes: readonly number[]): Promise<void> {
  const storedParts = await listParts(send, upload)
  const parts = sizes.map((bytes, index) => {
    const part = storedParts.get(index + 1)
    if (part?.bytes !== bytes) throw new Error(`part ${index + 1} of the upload is missing`)
    return `<Part><PartNumber>${index + 1}</PartNumber><ETag>${part.etag}</ETag></Part>`
  })
  const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
  await send('POST', upload.key, { uploadId: upload.id }, new TextEncoder().encode(body))
}

/** Opens the multipart uploads of one bucket. @param bucketUrl URL without a trailing slash */
export function openUploads(bucketUrl: string, access: S3Access, limits: UploadLimits) {
  const send = newSender(bucketUrl, access, limits)

  /** Aborts an upload; does nothing if it is already gone. */
  async function abort({ key, id }: OpenUpload): Promise<void> {
    await send('DELETE', key, { uploadId: id }).catch(error => {
      if (!(error instanceof S3Rejection) || error.status !== 404) throw error
    })
  }

  /**
   * Uploads a file to a key in parts. An incomplete upload of that key is resumed, and must be of the same
   * bytes.
   * @param sent called before each try of a part, with the bytes already stored
   * @returns the size of the file in bytes
   */
  async function put(key: string, path: string, sent: (bytes: number) => void): Promise<number> {
    const file = Bun.file(path)
    const partBytes = Math.max(limits.partBytes, Math.ceil(file.size / partsMax))
    const count = Math.ceil(file.size / partBytes)
    const sizes = Array.from({ length: count }, (_, index) =>
      Math.min(partBytes, file.size - index * partBytes),
    )
    const openUpload = (await listOpen(send, key)).find(upload => upload.key === key)
    const upload = openUpload ?? { key, id: textOf(await send('POST', key, { uploads: '' }), 'UploadId') }
    const storedParts = await listParts(send, upload)
    let bytes = 0
    for (const [index, size] of sizes.entries()) {
      if (storedParts.get(index + 1)?.bytes !== size) {
        const part = await file.slice(bytes, bytes + size).bytes()
        const query = { partNumber: String(index + 1), uploadId: upload.id }
        const bytesBefore = bytes
        await send('PUT', key, query, part, () => sent(bytesBefore))
      }
      bytes += size
    }
    sent(bytes)
    await completeUpload(send, upload, sizes)
    return bytes
  }

  return {
    /** Lists the incomplete uploads below a prefix. Some stores do so only for a whole key. */
    list: (prefix: string) => listOpen(send, prefix),
    abort,
    put,
  }
}

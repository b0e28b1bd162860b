// An upload in parts to an S3-compatible store (moto) that is cut and goes on: only what is missing is sent.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { S3Client } from 'bun'
import { openUploads } from '../../src/store/backup/s3-upload.ts'
import { hasMoto, openStoreLine, type StoreLine, startMoto } from '../kit/moto.ts'

const root = mkdtempSync(join(tmpdir(), 'kaunta-upload-'))
const partBytes = 1_000
const access = { endpoint: undefined, region: 'us-east-1', accessKeyId: 'asha', secretAccessKey: 'a secret' }
let store: Awaited<ReturnType<typeof startMoto>> | undefined
let line: StoreLine

beforeAll(async () => {
  if (!hasMoto) return
  store = await startMoto(partBytes)
  line = openStoreLine(store.endpoint)
}, 300_000)
afterAll(() => {
  line?.stop()
  store?.stop()
  rmSync(root, { recursive: true, force: true })
})

/** The time limit of parts that arrive, however busy the computer is. */
const patientMs = 60_000
const uploadsTo = (bucket: string, partMs: number) =>
  openUploads(`${line.url}/${bucket}`, access, { partBytes, partMs, tries: 2 })
const open = () => uploadsTo('duka', patientMs)
/** Opens uploads that soon give up a part that hangs. */
const openImpatient = () => uploadsTo('duka', 2_000)
const stored = (key: string) =>
  new S3Client({ ...access, endpoint: store?.endpoint ?? '', bucket: 'duka' }).file(key).bytes()

function fileOf(name: string, bytes: number): string {
  const path = join(root, name)
  writeFileSync(path, Buffer.alloc(bytes, name))
  return path
}

test.skipIf(!hasMoto)(
  'a part that hangs is given up in time, and the next try sends what is missing',
  async () => {
    const path = fileOf('hangs & goes on', 3_500)
    const key = 'nakala/hangs & goes on'
    line.hangs = request => request === 'PUT ?partNumber=3'
    const sent: number[] = []
    await expect(openImpatient().put(key, path, bytes => sent.push(bytes))).rejects.toThrow('timed out')
    expect(sent).toEqual([0, 1_000, 2_000, 2_000])
    expect(await open().list('nakala/')).toEqual([{ key, id: expect.any(String) }])

    line.hangs = () => false
    line.passed.length = 0
    expect(await open().put(key, path, () => {})).toBe(3_500)
    expect(line.passed.filter(request => request.startsWith('PUT'))).toEqual([
      'PUT ?partNumber=3',
      'PUT ?partNumber=4',
    ])
    expect(Buffer.from(await stored(key))).toEqual(Buffer.alloc(3_500, 'hangs & goes on'))
    expect(await open().list('nakala/')).toEqual([])
  },
)

test.skipIf(!hasMoto)('an upload that is not wanted any more is aborted', async () => {
  const path = fileOf('old', 2_000)
  line.hangs = request => request === 'PUT ?partNumber=2'
  await expect(openImpatient().put('old', path, () => {})).rejects.toThrow('timed out')
  line.hangs = () => false
  const [old] = await open().list('old')
  if (!old) throw new Error('it was not begun')
  await open().abort(old)
  await open().abort(old)
  expect(await open().list('')).toEqual([])
})

test.skipIf(!hasMoto)(
  'a rejection is reported with its reason, and the request is not repeated',
  async () => {
    line.passed.length = 0
    const lost = uploadsTo('lost', patientMs)
    expect(await lost.list('').catch(String)).toBe(
      'Error: HTTP 404 NoSuchBucket The specified bucket does not exist',
    )
    expect(line.passed).toHaveLength(1)
  },
)

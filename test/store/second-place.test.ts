// The upload of a sealed copy in several parts to a bucket (moto): what this server keeps until it is done,
// when it starts over, and when the log no longer follows the copy.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { S3Client } from 'bun'
import { checkCarriedCopy } from '../../src/store/backup/carried-copy.ts'
import { putCarriedCopy, writeLogState } from '../../src/store/backup/log-spool.ts'
import { openSealed } from '../../src/store/backup/sealed-backup.ts'
import { carrySealed } from '../../src/store/backup/second-place.ts'
import { hasMoto, openStoreLine, type StoreLine, startMoto } from '../kit/moto.ts'

const root = mkdtempSync(join(tmpdir(), 'kaunta-second-'))
const backups = join(root, 'backups')
const words = join(root, 'words')
const name = '2026-11-21T000500Z'
const money = crypto.getRandomValues(new Uint8Array(65_536))
const access = { region: 'us-east-1', accessKeyId: 'asha', secretAccessKey: 'a secret' }
let store: Awaited<ReturnType<typeof startMoto>> | undefined
let line: StoreLine

beforeAll(async () => {
  if (!hasMoto) return
  store = await startMoto()
  line = openStoreLine(store.endpoint)
  mkdirSync(join(backups, name), { recursive: true })
  writeFileSync(join(backups, name, 'kaunta.db'), Buffer.concat(Array.from({ length: 180 }, () => money)))
}, 300_000)
afterAll(() => {
  line?.stop()
  store?.stop()
  rmSync(root, { recursive: true, force: true })
})

/** Carries the copy to a prefix. @returns the requests */
async function carry(prefix: string, answer: (request: string) => Response | undefined): Promise<string[]> {
  const requests: string[] = []
  line.answers = request => {
    requests.push(request)
    return answer(request)
  }
  const s3 = { ...access, endpoint: line.url }
  const order = { from: join(backups, name), place: `s3://duka/${prefix}`, isSecond: true, name }
  const kept = { takenAt: Date.UTC(2026, 10, 21, 0, 5), keep: 7, timeZone: 'UTC' }
  await carrySealed({ ...order, ...kept, s3 }, { passphraseFile: words }, () => {}).catch(error =>
    requests.push(error.message),
  )
  return requests
}

/** Opens what is in the bucket. */
async function openedFrom(prefix: string, passphrase: string): Promise<Buffer> {
  const client = new S3Client({ ...access, endpoint: store?.endpoint ?? '', bucket: 'duka' })
  const sealed = client.file(`${prefix}/${name}.kaunta.age`).stream()
  return readFileSync(join(await openSealed(sealed, { passphrase }, join(root, prefix)), 'kaunta.db'))
}

const puts = (requests: readonly string[]) => requests.filter(request => request.startsWith('PUT'))
const whole = ['PUT ?partNumber=1', 'PUT ?partNumber=2', 'PUT ?partNumber=3']

test.skipIf(!hasMoto)(
  'a copy that was sealed with the previous passphrase is sealed and sent again',
  async () => {
    writeFileSync(words, 'maji moto na chumvi\n')
    const cut = await carry('again', request =>
      request === 'PUT ?partNumber=2' ? new Response('busy', { status: 503 }) : undefined,
    )
    expect(puts(cut)).toEqual([...whole.slice(0, 2), ...Array(2).fill('PUT ?partNumber=2')])
    expect(cut.at(-1)).toBe('the second place for back-ups, s3://duka/again, refused: HTTP 503')
    expect(readdirSync(backups).sort()).toEqual([
      name,
      expect.stringMatching(/^2026-11-21T000500Z\.[0-9a-f]{16}\.upload$/),
    ])

    writeFileSync(words, 'maji baridi na sukari\n')
    const sent = await carry('again', () => undefined)
    expect(sent.filter(request => request.startsWith('DELETE'))).toHaveLength(1)
    expect(puts(sent)).toEqual(whole)
    expect((await openedFrom('again', 'maji baridi na sukari')).equals(moneyFile())).toBe(true)
    expect(readdirSync(backups)).toEqual([name])
  },
)

test.skipIf(!hasMoto)('with a key that may not list uploads it goes as a stream', async () => {
  writeFileSync(words, 'maji moto na chumvi\n')
  const rejection = '<Error><Code>AccessDenied</Code></Error>'
  const sent = await carry('stream', request =>
    request.includes('uploads=&prefix') ? new Response(rejection, { status: 403 }) : undefined,
  )
  expect(sent.filter(request => request.includes('uploads=&prefix'))).toHaveLength(1)
  expect((await openedFrom('stream', 'maji moto na chumvi')).equals(moneyFile())).toBe(true)
  expect(readdirSync(backups)).toEqual([name])
})

test.skipIf(!hasMoto)(
  'the log finds out that the bucket lacks its copy, or has it sealed otherwise',
  async () => {
    writeFileSync(words, 'maji moto na chumvi\n')
    await carry('log', () => undefined)
    const position = { generation: 'f'.repeat(16), number: 0, hash: '' }
    const wal = { salt: '', frames: 0 }
    writeLogState(root, { position, wal, head: undefined, closed: undefined, target: '' })
    putCarriedCopy(root, name, position)
    const check = (prefix: string) =>
      checkCarriedCopy(
        {
          folder: root,
          place: `s3://duka/${prefix}`,
          sealing: { passphraseFile: words },
          s3: { ...access, endpoint: line.url },
        },
        undefined,
      )
    expect(await check('log')).toMatchObject({ isLost: false })
    expect(await check('elsewhere')).toMatchObject({ isLost: true })
    writeFileSync(words, 'maji baridi na sukari\n')
    expect(await check('log')).toMatchObject({ isLost: true })
    line.answers = () => new Response('busy', { status: 503 })
    await expect(check('log')).rejects.toThrow('refused')
  },
)

function moneyFile(): Buffer {
  return readFileSync(join(backups, name, 'kaunta.db'))
}

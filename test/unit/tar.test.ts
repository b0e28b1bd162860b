// Tar archives: the tool tar reads ours, and we read its, in pieces of any size.
import { expect, test } from 'bun:test'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { extractTar, tarOf } from '../../src/store/backup/tar.ts'
import { newTestFolder } from '../kit/test-folder.ts'

const root = newTestFolder('kaunta-tar-')
const sizes = { empty: 0, one: 1, block: 512, more: 513, long: 1_000_003 }
const from = join(root, 'from', 'copy')
mkdirSync(from, { recursive: true })
for (const [name, size] of Object.entries(sizes)) writeFileSync(join(from, name), Buffer.alloc(size, name))
const files = Object.keys(sizes).map(name => ({ name: `copy/${name}`, path: join(from, name) }))

async function* inPieces(bytes: Uint8Array, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}
let folders = 0
async function extracted(chunks: AsyncIterable<Uint8Array>) {
  const to = join(root, `to${folders++}`)
  mkdirSync(to)
  await extractTar(chunks, name => (name.startsWith('copy/') ? join(to, name.slice(5)) : undefined))
  return to
}
function expectSame(folder: string) {
  expect(readdirSync(folder).sort()).toEqual(Object.keys(sizes).sort())
  for (const name of Object.keys(sizes))
    expect(readFileSync(join(folder, name)).equals(readFileSync(join(from, name)))).toBe(true)
}
async function archive() {
  const chunks: Uint8Array[] = []
  for await (const chunk of tarOf(files, 1_700_000_000_000)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

test('the program tar reads our archive', async () => {
  const file = join(root, 'ours.tar')
  writeFileSync(file, await archive())
  const to = join(root, 'by-tool')
  mkdirSync(to)
  expect(Bun.spawnSync(['tar', '-xf', file, '-C', to]).exitCode).toBe(0)
  expectSame(join(to, 'copy'))
})

test('we read an archive of the program tar', async () => {
  const made = Bun.spawnSync(['tar', '-cf', '-', '--format=ustar', '-C', join(root, 'from'), 'copy'])
  expectSame(await extracted(inPieces(made.stdout, 10_000)))
})

test.each([1_000_000_000, 512, 511, 100_000])(
  'an archive that comes in pieces of %i bytes is read',
  async length => {
    expectSame(await extracted(inPieces(await archive(), length)))
  },
)

test('a file that ends too early, or is no archive, is refused', async () => {
  const bytes = await archive()
  for (const length of [1, 600, bytes.length - 1_024])
    await expect(extracted(inPieces(bytes.subarray(0, length), 4_096))).rejects.toThrow('ends too early')
  await expect(extracted(inPieces(Buffer.alloc(1_024, 'x'), 512))).rejects.toThrow('no tar archive')
})

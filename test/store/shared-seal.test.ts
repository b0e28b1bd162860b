// The secret key that nodes on one database share: made once, for its owner's eyes, and never taken for
// another.
import { describe, expect, test } from 'bun:test'
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FolderError } from '../../src/store/folder/folder.ts'
import { openSharedSeal } from '../../src/store/postgres/shared-seal.ts'
import { newTestFolder } from '../kit/test-folder.ts'

const root = newTestFolder('kaunta-key-')
let files = 0
const newFile = () => join(root, `${++files}.key`)
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
const nonce = new Uint8Array(12)
const open = (file: string, sealed?: string) => openSharedSeal({ file, sealed, random })
const rejection = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (error instanceof FolderError) return [error.message, error.exitStatus]
    throw error
  }
  return undefined
}

describe('a shared secret key', () => {
  test('is made once, and opens what was sealed with it', () => {
    const file = newFile()
    const sealed = open(file).close('whsec_x', nonce)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(open(file, sealed).open(sealed)).toBe('whsec_x')
    expect(open(file).open(sealed)).toBe('whsec_x')
  })

  test('that another process makes at the same moment is read, and not replaced', () => {
    const file = newFile()
    let other: string | undefined
    const late = (length: number) => {
      other ??= open(file).close('whsec_x', nonce)
      return random(length)
    }
    const seal = openSharedSeal({ file, sealed: undefined, random: late })
    expect(seal.open(other ?? '')).toBe('whsec_x')
    expect(open(file, other).open(other ?? '')).toBe('whsec_x')
    expect(readdirSync(root).filter(name => name.endsWith('.new'))).toEqual([])
  })

  test('that does not open what is sealed is refused, with a cure', () => {
    const sealed = open(newFile()).close('whsec_x', nonce)
    const file = newFile()
    open(file)
    expect(rejection(() => open(file, sealed))).toEqual([
      expect.stringMatching(/is not the key of this database: .*copy the secret key of another node/),
      1,
    ])
  })

  test('is not made where something is sealed', () => {
    const file = newFile()
    expect(rejection(() => open(file, 'sealed'))).toEqual([
      expect.stringMatching(/is missing: .*copy it from another node/),
      1,
    ])
    expect(existsSync(file)).toBe(false)
  })

  test.each([0o600, 0o400])('with the rights %o stays as it is', rights => {
    const file = newFile()
    open(file)
    chmodSync(file, rights)
    open(file)
    expect(statSync(file).mode & 0o777).toBe(rights)
  })

  test('is taken away from other users', () => {
    const file = newFile()
    open(file)
    chmodSync(file, 0o444)
    open(file)
    expect(statSync(file).mode & 0o777).toBe(0o400)
  })

  test.each<[what: string, make: (file: string) => unknown, says: RegExp]>([
    ['in no folder', () => {}, /^cannot make the secret key .*ENOENT/],
    [
      'that is a folder',
      file => mkdirSync(file, { recursive: true, mode: 0o700 }),
      /is no plain file: put the file itself there/,
    ],
    [
      'of another size',
      file => {
        mkdirSync(join(file, '..'))
        writeFileSync(file, 'short', { mode: 0o600 })
      },
      /is damaged: it must hold 32 bytes/,
    ],
  ])('%s is refused with a message', (_, make, says) => {
    const file = join(root, `none${++files}`, 'secret.key')
    make(file)
    expect(rejection(() => open(file))).toEqual([expect.stringMatching(says), 1])
  })
})

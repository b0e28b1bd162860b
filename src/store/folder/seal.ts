// Secrets at rest: AES-256-GCM under the key in secret.key (32 random bytes, mode 0600, created at the first
// start).
import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { FolderError } from './folder.ts'
import { readPlain } from './plain-file.ts'

export interface Seal {
  /** Seals a secret: base64 of nonce, tag and ciphertext. @param nonce 12 random bytes, never used again */
  close(secret: string, nonce: Uint8Array): string
  /** Returns a sealed secret. @throws Error when another key sealed it, or it is damaged */
  open(sealed: string): string
  /** Derives another secret for one purpose from the server's key; hex. */
  derive(purpose: string): string
  /** Derives any number of bytes for one purpose from the server's key. */
  bytes(purpose: string, length: number): Uint8Array
}

const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16
const counterBytes = 16

/** Most opened secrets kept in memory: each webhook is signed with one of a few. */
const openedMax = 16

/** Opens a sealed text. @throws Error when it was sealed with another key or is damaged */
function decryptText(sealed: string, key: Uint8Array): string {
  const bytes = Buffer.from(sealed, 'base64')
  const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes))
  cipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  const start = cipher.update(bytes.subarray(nonceBytes + tagBytes))
  return Buffer.concat([start, cipher.final()]).toString('utf8')
}

/** Returns a seal over 32 key bytes. Nonces (12 random bytes) come from the caller's world. */
export function newSeal(key: Uint8Array): Seal {
  const opened = new Map<string, string>()
  return {
    close(secret, nonce) {
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const closed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), closed]).toString('base64')
    },
    open(sealed) {
      const cached = opened.get(sealed)
      if (cached !== undefined) return cached
      const secret = decryptText(sealed, key)
      if (opened.size >= openedMax) opened.clear()
      opened.set(sealed, secret)
      return secret
    },
    derive: purpose => Buffer.from(deriveKey(key, purpose)).toString('hex'),
    bytes(purpose, length) {
      const purposeKey = Buffer.from(deriveKey(key, purpose))
      // A purpose always gets the same bytes, so the counter begins at zero.
      return createCipheriv('aes-256-ctr', purposeKey, Buffer.alloc(counterBytes)).update(
        Buffer.alloc(length),
      )
    },
  }
}

/**
 * Renames a new file to its final name, unless another process has just created a file with that name. Makes
 * a link, which never replaces a file. If the file system has no links, the last process wins.
 */
function renameUnlessThere(aside: string, file: string): void {
  try {
    linkSync(aside, file)
    rmSync(aside)
  } catch {
    if (existsSync(file)) rmSync(aside)
    else renameSync(aside, file)
  }
}

/** Derives 32 bytes for one purpose from a key (HKDF). */
const deriveKey = (key: Uint8Array, purpose: string) => hkdfSync('sha256', key, '', purpose, keyBytes)

/**
 * Creates a key file. It is written under another name first: after a power cut there is no key or a whole
 * one. If another process has just created the file, its key stays, because that process uses it.
 * @param key 32 bytes; random ones by default
 */
export function makeKey(file: string, random: (length: number) => Uint8Array, key = random(keyBytes)): void {
  const aside = `${file}.${Buffer.from(random(4)).toString('hex')}.new`
  writeFileSync(aside, key, { mode: 0o600, flush: true, flag: 'wx' })
  renameUnlessThere(aside, file)
  if (process.platform === 'win32') return // Windows cannot open folders
  const folder = openSync(dirname(file), 'r')
  fsyncSync(folder)
  closeSync(folder)
}

/** Returns whether a file name is that of a key that `makeKey` had not finished when its process died. */
export const isUnfinishedKey = (name: string): boolean => /^secret\.key\.[0-9a-f]{8}\.new$/.test(name)

interface SealOptions {
  /** Whether the folder holds no accounts, so that a missing key may be created. */
  readonly isFresh: boolean
  /** Returns random bytes for a new key. */
  readonly random: (length: number) => Uint8Array
}

/**
 * Returns the seal with the key in secret.key, and creates that key if nothing is sealed yet.
 * @throws FolderError when the key is missing or damaged
 */
export function openSeal(file: string, { isFresh, random }: SealOptions): Seal {
  if (!existsSync(file)) {
    if (!isFresh)
      throw new FolderError(
        `${file} is missing: without it the sealed secrets cannot be read; restore it from a back-up`,
      )
    makeKey(file, random)
  }
  const seal = newSeal(readKey(file))
  chmodSync(file, 0o600)
  return seal
}

/** Reads a key file that a setting or a person names, which may be a link. @throws as `readKey` */
export const readNamedKey = (file: string): Uint8Array => readKey(realpathSync(file))

/**
 * Reads the key of a data folder or of a copy.
 * @throws FolderError unless it is a plain file of exactly 32 bytes
 */
export function readKey(file: string): Uint8Array {
  const key = readPlain(file, keyBytes)
  if (key.length !== keyBytes)
    throw new FolderError(`${file} is damaged: it must hold ${keyBytes} bytes; restore it from a back-up`)
  return key
}

/** Returns the path of the key of a data folder or a copy. */
export const keyFileOf = (folder: string): string => join(folder, 'secret.key')

/**
 * Returns the seal with the key in a file, or why there is none. Does not create a key.
 * @param read reads the file: `readNamedKey` if it is outside a data folder
 */
export function readSeal(file: string, read = readKey): Seal | 'missing' | 'damaged' {
  if (!existsSync(file)) return 'missing'
  try {
    return newSeal(read(file))
  } catch {
    return 'damaged'
  }
}

/** Returns whether a seal opens a sealed text: it was sealed with the same key, and is not damaged. */
export function canOpen(seal: Seal, sealed: string): boolean {
  try {
    seal.open(sealed)
    return true
  } catch {
    return false
  }
}

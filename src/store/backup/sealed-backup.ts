// A back-up in one sealed file: a tar of its folder in the age format (age-encryption.org), which the tool
// `age` opens as well. It is sealed to a passphrase, or to the public key of an owner.
import { closeSync, fsyncSync, mkdirSync, openSync, statSync, writeSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Decrypter } from 'age-encryption'
import { errorText } from '../../domain/error-text.ts'
import { Fault, fault } from '../../domain/fault.ts'
import { copyTimeOf, takenAtOf } from './backup-name.ts'
import { copiedFiles, nameCopy } from './copy.ts'
import { extractTar, tarOf } from './tar.ts'

/** What a back-up is sealed to. */
export type Sealing = { readonly passphrase: string } | { readonly recipient: string }
/** What opens a sealed back-up: the passphrase, or the text of an age identity file. */
export type Unsealing = { readonly passphrase: string } | { readonly identity: string }

export const sealedEnding = '.kaunta.age'

/** Shortest new passphrase, in characters. */
export const passphraseMin = 12

/**
 * Work factor of scrypt for a passphrase, as a power of two. The default of age, 18, takes 256 MiB of memory:
 * too much for a small computer that also serves a shop. 15 takes 32 MiB.
 */
const sealWork = 15
/** Highest work factor of a file to open: its header may ask for more memory than the computer has. */
const openWorkMax = 18

/** Returns an encrypter to a passphrase or a public key. The library is loaded at its first use. */
async function encrypterTo(sealing: Sealing) {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  if ('passphrase' in sealing) {
    encrypter.setPassphrase(sealing.passphrase)
    encrypter.setScryptWorkFactor(sealWork)
  } else encrypter.addRecipient(sealing.recipient)
  return encrypter
}

/** Seals a small file, and returns the sealed bytes. */
export const sealBytes = async (bytes: Uint8Array, sealing: Sealing): Promise<Uint8Array> =>
  (await encrypterTo(sealing)).encrypt(bytes)

/** Returns the sealed tar archive of a back-up's folder as a stream. */
export async function sealBackup(folder: string, sealing: Sealing) {
  const encrypter = await encrypterTo(sealing)
  const name = basename(folder)
  const files = copiedFiles(folder).map(file => ({ name: `${name}/${file}`, path: join(folder, file) }))
  const archive = tarOf(files, copyTimeOf(folder))
  return encrypter.encrypt(streamOf(archive))
}

export interface SealedFile {
  /** Folder of the back-up. */
  readonly folder: string
  /** Path of the file until it is complete. */
  readonly aside: string
  readonly to: string
  readonly sealing: Sealing
  /** Called with the bytes so far. */
  readonly written?: (bytes: number) => void
}

/**
 * Seals a back-up into a file, which gets its name when it is complete and synced. @returns its size in bytes
 */
export async function writeSealed({ folder, aside, to, sealing, written }: SealedFile): Promise<number> {
  const opened = openSync(aside, 'w', 0o600)
  let bytes = 0
  try {
    for await (const chunk of await sealBackup(folder, sealing)) {
      for (let offset = 0; offset < chunk.length; ) offset += writeSync(opened, chunk, offset)
      bytes += chunk.length
      written?.(bytes)
    }
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
  nameCopy(aside, to)
  return statSync(to).size
}

/** Returns whether age can seal to this public key. */
export async function isRecipient(text: string): Promise<boolean> {
  const { Encrypter } = await import('age-encryption')
  try {
    new Encrypter().addRecipient(text)
    return true
  } catch {
    return false
  }
}

/** Returns a stream of chunks, which takes each chunk from the generator only when it is needed. */
function streamOf(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await chunks.return(undefined)
    },
  })
}

/**
 * Opens a sealed back-up, and writes its files into a new folder inside `into`.
 * @returns the path of that folder, whose name is the name of the back-up
 * @throws Fault when the passphrase or the key is wrong, or the file is damaged
 */
export async function openSealed(
  sealed: ReadableStream<Uint8Array>,
  unsealing: Unsealing,
  into: string,
): Promise<string> {
  const opened = await decryptStream(sealed, unsealing)
  let folder: string | undefined
  /**
   * Returns the path for a file of the archive, and creates its folder; undefined if no back-up has such a
   * file.
   */
  const pathOf = (name: string): string | undefined => {
    const [, backup = '', file = ''] = archivedFile.exec(name) ?? []
    if (takenAtOf(backup) === undefined || backup !== basename(folder ?? backup)) return undefined
    folder = join(into, backup)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return join(folder, file)
  }
  try {
    await extractTar(opened, pathOf)
    if (!folder) throw new Error('it holds no back-up')
    return folder
  } catch (error) {
    throw unreadableBackup(error)
  }
}

/** A file in the archive, such as `2026-11-21T000500Z/kaunta.db`: no other folders, and no hidden files. */
const archivedFile = /^(\w[^/]*)\/(\w[\w.]*)$/

/**
 * Returns the content of a sealed file as a stream, which fails when the file is damaged.
 * @throws as `openSealed`
 */
export const openStream = (sealed: ReadableStream<Uint8Array>, unsealing: Unsealing) =>
  decryptStream(sealed, unsealing)

/** Longest header, enough for a few thousand recipients; the library keeps all of a header in memory. */
const headerBytesMax = 64 * 1_024

/**
 * Reads a sealed file up to the end of its header, and returns a stream of the whole file.
 * @throws Error when the header is longer than `headerBytesMax`
 */
async function withShortHeader(sealed: ReadableStream<Uint8Array>): Promise<ReadableStream<Uint8Array>> {
  const reader = sealed.getReader()
  let head = Buffer.alloc(0)
  let isOver = false
  // The last line of a header begins with three hyphens.
  while (!isOver && !head.includes('\n--- ')) {
    if (head.length > headerBytesMax) {
      await reader.cancel()
      throw new Error('its header is too long')
    }
    const { done, value } = await reader.read()
    isOver = done
    if (value) head = Buffer.concat([head, value])
  }
  let hasSentHead = false
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!hasSentHead) {
        hasSentHead = true
        return controller.enqueue(head)
      }
      const next = isOver ? undefined : (await reader.read()).value
      if (next) controller.enqueue(next)
      else controller.close()
    },
    cancel: reason => reader.cancel(reason),
  })
}

/** Returns whether this passphrase or key opens a sealed file. Reads only the header. */
export async function isOpenedBy(sealed: ReadableStream<Uint8Array>, unsealing: Unsealing): Promise<boolean> {
  try {
    const content = await decryptStream(sealed, unsealing)
    await content.cancel()
    return true
  } catch {
    return false
  }
}

/**
 * Returns whether a sealed file has a whole header that this passphrase does not open. False for a file that
 * the passphrase opens, and for a file that is damaged.
 */
export async function isSealedOtherwise(
  sealed: ReadableStream<Uint8Array>,
  passphrase: string,
): Promise<boolean> {
  try {
    const content = await decryptStream(sealed, { passphrase })
    await content.cancel()
    return false
  } catch (error) {
    return error instanceof Fault && error.reason === 'backup_passphrase_wrong'
  }
}

/** Decrypts a sealed file as a stream. @throws Fault as `openSealed` */
async function decryptStream(sealed: ReadableStream<Uint8Array>, unsealing: Unsealing) {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addIdentity({ unwrapFileKey: assertBoundedWork })
  if ('passphrase' in unsealing) decrypter.addPassphrase(unsealing.passphrase)
  else addIdentities(decrypter, unsealing.identity)
  try {
    return await decrypter.decrypt(await withShortHeader(sealed))
  } catch (error) {
    const isWrongSecret = error instanceof Error && error.message.startsWith('no identity matched')
    if (!isWrongSecret) throw unreadableBackup(error)
    throw fault('passphrase' in unsealing ? 'backup_passphrase_wrong' : 'backup_key_wrong')
  }
}

/** Adds the keys of an age identity file. @throws Fault `backup_key_wrong` when a line is not a key */
function addIdentities(decrypter: Decrypter, identityFile: string): void {
  for (const line of identityLines(identityFile))
    try {
      decrypter.addIdentity(line)
    } catch {
      throw fault('backup_key_wrong')
    }
}

/** Returns the lines of an identity file that are neither empty nor comments. */
const identityLines = (text: string) =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '' && !line.startsWith('#'))

/**
 * Checks the header of a file before its passphrase is tried. The decrypter calls this as if it were a key,
 * and null means that it does not open the file.
 * @param stanzas lines of the header; for a passphrase `scrypt SALT WORK`, with the work factor
 * @throws Error when the passphrase would take too much memory
 */
function assertBoundedWork(stanzas: readonly { readonly args: readonly string[] }[]): null {
  for (const { args } of stanzas)
    if (args[0] === 'scrypt' && Number(args[2]) > openWorkMax)
      throw new Error(`its passphrase takes a work factor of ${args[2]}, more than ${openWorkMax}`)
  return null
}

/** Returns the fault of a back-up that is damaged or not one of Kaunta. */
const unreadableBackup = (error: unknown) => fault('backup_unreadable', { cause: errorText(error) })

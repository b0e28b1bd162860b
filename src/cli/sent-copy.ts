// Copies a data folder to a place that the folder's owner cannot write to, such as a disk that belongs to
// root. A child that has become the owner makes the copy and writes it to its output as an archive; root only
// receives it.
import { closeSync, fsyncSync, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { freeBackupName, makeOwnPlace, removeUnfinishedCopies } from '../store/backup/backup.ts'
import {
  type CopyFacts,
  copiedFiles,
  copyData,
  copyNames,
  folderBytes,
  giveToOwnerOf,
  type OnCopyStep,
} from '../store/backup/copy.ts'
import { extractTar, tarOf } from '../store/backup/tar.ts'
import { readPlain } from '../store/folder/plain-file.ts'
import { CommandError } from './client.ts'
import type { Executable } from './command.ts'

/** Puts a copy into a new folder. */
export type ReceiveCopy = (folder: string, onStep: OnCopyStep) => Promise<CopyFacts>

const factsName = 'facts.json'
/** The longest file of facts, in bytes. */
const factsMax = 1_000

/** Makes a copy next to the back-ups, writes it to standard output as an archive, and removes it. */
export async function sendCopy(executable: Executable, data: string): Promise<void> {
  const backups = makeOwnPlace(data)
  removeUnfinishedCopies(backups, '.command-part')
  const name = freeBackupName(backups, executable.now())
  const aside = join(backups, `${name}.command-part`)
  mkdirSync(aside, { mode: 0o700 })
  try {
    const folder = join(aside, name)
    const facts = copyData({ from: data, to: folder, suffix: '.part' })
    writeFileSync(join(folder, factsName), JSON.stringify(facts), { mode: 0o600 })
    const files = [...copiedFiles(folder), factsName].map(file => ({ name: file, path: join(folder, file) }))
    for await (const piece of tarOf(files, executable.now())) await executable.writeBytes(piece)
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

/** Returns a function that receives a copy from a child, and makes the data folder's owner its owner. */
export const receiveCopy =
  (executable: Executable, data: string): ReceiveCopy =>
  async (folder, onStep) => {
    onStep('payments')
    mkdirSync(folder, { mode: 0o700 })
    const archive = join(folder, 'archive')
    const command = [executable.path, 'backup', '--send', '--data', data]
    await takeOutput(executable, command, {
      to: archive,
      max: Number.MAX_SAFE_INTEGER, // a copy may have any size
      failureText: text => text,
    })
    onStep('staff')
    const names = [...copyNames, factsName]
    await extractTar(Bun.file(archive).stream(), name =>
      names.includes(name) ? join(folder, name) : undefined,
    )
    onStep('check')
    const factsText = readPlain(join(folder, factsName), factsMax).toString()
    const { payments } = Object(JSON.parse(factsText))
    for (const name of [archive, join(folder, factsName)]) rmSync(name)
    giveToOwnerOf(data, folder)
    return { bytes: folderBytes(folder), payments: Number(payments) }
  }

interface OutputFile {
  readonly to: string // the new file
  readonly max: number // bytes; more is an error
  /** Returns the message of the error from the last line of a failed program. */
  readonly failureText: (line: string) => string
}

/** Writes the output of a program to a new file. @throws CommandError when it fails or is too long */
export async function takeOutput(
  { pipe }: Pick<Executable, 'pipe'>,
  command: readonly string[],
  { to, max, failureText }: OutputFile,
): Promise<void> {
  const descriptor = openSync(to, 'wx', 0o600)
  let size = 0
  try {
    const { status, output } = await pipe(command, piece => {
      size += piece.length
      if (size > max) throw new CommandError(failureText(`it is larger than ${max} bytes`))
      for (let offset = 0; offset < piece.length; ) offset += writeSync(descriptor, piece, offset)
    })
    const lastLine = output.trim().split('\n').at(-1) ?? ''
    const reason = lastLine.replace(/^kaunta: /, '')
    if (status !== 0) throw new CommandError(failureText(reason || `exit status ${status}`))
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

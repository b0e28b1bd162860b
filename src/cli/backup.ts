// `kaunta backup` copies a data folder and checks the copy. The way back is restore.ts, the nightly back-up
// flow/backup.ts.
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { freeBackupName, removeUnfinishedCopies } from '../store/backup.ts'
import { type CopyFacts, copyData } from '../store/copy.ts'
import { FolderError } from '../store/folder.ts'
import { type Sealing, sealedEnding, writeSealed } from '../store/sealed-backup.ts'
import { type Executable, printResult, withJson, withSettings } from './command.ts'
import { readSealing, type SealingOptions } from './passphrase.ts'

/** What was copied, and to which folder. */
export interface CopyResult extends CopyFacts {
  readonly folder: string
}

const count = (value: number) => value.toLocaleString('en')
/** What was copied, in words. */
export const copyFacts = ({ payments, bytes }: CopyFacts) =>
  `${count(payments)} payments, ${count(Math.ceil(bytes / 1_000_000))} MB, and its balances match its postings`

/** @throws FolderError that calls the folder `what` */
export function assertData(folder: string, what: string): void {
  if (!existsSync(join(folder, 'kaunta.db')))
    throw new FolderError(`${folder} is no ${what}: it has no kaunta.db`, 1)
}

interface BackupRequest {
  readonly data: string
  /** The folder that gets the copy; without it, the data folder's `backups`. */
  readonly to: string | undefined
  /** Without it, the copy is a folder. */
  readonly sealing: Sealing | undefined
  readonly now: number
}

/** What was copied, and to which sealed file. */
interface SealedResult extends CopyFacts {
  readonly file: string
}

/** Copies a data folder, also while Kaunta runs on it. */
async function backUp({ data, to, sealing, now }: BackupRequest): Promise<CopyResult | SealedResult> {
  assertData(data, 'data folder')
  const place = resolve(to ?? join(data, 'backups'))
  mkdirSync(place, { recursive: true, mode: 0o700 })
  removeUnfinishedCopies(place, '.command-part')
  const name = freeBackupName(place, now)
  if (sealing) return sealAside({ data, place, name, sealing })
  const folder = join(place, name)
  return { folder, ...copyData({ from: data, to: folder, suffix: '.command-part' }) }
}

interface SealedCopy {
  readonly data: string
  readonly place: string
  readonly name: string
  readonly sealing: Sealing
}

/** Seals a checked copy. All that is not sealed yet lies in a folder that goes, also when this is cut off. */
async function sealAside({ data, place, name, sealing }: SealedCopy): Promise<SealedResult> {
  const aside = join(place, `${name}.command-part`)
  mkdirSync(aside, { mode: 0o700 })
  try {
    const folder = join(aside, name)
    const { payments } = copyData({ from: data, to: folder, suffix: '.part' })
    const file = join(place, name + sealedEnding)
    const bytes = await writeSealed({ folder, aside: folder + sealedEnding, to: file, sealing })
    return { file, bytes, payments }
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

const backupText = (copy: CopyResult | SealedResult): string =>
  'file' in copy
    ? `${copy.file}: sealed, ${copyFacts(copy)}.\nWithout the passphrase or the key nobody can open it: keep that elsewhere.\n`
    : `${copy.folder}: ${copyFacts(copy)}.\n`

export function addBackup(program: Command, executable: Executable): void {
  const command = program
    .command('backup')
    .description('copy the data folder and check the copy; Kaunta may be running')
  withSettings(command, ['data'])
    .option('--to <folder>', 'folder for the copy (default: backups in the data folder)')
    .option('--passphrase-file <file>', 'seal the copy into one file, to this passphrase; - for stdin')
    .option('--recipient <key>', 'seal the copy into one file, to this public key of age (age1…)')
  withJson(command).action(options => runBackup(executable, options))
}

interface BackupOptions extends SealingOptions {
  readonly data?: string
  readonly to?: string
  readonly json?: boolean
}

async function runBackup(executable: Executable, options: BackupOptions): Promise<void> {
  const { data } = executable.readConfig({ data: options.data })
  const sealing = await readSealing(executable, options)
  const result = await backUp({ data, to: options.to, sealing, now: executable.now() })
  printResult(executable, options, result, backupText)
}

// `kaunta backup` copies a data folder and checks the copy. The way back is restore.ts, the nightly back-up
// flow/backup.ts.
import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { freeBackupName, removeUnfinishedCopies } from '../store/backup.ts'
import { type CopyFacts, copyData } from '../store/copy.ts'
import { FolderError } from '../store/folder.ts'
import { type Executable, printResult, withJson, withSettings } from './command.ts'

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

/**
 * Copies a data folder, also while Kaunta runs on it. @param to the folder that gets the copy; without it,
 * the data folder's `backups`
 */
function backUp(data: string, to: string | undefined, now: number): CopyResult {
  assertData(data, 'data folder')
  const place = resolve(to ?? join(data, 'backups'))
  mkdirSync(place, { recursive: true, mode: 0o700 })
  removeUnfinishedCopies(place, '.command-part')
  const folder = join(place, freeBackupName(place, now))
  return { folder, ...copyData({ from: data, to: folder, suffix: '.command-part' }) }
}

const backupText = (copy: CopyResult): string => `${copy.folder}: ${copyFacts(copy)}.\n`

export function addBackup(program: Command, executable: Executable): void {
  const command = program
    .command('backup')
    .description('copy the data folder and check the copy; Kaunta may be running')
  withSettings(command, ['data']).option(
    '--to <folder>',
    'folder for the copy (default: backups in the data folder)',
  )
  withJson(command).action(({ data, ...options }) => {
    const { readConfig, now } = executable
    printResult(executable, options, backUp(readConfig({ data }).data, options.to, now()), backupText)
  })
}

// `kaunta backup` copies a data folder, `kaunta restore` makes a data folder of such a copy. Both check what
// they copied. The nightly back-up is in flow/backup.ts.
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { freeBackupName, removeUnfinishedCopies } from '../store/backup.ts'
import { type CopyFacts, copyData, restoreData } from '../store/copy.ts'
import { FolderError } from '../store/folder.ts'

/** What was copied, and to which folder. */
export interface CopyResult extends CopyFacts {
  readonly folder: string
}

const count = (value: number) => value.toLocaleString('en')
const facts = ({ payments, bytes }: CopyFacts) =>
  `${count(payments)} payments, ${count(Math.ceil(bytes / 1_000_000))} MB, and its balances match its postings`

function assertData(folder: string, what: string): void {
  if (!existsSync(join(folder, 'kaunta.db')))
    throw new FolderError(`${folder} is no ${what}: it has no kaunta.db`, 1)
}

/**
 * Copies a data folder, also while Kaunta runs on it. @param to the folder that gets the copy; without it,
 * the data folder's `backups`
 */
export function backUp(data: string, to: string | undefined, now: number): CopyResult {
  assertData(data, 'data folder')
  const place = resolve(to ?? join(data, 'backups'))
  mkdirSync(place, { recursive: true, mode: 0o700 })
  removeUnfinishedCopies(place, '.command-part')
  const folder = join(place, freeBackupName(place, now))
  return { folder, ...copyData({ from: data, to: folder, suffix: '.command-part' }) }
}

/** Makes a data folder of a back-up. The folder must be new or empty. */
export function restore(backup: string, data: string): CopyResult {
  assertData(backup, 'back-up')
  const folder = resolve(data)
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new FolderError(`${folder} is not empty: move it away first, or name another folder with --data`, 1)
  return { folder, ...restoreData(backup, folder) }
}

export const backupText = (copy: CopyResult): string => `${copy.folder}: ${facts(copy)}.\n`

export const restoreText = (copy: CopyResult): string =>
  [
    `${copy.folder}: restored, ${facts(copy)}.`,
    '',
    'Payments made after the back-up was taken are missing: compare them with the reports of your networks.',
    'Open payments and payouts are checked with the network first, before anything is sent.',
    '',
    `Start with  kaunta serve --data ${copy.folder}`,
    '',
  ].join('\n')

// `kaunta backup` and `kaunta restore`: a copy of a data folder taken by hand, and a data folder made of one.
// Both check what they copied.
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { clearUnfinished, freeName } from '../store/backup.ts'
import { type Copied, copyData, restoreData } from '../store/copy.ts'
import { FolderError } from '../store/folder.ts'

/** What was copied where. */
export interface CopyMade extends Copied {
  readonly folder: string
}

const count = (value: number) => value.toLocaleString('en')
const facts = ({ payments, bytes }: Copied) =>
  `${count(payments)} payments, ${count(Math.ceil(bytes / 1_000_000))} MB, and its books add up`

function assertData(folder: string, what: string): void {
  if (!existsSync(join(folder, 'kaunta.db')))
    throw new FolderError(`${folder} is no ${what}: it has no kaunta.db`, 1)
}

/**
 * Copies a data folder, also while its box runs. @param to the folder to put it in; its own folder `backups`
 * when not given
 */
export function backUp(data: string, to: string | undefined, now: number): CopyMade {
  assertData(data, 'data folder')
  const place = resolve(to ?? join(data, 'backups'))
  mkdirSync(place, { recursive: true, mode: 0o700 })
  clearUnfinished(place, '.command-part')
  const folder = join(place, freeName(place, now))
  return { folder, ...copyData({ from: data, to: folder, suffix: '.command-part' }) }
}

/** Makes a data folder of a back-up; only where there is none. */
export function restore(backup: string, data: string): CopyMade {
  assertData(backup, 'back-up')
  const folder = resolve(data)
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new FolderError(`${folder} is not empty: move it away first, or name another folder with --data`, 1)
  return { folder, ...restoreData(backup, folder) }
}

export const backupText = (made: CopyMade): string => `${made.folder}: ${facts(made)}.\n`

export const restoreText = (made: CopyMade): string =>
  [
    `${made.folder}: restored, ${facts(made)}.`,
    '',
    'What happened after the back-up was taken is not in it: compare the payments since then with what your networks report.',
    'Payments and payouts that were under way are asked about again before anything is sent.',
    '',
    `Start with  kaunta serve --data ${made.folder}`,
    '',
  ].join('\n')

// `kaunta backup` copies a data folder and checks the copy. restore.ts restores it; flow/backup.ts is the
// nightly back-up.
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { errorText } from '../domain/error-text.ts'
import { freeBackupName, makeOwnPlace, removeUnfinishedCopies } from '../store/backup/backup.ts'
import { type CopyFacts, copyData, copySteps, giveToOwnerOf, nameCopy } from '../store/backup/copy.ts'
import { drillRestore } from '../store/backup/restore-drill.ts'
import { type Sealing, sealedEnding, writeSealed } from '../store/backup/sealed-backup.ts'
import { FolderError } from '../store/folder/folder.ts'
import { becomeOwnerOf, mayChange, ownerOf } from '../store/folder/folder-owner.ts'
import { assertInFolder, type Executable, printResult, withJson, withSettings } from './command.ts'
import { runDumpDrill } from './dump-drill.ts'
import { readSealing, type SealingOptions } from './passphrase.ts'
import { copyStep, type Progress, withProgress } from './progress.ts'
import { type ReceiveCopy, receiveCopy, sendCopy } from './sent-copy.ts'

/** The copied facts, and the folder of the copy. */
export interface CopyResult extends CopyFacts {
  readonly folder: string
}

/** Returns a number with separators, such as `12,345`. */
const countText = (value: number) => value.toLocaleString('en')

/** Returns a sentence with the facts of a copy. */
export const copyFactsText = ({ payments, bytes }: CopyFacts) =>
  `${countText(payments)} payments, ${countText(Math.ceil(bytes / 1_000_000))} MB, and its balances match its postings`

/** Checks that a folder has a kaunta.db. @param kind `data folder` or `back-up` @throws FolderError if not */
export function assertData(folder: string, kind: string): void {
  if (!existsSync(join(folder, 'kaunta.db')))
    throw new FolderError(`${folder} is no ${kind}: it has no kaunta.db`, 1)
}

interface BackupRequest {
  readonly data: string
  readonly to: string | undefined // the folder of the copy; if absent, the data folder's `backups`
  readonly sealing: Sealing | undefined // if absent, the copy is a folder
  /** Gets the copy from a child of the data folder's owner; if absent, this process makes the copy. */
  readonly receive: ReceiveCopy | undefined
  readonly now: number
  readonly progress: Progress
}

/** The copied facts, and the sealed file. */
interface SealedResult extends CopyFacts {
  readonly file: string
}

/** Copies a data folder, also while Kaunta runs on it. @throws FolderError when it is no data folder */
async function backUp(request: BackupRequest): Promise<CopyResult | SealedResult> {
  const { data, to, sealing, receive, now, progress } = request
  assertData(data, 'data folder')
  const parent = to === undefined ? makeOwnPlace(data) : resolve(to)
  mkdirSync(parent, { recursive: true, mode: 0o700 })
  removeUnfinishedCopies(parent, '.command-part')
  const name = freeBackupName(parent, now)
  if (sealing || receive) return copyAside({ data, parent, name, sealing, receive, progress })
  const folder = join(parent, name)
  const facts = copyData({ from: data, to: folder, suffix: '.command-part', onStep: copyStep(progress) })
  return { folder, ...facts }
}

interface AsideCopy {
  readonly data: string
  readonly parent: string // the folder that gets the copy
  readonly name: string
  readonly sealing: Sealing | undefined
  readonly receive: BackupRequest['receive']
  readonly progress: Progress
}

/** Makes or receives a copy in a temporary folder, seals it or moves it out, and removes the folder. */
async function copyAside(copy: AsideCopy): Promise<CopyResult | SealedResult> {
  const { data, parent, name, sealing, receive, progress } = copy
  const temporaryFolder = join(parent, `${name}.command-part`)
  mkdirSync(temporaryFolder, { mode: 0o700 })
  try {
    const folder = join(temporaryFolder, name)
    const onStep = copyStep(progress)
    const facts = receive
      ? await receive(folder, onStep)
      : copyData({ from: data, to: folder, suffix: '.part', onStep })
    const { payments, bytes: copyBytes } = facts
    if (!sealing) {
      nameCopy(folder, join(parent, name))
      return { folder: join(parent, name), ...facts }
    }
    const file = join(parent, name + sealedEnding)
    progress.step('Sealing it')
    const written = (bytesSoFar: number) => progress.part(bytesSoFar / copyBytes)
    const aside = folder + sealedEnding
    const bytes = await writeSealed({ folder, aside, to: file, sealing, written })
    if (receive) giveToOwnerOf(data, file)
    return { file, bytes, payments }
  } finally {
    rmSync(temporaryFolder, { recursive: true, force: true })
  }
}

/** Returns what the command prints about a copy. */
const backupText = (copy: CopyResult | SealedResult): string =>
  'file' in copy
    ? `Without the passphrase or the key nobody can open it: keep that elsewhere.\n${copy.file}: sealed, ${copyFactsText(copy)}.\n`
    : `${copy.folder}: ${copyFactsText(copy)}.\n`

/** Adds `kaunta backup` to the command line. */
export function addBackup(program: Command, executable: Executable): void {
  const command = program
    .command('backup')
    .description('copy the data folder and check the copy; Kaunta may be running')
  withSettings(command, ['data'])
    .option(
      '--to <place>',
      'folder for the copy (default: backups in the data folder); with --dump, an empty database (postgres://…) for it (default: one that is made beside and dropped again)',
    )
    .option('--passphrase-file <file>', 'seal the copy into one file, to this passphrase; - for stdin')
    .option('--recipient <key>', 'seal the copy into one file, to this public key of age (age1…)')
    .option('--drill', 'copy nothing: restore the newest back-up aside, check it, and remove it again')
    .option('--dump <file>', 'with --drill, on a database: restore this dump of pg_dump --format=custom')
    .option(
      '--key <file>',
      'with --dump: the copy of the secret key that is kept apart (default: the one in use)',
    )
    .addOption(new Option('--send', 'write the copy to the output; root runs this as the owner').hideHelp())
  withJson(command).action(options => runBackup(executable, options))
}

interface BackupOptions extends SealingOptions {
  readonly data?: string
  readonly to?: string
  readonly drill?: boolean
  readonly send?: boolean
  readonly dump?: string
  readonly key?: string
  readonly json?: boolean
}

/** Runs one of the forms of the command: a copy, a restore drill, or a copy that is sent to root. */
async function runBackup(executable: Executable, options: BackupOptions): Promise<void> {
  const config = executable.readConfig({ data: options.data })
  const { dump } = options
  if (options.drill && dump !== undefined) return runDumpDrill(executable, config, { ...options, dump })
  assertInFolder(
    config,
    options.drill
      ? 'test a dump of it, kaunta backup --drill --dump FILE (docs/postgres.md)'
      : 'dump it with pg_dump --format=custom "$KAUNTA_DATABASE_URL", and keep a copy of the secret key apart from that (docs/postgres.md)',
  )
  if (dump !== undefined) throw new FolderError('--dump goes with --drill', 1)
  const { data } = config
  // Before dropping root's rights: the file may be root's.
  const sealing = await readSealing(executable, options)
  const owner = ownerOf(data)
  // Only root can write to a place that the owner of the data folder may not change.
  const needsRoot = owner !== undefined && options.to !== undefined && !mayChange(owner, options.to)
  if (!needsRoot || options.drill || options.send) becomeOwnerOf(data)
  if (options.drill) return drill(executable, data, options)
  if (options.send) return sendCopy(executable, data)
  const receive = needsRoot ? receiveCopy(executable, data) : undefined
  const line = options.json ? undefined : executable.showProgress
  const steps = copySteps.length + (sealing ? 1 : 0)
  const result = await withProgress(line, steps, progress =>
    backUp({ data, to: options.to, sealing, receive, now: executable.now(), progress }),
  )
  printResult(executable, options, result, backupText)
}

/** Returns a line with the back-ups that were skipped because of their dates; empty if there are none. */
export const datedAheadText = (names: readonly string[]): string =>
  names.length === 0 ? '' : `Passed over, because it is dated in the future: ${names.join(', ')}.\n`

/** The result of a drill, as it is printed. */
interface DrillLine {
  readonly backup: string
  readonly payments: number
  readonly dated_ahead: readonly string[]
}

const drillText = ({ backup, payments, dated_ahead }: DrillLine) =>
  datedAheadText(dated_ahead) +
  `${backup}: restored in a test, ${countText(payments)} payments, and its balances match its postings.\n`

/** Restores the newest back-up in a test. @throws FolderError with the problem of that back-up */
async function drill(executable: Executable, data: string, options: BackupOptions): Promise<void> {
  assertData(data, 'data folder')
  const { datedAhead, ...drilled } = await drillRestore(resolve(data), executable.now()).catch(error => {
    throw new FolderError(errorText(error), 1)
  })
  printResult(executable, options, { ...drilled, dated_ahead: datedAhead ?? [] }, drillText)
}

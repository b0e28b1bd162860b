// `kaunta restore` makes a data folder from a back-up. Logins, tokens and keys that ended after the copy must
// not come back unseen: it ends all logins and tokens, and lists the valid API keys.
import { accessSync, constants, existsSync, lchownSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { readTime } from '../domain/calendar.ts'
import { errorText } from '../domain/error-text.ts'
import { Fault } from '../domain/fault.ts'
import type { Appliance } from '../flow/appliance.ts'
import { type RestoredKey, type RestoredKeys, recordRestore } from '../flow/restore.ts'
import { endAllAccess } from '../login/file.ts'
import { copySteps, type FormerKey, lastLinkOf, readFormerKeys, restoreData } from '../store/backup/copy.ts'
import { assertRestorable, beginRestore, type RestorePlace } from '../store/backup/restore-place.ts'
import { isS3 } from '../store/backup/s3.ts'
import { s3Of } from '../store/backup/s3-access.ts'
import { sealedEnding } from '../store/backup/sealed-backup.ts'
import type { HeadLink } from '../store/engine/chain-head.ts'
import { FolderError } from '../store/folder/folder.ts'
import { become, ownerOf } from '../store/folder/folder-owner.ts'
import { assertData, type CopyResult, copyFactsText, datedAheadText } from './backup.ts'
import { CommandError } from './client.ts'
import { assertInFolder, type Executable, printResult, withJson, withSettings } from './command.ts'
import { hasUnsealing, readUnsealing, type UnsealingOptions } from './passphrase.ts'
import { copyStep, type Progress, withProgress } from './progress.ts'
import type { AppliedLog } from './restore-log.ts'
import { isOpenedFirst, withOpened } from './restore-source.ts'

interface RestoreOptions extends UnsealingOptions {
  readonly data?: string
  readonly former?: string // the previous data folder
  readonly until?: string // a point in time, ISO 8601
  readonly yes?: boolean
  readonly json?: boolean
}

interface RestoreResult extends CopyResult {
  readonly copied_at: string // the time of the folder's content
  readonly chain: HeadLink // the last link of its record chain
  readonly log: AppliedLog
  /** Names of newer copies that were skipped because they are dated in the future. */
  readonly dated_ahead: readonly string[]
  readonly keys: {
    readonly live: readonly KeyLine[]
    readonly revoked: readonly KeyLine[]
    readonly missing: readonly KeyLine[]
  }
}

interface KeyLine {
  readonly id: string
  readonly name: string
  readonly hint: string
  readonly created_at: string
  readonly account?: string
  readonly last_used_at?: string | null
}

interface RestoreRequest {
  readonly backup: string
  readonly former: string | undefined
  readonly folder: string
  readonly place: RestorePlace
  readonly progress: Progress
  readonly restoredTo: number // the time of the restored state; milliseconds
  readonly log: AppliedLog
  readonly datedAhead: readonly string[]
  readonly openFolder: (folder: string, work: (appliance: Appliance) => Promise<void>) => Promise<void>
  /** Asks a person whether to restore the checked copy. @throws CommandError when not */
  readonly agree: (found: Found) => void
}

/** Facts by which a person recognises the copy. */
type Found = Pick<RestoreResult, 'copied_at' | 'chain' | 'dated_ahead'> & { readonly payments: number }

/** Makes a data folder from an opened back-up, after a person has agreed. */
async function restore(request: RestoreRequest): Promise<RestoreResult> {
  const { backup, place, folder, former, restoredTo, log, datedAhead, openFolder, progress, agree } = request
  if (former !== undefined) assertData(former, 'data folder')
  const facts = { copiedAt: restoredTo, former: former === undefined ? undefined : readFormerKeys(former) }
  const copied_at = secondsOf(restoredTo)
  let chain: HeadLink = { number: 0, hash: '' }
  let keys: RestoredKeys = { live: [], revoked: [], missing: [] }
  const copied = await restoreData({
    backup,
    to: join(place.aside, 'data'),
    onStep: copyStep(progress),
    async finish(aside, payments) {
      chain = lastLinkOf(aside)
      agree({ copied_at, chain, payments, dated_ahead: datedAhead })
      progress.step('Ending logins')
      await openFolder(aside, async appliance => {
        keys = await recordRestore(appliance, facts)
      })
      endAllAccess(join(aside, 'staff.db'))
    },
  })
  place.finish(join(place.aside, 'data'))
  const { live, revoked, missing } = keys
  return {
    folder,
    ...copied,
    copied_at,
    chain,
    log,
    dated_ahead: datedAhead,
    keys: { live: live.map(lineOf), revoked: revoked.map(lineOf), missing: missing.map(formerLineOf) },
  }
}

/** Returns a time in ISO 8601, to the second. */
const secondsOf = (time: number) => `${new Date(time).toISOString().slice(0, 19)}Z`

const formerLineOf = ({ id, name, hint, createdAt }: FormerKey): KeyLine => ({
  id,
  name,
  hint,
  created_at: secondsOf(createdAt),
})

/** Returns a key of the restored folder as it is printed. */
const lineOf = ({ account, key, usedAt }: RestoredKey): KeyLine => ({
  ...formerLineOf({ ...key, isRevoked: false }),
  account: `${account.name} (${account.mode})`,
  last_used_at: usedAt === undefined ? null : secondsOf(usedAt),
})

function keyText({ account, name, hint, created_at, last_used_at }: KeyLine): string {
  const parts = account ? [account] : []
  parts.push(name, hint, `created ${created_at}`)
  if (last_used_at === null) parts.push('never used')
  else if (last_used_at) parts.push(`last used ${last_used_at}`)
  return `  ${parts.join('   ')}`
}

const listText = (title: string, keys: readonly KeyLine[]): string[] =>
  keys.length === 0 ? [] : [title, ...keys.map(keyText), '']

/** Returns lines on which API keys work after the restore. @param former the previous data folder */
function keysText({ copied_at, keys }: RestoreResult, former: string | undefined): string[] {
  const working = listText('These API keys work:', keys.live)
  if (former === undefined)
    return [
      `API keys created after ${copied_at} no longer work. Keys revoked after that work again:`,
      'revoke them in the console, or restore with --former FOLDER, the data folder of before.',
      '',
      ...working,
    ]
  const revokedTitle = 'These API keys were revoked after the back-up was taken and are revoked again:'
  return [
    ...listText('These API keys were created after the back-up was taken and no longer work:', keys.missing),
    ...listText(revokedTitle, keys.revoked),
    ...working,
  ]
}

/** Returns lines on how far the log was applied. */
function logText({ pieces, stopped }: AppliedLog): string[] {
  const lines: string[] = []
  if (pieces > 0) lines.push(`The back-up and ${pieces} pieces of the log after it.`)
  if (stopped !== null) lines.push(`The log goes no further: ${stopped}.`)
  return lines
}

const chainText = ({ number, hash }: HeadLink): string =>
  number === 0 ? 'Its record chain is empty.' : `Its record chain ends with link ${number}, ${hash}.`

/** Returns what a person has to know and do after a restore. */
const restoreText = (result: RestoreResult, former: string | undefined): string =>
  [
    ...logText(result.log),
    datedAheadText(result.dated_ahead) + chainText(result.chain),
    'Payments made after that are missing: compare them with the reports of your networks.',
    'Open payments and payouts are checked with the network first, before anything is sent.',
    '',
    'All staff are logged out, and their tokens no longer work. Tills stay paired; cashiers enter their PIN again.',
    'People, passwords, invitations and tills are as they were then. Remove again in the console what you removed',
    'since, and change again what you changed.',
    '',
    ...keysText(result, former),
    `Start with  kaunta serve --data ${result.folder}`,
    `${result.folder}: restored to ${result.copied_at}, ${copyFactsText(result)}.`,
    '',
  ].join('\n')

export function addRestore(program: Command, executable: Executable): void {
  const command = program
    .command('restore')
    .description('restore a back-up to a new or empty data folder and check it')
    .argument(
      '<backup>',
      `folder of the back-up, a sealed one (…${sealedEnding}), or the second place: a folder or s3://bucket/prefix`,
    )
  withSettings(command, ['data'])
    .option(
      '--former <folder>',
      'the data folder of before: API keys that were revoked there are revoked again',
    )
    .option('--until <time>', 'from the second place: as it was then (default: as late as its log goes)')
    .option('--passphrase-file <file>', 'the passphrase of a sealed back-up; - for stdin')
    .option('--identity-file <file>', 'the age identity (AGE-SECRET-KEY-…) of a sealed back-up')
    .option('--yes', 'on a terminal: do not ask whether this is the copy that you want')
  withJson(command).action((backup, options) => runRestore(executable, backup, options))
}

/** Restores a back-up into the data folder of the settings, and prints the result. */
async function runRestore(executable: Executable, backup: string, options: RestoreOptions): Promise<void> {
  const config = executable.readConfig({ data: options.data })
  assertInFolder(
    config,
    'put a dump into an empty database with pg_restore, then start Kaunta on it with the secret key of before (docs/postgres.md)',
  )
  const openFolder: RestoreRequest['openFolder'] = (folder, work) =>
    executable.onStopped({ data: folder }, ({ appliance }) => work(appliance))
  const { former } = options
  const folder = resolve(config.data)
  assertRestorable(folder)
  const until = readUntil(options.until)
  // Before dropping root's rights: the file may be root's.
  const unsealing = hasUnsealing(options) ? await readUnsealing(executable, options) : undefined
  dropRootRights(backup, folder)
  const steps = (isOpenedFirst(backup) ? 1 : 0) + copySteps.length + 1 // the last one ends the logins
  const line = options.json ? undefined : executable.showProgress
  const result = await withProgress(line, steps, progress => {
    const source = { location: backup, unsealing, until, now: executable.now(), s3: s3Of(config), progress }
    const agree = newAgreement(executable, options, progress)
    return restoreInPlace(folder, place =>
      withOpened(executable, { ...source, workFolder: place.aside }, opened =>
        restore({ ...opened, backup: opened.folder, folder, place, former, openFolder, progress, agree }),
      ),
    )
  })
  printResult(executable, options, result, restored => restoreText(restored, options.former))
}

/** Returns a function that asks whether a copy is the right one: sealing does not prove who wrote it. */
function newAgreement(
  { ask }: Executable,
  { yes }: RestoreOptions,
  progress: Progress,
): RestoreRequest['agree'] {
  if (yes || !ask) return () => {}
  return ({ copied_at, chain, payments, dated_ahead }) => {
    progress.end()
    const description = `${datedAheadText(dated_ahead)}This copy is as of ${copied_at} and has ${payments} payments. ${chainText(chain)}`
    const answer = ask(`${description}\nRestore it? [y/N]`)
    const isYes = /^\s*y(es)?\s*$/i.test(answer)
    if (!isYes) throw new CommandError('nothing was restored')
  }
}

/** If root runs this, becomes the owner of the folder or, while that is missing, of the back-up. */
function dropRootRights(backup: string, folder: string): void {
  const hasFolder = existsSync(folder)
  const owner = ownerOf(hasFolder || isS3(backup) ? folder : resolve(backup))
  if (!owner) return
  if (!hasFolder) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    lchownSync(folder, owner.uid, owner.gid) // if a link was put in its place, only the link changes owner
  }
  become(owner)
  if (!isS3(backup) && !isReadable(backup))
    throw new FolderError(
      `user ${owner.uid}, who owns ${folder}, cannot read ${backup}: give it to that user, or copy it to where that user can read it`,
      1,
    )
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Runs `work` to restore into a folder, and removes what it made when it fails.
 * @throws FolderError, or an error with a message for people
 */
async function restoreInPlace<T>(folder: string, work: (place: RestorePlace) => Promise<T>): Promise<T> {
  const place = beginRestore(folder)
  try {
    return await work(place)
  } catch (error) {
    place.clear()
    if (error instanceof FolderError || error instanceof Fault || error instanceof CommandError) throw error
    const reason = errorText(error)
    throw new FolderError(`the back-up cannot be restored (${reason}): use another one`, 1)
  }
}

/** Returns the time of `--until` in milliseconds. @throws FolderError when it is not a time with its zone */
function readUntil(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const time = readTime(text)
  if (time === undefined)
    throw new FolderError(`--until must be a time with its zone, such as 2026-11-21T14:05:00+03:00`, 1)
  return time
}

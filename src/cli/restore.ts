// `kaunta restore` makes a data folder of a back-up. Logins, tokens and keys that ended after the copy must not
// come back unseen: it ends all logins and tokens, and names the API keys that work.
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import type { Appliance } from '../appliance.ts'
import { s3Of } from '../config.ts'
import { type RestoredKey, type RestoredKeys, recordRestore } from '../flow/restore.ts'
import { endAllAccess } from '../login/file.ts'
import { copiedAtOf } from '../store/backup-name.ts'
import { type FormerKey, readFormerKeys, restoreData } from '../store/copy.ts'
import { FolderError } from '../store/folder.ts'
import { isS3, openS3, type S3Access } from '../store/s3.ts'
import { openSealed, sealedEnding } from '../store/sealed-backup.ts'
import { assertData, type CopyResult, copyFacts } from './backup.ts'
import { type Executable, printResult, withJson, withSettings } from './command.ts'
import { readUnsealing, type UnsealingOptions } from './passphrase.ts'

interface RestoreOptions extends UnsealingOptions {
  readonly data?: string
  /** The data folder of before. */
  readonly former?: string
  readonly json?: boolean
}

interface RestoreResult extends CopyResult {
  readonly copied_at: string
  readonly keys: {
    readonly live: readonly KeyLine[]
    readonly revoked: readonly KeyLine[]
    readonly missing: readonly KeyLine[]
  }
}

/** A key as it is printed. */
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
  readonly data: string
  /** Opens a data folder for this work. */
  readonly openFolder: (folder: string, work: (appliance: Appliance) => Promise<void>) => Promise<void>
}

/** @throws FolderError unless a data folder can be made there */
function assertEmpty(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new FolderError(`${folder} is not empty: move it away first, or name another folder with --data`, 1)
}

/** Makes a data folder of a back-up. The folder must be new or empty. */
async function restore({ backup, data, former, openFolder }: RestoreRequest): Promise<RestoreResult> {
  assertData(backup, 'back-up')
  if (former !== undefined) assertData(former, 'data folder')
  const folder = resolve(data)
  assertEmpty(folder)
  const facts = {
    copiedAt: copiedAtOf(backup),
    former: former === undefined ? undefined : readFormerKeys(former),
  }
  let keys: RestoredKeys = { live: [], revoked: [], missing: [] }
  const copied = await restoreData({
    backup,
    to: folder,
    async finish(aside) {
      await openFolder(aside, async appliance => {
        keys = await recordRestore(appliance, facts)
      })
      endAllAccess(join(aside, 'staff.db'))
    },
  })
  const { live, revoked, missing } = keys
  return {
    folder,
    ...copied,
    copied_at: secondsOf(facts.copiedAt),
    keys: { live: live.map(lineOf), revoked: revoked.map(lineOf), missing: missing.map(formerLineOf) },
  }
}

const secondsOf = (time: number) => `${new Date(time).toISOString().slice(0, 19)}Z`

const formerLineOf = ({ id, name, hint, createdAt }: FormerKey): KeyLine => ({
  id,
  name,
  hint,
  created_at: secondsOf(createdAt),
})

const lineOf = ({ account, key, usedAt }: RestoredKey): KeyLine => ({
  ...formerLineOf({ ...key, isRevoked: false }),
  account: `${account.name} (${account.mode})`,
  last_used_at: usedAt === undefined ? null : secondsOf(usedAt),
})

/** A key in words. */
function keyText({ account, name, hint, created_at, last_used_at }: KeyLine): string {
  const used = last_used_at === null ? ['never used'] : last_used_at ? [`last used ${last_used_at}`] : []
  return `  ${[...(account ? [account] : []), name, hint, `created ${created_at}`, ...used].join('   ')}`
}

const listText = (title: string, keys: readonly KeyLine[]): string[] =>
  keys.length === 0 ? [] : [title, ...keys.map(keyText), '']

const keysText = ({ copied_at, keys }: RestoreResult, former: string | undefined): string[] => [
  ...(former === undefined
    ? [
        `API keys created after ${copied_at} no longer work. Keys revoked after that work again:`,
        'revoke them in the console, or restore with --former FOLDER, the data folder of before.',
        '',
      ]
    : [
        ...listText(
          'These API keys were created after the back-up was taken and no longer work:',
          keys.missing,
        ),
        ...listText(
          'These API keys were revoked after the back-up was taken and are revoked again:',
          keys.revoked,
        ),
      ]),
  ...listText('These API keys work:', keys.live),
]

/** The result as text. @param former as in the options */
const restoreText = (result: RestoreResult, former: string | undefined): string =>
  [
    `${result.folder}: restored, ${copyFacts(result)}.`,
    '',
    'Payments made after the back-up was taken are missing: compare them with the reports of your networks.',
    'Open payments and payouts are checked with the network first, before anything is sent.',
    '',
    'All staff are logged out, and their tokens no longer work. Tills stay paired; cashiers enter their PIN again.',
    'People, passwords, invitations and tills are as they were then. Remove again in the console what you removed',
    'since, and change again what you changed.',
    '',
    ...keysText(result, former),
    `Start with  kaunta serve --data ${result.folder}`,
    '',
  ].join('\n')

export function addRestore(program: Command, executable: Executable): void {
  const command = program
    .command('restore')
    .description('restore a back-up to a new or empty data folder and check it')
    .argument(
      '<backup>',
      `folder of the back-up, a sealed one (…${sealedEnding}), or s3://bucket/prefix: the newest there`,
    )
  withSettings(command, ['data'])
    .option(
      '--former <folder>',
      'the data folder of before: API keys that were revoked there are revoked again',
    )
    .option('--passphrase-file <file>', 'the passphrase of a sealed back-up; - for stdin')
    .option('--identity-file <file>', 'the age identity (AGE-SECRET-KEY-…) of a sealed back-up')
  withJson(command).action((backup, options) => runRestore(executable, backup, options))
}

async function runRestore(executable: Executable, backup: string, options: RestoreOptions): Promise<void> {
  const config = executable.readConfig({ data: options.data })
  const { data } = config
  const openFolder: RestoreRequest['openFolder'] = (folder, work) =>
    executable.onStopped({ data: folder }, ({ appliance }) => work(appliance))
  const { former } = options
  const restoreFolder = (folder: string) => restore({ backup: folder, data, former, openFolder })
  const result = await (isS3(backup) || backup.endsWith(sealedEnding)
    ? withOpened(executable, { backup, data, options, s3: s3Of(config) }, restoreFolder)
    : restoreFolder(backup))
  printResult(executable, options, result, done => restoreText(done, options.former))
}

interface SealedRequest {
  readonly backup: string
  readonly data: string
  readonly options: UnsealingOptions
  readonly s3: S3Access | undefined
}

/** Opens a sealed back-up beside the new data folder, for as long as the work takes. */
async function withOpened<T>(
  executable: Executable,
  { backup, data, options, s3 }: SealedRequest,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  assertEmpty(resolve(data))
  const unsealing = await readUnsealing(executable, options)
  const sealed = isS3(backup) ? await fromS3(backup, s3, executable.after) : fromFile(backup)
  const opened = `${resolve(data)}.opened`
  rmSync(opened, { recursive: true, force: true })
  mkdirSync(opened, { recursive: true, mode: 0o700 })
  try {
    return await work(await openSealed(sealed, unsealing, opened))
  } finally {
    rmSync(opened, { recursive: true, force: true })
  }
}

function fromFile(file: string): ReadableStream<Uint8Array> {
  if (!existsSync(file)) throw new FolderError(`${file} is not there`, 1)
  return Bun.file(file).stream()
}

/** A store that says nothing for so long is given up. */
const silenceMaxMs = 60_000

/** A sealed back-up in a bucket, or the newest there. */
async function fromS3(
  place: string,
  access: S3Access | undefined,
  after: Executable['after'],
): Promise<ReadableStream<Uint8Array>> {
  if (!access) throw new FolderError('set KAUNTA_BUCKET_ACCESS_KEY_ID and KAUNTA_BUCKET_SECRET_ACCESS_KEY', 1)
  async function inTime<T>(work: Promise<T>): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>()
    const cancel = after(silenceMaxMs, () => reject(new FolderError(`${place} does not answer`, 1)))
    return Promise.race([work, promise]).finally(cancel)
  }
  const isOne = place.endsWith(sealedEnding)
  const bucket = openS3(isOne ? dirname(place) : place, access)
  const wanted = isOne ? basename(place, sealedEnding) : undefined
  const stored = await inTime(bucket.list())
  const found = wanted === undefined ? stored[0] : stored.find(({ name }) => name === wanted)
  if (!found) throw new FolderError(`there is no back-up at ${place}`, 1)
  const reader = bucket.read(found.name).getReader()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await inTime(reader.read())
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: reason => reader.cancel(reason),
  })
}

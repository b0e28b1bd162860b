// `kaunta move` moves a shop from a data folder to PostgreSQL or back: every row, compared in the end. Kaunta must be
// stopped. The old place stays as it was, with a mark that keeps it from being served beside the new one.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { settings } from '../config.ts'
import { writeHead } from '../store/chain-head.ts'
import { syncFile } from '../store/copy.ts'
import { FolderError, markMoved } from '../store/folder.ts'
import { assertSameRows, moveRows } from '../store/move.ts'
import { allowLongWork, forgetIndexes, makeIndexes, putOffIndexes } from '../store/move-index.ts'
import { type MovedTable, type MoveSide, newPostgresSide, openFolderSide } from '../store/move-side.ts'
import { markMove, moveMark, takeDatabase } from '../store/postgres.ts'
import { isPostgresError } from '../store/postgres-error.ts'
import type { Session } from '../store/postgres-session.ts'
import { openSharedSeal } from '../store/shared-seal.ts'
import { assertData } from './backup.ts'
import { type Executable, printResult, withJson } from './command.ts'
import { type Progress, withProgress } from './progress.ts'

interface MoveOptions {
  readonly from: string
  readonly to: string
  readonly key?: string
  readonly json?: boolean
}

interface MoveResult {
  readonly from: string
  readonly to: string
  readonly payments: number
  readonly rows: number
  /** The secret key that belongs to the new place. */
  readonly key: string
}

interface MoveWork {
  readonly executable: Executable
  readonly folder: string
  readonly url: string
  readonly progress: Progress
}

const isDatabase = (place: string) => /^postgres(ql)?:\/\//.test(place)

/** Its server and name: the password is not shown. */
function nameOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `postgres://${host}${pathname}`
}

const moveHelp = `
One of the two is a data folder, the other a database: postgres://user@host/name. Kaunta must be stopped on both.
The new place must be empty. A move that was cut off goes on where it was when it is started again. At the end all
rows are compared. The old place stays as it is, with a mark against being started by mistake.
From a database, --key is the secret key of its nodes (KAUNTA_SECRET_KEY_FILE).`

export function addMove(program: Command, executable: Executable): void {
  const command = program
    .command('move')
    .description('move a shop from a data folder to PostgreSQL, or back')
    .requiredOption('--from <place>', 'a data folder or postgres://…')
    .requiredOption('--to <place>', 'postgres://… or a new data folder')
    .option('--key <file>', 'from a database: the file of its secret key')
  withJson(command)
    .addHelpText('after', moveHelp)
    .action(options => runMove(executable, options))
}

async function runMove(executable: Executable, options: MoveOptions): Promise<void> {
  const { from, to } = options
  if (isDatabase(from) === isDatabase(to))
    throw new FolderError('one of --from and --to must be a data folder, the other postgres://…', 1)
  const { read, expects } = settings.databaseUrl
  for (const [flag, place] of Object.entries({ from, to }))
    if (isDatabase(place) && read(place) === null) throw new FolderError(`--${flag} must be ${expects}`, 1)
  if (executable.environment.KAUNTA_DATABASE_URL)
    throw new FolderError('unset KAUNTA_DATABASE_URL: --from and --to name both places', 1)
  const line = options.json ? undefined : executable.showProgress
  const result = await withProgress(line, isDatabase(to) ? 3 : 2, progress =>
    isDatabase(to)
      ? toDatabase({ executable, folder: resolve(from), url: to, progress })
      : toFolder({ executable, folder: resolve(to), url: from, progress }, options.key),
  ).catch(error => {
    if (!isPostgresError(error)) throw error
    throw new FolderError(`the database ended the move (${error.message}): start it again, it goes on`, 1)
  })
  printResult(executable, options, result, moveText)
}

const moveText = ({ from, to, payments, rows, key }: MoveResult) =>
  [
    `The secret key is ${key}${isDatabase(to) ? ': each node needs it (KAUNTA_SECRET_KEY_FILE)' : ''}.`,
    `${from} stays as it was and is not served again.`,
    `${to}: ${payments} payments, ${rows} rows, all of them as they were.`,
    '',
  ].join('\n')

interface Sides {
  readonly tables: readonly MovedTable[]
  readonly from: MoveSide
  readonly to: MoveSide
}

/** @param session of the database that the rows go to, if they do */
async function moveAll(sides: Sides, progress: Progress, session?: Session) {
  progress.step('Moving rows')
  const counts = await moveRows({ ...sides, onPart: progress.part })
  if (session) {
    progress.step('Making indexes')
    await makeIndexes(session, progress.part)
  }
  progress.step('Comparing both places')
  await assertSameRows({ ...sides, onPart: progress.part })
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return { rows, payments: counts['payments.payment'] ?? 0 }
}

const arriving = (from: string) => `it is being filled from ${from} (kaunta move)`

/** @throws FolderError for a database with rows of another shop */
async function assertEmpty(session: Session, from: string): Promise<void> {
  const mark = await moveMark(session)
  if (mark === arriving(from)) return
  const [row] = await session.rows('select count(*) from account')
  if (mark === undefined && Number(row?.[0]) === 0) return
  throw new FolderError(
    mark ? `the database is not empty: ${mark}` : 'the database is not empty: name another',
    1,
  )
}

async function toDatabase({ executable, folder, url, progress }: MoveWork): Promise<MoveResult> {
  assertData(folder, 'data folder')
  let result: MoveResult | undefined
  // Opened as by a server, so that its tables are the newest and no other process writes them.
  await executable.onStopped({ data: folder }, async () => {
    const session = await takeDatabase(url, executable.now(), executable.after)
    const source = openFolderSide(folder)
    try {
      await assertEmpty(session, folder)
      await markMove(session, arriving(folder))
      await allowLongWork(session)
      await putOffIndexes(session)
      const sides = { tables: source.tables, from: source, to: newPostgresSide(session) }
      const moved = await moveAll(sides, progress, session)
      await forgetIndexes(session)
      markMoved(folder, nameOf(url))
      await markMove(session, undefined)
      result = { from: folder, to: nameOf(url), ...moved, key: join(folder, 'secret.key') }
    } finally {
      source.close()
      session.end()
    }
  })
  if (!result) throw new FolderError(`${folder} could not be opened`, 1)
  return result
}

async function toFolder(
  { executable, folder, url, progress }: MoveWork,
  key: string | undefined,
): Promise<MoveResult> {
  if (existsSync(folder)) throw new FolderError(`${folder} is there already: name a new folder`, 1)
  if (!key || !existsSync(key))
    throw new FolderError(
      'name the secret key of the database with --key (KAUNTA_SECRET_KEY_FILE of its nodes)',
      1,
    )
  const session = await takeDatabase(url, executable.now(), executable.after)
  try {
    await allowLongWork(session)
    const mark = await moveMark(session)
    if (mark !== undefined) throw new FolderError(`the database is not to be used: ${mark}`, 1)
    const [account] = await session.rows('select signing_key from account order by number limit 1')
    if (!account) throw new FolderError('the database has no shop', 1)
    openSharedSeal({ file: key, sealed: String(account[0]), random: executable.world.random.bytes })
    const part = `${folder}.part`
    const moved = await fillFolder(executable, { part, key, progress, from: newPostgresSide(session) })
    renameSync(part, folder)
    if (process.platform !== 'win32') syncFile(join(folder, '..'))
    await markMove(
      session,
      `it was moved to ${folder} (kaunta move): start Kaunta there, or drop the table "moved"`,
    )
    return { from: nameOf(url), to: folder, ...moved, key: join(folder, 'secret.key') }
  } finally {
    session.end()
  }
}

interface FolderWork {
  readonly part: string
  readonly key: string
  readonly progress: Progress
  readonly from: MoveSide
}

async function fillFolder(executable: Executable, { part, key, progress, from }: FolderWork) {
  mkdirSync(part, { recursive: true, mode: 0o700 })
  const own = join(part, 'secret.key')
  if (!existsSync(own)) writeFileSync(own, readFileSync(key), { mode: 0o600, flush: true })
  if (!readFileSync(own).equals(readFileSync(key)))
    throw new FolderError(`${part} was begun with another key: remove it and begin again`, 1)
  const filling = join(part, 'filling')
  // As a server opens it: that makes the tables. Not again when it has rows, for the end of its record chain is missing.
  if (!existsSync(filling)) await executable.onStopped({ data: part }, async () => {})
  writeFileSync(filling, '', { flush: true })
  const to = openFolderSide(part)
  try {
    const moved = await moveAll({ tables: to.tables, from, to }, progress)
    const head = to.lastLink()
    if (head) writeHead(part, head)
    rmSync(filling)
    return moved
  } finally {
    to.close()
  }
}

// `kaunta move` moves a shop from a data folder to PostgreSQL or back: copies every row, then compares all.
// Kaunta must be stopped. The old place stays as it was, with a mark that keeps it from being served in
// parallel with the new one.
import { existsSync, renameSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Command } from 'commander'
import { settings } from '../config.ts'
import { syncFolder, writeHead } from '../store/engine/chain-head.ts'
import { FolderError } from '../store/folder/folder.ts'
import { becomeOwnerOf } from '../store/folder/folder-owner.ts'
import { assertFolder } from '../store/folder/plain-file.ts'
import { assertSameRows, countRows, moveRows } from '../store/move/move.ts'
import { forgetIndexes, makeIndexes, putOffIndexes } from '../store/move/move-index.ts'
import { copyKeyTo } from '../store/move/move-key.ts'
import {
  databasePlace,
  folderPlace,
  handOver,
  hasEnded,
  isArriving,
  type MoveEnds,
  type MovePlace,
  markArriving,
  reopenSource,
} from '../store/move/move-mark.ts'
import {
  type MovedTable,
  type MoveSide,
  newPostgresSide,
  openFolderSide,
  tablesOfFolder,
} from '../store/move/move-side.ts'
import { isPostgresError } from '../store/postgres/error.ts'
import { moveMark, takeDatabase } from '../store/postgres/postgres.ts'
import { allowLongWork, type Session } from '../store/postgres/session.ts'
import { openSharedSeal } from '../store/postgres/shared-seal.ts'
import { assertData } from './backup.ts'
import { type Executable, printResult, withJson } from './command.ts'
import { type Progress, withProgress } from './progress.ts'

interface MoveOptions {
  readonly from: string
  readonly to: string
  readonly key?: string
  readonly json?: boolean
}

interface Moved {
  readonly payments: number
  readonly rows: number
}

interface MoveResult extends Moved {
  readonly from: string
  readonly to: string
  readonly key: string // the secret key of the new place
}

interface MoveWork {
  readonly executable: Executable
  readonly folder: string
  readonly url: string
  readonly progress: Progress
}

/** Returns whether a place is a database, and not a data folder. */
const isDatabase = (place: string) => /^postgres(ql)?:\/\//.test(place)

/** Returns the address of a database without its user and password. */
function nameOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `postgres://${host}${pathname}`
}

const moveHelp = `
One of the two is a data folder, the other a database: postgres://user@host/name. Kaunta must be stopped on both.
The new place must be empty. A move that was cut off goes on where it was when it is started again. At the end all
rows are compared. The old place stays as it is, with a mark against being started by mistake.
From a database, --key is the secret key of its nodes (KAUNTA_SECRET_KEY_FILE).`

/** Adds `kaunta move` to the command line. */
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

/** Checks the options, moves the shop and prints the result. @throws FolderError when it was not moved */
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
  const steps = isDatabase(to) ? 3 : 2 // only a database gets its indexes in a separate step
  const move = (progress: Progress) =>
    isDatabase(to)
      ? moveToDatabase({ executable, folder: resolve(from), url: to, progress })
      : moveToFolder({ executable, folder: resolve(to), url: from, progress }, options.key)
  const result = await withProgress(line, steps, move).catch(error => {
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

/** Moves all rows, and compares them. @param session of the new place, if that is a database */
async function moveAll(sides: Sides, progress: Progress, session?: Session): Promise<Moved> {
  progress.step('Moving rows')
  const counts = await moveRows({ ...sides, onPart: progress.part })
  if (session) {
    progress.step('Making indexes')
    await makeIndexes(session, progress.part)
  }
  progress.step('Comparing both places')
  await assertSameRows({ ...sides, onPart: progress.part })
  return sumOf(counts)
}

/** Returns the number of all rows and of payments. @param counts rows by table */
const sumOf = (counts: Readonly<Record<string, number>>): Moved => ({
  payments: counts['payments.payment'] ?? 0,
  rows: Object.values(counts).reduce((sum, count) => sum + count, 0),
})

/** Checks that a database may be filled. @throws FolderError when it has rows of another shop */
async function assertEmpty(session: Session, ends: MoveEnds): Promise<void> {
  if (await isArriving(ends)) return
  const mark = await ends.to.mark()
  if (mark === undefined && !(await hasShop(session))) return
  throw new FolderError(`the database is not empty: ${mark || 'name another'}`, 1)
}

async function hasShop(session: Session): Promise<boolean> {
  const [row] = await session.rows('select count(*) from account')
  return Number(row?.[0]) > 0
}

/** Counts the rows of a finished move in the old place, which has not changed since. */
const countMoved = async (tables: readonly MovedTable[], from: MoveSide): Promise<Moved> =>
  sumOf(await countRows(tables, from))

/** Returns the result of a move. In both directions, the secret key is in the data folder. */
const resultOf = ({ from, to }: MoveEnds, folder: string, moved: Moved): MoveResult => ({
  from: from.name,
  to: to.name,
  ...moved,
  key: join(folder, 'secret.key'),
})

/** Moves a shop from a data folder to a database. If an earlier move has done so, only returns its result. */
async function moveToDatabase({ executable, folder, url, progress }: MoveWork): Promise<MoveResult> {
  becomeOwnerOf(folder)
  assertData(folder, 'data folder')
  const session = await takeDatabase(url, executable.now(), executable.after)
  const ends = { from: folderPlace(folder), to: databasePlace(nameOf(url), session) }
  try {
    if ((await hasEnded(ends)) && (await hasShop(session))) {
      const side = openFolderSide(folder)
      return resultOf(ends, folder, await countMoved(side.tables, side).finally(side.close))
    }
    await reopenSource(ends)
    let moved: Moved | undefined
    // Open the folder as a server does, so that its tables are the newest and no other process writes them.
    await executable.onStopped({ data: folder }, async () => {
      moved = await fillDatabase({ folder, session, ends, progress })
    })
    if (!moved) throw new FolderError(`${folder} could not be opened`, 1)
    return resultOf(ends, folder, moved)
  } finally {
    session.end()
  }
}

interface DatabaseWork {
  readonly folder: string
  readonly session: Session
  readonly ends: MoveEnds
  readonly progress: Progress
}

/** Moves all rows of a folder to an empty database, and makes the database the place of the shop. */
async function fillDatabase({ folder, session, ends, progress }: DatabaseWork): Promise<Moved> {
  await assertEmpty(session, ends)
  await markArriving(ends)
  await allowLongWork(session)
  await putOffIndexes(session)
  const source = openFolderSide(folder)
  try {
    const sides = { tables: source.tables, from: source, to: newPostgresSide(session) }
    const moved = await moveAll(sides, progress, session)
    await forgetIndexes(session)
    await handOver(ends)
    return moved
  } finally {
    source.close()
  }
}

/** Moves a shop from a database to a new folder. If an earlier move has done so, only returns its result. */
async function moveToFolder(
  { executable, folder, url, progress }: MoveWork,
  key: string | undefined,
): Promise<MoveResult> {
  if (!key || !existsSync(key))
    throw new FolderError(
      'name the secret key of the database with --key (KAUNTA_SECRET_KEY_FILE of its nodes)',
      1,
    )
  const session = await takeDatabase(url, executable.now(), executable.after)
  const ends = { from: databasePlace(nameOf(url), session), to: folderPlace(folder) }
  const from = newPostgresSide(session)
  try {
    await allowLongWork(session)
    if ((await hasEnded(ends)) && existsSync(join(folder, 'kaunta.db')))
      return resultOf(ends, folder, await countMoved(tablesOfFolder(folder), from))
    if (existsSync(folder) && !(await isArriving(ends)))
      throw new FolderError(`${folder} is there already: name a new folder`, 1)
    await reopenSource(ends)
    await assertShop(executable, session, key)
    const place = existsSync(folder) ? folder : `${folder}.part`
    const moved = await fillFolder(executable, { place, key, progress, from, source: ends.from })
    if (place !== folder) {
      renameSync(place, folder)
      syncFolder(dirname(folder))
    }
    await handOver(ends)
    return resultOf(ends, folder, moved)
  } finally {
    session.end()
  }
}

/** Checks the database to move from. @throws FolderError when it is marked or empty, or has another key */
async function assertShop(executable: Executable, session: Session, key: string): Promise<void> {
  const mark = await moveMark(session)
  if (mark !== undefined) throw new FolderError(`the database is not to be used: ${mark}`, 1)
  const [account] = await session.rows('select signing_key from account order by number limit 1')
  if (!account) throw new FolderError('the database has no shop', 1)
  openSharedSeal({ file: key, sealed: String(account[0]), random: executable.world.random.bytes })
}

interface FolderWork {
  /** The folder being filled. Its name marks it as incomplete until only the end of the move is left. */
  readonly place: string
  readonly key: string
  readonly progress: Progress
  readonly from: MoveSide
  readonly source: MovePlace
}

/** Moves all rows of a database to a folder, whose tables and key it creates first. */
async function fillFolder(
  executable: Executable,
  { place, key, progress, from, source }: FolderWork,
): Promise<Moved> {
  assertFolder(place)
  copyKeyTo(place, key, executable.world.random.bytes)
  const ends = { from: source, to: folderPlace(place) }
  if (!(await isArriving(ends))) {
    // Open the folder as a server does, which creates the tables. Do not do so once it has rows, because the
    // end of its record chain is missing until the move has ended.
    await executable.onStopped({ data: place }, async () => {})
    await markArriving(ends)
  }
  const to = openFolderSide(place)
  try {
    const moved = await moveAll({ tables: to.tables, from, to }, progress)
    const head = to.lastLink()
    if (head) writeHead(place, head)
    syncFolder(place)
    return moved
  } finally {
    to.close()
  }
}

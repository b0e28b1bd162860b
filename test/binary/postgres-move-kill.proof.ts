// The test kills `kaunta move` (kill -9) at chosen moments of each of its steps, and restarts it until it
// ends: it moves every row, and the shop can never be served from both places.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openPostgres, takeDatabase } from '../../src/store/postgres/postgres.ts'
import { openSqlite } from '../../src/store/sqlite/sqlite.ts'
import type { Store } from '../../src/store/store.ts'
import { type Command, runBinary, startCommand } from '../kit/binary.ts'
import { type Rows, rowsOf, rowsOfDatabase, sumsOf, sumsOfDatabase } from '../kit/moved-rows.ts'
import { type ClusterPlace, hasPostgres, openCluster } from '../kit/postgres-cluster.ts'
import { type Hold, holdCommits, openHold, waitingCommits } from '../kit/postgres-hold.ts'
import { after, until } from '../kit/wait.ts'

/** A table of postings has more rows than are moved in one step. */
const payments = 4_000
const fatal = (cause: unknown) => {
  throw cause
}

/** A place where a move is killed. */
interface Moment {
  readonly database: string
  readonly url: string
  readonly folder: string
  readonly hold: Hold
  readonly move: () => Command
}
/** Starts the move. @returns it at the moment of the kill */
type Kill = (moment: Moment) => Promise<Command>

const runs = (condition: string) => `current_query() ilike '${condition}%'`
const isMarked = "to_regclass('public.moved') is not null"

const held =
  (arm: (hold: Hold) => Promise<void>): Kill =>
  async ({ hold, move }) => {
    await arm(hold)
    const command = move()
    await hold.reached(command.hasEnded)
    return command
  }
const atCommand = (condition: string) => held(hold => hold.atCommand(condition))
const atRow = (table: string, condition: string) => held(hold => hold.atRow(table, condition))
const atRead = (table: string, condition: string) => held(hold => hold.atRead(table, condition))

/** Holds the move while it compares both places, once the last of the tables is as it was. */
const compared: Kill = async moment => {
  const command = await atCommand(runs('alter table audit_entry enable'))(moment)
  await moment.hold.atRead('setting', runs('copy ('))
  await moment.hold.next()
  await moment.hold.reached(command.hasEnded)
  return command
}

const toDatabase: readonly (readonly [string, Kill])[] = [
  ['makes the tables', atCommand("current_query() ilike '%create table payment %'")],
  ['marks the database', atCommand(runs('create table moved'))],
  ['notes the indexes', atCommand(runs('create table move_index'))],
  ['drops the indexes', atCommand(runs('drop index'))],
  ['adds the first rows', atRow('account', 'true')],
  ['is in the middle of the payments', atRow('payment', 'new.number = 2000')],
  ['adds the second group of a table', atRow('posting', 'new.number = 5500')],
  ['adds people', atRow('staff."user"', 'true')],
  ['makes an index', atCommand(runs('create index attempt_payment'))],
  ['makes references', atCommand(runs('alter table posting add constraint'))],
  ['compares', compared],
  ['has compared', atCommand(runs('drop table move_index'))],
  ['has marked the folder', atCommand(`${runs('drop table if exists moved')} and ${isMarked}`)],
]

/** Resolves as soon as this file exists. */
const atFile =
  (pathIn: (folder: string) => string): Kill =>
  async ({ folder, move }) => {
    const command = move()
    await until(() => existsSync(pathIn(folder)) || command.hasEnded())
    return command
  }
const inPart = (file: string) => atFile(folder => join(`${folder}.part`, file))

/** Holds the move once the mark of the database is committed, and the move does not know it. */
const committed: Kill = async moment => {
  const command = await atCommand(runs('create table moved'))(moment)
  const goOn = await holdCommits(place.cluster, moment.database)
  await moment.hold.release()
  await until(async () => (await waitingCommits(place.cluster)) === 2)
  await command.kill9()
  await goOn()
  return command
}

const toFolder: readonly (readonly [string, Kill])[] = [
  ['makes the folder', atFile(folder => `${folder}.part`)],
  ['has the key', inPart('secret.key')],
  ['makes the tables', inPart('kaunta.db')],
  ['has marked the folder', inPart('moved')],
  ['counts the rows', atRead('payment', runs('select count'))],
  ['reads the first rows', atRead('account', runs('select "id"'))],
  ['reads the payments', atRead('payment', `number = 2000 and ${runs('select "number"')}`)],
  ['reads the second group of a table', atRead('posting', `number = 5500 and ${runs('select "number"')}`)],
  ['compares', atRead('posting', runs('copy ('))],
  ['has named the folder', atCommand(runs('create table moved'))],
  ['has marked the database', committed],
]

let place: ClusterPlace
let source: string
let before: Rows
let sums: string[][][]
/** Databases to copy: one that the shop was moved to, and one with empty tables. */
const [full, empty] = ['filled', 'blank']

const moving = (from: string, to: string) => [
  'move',
  ...['--from', from, '--to', to, '--key', join(source, 'secret.key')],
]

/** Returns whether a server would serve a shop there. */
async function isServed(open: () => Store | Promise<Store>): Promise<boolean> {
  let store: Store
  try {
    store = await open()
  } catch (error) {
    expect(String(error)).toContain('not to be used')
    return false
  }
  const accounts = await store.read.rows('select id from account', [], 'once')
  await store.close()
  return accounts.length > 0
}
/**
 * Returns whether a copy of the database is served: what a start changes must not help the move that goes on.
 */
async function isDatabaseServed(database: string): Promise<boolean> {
  await place.cluster.sql(`create database asked template ${database}`)
  const url = place.cluster.url('asked')
  const isOne = await isServed(() => openPostgres({ url, isAlone: false }, 0, fatal, after))
  await place.cluster.sql('drop database asked with (force)')
  return isOne
}
async function isFolderServed(folder: string): Promise<boolean> {
  if (!existsSync(join(folder, 'kaunta.db'))) return false
  const copy = place.path('asked')
  cpSync(folder, copy, { recursive: true })
  const isOne = await isServed(() => openSqlite(copy, 0, fatal))
  rmSync(copy, { recursive: true })
  return isOne
}

/** Returns the names of places that can be served. */
async function servedOf({ database, folder }: Moment): Promise<string[]> {
  const all = {
    folder: await isFolderServed(folder),
    part: await isFolderServed(`${folder}.part`),
    database: await isDatabaseServed(database),
  }
  return Object.entries(all).flatMap(([name, isOne]) => (isOne ? [name] : []))
}

async function killAt(kill: Kill, moment: Moment): Promise<void> {
  const command = await kill(moment)
  await command.kill9()
  await moment.hold.release()
  await moment.hold.remove()
}

async function expectGood(words: string[], env: Record<string, string> = {}): Promise<void> {
  const { output } = await runBinary(['doctor', '--json', ...words], { env })
  const { checks } = JSON.parse(output) as { checks: { name: string; state: string }[] }
  expect(checks.filter(({ state }) => state === 'bad')).toEqual([])
  const states = Object.fromEntries(checks.map(({ name, state }) => [name, state]))
  expect(states).toMatchObject({ ledger: 'good', records: 'good' })
}

let made = 0
/** Prepares a move. @param template that the database is a copy of @param from the folder that is copied */
async function newMoment(template: string, from?: string): Promise<Moment> {
  const database = `killed_${made++}`
  await place.cluster.sql(`create database ${database} template ${template}`)
  const [folder, url] = [place.path(database), place.cluster.url(database)]
  if (from) cpSync(from, folder, { recursive: true })
  const hold = await openHold(place.cluster, database)
  const ends = from ? ([folder, url] as const) : ([url, folder] as const)
  return { database, url, folder, hold, move: () => startCommand(moving(...ends)) }
}

describe.skipIf(!hasPostgres)('a move that is killed', () => {
  beforeAll(async () => {
    place = await openCluster({ max_connections: 60 })
    source = place.path('shop')
    const words = ['--data', source, '--payments', String(payments), '--json']
    await Bun.$`${process.execPath} scripts/seed.ts ${words}`.quiet()
    before = rowsOf(source)
    sums = sumsOf(source)
    await place.cluster.sql(`create database ${empty}`)
    const session = await takeDatabase(place.cluster.url(empty), 0, after)
    session.end()
    const copy = place.path('copy')
    cpSync(source, copy, { recursive: true })
    await place.cluster.sql(`create database ${full}`)
    expect(await runBinary(moving(copy, place.cluster.url(full)))).toMatchObject({ code: 0 })
  }, 300_000)
  afterAll(() => place?.remove())

  test.each(toDatabase)(
    'while it %s, and goes on to the database',
    async (name, kill) => {
      const moment = await newMoment(name === 'makes the tables' ? 'template0' : empty, source)
      await killAt(kill, moment)
      expect(await servedOf(moment)).toEqual(name === 'has marked the folder' ? [] : ['folder'])
      const words = moving(moment.folder, moment.url)
      expect(await runBinary(words)).toMatchObject({ code: 0, log: '' })
      expect(await runBinary(words)).toMatchObject({ code: 0, log: '' })
      expect(await servedOf(moment)).toEqual(['database'])
      expect(rowsOf(moment.folder)).toEqual(before)
      expect(await rowsOfDatabase(moment.url, source)).toEqual(before)
      expect(await sumsOfDatabase(moment.url)).toEqual(sums)
      await expectGood(['--data', place.path(`${moment.database}-node`)], {
        KAUNTA_DATABASE_URL: moment.url,
        KAUNTA_SECRET_KEY_FILE: join(source, 'secret.key'),
      })
    },
    60_000,
  )

  test.each(toFolder)(
    'while it %s, and goes on to the folder',
    async (name, kill) => {
      const moment = await newMoment(full)
      await killAt(kill, moment)
      if (name === 'makes the folder') {
        mkdirSync(`${moment.folder}.part`, { recursive: true })
        writeFileSync(join(`${moment.folder}.part`, 'secret.key.0badcafe.new'), 'half a key')
      }
      expect(await servedOf(moment)).toEqual(name === 'has marked the database' ? [] : ['database'])
      const words = moving(moment.url, moment.folder)
      expect(await runBinary(words)).toMatchObject({ code: 0, log: '' })
      expect(await runBinary(words)).toMatchObject({ code: 0, log: '' })
      expect(await servedOf(moment)).toEqual(['folder'])
      expect(rowsOf(moment.folder)).toEqual(before)
      expect(await rowsOfDatabase(moment.url, source)).toEqual(before)
      expect(sumsOf(moment.folder)).toEqual(sums)
      expect(readdirSync(place.root)).not.toContain(`${moment.database}.part`)
      expect(readdirSync(moment.folder).filter(file => file.endsWith('.new'))).toEqual([])
      await expectGood(['--data', moment.folder])
    },
    60_000,
  )
})

// The migration mechanism, on lists of its own: the real tables are in migrations/ and tested by all others.
import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { type Migration, migrate } from '../../src/store/engine/migration.ts'
import { FolderError } from '../../src/store/folder/folder.ts'

const first: Migration = {
  name: 'first',
  text: 'create table fruit (id {text} primary key, weight {int}) {strict}',
}
const second: Migration = {
  name: 'second',
  text: "alter table fruit add column colour {text}; update fruit set colour = 'green'",
}
const third: Migration = { name: 'third', text: 'create table leaf (id {text} primary key) {clustered}' }
const broken: Migration = {
  name: 'broken',
  text: 'create table stone (id {text} primary key) {strict}; insert into nowhere values (1)',
}

const applied = (raw: Database) => raw.query('select number, name, applied_at from migration').values()
const tables = (raw: Database) =>
  raw
    .query("select name from sqlite_schema where type = 'table' order by name")
    .values()
    .map(([name]) => name)

function folderAt(...migrations: readonly Migration[]): Database {
  const raw = new Database(':memory:')
  migrate(raw, migrations, 1_000)
  return raw
}

test('a new folder gets all of them, in order', () => {
  const raw = new Database(':memory:')
  expect(migrate(raw, [first, second], 1_000)).toBe(2)
  expect(applied(raw)).toEqual([
    [1, 'first', 1_000],
    [2, 'second', 1_000],
  ])
})

test('a folder at migration 1 gets 2 and 3, and keeps its rows', () => {
  const raw = folderAt(first)
  raw.run("insert into fruit values ('mango', 300)")
  expect(migrate(raw, [first, second, third], 2_000)).toBe(3)
  expect(raw.query('select * from fruit').values()).toEqual([['mango', 300, 'green']])
  expect(applied(raw)).toEqual([
    [1, 'first', 1_000],
    [2, 'second', 2_000],
    [3, 'third', 2_000],
  ])
})

test('a folder at the newest version stays as it is', () => {
  const raw = folderAt(first, second)
  expect(migrate(raw, [first, second], 2_000)).toBe(2)
  expect(applied(raw).map(([, , at]) => at)).toEqual([1_000, 1_000])
})

test('each migration is a transaction of its own, with its number', () => {
  const raw = new Database(':memory:')
  const texts: string[] = []
  const run = raw.run.bind(raw)
  raw.run = ((text: string, ...values: []) => {
    texts.push(text.split(' ', 2).join(' '))
    return run(text, ...values)
  }) as typeof raw.run
  migrate(raw, [first, third], 1_000)
  const one = ['begin immediate', 'create table', 'insert into', 'commit']
  expect(texts).toEqual(['create table', ...one, ...one])
})

test('a migration that fails leaves the previous version and none of its own changes', () => {
  const raw = folderAt(first)
  expect(() => migrate(raw, [first, second, broken, third], 2_000)).toThrow('nowhere')
  expect(raw.inTransaction).toBe(false)
  expect(applied(raw).map(([number]) => number)).toEqual([1, 2])
  expect(tables(raw)).toEqual(['fruit', 'migration'])
  expect(migrate(raw, [first, second, third], 3_000)).toBe(3)
})

test('a folder of a newer Kaunta is refused, and not changed', () => {
  const raw = folderAt(first, second)
  expect(() => migrate(raw, [first], 2_000)).toThrow(FolderError)
  expect(applied(raw)).toHaveLength(2)
})

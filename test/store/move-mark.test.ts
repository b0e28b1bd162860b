// The mark of a move in a data folder: whole or not there, and read when no other process has the folder.
import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { folderMark, markFolder } from '../../src/store/folder/folder-mark.ts'
import { openSqlite } from '../../src/store/sqlite/sqlite.ts'

const root = mkdtempSync(join(tmpdir(), 'kaunta-mark-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const open = (folder: string) =>
  openSqlite(folder, 0, cause => {
    throw cause
  })

test('a start that waits for a move to end sees the mark that the move sets last', async () => {
  const folder = join(root, 'shop')
  const moving = open(folder)
  markFolder(folder, 'it was moved')
  expect(() => open(folder)).toThrow('already running')
  await moving.close()
  expect(() => open(folder)).toThrow('not to be used: it was moved')
  markFolder(folder, undefined)
  await open(folder).close()
})

test('a mark that was cut off is made again, and leaves nothing behind', () => {
  const folder = mkdtempSync(join(root, 'cut-'))
  expect(folderMark(folder)).toBeUndefined()
  markFolder(folder, 'one')
  markFolder(folder, 'other')
  expect([folderMark(folder), readdirSync(folder)]).toEqual(['other', ['moved']])
  markFolder(folder, undefined)
  expect(readdirSync(folder)).toEqual([])
})

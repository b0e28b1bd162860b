// A copy of the money file that is read while the server writes: it is the state that was kept, whatever
// SQLite brings into the file before and after, and the log starts again once that state may go.
import { Database } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeRoom } from '../../src/store/backup/backup.ts'
import { bringToState, clearImage, imageOfState, readImage } from '../../src/store/backup/copy-image.ts'
import { copySourcesOf } from '../../src/store/backup/copy-state.ts'
import { setPragmas } from '../../src/store/sqlite/sqlite.ts'

const root = mkdtempSync(join(tmpdir(), 'kaunta-copy-state-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Opens a database whose only writer this is. */
function openFolder() {
  const folder = mkdtempSync(join(root, 'data-'))
  const raw = new Database(join(folder, 'kaunta.db'), { create: true })
  setPragmas(raw)
  raw.run('create table sale (id integer primary key, note text) strict')
  return {
    folder,
    raw,
    sources: copySourcesOf(folder),
    /** Adds rows all over the file and removes some, each time in a commit. */
    sell(count: number) {
      for (let index = 0; index < count; index++) {
        raw.run('insert into sale values (abs(random()) / 1000, hex(randomblob(1500)))')
        raw.run('update sale set note = hex(randomblob(1200)) where id = (select max(id) from sale)')
        if (index % 7 === 0) raw.run('delete from sale where id = (select min(id) from sale)')
      }
    },
    checkpoint: () => raw.query('pragma wal_checkpoint(passive)').values()[0] ?? [],
    shrink: () => raw.run('vacuum'),
    close() {
      raw.close(true)
    },
  }
}
const rowsOf = (db: Database) => JSON.stringify(db.query('select * from sale order by id').values())
type Folder = ReturnType<typeof openFolder>

test.skipIf(process.platform === 'win32').each([
  ['frames that are not in the file', (_: Folder) => {}],
  ['nothing that is not in the file', ({ checkpoint }: Folder) => void checkpoint()],
  [
    'some frames in the file',
    (folder: Folder) => {
      folder.checkpoint()
      folder.sell(20)
    },
  ],
  [
    'a file that became smaller',
    (folder: Folder) => {
      folder.raw.run('delete from sale where id % 2 = 0')
      folder.shrink()
      folder.checkpoint()
    },
  ],
])('a copy made while a writer runs has the state that was kept: %s', (_, prepare) => {
  const folder = openFolder()
  folder.sell(300)
  folder.checkpoint()
  const source = folder.sources.begin()
  readImage(folder.folder, source.file)
  folder.sell(200)
  folder.checkpoint()
  folder.sell(30)
  prepare(folder)
  const state = source.keep()
  const wanted = rowsOf(folder.raw)
  for (let round = 0; round < 3; round++) {
    folder.sell(100)
    folder.checkpoint()
  }
  bringToState(folder.folder, source.file, state)
  source.release()
  const to = join(folder.folder, 'copy.db')
  imageOfState(folder.folder, state).putMoney(to)
  const copy = new Database(to, { readonly: true })
  expect(copy.query('pragma integrity_check').values()).toEqual([['ok']])
  expect(rowsOf(copy)).toBe(wanted)
  copy.close()
  source.done()
  folder.close()
})

test.skipIf(process.platform === 'win32')('the log starts over once the state may go', () => {
  const folder = openFolder()
  folder.sell(50)
  const source = folder.sources.begin()
  source.keep()
  folder.sell(50)
  const [, held, inFile] = folder.checkpoint()
  expect(Number(inFile)).toBeLessThan(Number(held))
  source.release()
  const [, frames, all] = folder.checkpoint()
  expect(all).toBe(frames)
  folder.sell(1)
  expect(Number(folder.checkpoint()[1])).toBeLessThan(Number(held))
  source.done()
  folder.close()
})

test.skipIf(process.platform === 'win32')('no state is kept of a database that was closed', () => {
  const folder = openFolder()
  const source = folder.sources.begin()
  readImage(folder.folder, source.file)
  folder.close()
  folder.sources.closed()
  expect(() => source.keep()).toThrow('the database was closed during the copy')
  source.done()
  clearImage(folder.folder)
})

test('what a copy that was given up left is gone before room for the next is looked for', () => {
  const folder = mkdtempSync(join(root, 'data-'))
  const place = join(folder, 'backups')
  mkdirSync(place)
  writeFileSync(join(place, 'image'), 'half of it')
  makeRoom({ from: folder, takenAt: 0, keep: 7, timeZone: 'UTC' })
  expect(readdirSync(place)).toEqual([])
})

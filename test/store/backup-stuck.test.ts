// A disk that stops answering in mid-copy: the server sells on, the copy is abandoned and reported, and the
// next one is made.
import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import {
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { assert } from '../../src/domain/fault.ts'
import { findSetting, putSetting } from '../../src/store/account.ts'
import { openSqlite } from '../../src/store/sqlite/sqlite.ts'
import { newTimeline } from '../kit/simulated-world.ts'
import { newTestFolder } from '../kit/test-folder.ts'

const root = newTestFolder('kaunta-stuck-')
const real = new URL('../../src/job/backup-worker.ts', import.meta.url)
const stuck = new URL('../kit/stuck-worker.ts', import.meta.url)
const hour = 3_600_000

/** Opens a data folder, and a clock that the test moves. */
function openFolder(name: string, { worker = real, second }: { worker?: URL; second?: string }) {
  const folder = join(root, name)
  const time = newTimeline(Date.UTC(2026, 10, 21, 9))
  const broken = (cause: unknown) => assert(false, `the disk failed: ${cause}`)
  const store = openSqlite(folder, time.now(), broken, { worker, keep: 7, second, after: time.after })
  const staff = new Database(join(folder, 'staff.db'), { create: true })
  staff.run('CREATE TABLE "user" ("id" text not null primary key)')
  staff.close()
  writeFileSync(join(folder, 'secret.key'), 'k'.repeat(32))
  const { backups } = store
  assert(backups, 'a store on a disk has back-ups')
  return {
    folder,
    time,
    store,
    advance(ms: number) {
      const until = time.now() + ms
      while (time.next(until)) {}
    },
    list: () => backups.list().map(backup => backup.name),
    carry: async () => {
      const [last] = backups.list()
      assert(last, 'one was taken')
      await backups.carry(last, 'UTC')
    },
    /** Takes a copy. @returns its name, or why there is none */
    take: () =>
      backups.take(time.now(), 'UTC').then(
        made => made.name,
        (error: Error) => error.message,
      ),
  }
}

/** Returns the settings in a copy of the database. */
function settingsIn(file: string) {
  const db = new Database(file, { readonly: true })
  const rows = db.query('select name, value from setting order by name').values()
  db.close()
  return rows
}

/** Keeps the reader of this pipe waiting. @returns the way to let go: the reader then finds it empty */
async function heldPipe(pipe: string): Promise<() => void> {
  for (;;) {
    try {
      const opened = openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK)
      return () => closeSync(opened)
    } catch {
      await Bun.sleep(5) // no reader yet
    }
  }
}

test('a copy is abandoned, the server sells meanwhile, and the next is made once the disk answers', async () => {
  const { folder, store, advance, take, list } = openFolder('own', { worker: stuck })
  const place = join(folder, 'backups')
  const hold = join(folder, 'hold')
  Bun.spawnSync(['mkfifo', hold])
  const taking = take()
  const letGo = await heldPipe(hold)
  await store.write(tx => putSetting(tx, 'sold', 'yes'))
  expect(await findSetting(store.read, 'sold')).toBe('yes')
  advance(hour)
  expect(await taking).toBe(
    `the folder ${place} took longer than 11 minutes for a copy: is its disk in order?`,
  )
  // Not one more thread for each try while the disk holds the first.
  const again = `the folder ${place} has not answered since it was last copied to: is its disk in order?`
  expect(await take()).toBe(again)
  expect([readdirSync(place), list()]).toEqual([['2026-11-21T090000Z.part'], []])

  letGo()
  rmSync(hold)
  let made = await take()
  while (made === again) {
    await Bun.sleep(5)
    made = await take()
  }
  expect(made).toBe('2026-11-21T100000Z')
  expect(readdirSync(place)).toEqual([made])
  await store.close()
})

test('a second place that does not answer costs no copy on the server, and no sale', async () => {
  const second = join(root, 'pipe')
  Bun.spawnSync(['mkfifo', second])
  const { store, advance, take, list } = openFolder('two', { worker: stuck, second })
  const taking = take()
  const letGo = await heldPipe(second)
  await store.write(tx => putSetting(tx, 'sold', 'yes'))
  expect(await findSetting(store.read, 'sold')).toBe('yes')
  advance(hour)
  const said = `the second place for back-ups, ${second},`
  expect(await taking).toBe(`${said} took longer than 11 minutes for a copy: is its disk in order?`)
  advance(24 * hour)
  expect(await take()).toBe(`${said} has not answered since it was last copied to: is its disk in order?`)
  expect(list()).toEqual(['2026-11-22T100000Z', '2026-11-21T090000Z'])
  letGo()
  await store.close()
})

test('a second disk that was missing gets its copies later, and keeps those it has', async () => {
  const second = join(root, 'usb')
  const { folder, store, take, carry, list } = openFolder('later', { second })
  await store.write(tx => putSetting(tx, 'sold', 'yes'))
  const missing = `the second place for back-ups, ${second}, is not there: is its disk connected?`
  expect(await take()).toBe(missing)
  await expect(carry()).rejects.toThrow(missing)
  mkdirSync(second)
  await carry()
  expect(readdirSync(second)).toEqual(list())
  const copy = join(second, list()[0] ?? '', 'kaunta.db')
  // SQLite writes the second copy without the free pages of the first, so it may be smaller.
  expect(settingsIn(copy)).toEqual(settingsIn(join(folder, 'backups', list()[0] ?? '', 'kaunta.db')))
  expect(settingsIn(copy)).toContainEqual(['sold', 'yes'])
  const { ino } = statSync(copy)
  await carry()
  expect(statSync(copy).ino).toBe(ino)
  await store.close()
})

// A data folder whose log goes to a second place, on a clock that a test moves. Run as a program it sells
// until it is killed: `bun logged-folder.ts FOLDER SECOND` prints each sale once it is committed and each
// piece once it is carried.
import { Database } from 'bun:sqlite'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert } from '../../src/domain/fault.ts'
import { putSetting } from '../../src/store/account.ts'
import type { BackupPlan } from '../../src/store/backup/backup-plan.ts'
import { openSqlite } from '../../src/store/sqlite/sqlite.ts'
import { newTimeline } from './simulated-world.ts'

const worker = new URL('../../src/job/backup-worker.ts', import.meta.url)
export const loggedStart = Date.UTC(2026, 10, 21, 9)

/** @param now initial time of its clock */
export function openLogged(
  folder: string,
  second: string,
  now = loggedStart,
  plan: Partial<BackupPlan> = {},
) {
  const time = newTimeline(now)
  const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
  const log = { now: time.now, random }
  const broken = (cause: unknown) => assert(false, `the disk failed: ${cause}`)
  const store = openSqlite(folder, now, broken, { worker, keep: 7, second, after: time.after, log, ...plan })
  if (!existsSync(join(folder, 'staff.db'))) {
    const staff = new Database(join(folder, 'staff.db'), { create: true })
    staff.run('pragma journal_mode = wal')
    staff.run('CREATE TABLE "user" ("name" text not null)')
    staff.close()
    writeFileSync(join(folder, 'secret.key'), 'k'.repeat(32))
  }
  const { backups } = store
  assert(backups?.log, 'a store with a second place has a log')
  return {
    folder,
    time,
    store,
    backups,
    log: backups.log,
    advance(ms: number) {
      const until = time.now() + ms
      while (time.next(until)) {}
    },
    sell: (name: string) => store.write(tx => putSetting(tx, name, 'sold '.repeat(500))),
    take: () => backups.take(time.now(), 'UTC'),
  }
}

if (import.meta.main) {
  const [folder = '', second = ''] = process.argv.slice(2)
  const { sell, take, log, advance } = openLogged(folder, second)
  if (log.needsCopy()) await take()
  for (let number = 0; ; number++) {
    await sell(`sale ${number}`)
    console.log(`sold ${number}`)
    if (number % 50 !== 49) continue
    advance(1_000)
    await log.carry()
    console.log(`carried ${number}`)
  }
}

// Which files of a data folder other users lose access to, and which are not Kaunta's.
import { expect, test } from 'bun:test'
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { closeToOthers, makePrivate } from '../../src/store/folder/private.ts'
import { newTestFolder } from '../kit/test-folder.ts'

const folder = newTestFolder('kaunta-private-')
const modeOf = (path: string) => statSync(join(folder, path)).mode & 0o777

test('the folder, its files and its back-ups are made private, a person’s own note is not', () => {
  const copy = 'backups/2026-11-21T000500Z'
  mkdirSync(join(folder, copy), { recursive: true })
  const own = ['kaunta.db', 'kaunta.db-wal', 'staff.db-shm', 'secret.key', 'chain.head', `${copy}/staff.db`]
  for (const path of [...own, 'note.txt']) {
    writeFileSync(join(folder, path), '')
    chmodSync(join(folder, path), 0o664)
  }
  for (const path of ['', 'backups', copy]) chmodSync(join(folder, path), 0o775)
  expect(makePrivate(folder)).toEqual([])
  expect(own.map(modeOf)).toEqual(own.map(() => 0o600))
  expect(['', 'backups', copy].map(modeOf)).toEqual([0o700, 0o700, 0o700])
  expect(modeOf('note.txt')).toBe(0o664)
})

test('a folder that does not exist yet leaves no path open to others', () => {
  expect(makePrivate(join(folder, 'later'))).toEqual([])
})

test('a file that SQLite removed after it was listed is no obstacle', () => {
  expect(closeToOthers(join(folder, 'staff.db-shm'))).toBe(true)
})

// /proc has rights that not even root can change, as some disks do.
test.skipIf(process.platform !== 'linux')(
  'a path whose rights the disk does not let Kaunta change is returned',
  () => {
    expect(makePrivate('/proc/self')).toEqual(['/proc/self'])
  },
)

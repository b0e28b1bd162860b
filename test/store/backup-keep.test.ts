// Which copies stay in each place, and when the others go: before a new copy that needs their space, and in a
// second place whether they are sealed or plain.
import { afterAll, describe, expect, test } from 'bun:test'
import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { nameOf } from '../../src/store/backup/backup-name.ts'
import { readCarriedCopy } from '../../src/store/backup/log-spool.ts'
import { carryPlain, carrySealed } from '../../src/store/backup/second-place.ts'
import { openLogged } from '../kit/logged-folder.ts'
import { newSmallDisk } from '../kit/small-disk.ts'
import { newTestFolder } from '../kit/test-folder.ts'

const root = newTestFolder('kaunta-keep-')
const day = 86_400_000
const now = Date.UTC(2026, 10, 21, 9)
const sealing = { recipient: await identityToRecipient(await generateX25519Identity()) }
const copiesIn = (place: string) =>
  readdirSync(place)
    .filter(name => /^\d{4}-/.test(name))
    .sort()
const nightsBefore = (...days: number[]) => days.map(ago => nameOf(now - ago * day))

/** Creates a data folder with one copy, and the order to carry it to an empty place. */
async function openCopied(name: string, keep: number) {
  const [folder, first, place] = [name, `${name}-first`, `${name}-second`].map(part => join(root, part)) as [
    string,
    string,
    string,
  ]
  for (const made of [first, place]) mkdirSync(made)
  const shop = openLogged(folder, first, now, { keep })
  await shop.take()
  await shop.store.close()
  const copy = nameOf(now)
  const from = join(folder, 'backups', copy)
  return {
    place,
    from,
    order: { from, place, isSecond: true, name: copy, takenAt: now, keep, timeZone: 'UTC' },
  }
}

describe('a folder as second place', () => {
  test('loses old plain copies after sealing was switched on', async () => {
    const { place, from, order } = await openCopied('sealed', 2)
    for (const name of nightsBefore(8, 7)) cpSync(from, join(place, name), { recursive: true })
    for (const name of nightsBefore(2, 1, 0))
      cpSync(join(from, 'kaunta.db'), join(place, `${name}.kaunta.age`))
    cpSync(from, join(place, nameOf(now)), { recursive: true })
    await carrySealed(order, sealing, () => {})
    expect(copiesIn(place)).toEqual(nightsBefore(1, 0).map(name => `${name}.kaunta.age`))
  })

  test('loses old sealed copies after sealing was switched off', async () => {
    const { place, from, order } = await openCopied('plain', 2)
    for (const name of nightsBefore(8, 1, 0))
      cpSync(join(from, 'kaunta.db'), join(place, `${name}.kaunta.age`))
    await carryPlain(order)
    const [yesterday = '', today = ''] = nightsBefore(1, 0)
    expect(copiesIn(place)).toEqual([`${yesterday}.kaunta.age`, today])
  })
})

/** Takes the right to remove a copy. @returns a function that gives it back, or undefined where none can */
function fixInPlace(path: string): (() => void) | undefined {
  if (process.getuid?.() !== 0) {
    chmodSync(path, 0o500)
    return () => chmodSync(path, 0o700)
  }
  const change = (flag: string) => Bun.which('chattr') && Bun.spawnSync(['chattr', flag, path]).exitCode === 0
  return change('+i') ? () => change('-i') : undefined
}
const fixed = join(root, 'fixed')
mkdirSync(fixed)
const canFix = process.platform !== 'win32' && fixInPlace(fixed)
if (canFix) canFix()

describe.skipIf(!canFix)('an old copy that cannot be removed is reported, and the next copy is made', () => {
  test('in the data folder, and the log follows that copy', async () => {
    const folder = join(root, 'stuck')
    const second = join(root, 'stuck-second')
    mkdirSync(second)
    fill(join(folder, 'backups'), 1_000)
    const release = fixInPlace(join(folder, 'backups', nightsBefore(8)[0] ?? ''))
    const shop = openLogged(folder, second, now, { keep: 2 })
    const failure = await shop.take().catch(error => error)
    release?.()
    expect(String(failure)).toMatch(/EPERM|EACCES/)
    expect(copiesIn(join(folder, 'backups'))).toEqual(nightsBefore(8, 1, 0))
    expect(copiesIn(second)).toEqual(nightsBefore(0))
    expect(shop.log.needsCopy()).toBe(false)
    await shop.store.close()
  })

  test.each([
    ['plain', undefined],
    ['sealed', sealing],
  ])('in a second place, %s', async (kind, sealing) => {
    const { order, place, from } = await openCopied(`stuck-${kind}`, 2)
    fill(place, 1_000)
    const release = fixInPlace(join(place, nightsBefore(8)[0] ?? ''))
    const data = join(from, '..', '..')
    rmSync(join(data, 'log', 'carried-copy'))
    const carried = sealing ? carrySealed(order, sealing, () => {}) : carryPlain(order)
    const failure = await carried.catch(error => error)
    release?.()
    expect(String(failure)).toMatch(/EPERM|EACCES/)
    const [oldest = '', yesterday = '', today = ''] = nightsBefore(8, 1, 0)
    expect(copiesIn(place)).toEqual([oldest, yesterday, sealing ? `${today}.kaunta.age` : today])
    expect(readCarriedCopy(data)).toBe(today)
  })
})

/** Puts eight old copies into a place, one of each night. */
function fill(place: string, bytes: number) {
  for (const name of nightsBefore(8, 7, 6, 5, 4, 3, 2, 1)) {
    mkdirSync(join(place, name), { recursive: true })
    writeFileSync(join(place, name, 'kaunta.db'), Buffer.alloc(bytes))
  }
}

const ownDisk = newSmallDisk('keep', '160m')
const secondDisk = newSmallDisk('keep-second', '16m')
afterAll(() => {
  ownDisk?.remove()
  secondDisk?.remove()
})

describe.skipIf(!ownDisk || !secondDisk)('with a lower number of days, a full disk has space again', () => {
  test('for the next copy in the data folder', async () => {
    const folder = join(ownDisk?.folder ?? '', 'data')
    fill(join(folder, 'backups'), 9_000_000)
    const second = join(root, 'second')
    mkdirSync(second)
    const shop = openLogged(folder, second, now, { keep: 2 })
    await shop.take()
    expect(copiesIn(join(folder, 'backups'))).toEqual(nightsBefore(1, 0))
    await shop.store.close()
  })

  test.each([
    ['plain', undefined],
    ['sealed', sealing],
  ])('for the next %s copy in a second place', async (kind, sealing) => {
    const { order } = await openCopied(`full-${kind}`, 2)
    const place = join(secondDisk?.folder ?? '', kind)
    fill(place, 2_050_000)
    const full = { ...order, place }
    await (sealing ? carrySealed(full, sealing, () => {}) : carryPlain(full))
    const [yesterday = '', today = ''] = nightsBefore(1, 0)
    expect(copiesIn(place)).toEqual([yesterday, sealing ? `${today}.kaunta.age` : today])
    rmSync(place, { recursive: true })
  })
})

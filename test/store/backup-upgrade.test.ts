// The copy that an upgrade or `kaunta backup` puts among the back-ups. The log cannot follow it, so the
// second place keeps the copy that the log follows, and the next night still takes one.
import { expect, test } from 'bun:test'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Executable } from '../../src/cli/command.ts'
import { backUp } from '../../src/cli/upgrade-data.ts'
import type { Appliance } from '../../src/flow/appliance.ts'
import { runBackup } from '../../src/flow/backup.ts'
import { nameOf } from '../../src/store/backup/backup-name.ts'
import { loggedStart, openLogged } from '../kit/logged-folder.ts'
import { restoredFrom } from '../kit/restored-sales.ts'
import { newTestFolder } from '../kit/test-folder.ts'

const root = newTestFolder('kaunta-upgrade-')
const hour = 3_600_000
let folders = 0

/** Opens a shop with one carried copy and one carried sale, which stops for an upgrade at a later time. */
async function openUpgraded(upgradedAt: number) {
  const second = join(root, `second${folders}`)
  mkdirSync(second)
  const folder = join(root, `data${folders++}`)
  const before = openLogged(folder, second)
  await before.take()
  await before.sell('before the upgrade')
  await before.log.carry()
  await before.store.close()
  backUp({ now: () => upgradedAt } as Executable, folder)
  const shop = openLogged(folder, second, upgradedAt)
  expect(shop.log.needsCopy()).toBe(false)
  const world = { clock: { now: shop.time.now }, log() {} }
  const appliance = { store: shop.store, world } as unknown as Appliance
  return { shop, folder, second, runBackup: () => runBackup(appliance) }
}

const copiesIn = (place: string) => readdirSync(place).filter(name => /^\d{4}-.*Z$/.test(name))

test('after an upgrade a restore has the sales since', async () => {
  const { shop, second, runBackup } = await openUpgraded(loggedStart + 5 * hour)
  await runBackup()
  await shop.sell('after the upgrade')
  await shop.log.carry()
  expect(copiesIn(second)).toEqual([nameOf(loggedStart)])
  expect(shop.log.status()).toMatchObject({ since: undefined, failure: undefined })
  const { sales, log } = await restoredFrom(second)
  expect([sales, log.stopped]).toEqual([['before the upgrade', 'after the upgrade'], null])
  expect(log.pieces).toBeGreaterThan(0)
  await shop.store.close()
})

test('the night after an upgrade at half past midnight takes its copy', async () => {
  const { shop, folder, second, runBackup } = await openUpgraded(loggedStart + 15.5 * hour)
  shop.advance(3 * hour)
  await runBackup()
  const night = nameOf(shop.time.now())
  expect(copiesIn(join(folder, 'backups'))).toContain(night)
  expect(copiesIn(second)).toContain(night)
  await shop.store.close()
})

test('a second place that lost the copy of the log to one of an upgrade gets a new one', async () => {
  const { shop, second } = await openUpgraded(loggedStart + 5 * hour)
  const [upgrade] = shop.backups.list()
  if (upgrade) await shop.backups.carry(upgrade, 'UTC')
  expect(copiesIn(second)).toEqual([nameOf(loggedStart + 5 * hour)])
  await shop.sell('after the upgrade')
  await shop.log.carry()
  expect(shop.log.needsCopy()).toBe(true)
  shop.advance(hour)
  await shop.take()
  await shop.sell('at the end')
  await shop.log.carry()
  const { sales } = await restoredFrom(second)
  expect(sales).toEqual(['before the upgrade', 'after the upgrade', 'at the end'])
  await shop.store.close()
})
